/** Values made of the texts that stores get wrong (`dangers/texts.ts`), each no longer than every deployment has to keep. */
import { itemAt } from '../kit/items.ts';
import { alone, parts } from '../specification/dangers/texts.ts';

/** The longest text that every deployment has to keep. */
const LONGEST = 50;

/** Stands for the mark of the record that a value is written to. */
export const MARK = '{mark}';

/** The texts that can be beside others, so many in each value as there is room for behind a mark of so many characters. */
export function packed(markLength: number): string[] {
  const room = LONGEST - markLength - 1;
  const packs: string[] = [];
  for (const { text } of Object.values(parts)) {
    const last = packs.at(-1);
    if (last !== undefined && last.length + 1 + text.length <= room)
      packs[packs.length - 1] = `${last} ${text}`;
    else packs.push(text);
  }
  return packs.map((pack) => (markLength === 0 ? pack : `${MARK} ${pack}`));
}

/** A value for a record: behind its mark a text is exactly as long as every deployment has to keep. */
export function marked(value: string, mark: string): string {
  if (!value.includes(MARK)) return value;
  const whole = `${value.replace(MARK, () => mark)} `.padEnd(LONGEST, LETTERS);
  return whole.slice(0, LONGEST).trim();
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Texts that are all of a value: the first of each class. */
export const firstOfClass: readonly string[] = Object.values(alone).map(([first]) => first.text);

/** The others of each class. */
export const othersOfClass: readonly string[] = Object.values(alone).flatMap(([, ...others]) =>
  others.map(({ text }) => text),
);

/** The one of some values for a record, another one with each turn. */
export function turnOf(values: readonly string[], record: number, turn: number): string {
  return itemAt(values, (record + turn) % values.length);
}

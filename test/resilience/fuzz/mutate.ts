/** Documents near good ones: slips, splices and nonsense in the text, and other values and shapes in YAML. */
import { parse, stringify } from 'yaml';

export interface Chance {
  /** A whole number from 0 up to this. */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
}

export function chanceFrom(random: () => number): Chance {
  const below = (limit: number) => Math.floor(random() * limit);
  return {
    below,
    pick: (list) => {
      const picked = list[below(list.length)];
      if (picked === undefined) throw new Error('There is nothing to pick from.');
      return picked;
    },
  };
}

/** Pieces that mean something to some reader. */
const pieces = [
  '',
  ' ',
  '\n',
  '\r\n',
  '\t',
  ':',
  ': ',
  '- ',
  '? ',
  '&a ',
  '*a',
  '<<: *a',
  '!!binary ',
  '!!set ',
  '!x ',
  '---\n',
  '...\n',
  '%YAML 1.1\n',
  '#',
  '|\n',
  '>-\n',
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  ',',
  '\0',
  '\u001b[2J',
  '\ufeff',
  '\ud800',
  '\u202e',
  '\ufffe',
  '__proto__',
  'constructor',
  '0',
  '-1',
  '1e400',
  '.nan',
  '.inf',
  '9007199254740993',
  '0x10',
  '2026-02-30',
  'null',
  'true',
  '~',
  '/',
  '//',
  '~2',
  '/__proto__/x',
  '{deviceId}',
  '{x}',
  'all',
  'it',
  'van-0',
  'P9999D',
  '10m',
  '99999999h',
  '<!DOCTYPE gpx>',
  '<!--',
  '-->',
  '<![CDATA[',
  '<a>',
  '</a>',
  '&amp;',
  '&x;',
  'lat',
  'x'.repeat(300),
  'POINT(',
  '"""',
  ';',
  '\\u0000',
  '\\ud800',
];

const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e9,
  1e21,
  -0,
  '',
  ' ',
  'x',
  'all',
  'it',
  '10m',
  '0s',
  '2026-02-30',
  '/',
  '/a/0',
  'P1D',
  'PT0S',
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  'x'.repeat(300),
  Array(50).fill('a'),
  '\u001b[2J',
  '\u202e',
  'NaN',
  '{deviceId}',
  'toString',
];

const times = [1, 2, 3, 30, 3_000] as const;

/** A text changed in one to four places. */
export function mutatedText(text: string, chance: Chance): string {
  let changed = text;
  for (let left = 1 + chance.below(4); left > 0; left--) changed = chance.pick(textChanges)(changed, chance);
  return changed;
}

const textChanges: readonly ((text: string, chance: Chance) => string)[] = [
  (text, chance) => spliced(text, chance, chance.below(3), chance.pick(pieces)),
  (text, chance) => spliced(text, chance, chance.below(30), ''),
  (text, chance) => spliced(text, chance, 0, chance.pick(pieces).repeat(chance.pick(times))),
  (text, chance) => spliced(text, chance, 1, String.fromCharCode(chance.below(0x250))),
  (text, chance) => text.slice(0, chance.below(text.length + 1)),
  (text, chance) => {
    const lines = text.split('\n');
    const [one, other] = [chance.below(lines.length), chance.below(lines.length)];
    [lines[one], lines[other]] = [lines[other] ?? '', lines[one] ?? ''];
    return lines.join('\n');
  },
  (text, chance) => {
    const lines = text.split('\n');
    lines.splice(chance.below(lines.length), chance.below(3), chance.pick(lines), chance.pick(lines));
    return lines.join('\n');
  },
  (text, chance) =>
    text.replace(/\d+/g, (digits) =>
      chance.below(8) > 0 ? digits : String(chance.pick([0, 1, 59, 366, 1e9, 1e21])),
    ),
];

function spliced(text: string, chance: Chance, length: number, piece: string): string {
  const at = chance.below(text.length + 1);
  return text.slice(0, at) + piece + text.slice(at + length);
}

/** A YAML document with other values, names or shapes in one to three places, as YAML or JSON. */
export function mutatedTree(text: string, chance: Chance): string {
  const data = changedTree(parse(text), chance);
  return chance.below(4) === 0 ? JSON.stringify(data) : stringify(data, { aliasDuplicateObjects: false });
}

/** The same of a JSON document, as JSON. */
export function mutatedJson(text: string, chance: Chance): string {
  return JSON.stringify(changedTree(JSON.parse(text), chance));
}

function changedTree(data: unknown, chance: Chance): unknown {
  for (let left = 1 + chance.below(3); left > 0; left--) {
    const slots = slotsIn(data);
    if (slots.length > 0) chance.pick(treeChanges)(chance.pick(slots), slots, chance);
  }
  return data;
}

/** A value, by what holds it and its name there. */
interface Slot {
  holder: object;
  name: string;
}

function slotsIn(data: unknown): Slot[] {
  if (typeof data !== 'object' || data === null) return [];
  const names = Object.keys(data);
  return names.flatMap((name) => [{ holder: data, name }, ...slotsIn(Reflect.get(data, name))]);
}

const treeChanges: readonly ((slot: Slot, slots: readonly Slot[], chance: Chance) => void)[] = [
  ({ holder, name }, _, chance) => Reflect.set(holder, name, structuredClone(chance.pick(values))),
  ({ holder, name }, slots, chance) => {
    const other = chance.pick(slots);
    Reflect.set(holder, name, structuredClone(Reflect.get(other.holder, other.name)));
  },
  ({ holder, name }) => {
    if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else Reflect.deleteProperty(holder, name);
  },
  ({ holder }, _, chance) => {
    const value = structuredClone(chance.pick(values));
    if (Array.isArray(holder)) holder.push(value);
    else
      Object.defineProperty(holder, chance.pick(pieces), {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
  },
  ({ holder, name }, _, chance) => {
    if (!Array.isArray(holder)) return;
    const item: unknown = Reflect.get(holder, name);
    for (let left = chance.pick([1, 5, 200]); left > 0; left--) holder.push(structuredClone(item));
  },
];

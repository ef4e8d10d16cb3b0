/**
 * A text as it reads once its escapes are undone: those of JSON and of this project (`\n`, `\u0041`,
 * `\u{41}`), of addresses (`%41`, also of some characters alone and in either case), and of markup
 * (`&quot;`, `&#65;`). It knows for each of its characters where in the first text it was.
 */

export interface View {
  readonly text: string;
  /** Where the text at a place here begins in the first text. */
  origin(place: number): number;
}

/** The number of layers of escapes that are undone: a body in JSON, in a report in JSON, with an address in it. */
const LAYERS = 5;

/** The text as it is; with the escapes of one kind undone; and with those of every kind, layer by layer. */
export function* viewsOf(text: string): Generator<View> {
  const first: View = { text, origin: (place) => place };
  yield first;
  if (!/[\\%&]/.test(text)) return;
  yield* kinds.flatMap((kind) => without(kind, first) ?? []);
  let view: View | undefined = first;
  for (let layer = 1; view && layer <= LAYERS; layer++) {
    view = without(everyKind, view);
    if (view) yield view;
  }
}

const BACKSLASH = String.raw`\\(?:u\{[\da-f]{1,6}\}|u[\da-f]{4}|x[\da-f]{2}|["\\/'bfnrt])`;
/** The bytes of one character in UTF-8. */
const PERCENT = ['%[0-7]H', '%[cd]H%[89ab]H', '%eH(?:%[89ab]H){2}', '%f[0-7](?:%[89ab]H){3}']
  .join('|')
  .replaceAll('H', String.raw`[\da-f]`);
const ENTITY = String.raw`&(?:#\d{1,7}|#x[\da-f]{1,6}|quot|amp|lt|gt|apos);`;
const kinds = [BACKSLASH, PERCENT, ENTITY].map((kind) => new RegExp(kind, 'gi'));
const everyKind = new RegExp([BACKSLASH, PERCENT, ENTITY].join('|'), 'gi');

const letters: { readonly [letter: string]: string } = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const entities: { readonly [name: string]: string } = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" };
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** One layer of these escapes undone; `undefined` where there is none. */
function without(escapes: RegExp, view: View): View | undefined {
  // Where a character that was escaped is now, where it began before, and the same for what follows it.
  const now: number[] = [];
  const before: number[] = [];
  let text = '';
  let end = 0;
  for (const { 0: written, index } of view.text.matchAll(escapes)) {
    text += view.text.slice(end, index);
    now.push(text.length);
    before.push(index);
    text += characterOf(written);
    end = index + written.length;
    now.push(text.length);
    before.push(end);
  }
  if (end === 0) return undefined;
  return {
    text: text + view.text.slice(end),
    origin(place) {
      const found = lastAtOrBelow(now, place);
      // Before the first escape nothing has moved.
      return view.origin((before[found] ?? 0) + place - (now[found] ?? 0));
    },
  };
}

function characterOf(written: string): string {
  const lower = written.toLowerCase();
  if (lower.startsWith('%'))
    return decoder.decode(Uint8Array.from(lower.slice(1).split('%'), (byte) => Number.parseInt(byte, 16)));
  const name = lower.replace(/^[\\&]|;/g, '');
  const digits = /[ux]\{?([\da-f]+)/.exec(name)?.[1];
  if (digits !== undefined) return ofCode(Number.parseInt(digits, 16));
  if (name.startsWith('#')) return ofCode(Number(name.slice(1)));
  return letters[name] ?? entities[name] ?? name;
}

function ofCode(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}

/** The index of the last of these ascending numbers that is not above `limit`; -1 for none. */
function lastAtOrBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

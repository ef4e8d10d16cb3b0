/** Documents near good ones, drawn by fast-check: slips and splices in the text, other values and shapes in the tree. */
import fc from 'fast-check';
import { parse } from 'yaml';

/** Pieces that mean something to some reader. */
const pieces = [
  ...[
    '',
    ' ',
    '\n',
    '\r\n',
    '\t',
    ': ',
    '- ',
    '? ',
    '---\n',
    '|\n',
    '\0',
    '\u001b[2J',
    '\ufeff',
    '\ud800',
    '\u202e',
  ],
  ..."&a *a <<:*a !!binary !x %YAML # { } [ ] ' , ; ~ / ~2 {x} __proto__ constructor \\ud800 null".split(' '),
  ...'-1 1e400 .nan 9007199254740993 0x10 2026-02-30 ::error::pwned ##[error] <!DOCTYPE <!-- <![CDATA[ <a> </a> &x;'.split(
    ' ',
  ),
  ...['"', 'POINT(', 'x'.repeat(300)],
];
/** Values for another place than theirs. */
const values: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e9, 1e21, 9007199254740993n, -0, [], {}, [[]], [null], { a: 1 }],
  ...'x all it 10m 0s 2026-02-30 2026-01-07 / /a/0 P1D PT0S dev-1 sos UTC NaN {deviceId} toString __proto__'.split(
    ' ',
  ),
  ...['', ' ', 'x'.repeat(300), '\u001b[2J', '\u202e', '\ud800', '\n::error::pwned', Array(50).fill('a')],
];

const splice = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.constantFrom(0, 0, 1, 2, 30),
  piece: fc.constantFrom(...pieces),
  times: fc.constantFrom(1, 1, 1, 3, 3_000),
});

/** A good text changed in one to four places, or cut. */
export const textNear = (good: readonly string[]): fc.Arbitrary<string> =>
  fc
    .record({
      text: fc.constantFrom(...good),
      splices: fc.array(splice, { minLength: 1, maxLength: 4 }),
      cut: fc.integer({ min: 0, max: 7 }),
    })
    .map(({ text, splices, cut }) => {
      const changed = splices.reduce((before, { at, length, piece, times }) => {
        const place = Math.floor(at * before.length);
        // Long pieces many times over would only be refused for their size.
        return (
          before.slice(0, place) + piece.repeat(piece.length < 20 ? times : 1) + before.slice(place + length)
        );
      }, text);
      return cut === 0 ? changed.slice(0, Math.floor((splices[0]?.at ?? 0) * changed.length)) : changed;
    });

const change = fc.record({
  slot: fc.double({ min: 0, max: 1, noNaN: true }),
  other: fc.double({ min: 0, max: 1, noNaN: true }),
  how: fc.constantFrom('another', 'another', 'copied', 'gone', 'added', 'many'),
  value: fc.constantFrom(...values),
  name: fc.constantFrom('__proto__', 'constructor', 'id', 'extra', '/', 'x'.repeat(300)),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Plain data with one to three changes; YAML is read, and JSON comes out, which is YAML too. */
export const treeNear = (good: readonly string[]): fc.Arbitrary<string> =>
  dataNear(good.map((text) => parse(text) as unknown)).map(jsonOf);

export const dataNear = (good: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc
    .record({ data: fc.constantFrom(...good), changes: fc.array(change, { minLength: 1, maxLength: 3 }) })
    .map(({ data, changes }) => changes.reduce(changedBy, structuredClone(data)));

export const near = (good: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(textNear(good), treeNear(good));

/** With a `bigint` in digits. */
export function jsonOf(data: unknown): string {
  return JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? `n${value}n` : value)).replace(
    /"n(\d+)n"/g,
    '$1',
  );
}

function changedBy(data: unknown, { slot, other, how, value, name }: Change): unknown {
  const slots = slotsIn(data);
  const at = slots[Math.floor(slot * slots.length)];
  const from = slots[Math.floor(other * slots.length)];
  if (!at || !from) return structuredClone(value);
  const { holder } = at;
  const item: unknown = Reflect.get(holder, at.name);
  if (how === 'another') Reflect.set(holder, at.name, structuredClone(value));
  else if (how === 'copied')
    Reflect.set(holder, at.name, structuredClone(Reflect.get(from.holder, from.name)));
  else if (how === 'gone' && Array.isArray(holder)) holder.splice(Number(at.name), 1);
  else if (how === 'gone') Reflect.deleteProperty(holder, at.name);
  else if (Array.isArray(holder))
    for (let left = how === 'many' ? 200 : 1; left > 0; left--) holder.push(structuredClone(item));
  else
    Object.defineProperty(holder, name, {
      value: structuredClone(value),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return data;
}

/** Every value in it, by what holds it and its name there. */
function slotsIn(data: unknown): { holder: object; name: string }[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.keys(data).flatMap((name) => [{ holder: data, name }, ...slotsIn(Reflect.get(data, name))]);
}

/** Bodies, ids and texts that callers send, by chance: near good ones, and nonsense. */
import { type Chance, mutatedText } from './mutate.ts';

const numbers = [0, 1, -1, 1.5, -0, 5, 2 ** 31, 2 ** 53, 1e21, 1e300, -1e300, 4_102_444_800_000] as const;
const texts = [
  '',
  ' ',
  'x',
  'sos',
  'email',
  'sms',
  'dev-1',
  'dev-9',
  'UTC',
  'XX',
  '2026-01-07',
  '2026-02-30',
  '9999-12-31',
  '0001-01-01',
  '2026-01-05T08:00:00Z',
  '2025-01-05T08:00:00Z',
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00Z',
  'PT1H',
  'PT0S',
  '-PT1H',
  'P99999D',
  '\u0000',
  '\u202e',
  '\ud800',
  '\u001b[2J',
  '__proto__',
  'x'.repeat(5_000),
] as const;
const lists = [
  [],
  [[]],
  [null],
  [1, 1],
  ['dev-1'],
  ['dev-9'],
  ['99'],
  ['email', 'email'],
  [99],
  Array(200).fill(1),
] as const;
const objects = [{}, { id: 1 }, { total: 3 }, { total: -1 }, { total: 1.5 }, { a: { b: {} } }] as const;
const others = [null, true, false] as const;
const all = [...numbers, ...texts, ...lists, ...objects, ...others] as const;

/** Another value, mostly of the same type: what is refused for more than its type is what finds most. */
function valueNear(value: unknown, chance: Chance): unknown {
  if (chance.below(4) === 0) return chance.pick(all);
  if (typeof value === 'number') return chance.pick(numbers);
  if (typeof value === 'string') return chance.pick(texts);
  if (typeof value === 'boolean') return !value;
  return Array.isArray(value) ? chance.pick(lists) : chance.pick(objects);
}

/** A good body; or one with a field or two changed, left out or added; or its text damaged. */
export function bodyNear(good: object, chance: Chance): string {
  if (chance.below(4) === 0) return JSON.stringify(good);
  if (chance.below(25) === 0) return nested(chance);
  const body = structuredClone({ ...good });
  for (let left = chance.pick([1, 1, 2]); left > 0; left--) change(body, chance);
  const text = JSON.stringify(chance.below(20) === 0 ? [body, body] : body);
  return chance.below(10) === 0 ? mutatedText(text, chance) : text;
}

function change(body: object, chance: Chance): void {
  const names = Object.keys(body);
  if (names.length === 0 || chance.below(6) === 0) {
    define(body, chance.pick(['id', 'usage', '__proto__', 'constructor', 'extra']), chance.pick(all));
    return;
  }
  const name = chance.pick(names);
  const value: unknown = Reflect.get(body, name);
  if (typeof value === 'object' && value !== null && chance.below(2) === 0) change(value, chance);
  else if (chance.below(8) === 0) Reflect.deleteProperty(body, name);
  else define(body, name, valueNear(value, chance));
}

function define(body: object, name: string, value: unknown): void {
  const own = structuredClone(value);
  Object.defineProperty(body, name, { value: own, enumerable: true, configurable: true, writable: true });
}

/** Lists and objects inside each other. */
function nested(chance: Chance): string {
  const depth = chance.pick([10, 63, 64, 65, 1_000, 100_000]);
  return chance.below(2) === 0
    ? '['.repeat(depth) + ']'.repeat(depth)
    : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

/** A value in the place of an id. */
export function idNear(known: readonly string[], chance: Chance): string {
  if (chance.below(4) > 0) return chance.pick(known);
  return chance.pick([
    '0',
    '-1',
    '1.5',
    '1e1',
    '99',
    '9007199254740993',
    'dev-0',
    'dev-99',
    'dev--1',
    '%00',
    '%',
    '%zz',
    '%2e%2e',
    '..',
    '__proto__',
    'null',
    '%E2%80%AE',
    'x'.repeat(3_000),
    ' ',
    '1/2',
    '1?x=1',
    '%2F',
  ]);
}

/** A query of parameters that mean something somewhere. */
export function queryNear(chance: Chance): string {
  if (chance.below(2) === 0) return '';
  const pairs = Array.from({ length: 1 + chance.below(3) }, () => {
    const name = chance.pick([
      'limit',
      'offset',
      'page',
      'pageSize',
      'from',
      'to',
      'group',
      'device',
      'kinds',
      'since',
      'rate',
      'x',
      '%',
      'apiKey',
      'operation',
      'resource',
      'id',
      'status',
      'path',
      'field',
    ]);
    return `${name}=${chance.pick(['0', '1', '-1', '1e9', '9007199254740993', 'x', '', '%zz', 'alert-raised', '1,2', 'include', '2026-01-05T08:00:00Z', '%00', 'a*:*', '__proto__:x', '404'])}`;
  });
  return `?${pairs.join('&')}`;
}

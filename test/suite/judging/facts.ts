/** Facts for tests of the judge: in words, one a second, and histories drawn by fast-check. */
import fc from 'fast-check';
import type { Event } from '../../../contracts/judge/event.ts';
import { HOUR } from '../../../contracts/kit/durations.ts';

export const NOON = Date.parse('2026-03-02T12:00:00Z');

/** A fact without its time, or with one of its own. */
export type Bare = Event extends infer E
  ? E extends Event
    ? Omit<E, 'at'> & { at?: number }
    : never
  : never;

/** Facts one second apart, unless they say when they were. */
export function history(facts: readonly Bare[]): Event[] {
  let at = NOON;
  return facts.map((fact) => {
    at = fact.at ?? at + 1_000;
    return { ...fact, at };
  });
}

/** `name=A usage=2 licence=expired off=null` as an object. */
const fields = (words: readonly string[]) =>
  Object.fromEntries(
    words.map((word) => {
      const [name = '', value = ''] = word.split('=');
      return [name, /^(-?\d+|null|true|false)$/.test(value) ? JSON.parse(value) : value];
    }),
  );
const texts = (words: readonly string[]) => {
  const [name = 'A', ...others] = words;
  return { texts: name === '-' ? fields(others) : { name, ...fields(others) } };
};
const counted = (word = '') => {
  const [asked = 1, sent = 0] = word.split('/').map(Number);
  return { channel: 'email', asked, sent };
};

/** The verbs of facts. The subject is group 1 or device d1, unless a word such as `group2` or `d2` before the verb names another. */
const ofGroups: { readonly [verb: string]: (words: readonly string[]) => object } = {
  created: (words) => ({ kind: 'created', ...texts(words) }),
  put: ([name = 'B', taken = 'taken']) => ({ kind: 'replaced', texts: { name }, taken }),
  patched: (words) => ({ kind: 'updated', texts: fields(words), taken: 'taken' }),
  gone: () => ({ kind: 'deleted', taken: 'taken' }),
  read: (words) => ({ kind: 'read', found: true, ...texts(words) }),
  missing: () => ({ kind: 'read', found: false, texts: {} }),
};
const ofDevices: typeof ofGroups = {
  made: (words) => ({ kind: 'device', fresh: true, counts: true, ...fields(words) }),
  limit: ([to = '', done = 'done']) => ({
    kind: 'set',
    change: { dailyEmail: JSON.parse(to) },
    done: done === 'done',
  }),
  expires: ([date]) => ({ kind: 'set', change: { expires: true, expirationDate: date }, done: true }),
  off: () => ({ kind: 'set', change: { expires: false }, done: true }),
  sends: ([count]) => ({ kind: 'sent', ...counted(count) }),
  once: ([sent]) => ({ kind: 'sent', channel: 'email', asked: 1, sent: Number(sent), atOnce: true }),
  shows: (words) => ({ kind: 'settings', read: fields(words) }),
  activated: (words) => ({ kind: 'activated', activated: true, dated: true, ...fields(words) }),
  visited: ([found]) => ({ kind: 'visited', found: found === 'found' }),
  alerted: ([taken = 'taken']) => ({ kind: 'alerted', taken }),
};
const ofNone: typeof ofGroups = {
  listed: (words) => {
    const entries = words.map((word) => word.split('=')).map(([id, name]) => ({ id, texts: { name } }));
    return { kind: 'listed', family: 'group', complete: true, entries };
  },
  devices: (listed) => ({ kind: 'devices', listed, repeated: [], complete: true }),
  licences: (words) => ({ kind: 'licences', ...fields(words) }),
  allotted: (words) => ({ kind: 'allotted', ...fields(words) }),
  waited: () => ({ kind: 'waited' }),
};

/** Facts in words: `made, limit 2, put B | put C, sends 3/0 @30h`. A bar joins calls at the same time, `@` says when it was after noon. */
export function facts(words: string): Bare[] {
  return words.split(', ').map((text): Bare => {
    const calls = text.split(' | ');
    return calls.length > 1
      ? ({ kind: 'burst', calls: calls.map((call) => ({ ...factOf(call), at: NOON })) } as Bare)
      : factOf(text);
  });
}

function factOf(text: string): Bare {
  const [words = '', when] = text.split(' @');
  const [, subject, verb = '', rest = ''] = /^(?:(d\d|group\d) )?(\w+) ?(.*)$/.exec(words) ?? [];
  const args = rest === '' ? [] : rest.split(' ');
  const about = ofGroups[verb]
    ? { family: 'group', record: subject?.slice(5) ?? '1', ...ofGroups[verb](args) }
    : ofDevices[verb]
      ? { device: subject ?? 'd1', ...ofDevices[verb](args) }
      : ofNone[verb]?.(args);
  if (!about) throw new Error(`There is no fact "${text}".`);
  return { ...about, ...(when !== undefined && { at: momentOf(when) }) } as Bare;
}

/** `30h` after noon, or a moment. */
function momentOf(when: string): number {
  return when.endsWith('h') ? NOON + Number(when.slice(0, -1)) * HOUR : Date.parse(when);
}

const anyTexts = fc.record({ name: fc.constantFrom('a', 'b', 'c') });
const taken = fc.constantFrom('taken', 'refused', 'unclear', 'unanswered');
const ofGroup = { family: fc.constant('group'), record: fc.constantFrom('1', '2') } as const;
const device = fc.constantFrom('d1', 'd2');
const channel = fc.constantFrom('email', 'sms');
const few = fc.nat({ max: 3 });
const is = <T extends string>(...kinds: T[]) => fc.constantFrom(...kinds);

const fact = fc.oneof(
  fc.record({ kind: is('created'), ...ofGroup, texts: anyTexts }),
  fc.record({ kind: is('replaced', 'updated'), ...ofGroup, texts: anyTexts, taken }),
  fc.record({ kind: is('deleted'), ...ofGroup, taken }),
  fc.record({ kind: is('read'), ...ofGroup, found: fc.boolean(), texts: anyTexts }),
  fc.record({ kind: is('device'), device, fresh: fc.boolean(), counts: fc.boolean() }),
  fc.record({
    kind: is('set'),
    device,
    change: fc.record({ dailyEmail: fc.constantFrom(0, 1, 2, null) }),
    done: fc.boolean(),
  }),
  fc
    .record({ kind: is('sent'), device, channel, asked: fc.constantFrom(1, 2), sent: fc.nat({ max: 2 }) })
    .map((one) => ({ ...one, sent: Math.min(one.sent, one.asked) })),
  fc.record({ kind: is('settings'), device, read: fc.record({ usageEmail: few }) }),
  fc.record({ kind: is('licences'), used: few, available: few }),
  fc.record({ kind: is('activated'), device, activated: fc.boolean(), dated: fc.boolean() }),
) as fc.Arbitrary<Bare>;

/** Any facts, lawful or not, with pauses of up to two days between them. */
export const anyHistory: fc.Arbitrary<Event[]> = fc
  .array(fc.tuple(fact, fc.constantFrom(1_000, HOUR, 30 * HOUR)), { maxLength: 12 })
  .map((all) => {
    let at = NOON;
    return all.map(([one, later]) => {
      at += later;
      return { ...one, at } as Event;
    });
  });

/** Facts for tests of the judge: short names, and histories drawn by fast-check. */
import fc from 'fast-check';
import type { Event } from '../../contracts/judge/event.ts';
import { HOUR } from '../../contracts/kit/durations.ts';

export const NOON = Date.parse('2026-03-02T12:00:00Z');

/** A fact without its time, or with one of its own. */
export type Bare = Event extends infer E
  ? E extends Event
    ? Omit<E, 'at'> & { at?: number }
    : never
  : never;

/** Facts one second apart, unless they say when they were. */
export function history(...facts: readonly Bare[]): Event[] {
  let at = NOON;
  return facts.map((fact) => {
    at = fact.at ?? at + 1_000;
    return { ...fact, at };
  });
}

const texts = fc.record({ name: fc.constantFrom('a', 'b', 'c') });
const taken = fc.constantFrom('taken', 'refused', 'unclear', 'unanswered');
const ofGroup = { family: fc.constant('group'), record: fc.constantFrom('1', '2') } as const;
const device = fc.constantFrom('d1', 'd2');
const channel = fc.constantFrom('email', 'sms');

const fact: fc.Arbitrary<Bare> = fc.oneof(
  fc.record({ kind: fc.constant('created'), ...ofGroup, texts }),
  fc.record({ kind: fc.constantFrom('replaced', 'updated'), ...ofGroup, texts, taken }),
  fc.record({ kind: fc.constant('deleted'), ...ofGroup, taken }),
  fc.record({ kind: fc.constant('read'), ...ofGroup, found: fc.boolean(), texts }),
  fc.record({ kind: fc.constant('device'), device, fresh: fc.boolean(), counts: fc.boolean() }),
  fc.record({
    kind: fc.constant('set'),
    device,
    change: fc.record({ dailyEmail: fc.constantFrom(0, 1, 2, null) }),
    done: fc.boolean(),
  }),
  fc
    .record({
      kind: fc.constant('sent'),
      device,
      channel,
      asked: fc.constantFrom(1, 2),
      sent: fc.nat({ max: 2 }),
    })
    .map((one) => ({ ...one, sent: Math.min(one.sent, one.asked) })),
  fc.record({ kind: fc.constant('settings'), device, read: fc.record({ usageEmail: fc.nat({ max: 3 }) }) }),
  fc.record({ kind: fc.constant('licences'), used: fc.nat({ max: 3 }), available: fc.nat({ max: 3 }) }),
  fc.record({ kind: fc.constant('activated'), device, activated: fc.boolean(), dated: fc.boolean() }),
);

/** Any facts, lawful or not, with pauses of up to two days between them. */
export const anyHistory: fc.Arbitrary<Event[]> = fc
  .array(fc.tuple(fact, fc.constantFrom(1_000, HOUR, 30 * HOUR)), { maxLength: 12 })
  .map((all) => {
    let at = NOON;
    return all.map(([one, later]) => {
      at += later;
      return { ...one, at };
    });
  });

/**
 * Triggers that would set each other off without end, at one and the same moment. What takes time, such as
 * driving on, ends with the story; what happens at once does not. (The player watches for this, too.)
 */
import { devicesOf, effectsOf } from '../../actions/action.ts';
import { follows } from '../../conditions/condition.ts';
import type { Moment } from '../story.ts';
import type { Names } from './names.ts';
import { meet } from './never.ts';
import type { UnlabelledEntry } from './timeline.ts';

/** Each of them is held against each other. */
const MOST = 200;

interface Trigger {
  index: number;
  entry: UnlabelledEntry;
  when: Extract<Moment, { kind: 'when' }>;
}

/** Reports each entry at which such a circle begins. */
export function reportCycles(
  entries: readonly UnlabelledEntry[],
  pathOf: (index: number) => (string | number)[],
  names: Names,
): void {
  const unbounded = entries.flatMap((entry, index): Trigger[] =>
    entry.when.kind === 'when' && entry.when.most === Number.MAX_SAFE_INTEGER && entry.when.notAgainFor === 0
      ? [{ index, entry, when: entry.when }]
      : [],
  );
  if (unbounded.length > MOST) {
    const message = `${unbounded.length} entries wait for something without a bound, and at most ${MOST} may`;
    names.diagnostics.wrong('TOO_MANY', ['timeline'], message, 'give them "most" or "notAgainFor"');
    return;
  }
  const next = new Map(unbounded.map((from) => [from, unbounded.filter((to) => setsOff(from, to))]));
  const reported = new Set<Trigger>();
  for (const start of unbounded) {
    const circle = circleFrom(start, next);
    if (!circle || circle.some((trigger) => reported.has(trigger))) continue;
    for (const trigger of circle) reported.add(trigger);
    const lines = circle.map(({ entry }) => `line ${entry.place.line}`);
    names.diagnostics.wrong(
      'ENDLESS_TRIGGERS',
      [...pathOf(start.index), 'when'],
      circle.length === 1
        ? 'this entry sets itself off without end'
        : `entries set each other off without end: ${lines.join(', ')}`,
      'give one of them "most" or "notAgainFor"',
    );
  }
}

/** The shortest way from a trigger back to itself. */
function circleFrom(start: Trigger, next: ReadonlyMap<Trigger, readonly Trigger[]>): Trigger[] | undefined {
  const ways: { way: Trigger[]; end: Trigger }[] = [{ way: [start], end: start }];
  const seen = new Set<Trigger>();
  for (const { way, end } of ways) {
    for (const to of next.get(end) ?? []) {
      if (to === start) return way;
      if (!seen.has(to)) ways.push({ way: [...way, to], end: to });
      seen.add(to);
    }
  }
  return undefined;
}

/** Returns whether what one entry does can set the other off, there and then. */
function setsOff({ entry, when: { condition: cause } }: Trigger, { when: { condition } }: Trigger): boolean {
  return entry.actions.some((action) => {
    const devices = devicesOf(action);
    if (devices === null || !meet(devices === 'it' ? cause.devices : devices, condition.devices))
      return false;
    return effectsOf(action).some((effect) => follows(condition, effect));
  });
}

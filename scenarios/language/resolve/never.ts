/** Conditions of entries that nothing in their story can make true. */
import type { ConditionOf } from '../../conditions/condition.ts';
import type { ConditionKind } from '../../conditions/index.ts';
import type { Action, Moment } from '../story.ts';
import type { FleetPart, StoryClock } from '../terms.ts';
import { durationInWords } from '../words.ts';
import type { Names } from './names.ts';
import type { UnlabelledEntry } from './timeline.ts';

type When = Extract<Moment, { kind: 'when' }>;

interface Known {
  when: When;
  clock: StoryClock;
  fleet: readonly FleetPart[];
  actions: readonly Action[];
}

/** By kind, the reason why one never becomes true. */
const reasons: {
  readonly [K in ConditionKind]?: (condition: ConditionOf<K>, known: Known) => string | undefined;
} = {
  'stands-still': (condition, { when, clock }) =>
    condition.for > when.until - clock.start
      ? `it is over before anything has been stationary for ${durationInWords(condition.for)}`
      : undefined,
  'device-expires': (_, { fleet, actions }) =>
    fleet.some(({ expirationDate }) => expirationDate !== null) || actions.some(setsDate)
      ? undefined
      : 'no device has an expiration date, and no action sets one',
  arrives: (_, { fleet, actions }) =>
    fleet.some(({ drives }) => drives?.repeat === 'once') ||
    actions.some((action) => action.kind === 'drive' && action.driving.repeat === 'once')
      ? undefined
      : 'no drive is driven once: those that go on and on never arrive',
};

function setsDate(action: Action): boolean {
  if (action.kind === 'activate') return action.expirationDate !== undefined;
  if (action.kind !== 'set-limits') return false;
  return action.change.expires === true || typeof action.change.expirationDate === 'string';
}

/** Reports each entry that cannot come. */
export function reportNever(
  entries: readonly UnlabelledEntry[],
  fleet: readonly FleetPart[],
  names: Names,
): void {
  const actions = entries.flatMap((entry) => entry.actions);
  for (const [index, { when }] of entries.entries()) {
    if (when.kind !== 'when') continue;
    const reason = reasonFor(when.condition, { when, clock: names.clock, fleet, actions });
    if (reason !== undefined)
      names.diagnostics.wrong('NEVER', ['timeline', index, 'when'], `this never becomes true: ${reason}`);
  }
}

function reasonFor<K extends ConditionKind>(condition: ConditionOf<K>, known: Known): string | undefined {
  return reasons[condition.kind]?.(condition, known);
}

/** Conditions of entries that nothing in their story can make true. */
import { DAY } from '../../../contracts/kit/durations.ts';
import { devicesOf, effectsOf } from '../../actions/action.ts';
import { type Condition, type ConditionOf, partsOf } from '../../conditions/condition.ts';
import type { ConditionKind } from '../../conditions/index.ts';
import type { Action, Entry, Moment } from '../story.ts';
import type { Channel, Devices, FleetPart, Setting } from '../terms.ts';
import { channelWord, durationInWords } from '../words.ts';
import type { Names } from './names.ts';

type When = Extract<Moment, { kind: 'when' }>;
type Timed = Pick<Entry, 'when' | 'actions'>;
type Told = Pick<Setting, 'clock' | 'fleet'> & { entries: readonly Timed[] };

/** Causes that could make a condition true while its entry waits. */
interface Known {
  when: When;
  start: number;
  /** The parts of the fleet that have devices of the condition. */
  parts: readonly FleetPart[];
  /** The actions that may be done to such devices by then. */
  actions: readonly Action[];
}

type Reasons = {
  readonly [K in ConditionKind]?: (condition: ConditionOf<K>, known: Known) => string | undefined;
};

/** By kind of condition, the reason why it never becomes true. */
const never: Reasons = {
  'stands-still': (condition, { when, start }) =>
    condition.for > when.until - start
      ? `it is over before anything has been stationary for ${durationInWords(condition.for)}`
      : undefined,

  'device-expires': (_, { when, parts, actions }) => {
    if (actions.some(setsOldDate)) return undefined;
    const dates = [...parts.map(({ expirationDate }) => expirationDate), ...actions.map(dateSet)].filter(
      (date) => date != null,
    );
    const [first] = dates.sort();
    if (first === undefined) return 'none of its devices has an expiration date, and no action sets one';
    // In whatever zone, and at whichever end of the date.
    return Date.parse(first) > when.until + 2 * DAY
      ? `none of its devices expires before ${first}, when it is over`
      : undefined;
  },

  arrives: (_, { parts, actions }) =>
    parts.some(({ drives }) => drives?.repeat === 'once') ||
    actions.some((action) => action.kind === 'drive' && action.driving.repeat === 'once')
      ? undefined
      : 'none of its devices is driven once: drives that go on and on never arrive',

  sensor: ({ sensor, above, below }, { parts, actions }) => {
    const values = [
      ...parts.map(({ sensors }) => sensors[sensor]),
      ...actions.map((action) => sensorSet(action, sensor)),
    ].filter((value) => value !== undefined);
    const holds = (value: number) => value > (above ?? value) || value < (below ?? value);
    if (values.some(holds)) return undefined;
    if (values.length === 0) return `none of its devices has ${sensor}`;
    return above === undefined
      ? `${sensor} of its devices is never less than ${Math.min(...values)}`
      : `${sensor} of its devices is never more than ${Math.max(...values)}`;
  },
};

/** The value of a sensor that an action sets, or has reports show. */
function sensorSet(action: Action, sensor: string): number | undefined {
  if (action.kind === 'set-sensor' && action.sensor === sensor) return action.value;
  const shown = action.kind === 'device-faults' ? action.faults.sensors?.[sensor] : undefined;
  return typeof shown === 'number' ? shown : undefined;
}

/** Returns whether reports may say from then on that a vehicle moves, though it is parked. */
const misplaces = (action: Action): boolean => {
  if (action.kind !== 'device-faults') return false;
  const { position, jumps, sensors } = action.faults;
  return position !== undefined || jumps !== undefined || sensors?.speed !== undefined;
};

const noneDrives = ({ parts, actions }: Known): string | undefined =>
  parts.some(({ drives }) => drives !== null) ||
  actions.some((action) => action.kind === 'drive' || misplaces(action))
    ? undefined
    : 'none of its devices drives';

/** By kind of condition, the reason why it becomes true only if a person at the live page, or a client, makes it true. */
const fromOutside: Reasons = {
  enters: (_, known) => noneDrives(known),
  leaves: (_, known) => noneDrives(known),
  'speed-above': (_, known) => noneDrives(known),
  'drives-harshly': (_, known) => noneDrives(known),
  'alert-raised': ({ type }, { actions }) =>
    actions.some((action) => action.kind === 'alert' && action.type === type)
      ? undefined
      : `none of its devices raises ${type}`,
  'message-sent': ({ channel }, known) => noneSends(channel, known),
  'message-withheld': ({ channel }, known) => noneSends(channel, known),
  'counter-reaches': ({ channel }, known) =>
    known.parts.some(({ device }) => device?.usage !== undefined) ? undefined : noneSends(channel, known),
};

function noneSends(channel: Channel | null, { actions }: Known): string | undefined {
  const effects = actions.flatMap((action) => effectsOf(action));
  const sends = effects.some(
    (effect) => effect.what === 'messages' && (channel === null || effect.channels.includes(channel)),
  );
  return sends
    ? undefined
    : `none of its devices sends ${channel === null ? 'messages' : channelWord(channel)}`;
}

/** A date that it had before counts again. */
function setsOldDate(action: Action): boolean {
  return (
    action.kind === 'set-limits' &&
    action.change.expires === true &&
    action.change.expirationDate === undefined
  );
}

function dateSet(action: Action): string | null | undefined {
  if (action.kind === 'activate') return action.expirationDate;
  return action.kind === 'set-limits' ? action.change.expirationDate : undefined;
}

/** Reports each entry that cannot come. */
export function reportNever(
  entries: readonly Timed[],
  fleet: readonly FleetPart[],
  { clock, diagnostics }: Names,
): void {
  for (const [index, reason] of without(never, { clock, fleet, entries }))
    diagnostics.wrong('NEVER', ['timeline', index, 'when'], `this never becomes true: ${reason}`);
}

/** The entries that come only if a person or a client makes their condition true: the reason, by index in the timeline. */
export function comingFromOutside(told: Told): ReadonlyMap<number, string> {
  return without({ ...never, ...fromOutside }, told);
}

/** An action, the entry that does it, and when that comes at the earliest. */
interface Doing {
  action: Action;
  entry: number;
  devices: Devices;
  earliest: number;
}

/** Comparisons of a condition with an action. A story that needs more is not looked through. */
const MOST = 2_000_000;

/**
 * The entries that do not come, with the reason. What is done by an entry that does not come leads to no other: so they
 * are found from those that come by themselves on.
 */
function without(reasons: Reasons, { clock, fleet, entries }: Told): Map<number, string> {
  const doings = [...entries.entries()].flatMap(([entry, { when, actions }]) =>
    actions.flatMap((action) => doingOf(action, entry, when)),
  );
  let waiting = [...entries.entries()].flatMap(([index, { when }]) =>
    when.kind === 'when' ? [{ index, when, reason: '' }] : [],
  );
  for (let left = MOST; ; ) {
    left -= waiting.length * (doings.length + fleet.length);
    if (left < 0) return new Map();
    const held = new Set(waiting.map(({ index }) => index));
    const coming = doings.filter(({ entry }) => !held.has(entry));
    const still = waiting.flatMap((each) => {
      const reason = reasonFor(reasons, each.when.condition, knownTo(each.when, coming));
      return reason === undefined ? [] : [{ ...each, reason }];
    });
    if (still.length === waiting.length) return new Map(still.map(({ index, reason }) => [index, reason]));
    waiting = still;
  }

  function knownTo(when: When, coming: readonly Doing[]): Known {
    const { devices } = when.condition;
    return {
      when,
      start: clock.start,
      parts: fleet.filter((part) => meet(part, devices)),
      actions: coming.flatMap((doing) =>
        doing.earliest <= when.until && meet(doing.devices, devices) ? [doing.action] : [],
      ),
    };
  }
}

function doingOf(action: Action, entry: number, when: Moment): Doing[] {
  const own = devicesOf(action);
  if (own === null) return [];
  const devices = own === 'it' && when.kind === 'when' ? when.condition.devices : own;
  return [{ action, entry, devices, earliest: earliestOf(when) }];
}

/** How early an entry may come. One at the end comes after all conditions. */
function earliestOf(when: Moment): number {
  if (when.kind === 'end') return Number.POSITIVE_INFINITY;
  return when.kind === 'at' ? when.at : when.from;
}

/** Returns whether some device is among both. */
export function meet(a: Devices, b: Devices): boolean {
  if (a === 'it' || b === 'it') return true;
  return a.first < b.first + b.count && b.first < a.first + a.count;
}

function reasonFor(reasons: Reasons, condition: Condition, known: Known): string | undefined {
  const found = partsOf(condition).map((part) => reasonForOne(reasons, part, known));
  const is = condition.kind === 'allOf' ? found.some(Boolean) : found.every(Boolean);
  return is ? found.find((reason) => reason !== undefined) : undefined;
}

function reasonForOne<K extends ConditionKind>(
  reasons: Reasons,
  condition: ConditionOf<K>,
  known: Known,
): string | undefined {
  return reasons[condition.kind]?.(condition, known);
}

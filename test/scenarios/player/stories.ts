/** Stories made by hand, with everything that a test does not care about filled in. */
import type { Action, Entry, Expectation, Moment, Story } from '../../../scenarios/language/story.ts';
import type { FleetPart, UserPart } from '../../../scenarios/language/terms.ts';

export const start = Date.UTC(2026, 2, 2, 7);
export const minute = 60_000;
export const hour = 60 * minute;

/** The part of a story with ten thousand vehicles that is played, in ms. */
const SHORT = 2 * minute;
const MANY = 1_000;

const isLong = ({ devices }: Story): boolean => devices >= MANY;

/** The beginning of a story that takes long to play; every other story as it is. */
export function shortened(story: Story): Story {
  const { clock } = story;
  return isLong(story) ? { ...story, clock: { ...clock, end: clock.start + SHORT } } : story;
}

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
export type GivenAction = Without<Action, 'place' | 'outcome'> & { outcome?: Action['outcome'] };
export type GivenExpectation = Without<Expectation, 'place' | 'label'>;
export interface GivenEntry {
  when: Moment;
  label?: string;
  chapter?: string;
  caption?: string;
  actions?: readonly GivenAction[];
  expectations?: readonly GivenExpectation[];
}

export const everyone = { first: 1, count: 3 };
export const one = { first: 1, count: 1 };

/** An hour of three devices in a group with one user who is notified of everything. */
export function storyOf(entries: readonly GivenEntry[], facts: Partial<Omit<Story, 'timeline'>> = {}): Story {
  return {
    name: 'by-hand',
    title: 'By hand',
    summary: 'A story of a test.',
    clock: { start, end: start + hour, timeZone: 'UTC', seed: 7 },
    account: { licences: 3, apiAccess: true, userName: 'demo', apiKey: 'demo-key' },
    sites: [],
    routes: [],
    groups: [{ name: 'Vans', description: '' }],
    users: [user()],
    fleet: [part()],
    devices: 3,
    inTown: false,
    ...facts,
    timeline: entries.map(entry),
  };
}

export function part(facts: Partial<FleetPart> = {}): FleetPart {
  return {
    name: 'van',
    first: 1,
    count: 3,
    label: 'Van {n}',
    vehicle: 'car',
    group: 0,
    start: [52.5, 13.4],
    drives: null,
    report: { moving: 30_000, parked: 300_000, turns: false },
    limits: { dailyEmail: null, dailySms: null },
    expirationDate: null,
    sensors: {},
    ...facts,
  };
}

export function user(facts: Partial<UserPart> = {}): UserPart {
  return {
    name: 'Dana',
    email: 'dana@example.com',
    phone: '+49 30 5550101',
    country: 'DE',
    timeZone: 'Europe/Berlin',
    groups: [0],
    notify: ['email', 'sms'],
    ...facts,
  };
}

/** Minutes after the start. */
export function at(minutes: number): Moment {
  return { kind: 'at', at: start + minutes * minute };
}

export const end: Moment = { kind: 'end' };

export function when(
  condition: Extract<Moment, { kind: 'when' }>['condition'],
  facts: Partial<Extract<Moment, { kind: 'when' }>> = {},
): Moment {
  return {
    kind: 'when',
    condition,
    from: start,
    until: start + hour,
    most: Number.POSITIVE_INFINITY,
    notAgainFor: 0,
    ...facts,
  };
}

/** The line of an entry is ten times its place, from 10; its actions and expectations follow. */
function entry(given: GivenEntry, index: number): Entry {
  const line = (index + 1) * 10;
  const { actions = [], expectations = [], label = `entry ${index + 1}`, ...rest } = given;
  return {
    ...rest,
    label,
    place: { line, column: 3 },
    actions: actions.map(
      (action, offset): Action =>
        ({ outcome: 'done', ...action, place: { line: line + 1 + offset, column: 5 } }) as Action,
    ),
    expectations: expectations.map(
      (expectation, offset): Expectation =>
        ({
          ...expectation,
          label: expectation.kind,
          place: { line: line + 1 + actions.length + offset, column: 5 },
        }) as Expectation,
    ),
  };
}

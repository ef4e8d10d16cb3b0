/**
 * The moves that a history can make next, by what is known of the record, the device or the channel that it is about. Values lie
 * at the edges of what is set, so that one message more or less shows.
 */
import type { Family } from '../judge/event.ts';
import { type Burst, fieldsOf, type Step, type StepKind } from '../play/steps.ts';
import type { Channel } from '../specification/judged.ts';
import type { Draws } from './draws.ts';

/** Place at which a move is made. */
export interface At {
  readonly draws: Draws;
  readonly family: Family;
  /** The number of the record or device. */
  readonly number: number;
  /** The number of a further one. */
  readonly next: number;
  readonly channel: Channel;
}

/** The state in which a move begins, as far as it is known. */
export interface Snapshot {
  /** A record that is deleted, a device that has expired. */
  readonly gone: boolean;
  /** Tells whether it was looked at since it was changed. */
  readonly seen: boolean;
  /** The limit of a channel: `undefined` is not known, `null` none. */
  readonly limit?: number | null | undefined;
  readonly used: number;
  /** In how many days a device is to expire, or was; and whether it expires. */
  readonly days?: number | undefined;
  readonly expires?: boolean | undefined;
}

/** The part that a move has in a history. */
interface Part {
  /** Each history has it. */
  readonly core?: true;
  /** Little can be said after it, so that a history has one of these at most. */
  readonly rare?: true;
  /** It shows what came of a change. */
  readonly look?: true;
  /** It happens to all records and devices. */
  readonly all?: true;
  /** The states in which it is possible. Default: each. */
  when?(snapshot: Snapshot): boolean;
}

export interface Move extends Part {
  readonly name: string;
  readonly kind: StepKind;
  steps(at: At, snapshot: Snapshot): Step[];
}

/** The fields that say what a step is about. */
interface Subject {
  readonly family: Family;
  readonly record: number;
  readonly device: number;
  readonly channel: Channel;
}

/** The fields of a step beside these. */
type Fields<K extends StepKind> = Omit<Extract<Step, { do: K }>, 'do' | keyof Subject>;
type Making<K extends StepKind> = (at: At, snapshot: Snapshot) => Fields<K> | Fields<K>[];

/** A row of a table of moves: its name, the kind of its step, the fields of that, and its part in a history. */
function move<K extends StepKind>(
  name: string,
  kind: K,
  fields: Fields<K> | Making<K>,
  part: Part = {},
): Move {
  return {
    ...{ name, kind, ...part },
    steps(at, snapshot) {
      const number = kind === 'create' || kind === 'device' ? at.next : at.number;
      const subject: Subject = { family: at.family, record: number, device: number, channel: at.channel };
      const own = Object.entries(subject).filter(([field]) => fieldsOf(kind).includes(field));
      const made: object = typeof fields === 'function' ? fields(at, snapshot) : fields;
      return [made].flat().map((one) => ({ do: kind, ...Object.fromEntries(own), ...one }) as Step);
    },
  };
}

const core = { core: true } as const;
const rare = { rare: true } as const;
const look = { look: true } as const;
const all = { all: true } as const;
const read = { ...look, ...core };
const inUse = { when: ({ gone }: Snapshot) => !gone };
const takesDevice = move('take a device', 'device', {}, rare);

const ofRecords: readonly Move[] = [
  move('create', 'create', {}),
  move('replace', 'replace', {}, core),
  move('update', 'update', ({ draws }) => ({ fact: draws.of(['name', 'other']) }), core),
  move('delete', 'delete', {}, inUse),
  move('write at once', 'burst', (at) => ({ calls: together(at) }), inUse),
  move('read', 'read', {}, read),
  move('list', 'list', {}, read),
];

/** Two to four writes of one record; those of one kind alone in every other burst. */
function together({ draws, family, number: record }: At): Burst['calls'] {
  const kinds = ['update', 'replace', 'delete'] as const;
  const taken = draws.coin() ? [draws.of(kinds)] : kinds;
  return Array.from({ length: 2 + draws.below(3) }, () => {
    const kind = draws.of(taken);
    return kind === 'update'
      ? { do: kind, family, record, fact: draws.of(['name', 'other']) }
      : { do: kind, family, record };
  });
}

/** The largest limit: a few messages reach it. */
const MOST = 6;
/** So many hours, and a day has ended. */
const NIGHT = 30;
/** So far apart that it shows which of several dates counts. */
const DAYS = [4, 12, 20, 28] as const;
/** Expiry is certain so many days after its date, and cannot be so many days before. */
const SURELY = 4;
const NOT_YET = 3;
const DAY = 24;

const isLimited = ({ limit }: Snapshot): boolean => typeof limit === 'number';
const limitOf = ({ limit }: Snapshot): number => limit ?? -1;
/** Messages that may still go out, as far as a limit is known. */
const roomOf = ({ limit, used }: Snapshot): number => (limit ? Math.max(0, limit - used) : 0);
const hasRoom = { when: (snapshot: Snapshot) => roomOf(snapshot) > 0 };
const between = (draws: Draws, low: number, high: number): number => low + draws.below(high - low + 1);

interface Limiting extends Part {
  to(draws: Draws, limit: number, used: number): number | null;
}

function limiting(name: string, { to, ...part }: Limiting): Move {
  const making: Making<'limit'> = ({ draws }, { limit, used }) => ({ to: to(draws, limit ?? 0, used) });
  return move(name, 'limit', making, part.rare ? part : { ...core, ...part });
}

const toSent = (draws: Draws, limit: number, used: number) => between(draws, 1, Math.min(used, limit - 1));
const higher = (draws: Draws, limit: number) => between(draws, limit + 1, Math.min(MOST, limit + 3));
/** Tells whether a limit can be lowered above what was sent, or to that. */
const isAboveSent = (snapshot: Snapshot) => isLimited(snapshot) && snapshot.used + 1 < limitOf(snapshot);
const isSome = (snapshot: Snapshot) => limitOf(snapshot) > 1 && snapshot.used > 0;
const isBelowMost = (snapshot: Snapshot) => isLimited(snapshot) && limitOf(snapshot) < MOST;

const ofLimits: readonly Move[] = [
  limiting('set a limit', {
    to: (draws) => between(draws, 1, MOST),
    when: (snapshot) => !isLimited(snapshot),
  }),
  limiting('lift the limit', { to: () => null, when: isLimited }),
  limiting('set a limit of 0', { to: () => 0, when: ({ limit }) => limit !== 0 }),
  limiting('lower the limit', {
    to: (draws, limit, used) => between(draws, used + 1, limit - 1),
    when: isAboveSent,
  }),
  limiting('lower the limit to what was sent', { to: toSent, when: isSome }),
  limiting('raise the limit', { to: higher, when: isBelowMost }),
  limiting('set the same limit', { to: (_, limit) => limit, when: isLimited }),
  limiting('set a limit below 0', { to: () => -3, rare: true }),
  move('set both limits', 'limits', ({ draws }) => ({ to: draws.of([null, 0, 1, 2, 4]) })),
  move('send one', 'send', { count: 1 }, { ...read, when: ({ limit }) => limit !== undefined }),
  move(
    'send up to the limit and one more',
    'send',
    // The first alone: several may be withheld together.
    (_, snapshot) => [1, roomOf(snapshot) - 1, 1].flatMap((count) => (count > 0 ? [{ count }] : [])),
    { ...read, ...hasRoom },
  ),
  move('send more than is left', 'send', (_, snapshot) => ({ count: roomOf(snapshot) + 1 }), hasRoom),
  move(
    'send at once',
    'send',
    (_, snapshot) => ({ count: Math.max(3, roomOf(snapshot) + 2), atOnce: true }),
    hasRoom,
  ),
  move('write the counter', 'counter', ({ draws }) => ({ to: draws.below(10) }), rare),
  move('read the settings', 'settings', {}, look),
  move('set a date', 'expiry', ({ draws }) => ({ on: true, days: draws.of(DAYS) }), rare),
  move('wait a day', 'wait', { hours: NIGHT }, { ...core, ...all }),
  move('wait two hours', 'wait', { hours: 2 }, { ...rare, ...all }),
  takesDevice,
];

function dating(name: string, isMeant: (days: number, before: number | undefined) => boolean): Move {
  const possible = (snapshot: Snapshot) => DAYS.filter((days) => isMeant(days, snapshot.days));
  return move(name, 'expiry', ({ draws }, snapshot) => ({ on: true, days: draws.of(possible(snapshot)) }), {
    ...core,
    when: (snapshot) => !snapshot.gone && possible(snapshot).length > 0,
  });
}

const ofLicences: readonly Move[] = [
  dating('set a date', (_, before) => before === undefined),
  dating('set an earlier date', (days, before) => before !== undefined && days < before),
  dating('set a later date', (days, before) => before !== undefined && days > before),
  move('switch Expires off', 'expiry', { on: false, days: null }),
  move('switch Expires on without a date', 'expiry', { on: true, days: null }, rare),
  move('activate', 'activate', {}, { ...core, when: ({ gone }) => gone }),
  move('activate what is in use', 'activate', {}, { ...rare, ...inUse }),
  move('read the settings', 'settings', {}, read),
  move('count the licences', 'licences', {}, read),
  move('allot licences', 'allot', ({ draws }) => ({ available: draws.below(3) }), all),
  move('wait past the date', 'wait', (_, { days = 0 }) => ({ hours: Math.ceil((days + SURELY) * DAY) }), {
    ...core,
    ...all,
    when: ({ days }) => days !== undefined,
  }),
  move(
    'wait until before the date',
    'wait',
    (_, { days = 0 }) => ({ hours: Math.max(1, Math.floor((days - NOT_YET) * DAY)) }),
    { ...all, when: ({ days = 0 }) => days > NOT_YET },
  ),
  takesDevice,
];

const ofPlaces: readonly Move[] = [
  move('post a location', 'locate', { late: false }, core),
  move('post a late location', 'locate', { late: true }, rare),
  move('post an alert', 'alert', {}, core),
  move('read the last location', 'last', {}, read),
  move('read', 'visit', {}, read),
  move('list', 'devices', {}, look),
  takesDevice,
];

/** The lists that a bearer value is tried on. */
const triedOn = ['listDevices', 'listGroups', 'listUsers', 'listCountries', 'listTimeZones'] as const;

const callOf = (draws: Draws, bearer: 'token' | 'garbage' | 'another payload', back: number) => ({
  ...{ operation: draws.of(triedOn), bearer, back },
});

const ofTokens: readonly Move[] = [
  move('ask with good credentials', 'token', { credentials: 'good' }, core),
  ...(['wrong-api-key', 'unknown-user', 'empty-credentials'] as const).map((credentials) =>
    move(`ask with ${credentials.replaceAll('-', ' ')}`, 'token', { credentials }),
  ),
  ...[0, 1, 2].map((back) =>
    move(
      back === 0 ? 'call with the newest token' : `call with the token ${back} before`,
      'call',
      ({ draws }) => callOf(draws, 'token', back),
      core,
    ),
  ),
  ...(['garbage', 'another payload'] as const).map((bearer) =>
    move(`call with ${bearer}`, 'call', ({ draws }) => callOf(draws, bearer, 0)),
  ),
  ...[true, false].map((enabled) =>
    move(`switch API access ${enabled ? 'on' : 'off'}`, 'access', { enabled }),
  ),
  move('wait an hour', 'wait', { hours: 1 }),
];

/** The moves of a theme: what a history can be about. */
export const movesOf = {
  groups: ofRecords,
  users: ofRecords,
  limits: ofLimits,
  licences: ofLicences,
  places: ofPlaces,
  tokens: ofTokens,
} as const satisfies { readonly [theme: string]: readonly Move[] };

export type Theme = keyof typeof movesOf;

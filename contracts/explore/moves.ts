/**
 * The moves that a history can make next, by what is known of the record, the device or the channel that it is about. Values lie at the
 * edges of what is set, so that one message more or less shows. All moves in all of the few states make the map of
 * `coverage.ts`.
 */
import type { Family } from '../judge/event.ts';
import { type Burst, type Step, type StepKind, triedOn } from '../play/steps.ts';
import type { Channel } from '../specification/judged.ts';
import type { Draws } from './draws.ts';

/** The state in which a move begins, as far as it is known; it has few values. */
export interface Sight {
  /** A record that is deleted, a device that has expired. */
  readonly gone: boolean;
  /** Tells whether it was looked at since it was changed. */
  readonly seen: boolean;
  /** Changes so far, up to `MANY`. */
  readonly writes: number;
  /** The limit of a channel: `undefined` is not known, `null` none. */
  readonly limit: number | null | undefined;
  readonly used: number;
  /** Tells whether a device is to expire, in so many days, or was. */
  readonly dated: 'never' | 'on' | 'off';
  readonly days: number | undefined;
}

/** More changes count as so many. */
export const MANY = 3;

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
  when?(sight: Sight): boolean;
}

export interface Move extends Part {
  readonly name: string;
  readonly kind: StepKind;
  steps(at: At, sight: Sight): Step[];
}

type Making = (at: At, sight: Sight) => Step | Step[];

function move(name: string, kind: StepKind, making: Making, part: Part = {}): Move {
  return { name, kind, ...part, steps: (at, sight) => [making(at, sight)].flat() };
}

const core = { core: true } as const;
const rare = { rare: true } as const;
const look = { look: true } as const;
const all = { all: true } as const;
const inUse = { when: ({ gone }: Sight) => !gone };
const takesDevice = move('take a device', 'device', ({ next }) => ({ do: 'device', device: next }), rare);

export const ofRecords: readonly Move[] = [
  move('create', 'create', ({ family, next }) => ({ do: 'create', family, record: next })),
  move('replace', 'replace', ({ family, number }) => ({ do: 'replace', family, record: number }), core),
  move(
    'update',
    'update',
    ({ draws, family, number }) => ({
      ...{ do: 'update', family, record: number },
      fact: draws.of(['name', 'other']),
    }),
    core,
  ),
  move('delete', 'delete', ({ family, number }) => ({ do: 'delete', family, record: number }), inUse),
  move(
    'write other types',
    'spoil',
    ({ draws, family, number }) => ({
      ...{ do: 'spoil', family, record: number },
      by: draws.of(['replace', 'update']),
    }),
    { ...rare, ...inUse },
  ),
  move('write at once', 'burst', (at) => ({ do: 'burst', calls: together(at) }), inUse),
  move('read', 'read', ({ family, number }) => ({ do: 'read', family, record: number }), {
    ...look,
    ...core,
  }),
  move('list', 'list', ({ family }) => ({ do: 'list', family }), { ...look, ...core }),
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
export const MOST = 6;
/** So many hours, and a day has ended. */
const NIGHT = 30;
/** So far apart that it shows which of several dates counts. */
export const DAYS = [4, 12, 20, 28] as const;
/** Expiry is certain so many days after its date, and cannot be so many days before. */
const SURELY = 4;
const NOT_YET = 3;
const DAY = 24;

const isLimited = ({ limit }: Sight): boolean => typeof limit === 'number';
/** Messages that may still go out, as far as a limit is known. */
const roomOf = ({ limit, used }: Sight): number => (limit ? Math.max(0, limit - used) : 0);
const hasRoom = { when: (sight: Sight) => roomOf(sight) > 0 };
const between = (draws: Draws, low: number, high: number): number => low + draws.below(high - low + 1);

function limiting(
  name: string,
  when: Part['when'],
  to: (limit: number, used: number, draws: Draws) => number | null,
  part: Part = core,
): Move {
  const making: Making = ({ number: device, channel, draws }, { limit, used }) => ({
    ...{ do: 'limit', device, channel },
    to: to(limit ?? 0, used, draws),
  });
  return move(name, 'limit', making, { ...part, ...(when && { when }) });
}

const sending = (name: string, count: (sight: Sight) => number, part: Part, atOnce?: true): Move =>
  move(
    name,
    'send',
    ({ number: device, channel }, sight) => ({
      ...{ do: 'send', device, channel, count: count(sight) },
      ...(atOnce && { atOnce }),
    }),
    part,
  );

export const ofLimits: readonly Move[] = [
  limiting(
    'set a limit',
    (sight) => !isLimited(sight),
    (_, __, draws) => between(draws, 1, MOST),
  ),
  limiting('lift the limit', isLimited, () => null),
  limiting(
    'set a limit of 0',
    ({ limit }) => limit !== 0,
    () => 0,
  ),
  limiting(
    'lower the limit',
    ({ limit, used }) => typeof limit === 'number' && used + 1 < limit,
    (limit, used, draws) => between(draws, used + 1, limit - 1),
  ),
  limiting(
    'lower the limit to what was sent',
    ({ limit, used }) => typeof limit === 'number' && limit > 1 && used > 0,
    (limit, used, draws) => between(draws, 1, Math.min(used, limit - 1)),
  ),
  limiting(
    'raise the limit',
    ({ limit }) => typeof limit === 'number' && limit < MOST,
    (limit, _, draws) => between(draws, limit + 1, Math.min(MOST, limit + 3)),
  ),
  limiting('set the same limit', isLimited, (limit) => limit),
  limiting('set a limit below 0', undefined, () => -3, rare),
  move('set both limits', 'limits', ({ number: device, draws }) => ({
    ...{ do: 'limits', device },
    to: draws.of([null, 0, 1, 2, 4]),
  })),
  sending('send one', () => 1, { ...look, ...core, when: ({ limit }) => limit !== undefined }),
  move(
    'send up to the limit and one more',
    'send',
    // The first alone: several may be withheld together.
    ({ number: device, channel }, sight) =>
      [1, roomOf(sight) - 1, 1].flatMap((count) =>
        count > 0 ? [{ do: 'send', device, channel, count }] : [],
      ),
    { ...look, ...core, ...hasRoom },
  ),
  sending('send more than is left', (sight) => roomOf(sight) + 1, hasRoom),
  sending('send at once', (sight) => Math.max(3, roomOf(sight) + 2), hasRoom, true),
  move(
    'write the counter',
    'counter',
    ({ number: device, channel, draws }) => ({ do: 'counter', device, channel, to: draws.below(10) }),
    rare,
  ),
  move('read the settings', 'settings', ({ number: device }) => ({ do: 'settings', device }), look),
  move(
    'set a date',
    'expiry',
    ({ number: device, draws }) => ({ do: 'expiry', device, on: true, days: draws.of(DAYS) }),
    rare,
  ),
  move('wait a day', 'wait', () => ({ do: 'wait', hours: NIGHT }), { ...core, ...all }),
  move('wait two hours', 'wait', () => ({ do: 'wait', hours: 2 }), { ...rare, ...all }),
  takesDevice,
];

function dating(name: string, isMeant: (days: number, before: number | undefined) => boolean): Move {
  const possible = (sight: Sight) => DAYS.filter((days) => isMeant(days, sight.days));
  const making: Making = ({ number: device, draws }, sight) => ({
    ...{ do: 'expiry', device, on: true },
    days: draws.of(possible(sight)),
  });
  return move(name, 'expiry', making, {
    ...core,
    when: (sight) => !sight.gone && possible(sight).length > 0,
  });
}

export const ofLicences: readonly Move[] = [
  dating('set a date', (_, before) => before === undefined),
  dating('set an earlier date', (days, before) => before !== undefined && days < before),
  dating('set a later date', (days, before) => before !== undefined && days > before),
  move('switch Expires off', 'expiry', ({ number: device }) => ({
    ...{ do: 'expiry', device, on: false, days: null },
  })),
  move(
    'switch Expires on without a date',
    'expiry',
    ({ number: device }) => ({ do: 'expiry', device, on: true, days: null }),
    rare,
  ),
  move('activate', 'activate', ({ number: device }) => ({ do: 'activate', device }), {
    ...core,
    when: ({ gone }) => gone,
  }),
  move('activate what is in use', 'activate', ({ number: device }) => ({ do: 'activate', device }), {
    ...rare,
    ...inUse,
  }),
  move('read the settings', 'settings', ({ number: device }) => ({ do: 'settings', device }), {
    ...look,
    ...core,
  }),
  move('count the licences', 'licences', () => ({ do: 'licences' }), { ...look, ...core }),
  move('allot licences', 'allot', ({ draws }) => ({ do: 'allot', available: draws.below(3) }), all),
  move(
    'wait past the date',
    'wait',
    (_, { days = 0 }) => ({ do: 'wait', hours: Math.ceil((days + SURELY) * DAY) }),
    { ...core, ...all, when: ({ days }) => days !== undefined },
  ),
  move(
    'wait until before the date',
    'wait',
    (_, { days = 0 }) => ({ do: 'wait', hours: Math.max(1, Math.floor((days - NOT_YET) * DAY)) }),
    { ...all, when: ({ days = 0 }) => days > NOT_YET },
  ),
  takesDevice,
];

export const ofPlaces: readonly Move[] = [
  move('post a location', 'locate', ({ number: device }) => ({ do: 'locate', device, late: false }), core),
  move(
    'post a late location',
    'locate',
    ({ number: device }) => ({ do: 'locate', device, late: true }),
    rare,
  ),
  move('post an alert', 'alert', ({ number: device }) => ({ do: 'alert', device }), core),
  move('read the last location', 'last', ({ number: device }) => ({ do: 'last', device }), {
    ...look,
    ...core,
  }),
  move('read', 'visit', ({ number: device }) => ({ do: 'visit', device }), { ...look, ...core }),
  move('list', 'devices', () => ({ do: 'devices' }), look),
  takesDevice,
];

export const ofTokens: readonly Move[] = [
  move('ask with good credentials', 'token', () => ({ do: 'token', credentials: 'good' }), core),
  ...(['wrong-api-key', 'unknown-user', 'empty-credentials'] as const).map((credentials) =>
    move(`ask with ${credentials.replaceAll('-', ' ')}`, 'token', () => ({ do: 'token', credentials })),
  ),
  ...[0, 1, 2].map((back) =>
    move(
      back === 0 ? 'call with the newest token' : `call with the token ${back} before`,
      'call',
      ({ draws }) => ({ do: 'call', operation: draws.of(triedOn), bearer: 'token', back }),
      core,
    ),
  ),
  ...(['garbage', 'tampered'] as const).map((bearer) =>
    move(
      `call with a ${bearer} token`,
      'call',
      ({ draws }) => ({ do: 'call', operation: draws.of(triedOn), bearer, back: 0 }),
      core,
    ),
  ),
  ...[true, false].map((enabled) =>
    move(`switch API access ${enabled ? 'on' : 'off'}`, 'access', () => ({ do: 'access', enabled })),
  ),
  move('wait an hour', 'wait', () => ({ do: 'wait', hours: 1 })),
];

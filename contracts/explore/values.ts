/** The values of a step: mostly at the edges of what is set, so that one step more or less shows. */
import type { Family } from '../judge/event.ts';
import { type Burst, numberOf, type Step, type StepKind, triedOn } from '../play/steps.ts';
import type { Channel } from '../specification/judged.ts';
import { channelIds } from '../specification/records/values.ts';
import type { Draws } from './draws.ts';
import type { Shadow } from './shadow.ts';
import type { DrawnKind, Theme } from './theme.ts';

export interface Drawing {
  draws: Draws;
  theme: Theme;
  shadow: Shadow;
  /** How many records or devices there are. */
  made: number;
  /** Where most is done: one of the records or devices that the history begins with. */
  favourite: number;
  /** So many of a hundred steps are about it. */
  focus: number;
  /** So many are about what the step before was about. */
  stays: number;
  last?: Step;
  channel: Channel;
  changes: readonly LimitChange[];
  /** Whether nothing is done with the other channel. */
  oneChannel: boolean;
  /** So many of a hundred limits and messages are followed by a look at the settings. */
  watched: number;
}

/** The longest limit that a few messages reach. */
const LONGEST = 6;
const DAY = 24;
/** Expiry is certain so many days after its date, and cannot be so many days before. */
const SURELY = 4;
const NOT_YET = 3;
/** So far apart that it shows which of several dates counts. */
const DAYS = [4, 12, 20, 28] as const;

const GONE = 85;
const onRecords: ReadonlySet<StepKind> = new Set(['replace', 'update', 'delete', 'read']);

export function familyOf(theme: Theme): Family | undefined {
  return theme === 'groups' ? 'group' : theme === 'users' ? 'user' : undefined;
}

export function stepOf(drawing: Drawing, kind: DrawnKind): Step {
  const { draws, theme, made, shadow } = drawing;
  const family = familyOf(theme) ?? 'group';
  const target = targetFor(drawing);
  const channel = drawing.oneChannel || draws.chance(40) ? drawing.channel : draws.of(channelIds);
  const [record, device] = [target, target];
  // A record that is gone has little left to show.
  if (onRecords.has(kind) && shadow.isGone(`${family} ${record}`) && draws.chance(GONE))
    return { do: 'create', family, record: made + 1 };
  switch (kind) {
    case 'create':
      return { do: 'create', family, record: made + 1 };
    case 'replace':
    case 'delete':
    case 'read':
      return { do: kind, family, record };
    case 'spoil':
      return { do: 'spoil', family, record, by: draws.of(['replace', 'update']) };
    case 'update':
      return { do: 'update', family, record, fact: draws.chance(50) ? 'name' : 'other' };
    case 'burst':
      return { do: 'burst', calls: together(drawing) };
    case 'list':
      return { do: 'list', family };
    case 'device':
      return { do: 'device', device: made + 1 };
    case 'limit':
      return { do: 'limit', device, channel, to: limitFor(drawing, device, channel) };
    case 'limits':
      return { do: 'limits', device, to: limitFor(drawing, device, channel) };
    case 'send':
      return sending(drawing, device, channel);
    case 'counter':
      return { do: 'counter', device, channel, to: draws.below(10) };
    case 'expiry':
      if (shadow.isGone(`device ${device}`) && draws.chance(60)) return { do: 'activate', device };
      return draws.chance(25)
        ? { do: 'expiry', device, on: false, days: null }
        : { do: 'expiry', device, on: true, days: draws.chance(5) ? null : draws.of(DAYS) };
    case 'activate':
      // Of a device that has not expired it changes little, and leaves open what holds then.
      return shadow.isGone(`device ${device}`) || draws.chance(15)
        ? { do: 'activate', device }
        : { do: 'expiry', device, on: true, days: draws.of(DAYS) };
    case 'settings':
    case 'last':
    case 'visit':
    case 'alert':
      return { do: kind, device };
    case 'devices':
      return { do: 'devices' };
    case 'licences':
      return { do: 'licences' };
    case 'allot':
      return { do: 'allot', available: draws.below(3) };
    case 'wait':
      return { do: 'wait', hours: hoursOf(drawing) };
    case 'locate':
      return { do: 'locate', device, late: draws.chance(20) };
    case 'token':
      return {
        do: 'token',
        credentials: draws.chance(60)
          ? 'good'
          : draws.of(['wrong-api-key', 'unknown-user', 'empty-credentials']),
      };
    case 'call':
      return {
        do: 'call',
        operation: draws.of(triedOn),
        bearer: draws.of(['token', 'token', 'garbage', 'tampered']),
        back: draws.below(3),
      };
    case 'access':
      return { do: 'access', enabled: draws.chance(60) };
  }
}

function targetFor({ draws, last, stays, focus, favourite, made }: Drawing): number {
  const number = last && numberOf(last);
  if (number !== undefined && draws.chance(stays)) return number;
  return draws.chance(focus) ? favourite : 1 + draws.below(made);
}

/** Seldom a DELETE: what is gone has little left to show. */
const writes = [
  ...(['update', 'update', 'update', 'update', 'update'] as const),
  ...(['replace', 'replace', 'delete'] as const),
] as const;

/** So many of a hundred bursts are of one kind of calls. */
const ALIKE = 40;

/** Two to four calls, mostly on one record. */
function together(drawing: Drawing): Burst['calls'] {
  const { draws, favourite } = drawing;
  const kinds = draws.chance(ALIKE) ? [draws.of(writes)] : writes;
  const isOne = draws.chance(70);
  return Array.from({ length: draws.of([2, 2, 3, 4]) }, () => {
    const call = stepOf(drawing, draws.of(kinds));
    if (call.do === 'update' || call.do === 'replace' || call.do === 'delete')
      return isOne ? { ...call, record: favourite } : call;
    if (call.do === 'create') return { do: 'update', family: call.family, record: favourite, fact: 'name' };
    throw new RangeError(`${call.do} is drawn alone.`);
  });
}

/** Kinds of changes of a limit: each history takes some of them. */
export const changes = ['none', 'zero', 'below', 'spent', 'above', 'negative'] as const;
export type LimitChange = (typeof changes)[number];

/**
 * To none, to 0, below what is set and above what was sent, to what was sent or less, above what is set, or below zero:
 * each as often as the others that are possible.
 */
function limitFor(drawing: Drawing, device: number, channel: Channel): number | null {
  const { draws, shadow } = drawing;
  const { limit, used } = shadow.line(device, channel);
  if (typeof limit !== 'number') return draws.of([0, 1, 2, 3, 4, 5, LONGEST]);
  const between = (low: number, high: number) =>
    low <= high ? [low + draws.below(Math.min(high, LONGEST) - low + 1)] : [];
  const possible: { readonly [C in LimitChange]: readonly (number | null)[] } = {
    none: [null],
    zero: limit > 0 ? [0] : [],
    below: between(used + 1, limit - 1),
    spent: between(1, Math.min(used, limit - 1)),
    above: limit < LONGEST ? between(limit + 1, limit + 3) : [],
    negative: draws.chance(20) ? [-3] : [],
  };
  const wanted = drawing.changes.flatMap((change) => possible[change]);
  return draws.of(wanted.length > 0 ? wanted : [0, 1, 3, LONGEST, null]);
}

/** So many of a hundred limits that nothing was tried beyond are changed all the same. */
const UNTRIED = 40;

/** Up to the limit, one more, or several at once. */
function sending(drawing: Drawing, device: number, channel: Channel): Step {
  const { draws, shadow } = drawing;
  const room = shadow.room(device, channel);
  // Nothing follows from messages before a limit was set.
  if (shadow.line(device, channel).limit === undefined && draws.chance(80))
    return { do: 'limit', device, channel, to: limitFor(drawing, device, channel) };
  if (room === undefined) return { do: 'send', device, channel, count: draws.of([1, 1, 2]) };
  // That nothing goes out has been seen.
  if (room === 0 && draws.chance(shadow.line(device, channel).tried ? 70 : UNTRIED))
    return { do: 'limit', device, channel, to: limitFor(drawing, device, channel) };
  if (room > 0 && room < LONGEST && draws.chance(20))
    return { do: 'send', device, channel, count: Math.max(3, room + 2), atOnce: true };
  const counts = room === 0 || room > LONGEST ? [1] : [1, 1, 1, room, room + 1];
  return { do: 'send', device, channel, count: draws.of(counts) };
}

/** Until a day has ended; where something is to expire, until it has, or shortly before it can. */
function hoursOf({ draws, theme, shadow }: Drawing): number {
  if (theme === 'tokens') return draws.of([1, 2]);
  const days = shadow.nextExpiry;
  if (theme !== 'licences' || days === undefined) return draws.of([2, 30, 30, 30, 30, 30]);
  const span = draws.chance(75) ? days + SURELY : draws.chance(50) ? days - NOT_YET : 1;
  return Math.max(1, Math.ceil(span * DAY));
}

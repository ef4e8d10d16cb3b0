/**
 * One channel of one device: its daily limit, what was sent today, and the counter (sections 2 and 8). A limit that was
 * never set is unknown, and so is what was sent before the history began. From the moment at which the device may be
 * expired there are readings in which it is, beside the one in which it is in use, until its messages or something else
 * rule them out.
 */
import { HOUR } from '../../kit/durations.ts';
import type { EpochMs } from '../../profile/facts.ts';
import { type Channel, channels, type JudgedId } from '../../specification/judged.ts';
import type { Change, Family, Settings, SingleEvent } from '../event.ts';
import type { Next, Part } from '../hypotheses.ts';
import { type DayState, timePasses } from './days.ts';
import { SOME_TIME } from './lapses.ts';

interface LineState {
  /** `null`: asked for, which is open: none, or 0. `any`: not known. `unconstrained`: it may be another at each message. */
  readonly limit: number | null | 'any' | 'unconstrained';
  /** Messages of the present day. */
  readonly used: number | 'any';
  /** As many of them were seen to be sent, where there may be more. */
  readonly atLeast: number;
  /** Tells whether there may be more of them that the history did not ask for. */
  readonly more: boolean;
  /** Tells whether the device is in use by others: its alerts may send messages whenever time passes. */
  readonly shared: boolean;
  /** The way in which a broken rule lets the limit err. */
  readonly errs: 'low' | 'high' | 'either' | undefined;
  /** Tells whether the limit was read as it was set, or held a message back, and nothing was done since that may have changed it. */
  readonly confirmed: boolean;
  /** Tells whether the counter shows them. */
  readonly counted: boolean;
  readonly day: DayState | undefined;
  /** How often the limit was set today. */
  readonly changes: number;
  /** From when on a device in use may expire by its date; `undefined`: never. */
  readonly mayLapse: EpochMs | undefined;
  /** Tells whether it may have a date of before the history, which nothing has shown. */
  readonly dated: boolean;
  readonly life: Life;
  /** Tells whether a limit below zero was asked for. */
  readonly negative: boolean;
  /** Tells whether there may have been a limit and messages before the history. */
  readonly earlier: boolean;
}

/** In use, or expired: then it sends nothing, or its limits have ended with it. */
type Life = 'used' | 'silent' | 'unlimited';

/** The date of a device of which nothing is known before the history. */
const LONG_AGO = 0;

type Rule = Extract<JudgedId, `limits/${string}/email`> extends `limits/${infer Name}/email` ? Name : never;

export const limitOf = { email: 'dailyEmail', sms: 'dailySms' } as const;
const usageOf = { email: 'usageEmail', sms: 'usageSms' } as const;

/** Expiry begins no earlier than this before the start of its date in UTC. */
const EASTERNMOST = 36 * HOUR;

/**
 * @param passes the ways in which days may end meanwhile
 * @param beside whether other devices may be in use that no fact tells of
 * @param staking whether it is asked what is at stake: that channels and devices are apart is by the messages of the others alone
 */
export function lineOf(
  device: string,
  channel: Channel,
  passes = timePasses,
  beside = false,
  staking = false,
): Part<LineState> {
  const rule = (name: Rule): JudgedId => `limits/${name}/${channel}`;
  const initial: LineState = {
    ...{
      limit: 'any',
      used: 'any',
      atLeast: 0,
      more: false,
      shared: false,
      errs: undefined,
      counted: true,
      day: undefined,
      changes: 0,
    },
    ...{ mayLapse: undefined, dated: false, life: 'used', negative: false, confirmed: false, earlier: true },
  };
  const disturbed: LineState = { ...initial, errs: 'low', counted: false };
  return {
    initial,
    ...(beside && { otherwise: [{ state: disturbed, broken: rule('per-device') }] }),
    inWords: ({ limit, used, life }) =>
      `${life === 'used' ? '' : 'expired, '}${channel} limit ${limit === 'any' || limit === 'unconstrained' ? 'unknown' : (limit ?? 'none')}, ${used === 'any' ? 'an unknown number' : used} sent today`,
    excuses: ({ life }) => life !== 'used',
    told: ({ limit, used }) => ({
      ...(typeof limit !== 'string' && { limit }),
      ...(typeof used === 'number' && { used }),
    }),
    next: (state, event, relaxed) =>
      throughTime(state, event.at, relaxed, rule, passes).flatMap((start) =>
        livesAt(start.state, device, event).flatMap((state) =>
          happen({ device, channel, rule, relaxed, staking }, state, event).flatMap((next) =>
            both(start, next),
          ),
        ),
      ),
  };
}

/** Violates at most one rule per step. */
function both<S>(start: Next<S>, next: Next<S>): Next<S>[] {
  if (start.broken === undefined) return [next];
  if (next.broken === undefined || next.broken === start.broken)
    return [{ state: next.state, broken: start.broken }];
  return [];
}

interface Line {
  device: string;
  channel: Channel;
  rule: (name: Rule) => JudgedId;
  relaxed: boolean;
  staking: boolean;
}

function throughTime(
  state: LineState,
  at: EpochMs,
  relaxed: boolean,
  rule: Line['rule'],
  passes: typeof timePasses,
): readonly Next<LineState>[] {
  const { shared, day: before } = state;
  if (!before) return [{ state: { ...state, day: { at, from: undefined, to: at } } }];
  if (shared && !state.more && at - before.at >= SOME_TIME)
    return throughTime({ ...state, more: true }, at, relaxed, rule, passes);
  const ways = passes(before, at);
  if (ways.length === 1 && ways[0]?.day === before) return [{ state }];
  return ways.flatMap(({ day, ended, lawful }): Next<LineState>[] => {
    const next: LineState = ended ? { ...state, day, used: 0, more: shared, changes: 0 } : { ...state, day };
    if (!ended) {
      if (lawful) return [{ state: next }];
      const unended: LineState = { ...state, day: { ...day, to: at } };
      // A state that began with nothing has nothing to go on.
      if (!goesOn(state))
        return relaxed
          ? [{ state: { ...next, day: { ...day, to: at } }, broken: rule('next-day-restores') }]
          : [];
      // The messages of the day that should have ended count on; the counter is another matter.
      const late: LineState = {
        ...next,
        day: { ...day, to: at },
        used: 0,
        more: shared,
        changes: 0,
        errs: 'low',
      };
      return relaxed ? [late, unended].map((state) => ({ state, broken: rule('next-day-restores') })) : [];
    }
    // A count that begins anew on the same day is no next day.
    if (!lawful && relaxed)
      return (['stops-at-limit', 'next-day-restores'] as const).map((name) => ({
        ...{ state: next, broken: rule(name) },
      }));
    if (!relaxed) return lawful ? [{ state: next }] : [];
    return [{ state: next }, ...endsWrongly(state, next, rule)];
  });
}

/** Returns whether a limit, or messages, may go on over the end of a day. */
const isLimited = ({ limit, earlier }: LineState): boolean => limit !== 'any' || earlier;
const isCounted = ({ used, earlier }: LineState): boolean => (used === 'any' ? earlier : used > 0);
const goesOn = (state: LineState): boolean => isLimited(state) || isCounted(state);

/** The ways in which the end of a day may break a rule: only what there was before it goes on. */
function endsWrongly(before: LineState, next: LineState, rule: Line['rule']): Next<LineState>[] {
  return [
    ...(isLimited(before)
      ? [{ state: { ...next, errs: 'high' as const }, broken: rule('holds-each-day') }]
      : []),
    ...(isLimited(before)
      ? [{ state: { ...next, errs: 'low' as const }, broken: rule('next-day-restores') }]
      : []),
    ...(isCounted(before) ? [{ state: { ...next, counted: false }, broken: rule('usage-restarts') }] : []),
  ];
}

/** A device in use may have expired by now. */
function livesAt(state: LineState, device: string, event: SingleEvent): readonly LineState[] {
  const isOwn = 'device' in event && event.device === device && event.kind !== 'device';
  return isOwn && state.life === 'used' && isDue(state) ? [state, ...expiredFrom(state)] : [state];
}

function isDue({ mayLapse, day }: LineState): boolean {
  return mayLapse !== undefined && mayLapse <= (day?.at ?? 0);
}

function expiredFrom(state: LineState): LineState[] {
  return (['silent', 'unlimited'] as const).map((life) => ({ ...state, life }));
}

/** In use again: its limit may have ended with its expiry. */
function revived(state: LineState): LineState {
  return state.life === 'used' ? state : { ...state, life: 'used', limit: 'unconstrained', confirmed: false };
}

function happen(line: Line, state: LineState, event: SingleEvent): readonly Next<LineState>[] {
  const { device, channel, rule, relaxed } = line;
  if (event.kind === 'deleted') return afterDeletion(line, state, event.family);
  if (!('device' in event)) return [{ state }];
  const mine = event.device === device;
  switch (event.kind) {
    case 'device':
      return mine ? startsOf(state, event, channel).flatMap((start) => beginnings(start, line)) : [{ state }];
    case 'set':
      return mine
        ? afterSet(line, state, event.change, event.done)
        : afterSetBeside(line, state, event.change);
    case 'activated': {
      if (!mine) return [{ state }];
      const after = afterActivation(state, event);
      if (!relaxed) return [{ state: after }];
      const uncounted: LineState = { ...after, counted: false };
      return [
        { state: after },
        { state: uncounted, broken: rule('usage-restarts') },
        { state: uncounted, broken: 'licences/active-takes-no-second' },
      ];
    }
    case 'settings':
      return mine ? afterRead(line, state, event.read) : [{ state }];
    case 'sent': {
      if (mine && event.channel === channel) return afterSending(line, state, event);
      const isNothing = line.staking && event.sent === 0;
      if (!relaxed || isNothing || mine === (event.channel === channel)) return [{ state }];
      // Messages of another channel or device can use a limit up, and do not make room.
      const disturbed: LineState = { ...state, errs: 'low', counted: false };
      return [{ state }, { state: disturbed, broken: rule(mine ? 'channels-apart' : 'per-device') }];
    }
    case 'alerted':
      // The recipients of an alert, and the number of its messages, are open.
      return [{ state: mine ? { ...state, more: true } : state }];
    default:
      return [{ state }];
  }
}

function startsOf(
  state: LineState,
  {
    fresh,
    counts,
    own = fresh,
    dated = !fresh,
    unsent = fresh,
    limits = {},
  }: Extract<SingleEvent, { kind: 'device' }>,
  channel: Channel,
): LineState[] {
  const limit = limits[limitOf[channel]];
  const start: LineState = {
    ...state,
    shared: !own,
    ...(dated && { mayLapse: LONG_AGO, dated }),
    ...(unsent ? { used: 0, earlier: false } : limit !== undefined && { limit }),
  };
  // It may never have had a licence.
  return dated || counts ? [start] : [start, { ...start, life: 'silent' }];
}

/** Days may have ended wrongly before a history with a device that was used before. */
function beginnings(state: LineState, { rule, relaxed }: Line): readonly Next<LineState>[] {
  if (!relaxed || !state.earlier) return [{ state }];
  return [
    { state },
    { state: { ...state, errs: 'low' }, broken: rule('next-day-restores') },
    { state: { ...state, errs: 'high' }, broken: rule('holds-each-day') },
    { state: { ...state, counted: false }, broken: rule('usage-restarts') },
  ];
}

/** A record that the device may hang on was deleted. */
function afterDeletion({ relaxed, staking }: Line, state: LineState, family: Family): Next<LineState>[] {
  if (!relaxed || staking) return [{ state }];
  const disturbed: LineState = { ...state, limit: 'unconstrained', counted: false };
  return [{ state }, { state: disturbed, broken: `${family}s/deleted-spares-others` }];
}

/** Another device was changed. */
function afterSetBeside(
  { channel, rule, relaxed, staking }: Line,
  state: LineState,
  change: Change,
): Next<LineState>[] {
  if (!relaxed) return [{ state }];
  const disturbed: LineState = { ...state, limit: 'unconstrained' };
  const recounted: LineState = { ...disturbed, used: 'any', atLeast: 0 };
  return [
    { state },
    ...(change[limitOf[channel]] === undefined || staking
      ? []
      : [{ state: disturbed, broken: rule('per-device') }]),
    ...(change.expires === undefined ? [] : [{ state: recounted, broken: 'expiry/only-its-own' as const }]),
  ];
}

function afterSet(line: Line, before: LineState, change: Change, done: boolean): readonly Next<LineState>[] {
  const nexts = withExpiry(before, change, done).flatMap((state) => afterChange(line, state, change, done));
  const broken = line.relaxed && done && before.life === 'used' ? keepingDate(before, change) : undefined;
  if (broken === undefined) return nexts;
  const { mayLapse } = before;
  const lawful = nexts.filter((next) => next.broken === undefined);
  return [...nexts, ...lawful.map(({ state }) => ({ state: { ...state, mayLapse }, broken }))];
}

/** The rule that is broken where a device still expires by its date before the change. */
function keepingDate(
  { mayLapse }: LineState,
  { expires, expirationDate: date }: Change,
): JudgedId | undefined {
  if (mayLapse === undefined) return undefined;
  if (expires === false) return 'expiry/off-never-expires';
  const isLater = typeof date === 'string' && beginningOf(date) > mayLapse;
  return isLater ? 'expiry/change-any-time' : undefined;
}

function afterChange(
  line: Line,
  before: LineState,
  change: Change,
  done: boolean,
): readonly Next<LineState>[] {
  const { channel, rule } = line;
  // Its limits say nothing of a device that is expired.
  const relaxed = line.relaxed && before.life === 'used';
  // A refusal leaves everything as it is.
  const state = { ...before, confirmed: before.confirmed && (!done || isBeside(change, channel)) };
  const usage = change[usageOf[channel]];
  if (usage !== undefined) {
    const written: LineState = { ...state, used: 'any', counted: false };
    return relaxed ? [{ state }, { state: written, broken: rule('usage-read-only') }] : [{ state }];
  }
  const limit = change[limitOf[channel]];
  if (limit === undefined)
    return relaxed && done ? [{ state }, ...besides(line, state, change)] : [{ state }];
  // A limit below zero may be refused, turned into another, or taken for "none".
  if (limit !== null && limit < 0) {
    const asked: LineState = { ...state, limit: 'any', negative: true };
    const uncounted: LineState = { ...asked, used: 'any', atLeast: 0 };
    const lawful = [{ state: done ? asked : { ...state, negative: true } }];
    return relaxed ? [...lawful, { state: uncounted, broken: rule('negative-refused') }] : lawful;
  }
  const isSame = before.confirmed && limit === before.limit;
  const set: LineState = { ...state, limit, confirmed: isSame, changes: state.changes + 1 };
  const lawful = [{ state: done ? set : state }];
  if (!relaxed || isSame || state.limit === 'unconstrained') return lawful;
  const names = brokenChanges(state, limit, done);
  // A change that was refused, and has an effect all the same, is no change.
  const broken = (done || names.length > 0 ? names : (['stops-at-limit'] as const)).map(
    (name): Next<LineState> => {
      const errs = errsBy[name] ?? 'either';
      return { state: done ? { ...set, errs } : set, broken: rule(name) };
    },
  );
  return [...lawful, ...broken];
}

/** The way in which the old limit, where it goes on, errs: others may err in both. */
const errsBy: { readonly [R in Rule]?: LineState['errs'] } = {
  'raise-takes-effect': 'low',
  'lower-takes-effect': 'high',
  'zero-sends-none': 'high',
};

/** Returns whether the limit of the other channel is changed, or the expiry, and nothing else. */
function isBeside(change: Change, channel: Channel): boolean {
  const beside: readonly string[] = [
    limitOf[channel === 'sms' ? 'email' : 'sms'],
    'expires',
    'expirationDate',
  ];
  return Object.keys(change).every((name) => beside.includes(name));
}

/** The effects on limit and counter that a change of other settings has where a rule is broken. */
function besides({ channel, rule, staking }: Line, state: LineState, change: Change): Next<LineState>[] {
  const uncounted: LineState = { ...state, counted: false };
  const disturbed: LineState = { ...uncounted, limit: 'unconstrained' };
  const ofOther = channels.some((other) => other !== channel && change[limitOf[other]] !== undefined);
  return [
    ...(ofOther && !staking ? [{ state: disturbed, broken: rule('channels-apart') }] : []),
    ...(change.expires === true
      ? [
          { state: uncounted, broken: rule('usage-restarts') },
          { state: disturbed, broken: rule('stops-at-limit') },
        ]
      : []),
  ];
}

/** The rules that a change of the limit is about. One that was set before the history may have been any. */
function brokenChanges({ limit, changes, earlier }: LineState, to: number | null, done: boolean): Rule[] {
  const isNumber = typeof limit === 'number';
  const isOpen = limit === 'any' && earlier;
  const rises = isOpen || (isNumber && to !== null && to > limit);
  const falls = isOpen || (to !== null && (limit === null || (isNumber && to < limit)));
  // The rule that needs the most steps before it comes first; a refusal says which change it is about.
  const isAgain = done && changes >= 2;
  return [
    ...(isAgain ? (['changes-repeat'] as const) : []),
    ...(rises ? (['raise-takes-effect'] as const) : []),
    ...(falls ? (['lower-takes-effect'] as const) : []),
    ...(changes >= 1 && !isAgain ? (['changes-repeat'] as const) : []),
    ...(to === 0 ? (['zero-sends-none'] as const) : []),
  ];
}

/** The ways in which a device may live on once its expiry was set: what ends the expired state is open. */
function withExpiry(state: LineState, { expires, expirationDate }: Change, done: boolean): LineState[] {
  if (expires === undefined && expirationDate === undefined) return [state];
  // Without a date Expires never takes effect.
  if (expires !== false && expirationDate === null) return [state];
  const next = {
    ...state,
    mayLapse: lapseAfter(state, expires, expirationDate, done),
    dated: state.dated && !done,
  };
  return next.life === 'used' ? [next] : [next, revived(next)];
}

function lapseAfter(
  { mayLapse, day }: LineState,
  expires: boolean | undefined,
  date: string | null | undefined,
  done: boolean,
): LineState['mayLapse'] {
  if (done && expires === false) return undefined;
  const begins = typeof date === 'string' ? beginningOf(date) : undefined;
  if (done && begins !== undefined) return begins;
  return Math.min(mayLapse ?? Number.MAX_SAFE_INTEGER, begins ?? day?.at ?? 0);
}

function beginningOf(date: string): EpochMs {
  return Date.parse(date) - EASTERNMOST;
}

/** With its old date, which has been reached, it may expire again at once. */
function afterActivation(
  state: LineState,
  { activated, dated }: Extract<SingleEvent, { kind: 'activated' }>,
): LineState {
  const { life, confirmed } = state;
  if (activated && life !== 'used') return { ...revived(state), ...(dated && { mayLapse: undefined }) };
  return confirmed ? { ...state, confirmed: false } : state;
}

function afterRead(
  { channel, rule, relaxed }: Line,
  state: LineState,
  read: Settings,
): readonly Next<LineState>[] {
  const limit = read[limitOf[channel]];
  const usage = read[usageOf[channel]];
  const isNegative = state.negative && typeof limit === 'number' && limit < 0;
  // A limit that was read as it was set does not change by itself.
  const isSet = typeof state.limit !== 'string' && state.life === 'used' && !isDue(state);
  const isLost = isSet && state.confirmed && limit !== undefined && limit !== state.limit;
  if (isLost && state.errs === undefined) {
    const isMore = limit === null || (typeof state.limit === 'number' && limit > state.limit);
    const changed: LineState = { ...state, limit, confirmed: false, used: 'any', counted: false };
    return relaxed ? [{ state: changed, broken: rule(isMore ? 'stops-at-limit' : 'sends-below-limit') }] : [];
  }
  // If another limit is read back, assume that the control failed, and adopt the value read.
  const confirmed = limit !== undefined && limit === state.limit;
  const settled: LineState = { ...state, confirmed };
  const next: LineState =
    limit === undefined || state.limit === 'unconstrained' || isNegative ? settled : { ...settled, limit };
  const isOpen = state.more || state.used === 'any';
  const sent = state.used === 'any' ? state.atLeast : state.used;
  const wrong = state.counted && usage !== undefined && (isOpen ? usage < sent : usage !== sent);
  const lives = (state: LineState, broken?: JudgedId): Next<LineState>[] =>
    livesOn(state, read).map((state) => ({ state, ...(broken !== undefined && { broken }) }));
  if (isNegative) return relaxed && !wrong ? lives(next, rule('negative-refused')) : [];
  if (wrong) return relaxed ? lives({ ...next, counted: false }, rule('usage-counts')) : [];
  const isNews = usage !== undefined && next.counted && (next.used === 'any' || next.more);
  return lives(isNews ? { ...next, used: usage, more: false } : next);
}

/** The life of a device by its settings. Whether it should be expired by now is another matter. */
function livesOn(before: LineState, { licence, expires, expirationDate }: Settings): LineState[] {
  const state = isDue(before) ? { ...before, ...lapseBy(before, expires, expirationDate) } : before;
  if (licence === undefined) return [state];
  if (licence === 'used') return [seenInUse(revived(state))];
  return state.life === 'used' ? expiredFrom(state) : [state];
}

/** The date of a device by its settings: without one it never expires. */
function lapseBy(
  state: LineState,
  expires: boolean | undefined,
  date: string | null | undefined,
): Pick<LineState, 'mayLapse' | 'dated'> {
  if (expires === false || date === null) return { mayLapse: undefined, dated: false };
  return date === undefined ? state : { mayLapse: beginningOf(date), dated: false };
}

/** A date that nothing shows is reached while time goes on, if at all. */
function seenInUse(state: LineState): LineState {
  return state.dated && isDue(state) ? { ...state, mayLapse: (state.day?.at ?? 0) + SOME_TIME } : state;
}

function afterSending(
  { rule, relaxed }: Line,
  state: LineState,
  { asked, sent, atOnce = false }: { asked: number; sent: number; atOnce?: boolean | undefined },
): readonly Next<LineState>[] {
  const { limit, used, more, errs, life } = state;
  const next: LineState =
    used === 'any' ? { ...state, atLeast: state.atLeast + sent } : { ...state, used: used + sent };
  if (life === 'silent') return sent === 0 ? [{ state: next }] : [];
  if (life === 'unlimited') return sent > 0 || atOnce ? [{ state: next }] : [];
  const open = limit === null || limit === 'any' || limit === 'unconstrained' || used === 'any';
  if (open) return [{ state: next }];
  const room = Math.max(0, limit - used);
  // Several messages may go out all or none, or some at a time.
  // At the same time as others, a message may be held back to be safe.
  const mayHold = errs === 'low' || errs === 'either';
  const tooFew = sent === 0 && asked === 1 && room > 0 && !atOnce && !more && !mayHold;
  // The limit that held it back is the one that was set.
  const holds = sent < asked && sent === room && errs === undefined && !more && !atOnce;
  // Were there more of them, it would have been one less.
  const isFull = sent > 0 && sent === room && errs === undefined;
  if ((sent <= room || errs === 'high' || errs === 'either') && !tooFew)
    return [{ state: { ...next, confirmed: next.confirmed || holds, more: more && !isFull } }];
  if (!relaxed) return [];
  if (tooFew) return [{ state: next, broken: rule('sends-below-limit') }];
  const exceeded: Rule = limit === 0 ? 'zero-sends-none' : 'stops-at-limit';
  const names: readonly Rule[] = atOnce ? ['holds-at-once', exceeded] : [exceeded];
  return names.map((name) => ({ state: next, broken: rule(name) }));
}

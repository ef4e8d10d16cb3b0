/**
 * One channel of one device: its daily limit, what was sent today, and the counter (sections 2 and 8). A limit that was
 * never set is unknown, and so is what was sent before the history began. From the moment at which the device may be
 * expired there are readings in which it is, beside the one in which it is in use, until its messages or something else
 * rule them out.
 */
import { HOUR } from '../../kit/durations.ts';
import type { EpochMs } from '../../profile/facts.ts';
import { type Channel, channels, type JudgedId } from '../../specification/judged.ts';
import type { Change, Settings, SingleEvent } from '../event.ts';
import { breaking, following, type Next, type Part } from '../hypotheses.ts';
import { type DayState, timePasses } from './days.ts';
import { SOME_TIME } from './lapses.ts';

interface LineState {
  /** `null`: asked for, which is open: none, or 0. `any`: not known. `unconstrained`: it may be another at each message. */
  readonly limit: number | null | 'any' | 'unconstrained';
  /** Messages of the present day, as many as were seen; `more`: there may be others that the history did not ask for. */
  readonly used: number;
  readonly more: boolean;
  /** Tells whether the device is in use by others: its alerts may send messages whenever time passes. */
  readonly shared: boolean;
  /** The way in which a broken rule lets the limit err. */
  readonly errs: 'low' | 'high' | 'either' | undefined;
  /** Tells whether the limit was read as it was set, or held a message back, and nothing was done since that may have changed it. */
  readonly confirmed: boolean;
  /** Tells whether the counter shows the messages. */
  readonly counted: boolean;
  readonly day: DayState | undefined;
  /** How often the limit was set today. */
  readonly changes: number;
  /** From when on a device in use may expire by its date; `undefined`: never. */
  readonly mayLapse: EpochMs | undefined;
  /** Tells whether it may have a date of before the history, which nothing has shown. */
  readonly dated: boolean;
  /** In use, or expired: then it sends nothing, or its limits have ended with it. */
  readonly life: 'used' | 'silent' | 'unlimited';
  /** Tells whether a limit below zero was asked for. */
  readonly negative: boolean;
  /** Tells whether there may have been a limit and messages before the history. */
  readonly earlier: boolean;
}

const UNKNOWN: LineState = {
  ...{ limit: 'any', used: 0, more: true, shared: false, errs: undefined, confirmed: false, counted: true },
  ...{ day: undefined, changes: 0, mayLapse: undefined, dated: false, life: 'used', negative: false },
  earlier: true,
};

/** The date of a device of which nothing is known before the history. */
const LONG_AGO = 0;

type Rule = Extract<JudgedId, `limits/${string}/email`> extends `limits/${infer Name}/email` ? Name : never;
type Way = Next<LineState>;
type Of<K extends SingleEvent['kind']> = Extract<SingleEvent, { kind: K }>;

export const limitOf = { email: 'dailyEmail', sms: 'dailySms' } as const;
const usageOf = { email: 'usageEmail', sms: 'usageSms' } as const;

/** Expiry begins no earlier than this before the start of its date in UTC. */
const EASTERNMOST = 36 * HOUR;

interface How {
  /** Tells whether other devices may be in use that no fact tells of. */
  readonly beside?: boolean;
  /** Tells whether it is asked what is at stake: that channels and devices are apart is by the messages of the others alone. */
  readonly staking?: boolean;
}

interface Line extends How {
  readonly device: string;
  readonly channel: Channel;
  readonly passes: typeof timePasses;
  rule(name: Rule): JudgedId;
}

/** @param passes the ways in which days may end meanwhile */
export function lineOf(
  device: string,
  channel: Channel,
  how: How = {},
  passes = timePasses,
): Part<LineState> {
  const line: Line = { ...how, device, channel, passes, rule: (name) => `limits/${name}/${channel}` };
  const disturbed: LineState = { ...UNKNOWN, errs: 'low', counted: false };
  return {
    initial: UNKNOWN,
    ...(how.beside && { otherwise: breaking(disturbed, line.rule('per-device')) }),
    excuses: ({ life }) => life !== 'used',
    told: ({ limit, used }) => ({ used, ...(typeof limit !== 'string' && { limit }) }),
    next: (state, event) =>
      throughTime(line, state, event.at).flatMap((start) =>
        livesAt(start.state, device, event).flatMap((one) => following(start, happen(line, one, event))),
      ),
  };
}

/** The ways in which days end until a moment, and what is left of one that ends wrongly, or not. */
function throughTime(line: Line, state: LineState, at: EpochMs): readonly Way[] {
  const { shared, day } = state;
  const { rule } = line;
  if (!day) return [{ state: { ...state, day: { at, from: undefined, to: at } } }];
  if (shared && !state.more && at - day.at >= SOME_TIME)
    return throughTime(line, { ...state, more: true }, at);
  return line.passes(day, at).flatMap(({ day: now, ended, lawful }): readonly Way[] => {
    const anew: LineState = { ...state, day: now, used: 0, more: shared, changes: 0 };
    if (ended && lawful) return [{ state: anew }, ...endsWrongly(line, state, anew)];
    // A count that begins anew on the same day is no next day.
    if (ended) return breaking(anew, rule('stops-at-limit'), rule('next-day-restores'));
    if (lawful) return [{ state: now === day ? state : { ...state, day: now } }];
    const unended: LineState = { ...state, day: { ...now, to: at } };
    // The messages of the day that should have ended count on; the counter is another matter.
    const late: LineState = { ...anew, day: unended.day, errs: 'low' };
    // A state that began with nothing has nothing to go on.
    const goesOn = isLimited(state) || isCounted(state) ? [late, unended] : [unended];
    return goesOn.flatMap((one) => breaking(one, rule('next-day-restores')));
  });
}

const isLimited = ({ limit, earlier }: LineState): boolean => limit !== 'any' || earlier;
const isCounted = ({ used, more, earlier }: LineState): boolean => used > 0 || (more && earlier);

/** The ways in which the end of a day may break a rule: only what there was before it goes on. */
function endsWrongly({ rule }: Line, before: LineState, anew: LineState): Way[] {
  const limited = isLimited(before)
    ? [
        ...breaking<LineState>({ ...anew, errs: 'high' }, rule('holds-each-day')),
        ...breaking<LineState>({ ...anew, errs: 'low' }, rule('next-day-restores')),
      ]
    : [];
  return [
    ...limited,
    ...(isCounted(before) ? breaking({ ...anew, counted: false }, rule('usage-restarts')) : []),
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

function happen(line: Line, state: LineState, event: SingleEvent): readonly Way[] {
  const { device, channel, rule, staking } = line;
  if (event.kind === 'deleted') {
    // The device may hang on a record that is deleted.
    const disturbed: LineState = { ...state, limit: 'unconstrained', counted: false };
    return [{ state }, ...(staking ? [] : breaking(disturbed, `${event.family}s/deleted-spares-others`))];
  }
  if (!('device' in event)) return [{ state }];
  const mine = event.device === device;
  if (event.kind === 'sent' && mine !== (event.channel === channel) && !(staking && event.sent === 0)) {
    // Messages of another channel or device can use a limit up, and do not make room.
    const fuller: LineState = { ...state, errs: 'low', counted: false };
    return [{ state }, ...breaking(fuller, rule(mine ? 'channels-apart' : 'per-device'))];
  }
  if (event.kind === 'set' && !mine) return afterSetBeside(line, state, event.change);
  if (!mine) return [{ state }];
  switch (event.kind) {
    case 'device':
      return beginning(line, state, event);
    case 'set':
      return afterSet(line, state, event.change, event.done);
    case 'activated': {
      const after = afterActivation(state, event);
      const broken = [rule('usage-restarts'), 'licences/active-takes-no-second'] as const;
      return [{ state: after }, ...breaking({ ...after, counted: false }, ...broken)];
    }
    case 'settings':
      return afterRead(line, state, event.read);
    case 'sent':
      return event.channel === channel ? afterSending(line, state, event) : [{ state }];
    case 'alerted':
      // The recipients of an alert, and the number of its messages, are open.
      return [{ state: { ...state, more: true } }];
    default:
      return [{ state }];
  }
}

function beginning({ channel, rule }: Line, state: LineState, event: Of<'device'>): Way[] {
  const { fresh, counts, own = fresh, dated = !fresh, unsent = fresh, limits = {} } = event;
  const limit = limits[limitOf[channel]];
  const start: LineState = {
    ...state,
    shared: !own,
    ...(dated && { mayLapse: LONG_AGO, dated }),
    ...(unsent ? { used: 0, more: false, earlier: false } : limit !== undefined && { limit }),
  };
  // It may never have had a licence.
  const starts: LineState[] = dated || counts ? [start] : [start, { ...start, life: 'silent' }];
  // Days may have ended wrongly before.
  return starts.flatMap((one): Way[] => [
    { state: one },
    ...(one.earlier
      ? [
          ...breaking<LineState>({ ...one, errs: 'low' }, rule('next-day-restores')),
          ...breaking<LineState>({ ...one, errs: 'high' }, rule('holds-each-day')),
          ...breaking<LineState>({ ...one, counted: false }, rule('usage-restarts')),
        ]
      : []),
  ]);
}

/** Another device was changed. */
function afterSetBeside({ channel, rule, staking }: Line, state: LineState, change: Change): Way[] {
  const disturbed: LineState = { ...state, limit: 'unconstrained' };
  const recounted: LineState = { ...disturbed, used: 0, more: true };
  const isOfLimit = change[limitOf[channel]] !== undefined && !staking;
  return [
    { state },
    ...(isOfLimit ? breaking(disturbed, rule('per-device')) : []),
    ...(change.expires === undefined ? [] : breaking(recounted, 'expiry/only-its-own')),
  ];
}

function afterSet(line: Line, before: LineState, change: Change, done: boolean): readonly Way[] {
  const nexts = withExpiry(before, change, done).flatMap((state) => afterChange(line, state, change, done));
  const { mayLapse } = before;
  const { expires, expirationDate: date } = change;
  if (!done || before.life !== 'used' || mayLapse === undefined) return nexts;
  // It may expire by the date before the change all the same.
  const isLater = typeof date === 'string' && beginningOf(date) > mayLapse;
  const broken = expires === false ? 'expiry/off-never-expires' : isLater && 'expiry/change-any-time';
  if (!broken) return nexts;
  const lawful = nexts.filter((next) => next.broken === undefined);
  return [...nexts, ...lawful.flatMap(({ state }) => breaking({ ...state, mayLapse }, broken))];
}

function afterChange(line: Line, before: LineState, change: Change, done: boolean): readonly Way[] {
  const { channel, rule } = line;
  // Its limits say nothing of a device that is expired.
  const isUsed = before.life === 'used';
  // A refusal leaves everything as it is.
  const state = { ...before, confirmed: before.confirmed && (!done || isBeside(change, channel)) };
  const written: LineState = { ...state, used: 0, more: true, counted: false };
  if (change[usageOf[channel]] !== undefined)
    return [{ state }, ...(isUsed ? breaking(written, rule('usage-read-only')) : [])];
  const limit = change[limitOf[channel]];
  if (limit === undefined) return [{ state }, ...(isUsed && done ? besides(line, state, change) : [])];
  // A limit below zero may be refused, turned into another, or taken for "none".
  if (limit !== null && limit < 0) {
    const asked: LineState = { ...state, negative: true, ...(done && { limit: 'any' }) };
    const broken: LineState = { ...state, negative: true, limit: 'any', used: 0, more: true };
    return [{ state: asked }, ...(isUsed ? breaking(broken, rule('negative-refused')) : [])];
  }
  const isSame = before.confirmed && limit === before.limit;
  const set: LineState = { ...state, limit, confirmed: isSame, changes: state.changes + 1 };
  const lawful = { state: done ? set : state };
  if (!isUsed || isSame || state.limit === 'unconstrained') return [lawful];
  const names = brokenChanges(state, limit, done);
  // A change that was refused, and has an effect all the same, is no change.
  if (!done)
    return [lawful, ...breaking(set, ...(names.length > 0 ? names : ['stops-at-limit' as const]).map(rule))];
  const broken = names.flatMap((name) =>
    breaking<LineState>({ ...set, errs: errsBy[name] ?? 'either' }, rule(name)),
  );
  return [lawful, ...broken];
}

/** The way in which the old limit, where it goes on, errs: others may err in both. */
const errsBy: { readonly [R in Rule]?: LineState['errs'] } = {
  'raise-takes-effect': 'low',
  'lower-takes-effect': 'high',
  'zero-sends-none': 'high',
};

/** Returns whether the limit of the other channel is changed, or the expiry, and nothing else. */
function isBeside(change: Change, channel: Channel): boolean {
  const other = limitOf[channel === 'sms' ? 'email' : 'sms'];
  return Object.keys(change).every((name) => ['expires', 'expirationDate', other].includes(name));
}

/** The effects on limit and counter that a change of other settings has where a rule is broken. */
function besides({ channel, rule, staking }: Line, state: LineState, change: Change): Way[] {
  const uncounted: LineState = { ...state, counted: false };
  const disturbed: LineState = { ...uncounted, limit: 'unconstrained' };
  const ofOther = channels.some((other) => other !== channel && change[limitOf[other]] !== undefined);
  return [
    ...(ofOther && !staking ? breaking(disturbed, rule('channels-apart')) : []),
    ...(change.expires === true
      ? [...breaking(uncounted, rule('usage-restarts')), ...breaking(disturbed, rule('stops-at-limit'))]
      : []),
  ];
}

/** The rules that a change of the limit is about. One that was set before the history may have been any. */
function brokenChanges({ limit, changes, earlier }: LineState, to: number | null, done: boolean): Rule[] {
  const isOpen = limit === 'any' && earlier;
  const rises = isOpen || (typeof limit === 'number' && to !== null && to > limit);
  const falls = isOpen || (to !== null && (limit === null || (typeof limit === 'number' && to < limit)));
  // The rule that needs the most steps before it comes first; a refusal says which change it is about.
  const isAgain = done && changes >= 2;
  const rules: readonly (readonly [Rule, boolean])[] = [
    ['changes-repeat', isAgain],
    ['raise-takes-effect', rises],
    ['lower-takes-effect', falls],
    ['changes-repeat', changes >= 1 && !isAgain],
    ['zero-sends-none', to === 0],
  ];
  return rules.flatMap(([rule, isMeant]) => (isMeant ? [rule] : []));
}

/** The ways in which a device may live on once its expiry was set: what ends the expired state is open. */
function withExpiry(state: LineState, { expires, expirationDate }: Change, done: boolean): LineState[] {
  if (expires === undefined && expirationDate === undefined) return [state];
  // Without a date Expires never takes effect.
  if (expires !== false && expirationDate === null) return [state];
  const begins = typeof expirationDate === 'string' ? beginningOf(expirationDate) : undefined;
  const earliest = Math.min(state.mayLapse ?? Number.MAX_SAFE_INTEGER, begins ?? state.day?.at ?? 0);
  const mayLapse = done && expires === false ? undefined : done && begins !== undefined ? begins : earliest;
  const next = { ...state, mayLapse, dated: state.dated && !done };
  return next.life === 'used' ? [next] : [next, revived(next)];
}

function beginningOf(date: string): EpochMs {
  return Date.parse(date) - EASTERNMOST;
}

/** With its old date, which has been reached, it may expire again at once. */
function afterActivation(state: LineState, { activated, dated }: Of<'activated'>): LineState {
  if (activated && state.life !== 'used') return { ...revived(state), ...(dated && { mayLapse: undefined }) };
  return state.confirmed ? { ...state, confirmed: false } : state;
}

function afterRead({ channel, rule }: Line, state: LineState, read: Settings): readonly Way[] {
  const { [limitOf[channel]]: limit, [usageOf[channel]]: usage } = read;
  const isNegative = state.negative && typeof limit === 'number' && limit < 0;
  // A limit that was read as it was set does not change by itself.
  const isSet = typeof state.limit !== 'string' && state.life === 'used' && !isDue(state);
  const isLost = isSet && state.confirmed && limit !== undefined && limit !== state.limit;
  if (isLost && state.errs === undefined) {
    const isMore = limit === null || (typeof state.limit === 'number' && limit > state.limit);
    const changed: LineState = { ...state, limit, confirmed: false, used: 0, more: true, counted: false };
    return breaking(changed, rule(isMore ? 'stops-at-limit' : 'sends-below-limit'));
  }
  // If another limit is read back, assume that the control failed, and adopt the value read.
  const isAdopted = limit !== undefined && state.limit !== 'unconstrained' && !isNegative;
  const confirmed = limit !== undefined && limit === state.limit;
  const next: LineState = { ...state, confirmed, ...(isAdopted && { limit }) };
  const isOff = state.more ? (usage ?? 0) < state.used : usage !== state.used;
  const wrong = state.counted && usage !== undefined && isOff;
  const lives = (one: LineState, ...broken: JudgedId[]) =>
    livesOn(one, read).flatMap((alive) =>
      broken.length > 0 ? breaking(alive, ...broken) : [{ state: alive }],
    );
  if (isNegative) return wrong ? [] : lives(next, rule('negative-refused'));
  if (wrong) return lives({ ...next, counted: false }, rule('usage-counts'));
  const isNews = usage !== undefined && next.counted && next.more;
  return lives(isNews ? { ...next, used: usage, more: false } : next);
}

/** The life of a device by its settings. Whether it should be expired by now is another matter. */
function livesOn(before: LineState, { licence, expires, expirationDate: date }: Settings): LineState[] {
  const isNever = expires === false || date === null;
  const lapse = typeof date === 'string' ? { mayLapse: beginningOf(date), dated: false } : {};
  const state = isDue(before)
    ? { ...before, ...(isNever ? { mayLapse: undefined, dated: false } : lapse) }
    : before;
  if (licence === undefined) return [state];
  if (licence === 'expired') return state.life === 'used' ? expiredFrom(state) : [state];
  const used = revived(state);
  // A date that nothing shows is reached while time goes on, if at all.
  return [used.dated && isDue(used) ? { ...used, mayLapse: (used.day?.at ?? 0) + SOME_TIME } : used];
}

function afterSending({ rule }: Line, state: LineState, event: Of<'sent'>): readonly Way[] {
  const { asked, sent, atOnce = false } = event;
  const { limit, used, more, errs, life } = state;
  const next: LineState = { ...state, used: used + sent };
  if (life === 'silent') return sent === 0 ? [{ state: next }] : [];
  if (life === 'unlimited') return sent > 0 || atOnce ? [{ state: next }] : [];
  if (typeof limit !== 'number') return [{ state: next }];
  const room = Math.max(0, limit - used);
  const isCertain = errs === undefined && !more && !atOnce;
  // Several messages may go out all or none, or some at a time. At the same time as others, one may be held back to be safe.
  const mayHold = errs === 'low' || errs === 'either';
  if (sent === 0 && asked === 1 && room > 0 && !atOnce && !more && !mayHold)
    return breaking(next, rule('sends-below-limit'));
  if (sent > room && errs !== 'high' && errs !== 'either') {
    const exceeded = rule(limit === 0 ? 'zero-sends-none' : 'stops-at-limit');
    return breaking(next, ...(atOnce ? [rule('holds-at-once')] : []), exceeded);
  }
  // The limit that held it back is the one that was set.
  const confirmed = next.confirmed || (sent < asked && sent === room && isCertain);
  // Were there more of them, it would have been one less; what was sent before the history may have broken the rule already.
  const isKnown = !state.earlier || state.day?.from !== undefined;
  const isFull = isKnown && sent > 0 && sent === room && errs === undefined;
  return [{ state: { ...next, confirmed, more: more && !isFull } }];
}

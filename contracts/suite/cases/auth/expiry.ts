/** Both sides of the end of a token (section 5): one advance to shortly before it, one to shortly after. */

import { durationMs } from '../../../kit/durations.ts';
import { itemAt } from '../../../kit/items.ts';
import type { EpochMs } from '../../../profile/facts.ts';
import type { GuardedOperationId } from '../../../specification/operations.ts';
import { guardedOperation, operation as operationOf } from '../../../specification/operations.ts';
import type { Answer, Auth } from '../../answer.ts';
import type { Cases } from '../../case.ts';
import type { CaseContext, Probe } from '../../case-context.ts';
import { type Finding, fail, inconclusive, pass, Unreached } from '../../finding.ts';
import { describeAnswer } from '../../reading/describe.ts';
import { readToken } from '../../reading/token.ts';
import { costOf } from './footprint.ts';
import { answersAlike, mustBeRefused, twins, works } from './judging.ts';

/** So long before its end a token must still work: at most, and as a part of its life. */
const BEFORE = 30_000;
const BEFORE_PART = 8;
/** So long after its end it must not: more than the rounding of a Date header. */
const AFTER = 5_000;
/** Operations that are sent to a device of the run's own. */
const devicePosts: ReadonlySet<GuardedOperationId> = new Set(['postLocations', 'postAlerts']);
/** Requests of all cases together shortly before the end of a token, with those that look for what was made. */
const LATE_REQUESTS = 150;

export const expiryCases = {
  'auth/valid-until-expiry': {
    touches: 'time',
    cost: (judged) => costOf(judged, 1),
    async judge(context, judged) {
      const operation = guardedOperation(judged.operation);
      const { served, bare } = await twins(context, operation);
      if (served.answer.fingerprint === bare.answer.fingerprint) return answersAlike(served, 'without one');
      const renewalEnds = await context.renewalEnds();
      let first: Early | undefined;
      for (let turn = 0; turn < TURNS; turn++) {
        const { late, at, token, turn: taken } = await lateProbe(context, operation, turn);
        turn = taken;
        if (!isBefore(at, token)) return endedMeanwhile(context, operation);
        const when = `${Math.round((token.expires - at.from) / 1000)} s before expires`;
        if (works(context, late, served)) return workedLate(context, { served, late, when }, first);
        if (!renewalEnds) return refusedTooEarly(context, { served, late, token, when });
        const early = await refusedInTurn(context, { served, late, token, when }, turn);
        if ('verdict' in early) return early;
        // Another client that signs in ends one token, and hardly two at the same age.
        if (early.isSuperseded) continue;
        if (first) return refusedTwice(context, served, first, early);
        first = early;
      }
      throw endedByRenewals();
    },
  },
  'auth/expired-refused': {
    touches: 'time',
    cost: (judged) => costOf(judged, 1, true),
    async judge(context, judged) {
      const operation = guardedOperation(judged.operation);
      const { served } = await twins(context, operation);
      const renewalEnds = await context.renewalEnds();
      for (let turn = 0, deletions = 0; turn < TURNS; turn++) {
        // Made while a token is in force: at its end nothing else is to be sent.
        const prepared = renewalEnds ? await context.probes.prepareIntrusion(operation) : undefined;
        const { late, at, token, turn: taken } = await lateProbe(context, operation, turn);
        turn = taken;
        await context.clock.reach(token.expires + AFTER + context.clock.spread);
        const { from } = context.clock.range() ?? {};
        if (from === undefined || from < token.expires)
          return inconclusive("It is not certain that the deployment's clock has passed expires.");
        const auth = { bearer: token.value };
        const readBack = await prepared?.send(auth);
        const isSuperseded = renewalEnds && context.isSuperseded(token);
        const { probes, effect } = await (readBack?.() ?? context.probes.intrude(operation, [{ auth }]));
        // A record may have gone for another cause: what is gone twice was deleted.
        if (prepared && effect && operationOf(operation).method === 'DELETE' && ++deletions === 1) continue;
        const probe = { ...itemAt(probes, 0), ...(effect && { effect }) };
        const finding = await mustBeRefused(context, probe, 'a token that has ended');
        // Refused it may be for either.
        if (finding.verdict === 'pass' && isSuperseded) continue;
        if (finding.verdict === 'pass' && renewalEnds && context.othersSignIn) return othersSignIn();
        if (finding.verdict !== 'pass' || works(context, late, served)) return finding;
        if (!isBefore(at, token)) return endedMeanwhile(context, operation);
        return inconclusive('The token did not work before its end either, so this refusal shows nothing.');
      }
      throw endedByRenewals();
    },
  },
} satisfies Cases;

interface TimedToken {
  value: string;
  expires: EpochMs;
  /** How long before its end it is tried. */
  before: number;
  /** By how much clocks were known to differ when it was issued. */
  spread: number;
}

/** The token of all cases about its end, and when that is. Where it was superseded, the next turn has another. */
async function timedToken(context: CaseContext, turn: number): Promise<TimedToken> {
  const { value, expires, began, spread } = await context.shared(`timed token ${turn}`, async () => {
    const answer = await context.requestToken();
    const { now, spread } = { now: context.clock.now(), spread: context.clock.spread };
    return { ...readToken(answer), began: now, spread };
  });
  if (expires === undefined) throw new Unreached('expires cannot be read as a time');
  const life = expires - began;
  if (life <= 0) throw new Unreached('the token ends before it begins');
  if (!context.clock.canReach(expires + AFTER)) {
    const reason = `the token lives ${Math.round(life / 1000)} s, too long to wait for`;
    throw context.clock.outOfReach(reason, 'controls.advance', 'patience');
  }
  const before = Math.min(BEFORE + limitedFor(context), life / BEFORE_PART) + spread;
  return { value, expires, before, spread };
}

/** How long a rate limit that the profile states holds up the probes of all operations. */
function limitedFor({ profile }: CaseContext): number {
  const limit = profile.openings['rate-limit'];
  return limit ? Math.ceil(LATE_REQUESTS / limit.requests) * durationMs(limit.per) : 0;
}

/** What a probe needs is made while a token is in force: shortly before the end of one it may not be. */
function prepared(
  context: CaseContext,
  operation: GuardedOperationId,
  turn: number,
): Promise<(auth: Auth) => Promise<Probe>> {
  return context.shared(`${operation} in turn ${turn}`, () => context.probes.prepare(operation));
}

/** So often a token is watched, where others are requested meanwhile and end it. */
const TURNS = 6;

/** A request shortly before the end of a token, and what the deployment's clock showed when it had been answered. */
interface Late {
  late: Probe;
  at: NonNullable<ReturnType<CaseContext['clock']['range']>>;
}

/** Whether the token was certainly still to work. */
function isBefore({ to }: Late['at'], { expires }: TimedToken): boolean {
  return to <= expires;
}

/**
 * The operation with a token, shortly before its end, in this turn or a later one. Shared by the cases about both sides of
 * it. Where a renewal ends older tokens the token is the newest; elsewhere a newer one was issued, so that it is known
 * that this does not end it.
 */
async function lateProbe(
  context: CaseContext,
  operation: GuardedOperationId,
  from: number,
): Promise<Late & { token: TimedToken; turn: number }> {
  const renewalEnds = await context.renewalEnds();
  for (let turn = from; turn < TURNS; turn++) {
    const token = await timedToken(context, turn);
    const { value: bearer, expires, before } = token;
    const send = await prepared(context, operation, turn);
    if (context.clock.now() < expires) await context.clock.reach(expires - before);
    if (renewalEnds) {
      if (context.isSuperseded(token)) continue;
    } else await context.shared('token for the set-up before expiry', () => context.requestToken());
    const sent = async () => {
      const late = await send({ bearer });
      const now = context.clock.now();
      return { late, at: context.clock.range() ?? { from: now, to: Number.POSITIVE_INFINITY } };
    };
    const found = await context.shared(`${operation} before expiry ${turn}`, () =>
      underWay(context, turn, sent),
    );
    return { ...found, token, turn };
  }
  throw endedByRenewals();
}

function endedByRenewals(): Unreached {
  return new Unreached('the token was ended by renewals before its time');
}

/**
 * What is sent with the token of a turn, and its promise. Where a renewal ends older tokens no other is requested before all
 * of it was answered.
 */
async function underWay<T>(context: CaseContext, turn: number, send: () => Promise<T>): Promise<T> {
  const all = await sentIn(context, turn);
  const sent = send();
  all.add(sent);
  return sent.finally(() => all.delete(sent));
}

function sentIn(context: CaseContext, turn: number): Promise<Set<Promise<unknown>>> {
  return context.shared(`sent with timed token ${turn}`, async () => new Set<Promise<unknown>>());
}

/** The run was too slow for the token; where no device can be made, other cases may hold those that the profile names for days. */
function endedMeanwhile(context: CaseContext, operation: GuardedOperationId): Finding {
  const isHeldUp = devicePosts.has(operation) && !context.controls.has('createDevice');
  const unlock = isHeldUp ? 'controls.createDevice' : 'patience';
  return inconclusive('The token had already ended when the answer came.', unlock);
}

function workedLate(
  context: CaseContext,
  { served, late, when }: Pick<Refused, 'served' | 'late' | 'when'>,
  refused: Early | undefined,
): Finding {
  if (refused && !context.othersSignIn)
    return inconclusive(`${refused.when} a token was refused; another one still worked ${when}.`);
  return pass(`${when} the token still worked.`, served.answer, late.answer);
}

/** A token that was refused too early, while a new one was served. */
interface Early {
  when: string;
  refused: Answer;
  twin: Answer;
  /** Whether the run itself requested another one meanwhile. */
  isSuperseded: boolean;
}

/** Where a renewal ends older tokens: all that wait for this moment are sent before another token is requested. */
async function refusedInTurn(
  context: CaseContext,
  { served, late, token, when }: Refused,
  turn: number,
): Promise<Early | Finding> {
  const { operation } = served;
  const send = await prepared(context, operation, turn);
  const again = await underWay(context, turn, () => send({ bearer: token.value }));
  const isSuperseded = context.isSuperseded(token);
  if (works(context, again, served))
    return inconclusive(`${when} the token was refused once, and then worked.`);
  const now = context.clock.range();
  if (!now || !isBefore(now, token))
    return inconclusive('The token may have ended before it was tried again.');
  await context.shared(`token after the timed one ${turn}`, async () => {
    const all = await sentIn(context, turn);
    while (all.size > 0) await Promise.allSettled(all);
    return context.requestToken();
  });
  const twin = await send('token');
  if (!works(context, twin, served)) return inconclusive(`${when} ${operation} refused a fresh token too.`);
  if (again.answer.fingerprint !== late.answer.fingerprint)
    return inconclusive(`${when} ${operation} answered the same token in two ways.`);
  await context.clock.watch();
  if (context.clock.spread > token.spread)
    return inconclusive('The Date header was late: the token may have ended before it was tried.');
  return { when, refused: again.answer, twin: twin.answer, isSuperseded };
}

/** Two tokens that were issued apart were refused. */
function refusedTwice(context: CaseContext, { operation }: Probe, first: Early, second: Early): Finding {
  if (context.othersSignIn) return othersSignIn();
  return fail(
    'the token to work until expires',
    `${first.when} ${operation} refused it, and ${second.when} another one: ${describeAnswer(second.refused)}; a fresh one works`,
    second.twin,
    first.refused,
    second.refused,
  );
}

function othersSignIn(): Finding {
  return inconclusive(
    'Here a new sign-in ends older tokens, and another client signs in with these credentials: a token may be refused for that.',
  );
}

interface Refused {
  served: Probe;
  late: Probe;
  token: TimedToken;
  when: string;
}

/**
 * A refusal before its time counts when a fresh token is served at the same moment, and this one again
 * is answered as before. How it is refused is open: a token that is no longer good need not be reported in
 * the words for one that is missing.
 */
async function refusedTooEarly(
  context: CaseContext,
  { served, late, token, when }: Refused,
): Promise<Finding> {
  const { operation } = served;
  const { value: bearer } = token;
  // Before a fresh one is requested, which may end this one.
  const again = await context.probes.send(operation, { bearer });
  const superseded = context.isSuperseded(token);
  const fresh = readToken(await context.requestToken());
  const twin = await context.probes.send(operation, { bearer: fresh.value });
  if (!works(context, twin, served)) return inconclusive(`${when} ${operation} refused a fresh token too.`);
  if (works(context, again, served))
    return inconclusive(`${when} the token was refused once, and then worked.`);
  const now = context.clock.range();
  if (!now || !isBefore(now, token))
    return inconclusive('The token may have ended before it was tried again.');
  if (superseded) {
    const newer = readToken(await context.requestToken());
    const older = await context.probes.send(operation, { bearer: fresh.value });
    if (newer.value !== fresh.value && !works(context, older, served))
      return inconclusive(
        'Here a renewal ends older tokens, and others were requested meanwhile.',
        'token.older',
      );
  }
  if (again.answer.fingerprint !== late.answer.fingerprint)
    return inconclusive(`${when} ${operation} answered the same token in two ways.`);
  await context.clock.watch();
  if (context.clock.spread > token.spread)
    return inconclusive('The Date header was late: the token may have ended before it was tried.');
  return fail(
    'the token to work until expires',
    `${when} ${operation} refused it: ${describeAnswer(again.answer)}; a fresh one works`,
    twin.answer,
    again.answer,
  );
}

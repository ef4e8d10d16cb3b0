/**
 * The public API of one world: one function from call to reply, in the dialect of its profile.
 *
 * The order of a call: route, faults, rate limit, token, operation. Whatever can be worked out from
 * the profile is worked out when the service is made.
 */

import type { Refusal } from '../../contracts/specification/openings/errors.ts';
import type { Answers } from '../../contracts/specification/openings/index.ts';
import type { OperationId } from '../../contracts/specification/operations.ts';
import { ControlError } from '../control/errors.ts';
import { FleetError } from '../fleet/errors.ts';
import type { EpochMs } from '../fleet/types.ts';
import { httpDate } from '../time/format.ts';
import type { World } from '../world.ts';
import type { Call, Handle, Reply } from './call.ts';
import { ASKED, askedFault, factsOf } from './call-facts.ts';
import { faulted } from './faulted.ts';
import { meantPath } from './meant-path.ts';
import { createOperations } from './operations/index.ts';
import { refuseTokenRequest } from './operations/token.ts';
import { createRefusalWriter, lowerCased, type RefusalFacts, Refused, refusedByFleet } from './refusals.ts';
import { headerOf } from './request.ts';
import { createRouter } from './router.ts';
import type { Strictness } from './strict/index.ts';
import { tokenElsewhere } from './token-ways.ts';
import { createVolatile } from './volatile.ts';

export type ServiceAnswers = Answers<
  | 'auth.other-ways'
  | 'token.older'
  | 'auth.roles'
  | 'operations.envelope'
  | 'operations.query'
  | 'rate-limit'
  | 'token.live-when-disabled'
  | 'versioning'
>;

/** The public API of `world`. Its promises only wait for an injected latency. */
export function createService(world: World): Handle {
  const { profile, clock, pace, fleet, rules, tokens, faults, journal, rateLimit } = world;
  const openings: ServiceAnswers = profile.openings;
  const route = createRouter(profile.basePath, openings['operations.query'].anyCase);
  const { contentType } = openings['operations.envelope'];
  const perform = createOperations(world);
  const withVolatile = createVolatile(profile.openings);
  const { refuse, refuseToken } = createRefusalWriter(profile.openings, world.lens);
  const refuseFor = (operation: OperationId, refusal: Refusal, facts: RefusalFacts): Reply =>
    operation === 'issueToken' ? refuseTokenRequest(world, refusal, facts) : refuse(refusal, facts);
  const tokensLiveWhenDisabled = openings['token.live-when-disabled'] === 'works';
  const olderEnd = openings['token.older'] === 'ends';
  const elsewhere = tokenElsewhere(openings['auth.other-ways'].accepts);
  const mayNotCall = new Set<OperationId>(openings['auth.roles'].mayNotCall);
  const versionHeaders = Object.entries(lowerCased(openings.versioning?.headers ?? {}));
  const sendsRetryAfter = openings['rate-limit']?.retryAfter ?? false;

  /** Reports names that are not read; only in strict mode, and loaded with the first call. */
  let strictness: Strictness | undefined;
  let loading: Promise<void> | undefined;
  return world.strict === undefined ? serve : serveStrictly;

  function serveStrictly(call: Call): Reply | Promise<Reply> {
    // A story asks in the dialect itself, and for an answer at once.
    if (strictness || call.atOnce) return serve(call);
    loading ??= import('./strict/index.ts').then(({ createStrictness }) => {
      strictness = createStrictness(world);
    });
    return loading.then(() => serve(call));
  }

  function serve(call: Call): Reply | Promise<Reply> {
    const started = pace.monotonic();
    const mark = call.target.indexOf('?');
    const path = mark < 0 ? call.target : call.target.slice(0, mark);
    const found = route(call.method, path);

    if (found.found !== 'operation' || !rules.servesOperation(found.operation)) {
      const allow = found.found === 'path' ? found.allow : undefined;
      return finished(call, undefined, notServed(call, path, allow), started);
    }
    const { operation } = found;
    const id = found.id ?? '';
    const query = mark < 0 ? '' : call.target.slice(mark + 1);

    if (faults.isEmpty && call.headers[ASKED] === undefined)
      return finished(call, operation, answer(operation, call, id, query), started);
    const reply = withFaults(operation, call, id, () => answer(operation, call, id, query));
    return reply instanceof Promise
      ? reply.then((made) => finished(call, operation, made, started))
      : finished(call, operation, reply, started);
  }

  /** The call meets the fault that it asks for itself, or else one of the world's. */
  function withFaults(
    operation: OperationId,
    call: Call,
    id: string,
    answered: () => Reply,
  ): Reply | Promise<Reply> {
    const token = tokenOf(call);
    try {
      const met = askedFault(call, world.guard) ?? faults.next(factsOf(operation, call, id, token, world));
      const refuseIt = (refusal: Refusal, facts: RefusalFacts) => refuseFor(operation, refusal, facts);
      return faulted(met, { call, token, answer: answered, refuse: refuseIt, refuseToken }, world);
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      // Loaded when it is first needed: a world whose calls ask for nothing goes without.
      return import('../control/problems.ts').then(({ problemReply }) => problemReply(error, clock.now()));
    }
  }

  function answer(operation: OperationId, call: Call, id: string, query: string): Reply {
    if (strictness === undefined || call.atOnce) return carriedOut(operation, call, id, query);
    return strictness.answer(
      { operation, call, query },
      () => carriedOut(operation, call, id, query),
      (facts) => refuseFor(operation, 'invalid', facts),
    );
  }

  function carriedOut(operation: OperationId, call: Call, id: string, query: string): Reply {
    const now = clock.now();
    try {
      return (
        tooMany(operation, now) ??
        unauthorised(operation, call, now) ??
        oversized(operation, call) ??
        inContentType(withVolatile(operation, perform[operation]({ call, now, id, query })))
      );
    } catch (error) {
      const refused = error instanceof FleetError ? refusedByFleet(error, world.lens) : error;
      if (refused instanceof Refused) return refuseFor(operation, refused.refusal, refused.facts);
      throw error;
    }
  }

  /** A reply with a body, in the content type of the profile's deployment (`operations.envelope`). */
  function inContentType(reply: Reply): Reply {
    if (reply.headers['content-type'] !== undefined) reply.headers['content-type'] = contentType;
    return reply;
  }

  function tooMany(operation: OperationId, now: EpochMs): Reply | undefined {
    const seconds = rateLimit?.secondsToWait(now);
    if (seconds === undefined) return undefined;
    return refuseFor(operation, 'rate-limited', {
      code: 'RATE_LIMITED',
      detail: `Too many requests; the next one is possible in ${seconds} s.`,
      ...(sendsRetryAfter && { headers: { 'retry-after': String(seconds) } }),
    });
  }

  function tokenOf(call: Call): string | undefined {
    return rules.bearerToken(headerOf(call, 'authorization')) ?? elsewhere(call);
  }

  /** Section 5: every operation but the token request needs a token that is genuine and in force. */
  function unauthorised(operation: OperationId, call: Call, now: EpochMs): Reply | undefined {
    if (!rules.needsToken(operation)) return undefined;
    const token = tokenOf(call);
    if (token === undefined)
      return refuseToken({ code: 'TOKEN_MISSING', detail: 'Send Authorization: Bearer and a token.' });
    if (!tokens.accepts(token, now) || (olderEnd && !tokens.isLatest(token))) {
      return refuseToken({
        code: 'TOKEN_REFUSED',
        detail: 'The token is not one of this service, or it has expired.',
      });
    }
    if (!fleet.account.apiEnabled && !tokensLiveWhenDisabled) {
      return refuseToken({ code: 'API_DISABLED', detail: 'API access is not enabled for this account.' });
    }
    if (!mayNotCall.has(operation)) return undefined;
    return refuse('forbidden', {
      code: 'OPERATION_FORBIDDEN',
      detail: `This account may not call ${operation}.`,
    });
  }

  /** Whatever the operation makes of a body, one that is too long was not read to its end. */
  function oversized(operation: OperationId, { unread }: Call): Reply | undefined {
    return unread?.refusal === 'too-large' ? refuseFor(operation, unread.refusal, unread) : undefined;
  }

  function notServed(call: Call, path: string, allow: string | undefined): Reply {
    const refused = (refusal: Refusal, facts: RefusalFacts): Reply =>
      strictness?.notServed(path, facts, (told) => refuse(refusal, told)) ?? refuse(refusal, facts);
    if (allow === undefined) {
      const meant = meantPath(path, profile.basePath);
      const detail = `Nothing is served at ${path}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
      return refused('unknown-path', { code: 'UNKNOWN_PATH', detail });
    }
    return refused('method-not-allowed', {
      code: 'METHOD_NOT_ALLOWED',
      detail: `${call.method} is not allowed at ${path}.`,
      headers: { allow },
    });
  }

  /** Adds the headers of every reply, and enters it into the journal. */
  function finished(call: Call, operation: OperationId | undefined, reply: Reply, started: number): Reply {
    const simulatedAt = clock.now();
    reply.headers.date = httpDate(simulatedAt);
    for (const [name, value] of versionHeaders) reply.headers[name] = value;
    journal.add({
      receivedAt: pace.wall(),
      simulatedAt,
      took: pace.monotonic() - started,
      operation,
      call,
      reply,
    });
    return reply;
  }
}

/** Calls answered in one profile: rate limit, token, operation. All that follows from the profile is worked out here, once. */
import type { Refusal } from '../../contracts/specification/openings/errors.ts';
import type { Answers } from '../../contracts/specification/openings/index.ts';
import type { OperationId } from '../../contracts/specification/operations.ts';
import { FleetError } from '../fleet/errors.ts';
import type { EpochMs } from '../fleet/types.ts';
import type { World } from '../world.ts';
import type { Call, Reply } from './call.ts';
import { createOperations } from './operations/index.ts';
import { refuseTokenRequest } from './operations/token.ts';
import { createRefusalWriter, lowerCased, type RefusalFacts, Refused, refusedByFleet } from './refusals.ts';
import { headerOf } from './request.ts';
import type { createStrictness, Strictness } from './strict/index.ts';
import { tokenElsewhere } from './token-ways.ts';
import { createVolatile } from './volatile.ts';

export type AnsweringAnswers = Answers<
  | 'auth.other-ways'
  | 'token.older'
  | 'auth.roles'
  | 'operations.envelope'
  | 'token.live-when-disabled'
  | 'versioning'
>;

/** A call whose operation is known. */
export interface Asked {
  readonly operation: OperationId;
  readonly call: Call;
  /** The id in the path, or nothing. */
  readonly id: string;
  /** Without the question mark. */
  readonly query: string;
}

export interface Answering {
  /** @param strict makes what reports names that are not read, where that is asked for */
  answer(asked: Asked, strict: typeof createStrictness | undefined): Reply;
  /** Refuses a call in the way of its operation: token requests have their own. */
  refuse(operation: OperationId | undefined, refusal: Refusal, facts: RefusalFacts): Reply;
  /** Refuses a call for want of a good token. */
  refuseToken(facts: RefusalFacts): Reply;
  tokenOf(call: Call): string | undefined;
  strictness(strict: typeof createStrictness): Strictness;
  /** The headers of every reply, which tell the version, by their names. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export function createAnswering(world: World): Answering {
  const { profile, clock, fleet, rules, timeline, tokens, rateLimit } = world;
  const openings: AnsweringAnswers = profile.openings;
  const { contentType } = openings['operations.envelope'];
  const perform = createOperations(world);
  const withVolatile = createVolatile(profile.openings);
  const { refuse: refuseOrdinarily, refuseToken } = createRefusalWriter(profile.openings, world.lens);
  const tokensLiveWhenDisabled = openings['token.live-when-disabled'] === 'works';
  const olderEnd = openings['token.older'] === 'ends';
  const elsewhere = tokenElsewhere(openings['auth.other-ways'].accepts);
  const mayNotCall = new Set<OperationId>(openings['auth.roles'].mayNotCall);
  let made: Strictness | undefined;

  const strictness = (create: typeof createStrictness): Strictness => (made ??= create(world));

  return {
    answer(asked, strict) {
      // A story asks in the dialect itself, and for an answer at once.
      if (strict === undefined || asked.call.atOnce) return carriedOut(asked);
      return strictness(strict).answer(
        asked,
        () => carriedOut(asked),
        (facts) => refuse(asked.operation, 'invalid', facts),
      );
    },
    refuse,
    refuseToken,
    tokenOf,
    strictness,
    headers: Object.entries(lowerCased(openings.versioning?.headers ?? {})),
  };

  function refuse(operation: OperationId | undefined, refusal: Refusal, facts: RefusalFacts): Reply {
    return operation === 'issueToken'
      ? refuseTokenRequest(world, refusal, facts)
      : refuseOrdinarily(refusal, facts);
  }

  function carriedOut(asked: Asked): Reply {
    return asked.call.atOnce ? performed(asked) : timeline.asClient(performed, asked);
  }

  function performed({ operation, call, id, query }: Asked): Reply {
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
      if (refused instanceof Refused) return refuse(operation, refused.refusal, refused.facts);
      throw error;
    }
  }

  /** A reply with a body, in the content type of the profile's deployment (`operations.envelope`). */
  function inContentType(reply: Reply): Reply {
    if (reply.headers['content-type'] !== undefined) reply.headers['content-type'] = contentType;
    return reply;
  }

  function tooMany(operation: OperationId, now: EpochMs): Reply | undefined {
    const counted = rateLimit?.count('', now);
    if (!counted?.isRefused) return undefined;
    const { headers, seconds } = counted;
    const detail = `Too many requests; the next one is possible in ${seconds} s.`;
    return refuse(operation, 'rate-limited', { code: 'RATE_LIMITED', detail, headers });
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
    return refuseOrdinarily('forbidden', {
      code: 'OPERATION_FORBIDDEN',
      detail: `This account may not call ${operation}.`,
    });
  }

  /** Whatever the operation makes of a body, one that is too long was not read to its end. */
  function oversized(operation: OperationId, { unread }: Call): Reply | undefined {
    return unread?.refusal === 'too-large' ? refuse(operation, unread.refusal, unread) : undefined;
  }
}

/** The token request (sections 2, 4.1, 5 and 7). */

import { fieldsOf } from '../../../contracts/kit/fields.ts';
import { isoUtc } from '../../../contracts/kit/times.ts';
import { compileTree, constantPlaces } from '../../../contracts/profile/lens/tree.ts';
import type { Refusal } from '../../../contracts/specification/openings/errors.ts';
import type { Answers } from '../../../contracts/specification/openings/index.ts';
import type { EpochMs } from '../../fleet/types.ts';
import { parseDuration } from '../../time/calendar.ts';
import type { World } from '../../world.ts';
import type { Reply } from '../call.ts';
import { type RefusalFacts, Refused } from '../refusals.ts';
import { mediaTypeOf, type Perform, parsedJson } from '../request.ts';

export type TokenAnswers = Answers<'token.lifetime' | 'token.malformed' | 'token.reissue' | 'token.status'>;

/** POST /api/Auth/Token: whatever comes of it, the answer is a JSON object with `success` (section 2). */
export function issueToken(world: World): Perform {
  const { profile, rules, tokens, fleet, pace } = world;
  const openings: TokenAnswers = profile.openings;
  const status = openings['token.status'];
  const malformed = openings['token.malformed'];
  const also = {
    issued: fieldsOf(compileTree(constantPlaces(status.also?.issued))({})),
    refused: fieldsOf(compileTree(constantPlaces(status.also?.refused))({})),
  };
  const { fraction = 3, zone = 'Z' } = status.expires ?? {};
  /** A token ends on a full second. */
  const ending = (fraction > 0 ? `.${'0'.repeat(fraction)}` : '') + zone;
  const written = (time: EpochMs): string => isoUtc(time).replace(/\.\d+Z$/, ending);
  const lifetime = parseDuration(openings['token.lifetime']);

  const refuse = (code: number, cause: string): Reply =>
    answer(code, { ...also.refused, ...rules.refusedAnswer(cause) });

  return ({ call, now }) => {
    if (malformed.contentType !== 'ignored' && mediaTypeOf(call) !== 'application/json') {
      return refuse(
        malformed.contentType,
        'The token request must be sent with Content-Type: application/json.',
      );
    }
    if (call.unread?.refusal === 'malformed') return refuse(malformed.notJson, call.unread.detail);
    if (call.unread) throw new Refused(call.unread.refusal, call.unread);
    const body = objectIn(call.body);
    if (!body)
      return refuse(malformed.notJson, 'The token request must be a JSON object with userName and apiKey.');
    const missing = rules.missingCredential(body);
    if (missing)
      return refuse(status.incomplete ?? status.refused, `${missing} is required and must be a string.`);
    const { account } = fleet;
    if (!rules.credentialsMatch(account, body)) {
      return refuse(status.refused, 'The user name or the API key is wrong.');
    }
    if (!rules.apiAccessAllowsTokens(account)) {
      return refuse(status.refused, 'API access is not enabled for this account.');
    }
    const livesUntil = openings['token.reissue'] === 'same' ? fleet.tokens.latestEnd : undefined;
    if (livesUntil !== undefined) {
      const token = tokens.again(account.userName, livesUntil, lifetime);
      return answer(status.issued, rules.issuedAnswer(token, isoUtc(livesUntil)));
    }
    // A story goes by the fake clock.
    const isRenewedByRealTime = !call.atOnce && fleet.tokens.areLive && now + lifetime < pace.wall();
    const issued = tokens.issue(account.userName, now, lifetime);
    fleet.tokens.issued(issued.id, issued.expiresAt);
    const reply = answer(status.issued, {
      ...also.issued,
      ...rules.issuedAnswer(issued.token, written(issued.expiresAt)),
    });
    return isRenewedByRealTime ? { ...reply, note: LIVE_TOKEN } : reply;
  };
}

/** The note on a sign-in where the real clock is past the end of each token that is live by the fake one. */
const LIVE_TOKEN =
  'a live token existed: a client that uses the real clock takes each token for expired; start the clock at now';

/**
 * Refuses a token request for what has nothing to do with it: its size, the rate of calls, a fault. The
 * status is that of any refusal of the kind, the body that of every failed token request (section 7).
 */
export function refuseTokenRequest(world: World, refusal: Refusal, facts: RefusalFacts): Reply {
  const status = world.profile.openings['errors.status'][refusal];
  const reply = answer(status, world.rules.refusedAnswer(facts.detail));
  return { ...reply, headers: { ...reply.headers, ...facts.headers } };
}

function answer(status: number, body: object): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  };
}

function objectIn(text: string | undefined): { [name: string]: unknown } | undefined {
  try {
    const value = parsedJson(text ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as { [name: string]: unknown })
      : undefined;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

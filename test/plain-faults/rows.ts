/** Services with a plain fault: an operation that is not there, or served without a good token, and token answers that are wrong. */
import { fieldsOf } from '../../contracts/kit/fields.ts';
import { type GuardedOperationId, guardedOperations } from '../../contracts/specification/operations.ts';
import { bearers, type Seen as SeenBearer } from '../../simulator/deviations/bearers.ts';
import { type Breakage, breakage } from '../breadth/breakage.ts';
import { at, inReply, refusing, withJson } from '../breadth/wrapping.ts';

/** Answers a call as if it had a good token, where this is true of the one that it has. */
function servedWith(
  does: string,
  rules: readonly ('header-required' | 'garbage-refused' | 'tampered-refused')[],
  id: GuardedOperationId,
  isTaken: (seen: SeenBearer) => boolean,
): Breakage {
  const { around } = bearers(does, (seen) => (isTaken(seen) ? 'replaced' : 'kept'));
  if (!around) throw new Error('It wraps no service.');
  const breaks = rules.map((rule) => `auth/${rule}/${id}` as const);
  return breakage(does, breaks, around({ operations: new Set([id]), channels: new Set() }));
}

const ofOperations: readonly Breakage[] = guardedOperations.flatMap(({ id }) => [
  breakage(
    `answers ${id} with 404 to everybody`,
    [`operations/${id}`],
    refusing([id], () => () => true),
  ),
  breakage(
    `finds nothing at ${id} with a good token`,
    [`operations/${id}`],
    at([id], () => async ({ call, pass }) => {
      const elsewhere = await pass({ ...call, target: '/api/nothing' });
      const bare = await pass({ ...call, method: 'GET', target: '/api/devices' });
      return bare.status < 400 ? elsewhere : pass();
    }),
  ),
  servedWith(`serves ${id} without a token`, ['header-required'], id, ({ header }) => header === undefined),
  servedWith(
    `serves ${id} with any token`,
    ['garbage-refused', 'tampered-refused'],
    id,
    ({ bearer, genuine }) => bearer !== undefined && !genuine,
  ),
]);

/** A token answer in which one field is another. */
function answering(does: string, breaks: Breakage['breaks'], change: (time: number) => object): Breakage {
  return breakage(
    does,
    breaks,
    inReply(['issueToken'], (reply, { world }) => {
      const answer = fieldsOf(JSON.parse(reply.body));
      return answer.success === true ? withJson(reply, { ...answer, ...change(world.clock.now()) }) : reply;
    }),
  );
}

const iso = (time: number) => new Date(time).toISOString();
const HOUR = 3_600_000;

const ofTokens: readonly Breakage[] = [
  breakage(
    'answers issueToken with 404 to everybody',
    ['operations/issueToken'],
    refusing(['issueToken'], () => () => true),
  ),
  answering('says an end a second before the answer', ['token/expires-ahead'], (now) => ({
    expires: iso(now - 1_000),
  })),
  answering('says an end an hour before the answer', ['token/expires-ahead'], (now) => ({
    expires: iso(now - HOUR),
  })),
  answering('says an end a year before the answer', ['token/expires-ahead'], (now) => ({
    expires: iso(now - 8_760 * HOUR),
  })),
  answering('says an end of 1970', ['token/expires-ahead'], () => ({ expires: iso(0) })),
  answering('says an end without a zone', ['token/expires-iso-utc'], (now) => ({
    expires: iso(now + HOUR).slice(0, -1),
  })),
  answering('says an end in another zone', ['token/expires-iso-utc'], (now) => ({
    expires: iso(now + HOUR).replace('Z', '+02:00'),
  })),
  answering('says an end as a number', ['token/expires-iso-utc', 'token/issued'], (now) => ({
    expires: now + HOUR,
  })),
  answering('says no end', ['token/issued'], () => ({ expires: undefined })),
  answering('says success as text', ['token/issued', 'token/json-object'], () => ({ success: 'true' })),
  answering('issues a token beside success false', ['token/issued'], () => ({ success: false })),
  answering('has an error beside the token', ['token/no-error-on-success'], () => ({ error: 'Welcome.' })),
  answering('issues an opaque token', ['token/is-jwt'], () => ({ token: 'opaque-token-of-no-parts' })),
  answering('issues no token', ['token/issued'], () => ({ token: undefined })),
  answering('issues an empty token', ['token/issued'], () => ({ token: '' })),
];

export const plainFaults: readonly Breakage[] = [...ofOperations, ...ofTokens];

/**
 * Bearer tokens that are accepted or refused wrongly (section 5). No rule function sees the operation and
 * the token together, so for one operation calls are changed on their way in: a token is removed, or
 * replaced by a valid one.
 */
import type { Call } from '../http/call.ts';
import { bearerOf, endOf, operationFinder, tokensOf, withBearer } from './calls.ts';
import { type Around, type DeviationsOf, type Scope, wrapped } from './deviation.ts';
import { serving, straightened } from './spellings.ts';

/** A token is refused this long before its end: less than clients renew it ahead. */
const TOO_EARLY = 45_000;

/** The token of a call. */
export interface Seen {
  /** The Authorization header. */
  header: string | undefined;
  /** `undefined` without the header. */
  bearer: string | undefined;
  /** When it ends; `undefined` for what is not a JWT. */
  endsAt: number | undefined;
  /** True if it was issued exactly so. */
  genuine: boolean;
  now: number;
}

/** The treatment of the header; `hidden`: the call is carried out as with a valid one, and then refused. */
export type Handling = 'kept' | 'removed' | 'replaced' | 'hidden';

const bearers = (does: string, handling: (seen: Seen) => Handling) =>
  wrapped(does, handlingBearers(handling));

export const authDeviations: DeviationsOf<'auth'> = {
  'auth/bearer-accepted': bearers('refuses a valid token', () => 'removed'),
  'auth/header-required': bearers('answers without an Authorization header', ({ bearer }) =>
    bearer === undefined ? 'replaced' : 'kept',
  ),
  'auth/garbage-refused': bearers('accepts any text as a token', ({ bearer, endsAt }) =>
    bearer !== undefined && endsAt === undefined ? 'replaced' : 'kept',
  ),
  'auth/tampered-refused': bearers("does not check a token's signature", ({ endsAt, genuine }) =>
    endsAt !== undefined && !genuine ? 'replaced' : 'kept',
  ),
  'auth/valid-until-expiry': bearers('refuses a token shortly before it ends', ({ endsAt, now }) =>
    endsAt !== undefined && endsAt > now && endsAt - now <= TOO_EARLY ? 'removed' : 'kept',
  ),
  'auth/expired-refused': bearers('accepts a token that has ended', ({ endsAt, genuine, now }) =>
    endsAt !== undefined && genuine && endsAt <= now ? 'replaced' : 'kept',
  ),
  'auth/no-way-round': wrapped(
    'serves other spellings of path and method without a token',
    serving(straightened),
  ),
};

/** Treats the tokens of calls to the operations of a scope. */
export function handlingBearers(handling: (seen: Seen) => Handling): (scope: Scope) => Around {
  return ({ operations }) =>
    (handle, simulator) => {
      const operationOf = operationFinder(simulator);
      const tokens = tokensOf(handle, simulator);
      const seenIn = (call: Call): Seen => {
        const bearer = bearerOf(call);
        const { authorization } = call.headers;
        return {
          header: typeof authorization === 'string' ? authorization : undefined,
          bearer,
          endsAt: bearer === undefined ? undefined : endOf(bearer),
          genuine: bearer !== undefined && tokens.isIssued(bearer),
          now: simulator.clock.now(),
        };
      };
      return async (call) => {
        const operation = operationOf(call);
        if (operation === undefined || !operations.has(operation)) return tokens.watched(call);
        const done = handling(seenIn(call));
        if (done === 'kept') return handle(call);
        const refused = withBearer(call, undefined);
        if (done === 'removed') return handle(refused);
        const carriedOut = await handle(withBearer(call, await tokens.own()));
        return done === 'hidden' ? handle(refused) : carriedOut;
      };
    };
}

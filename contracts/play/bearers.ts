/** Bearer values: issued tokens, and what never was one. */
import type { BadBearer } from '../judge/event.ts';
import { nameIn, namesOf } from '../kit/tables.ts';
import { forgeries } from '../specification/dangers/forgeries.ts';
import type { Auth } from '../suite/answer.ts';
import { neverTokens } from '../suite/cases/auth/bearer.ts';
import { forge, readJwt } from '../suite/reading/jwt.ts';

/** `garbage` and `tampered` are made up anew each time; the others are what the suite's tables have. */
export const bearerNames = [
  ...(['token', 'none', 'garbage', 'tampered'] as const),
  ...namesOf(neverTokens),
  ...namesOf(forgeries),
] as const;

export type BearerName = (typeof bearerNames)[number];

/** The kind of a bearer value, as the judge has it; `token`: one that was issued. */
export function kindOf(bearer: BearerName): 'token' | BadBearer {
  if (bearer === 'token' || bearer === 'none' || bearer === 'garbage') return bearer;
  return nameIn(neverTokens, bearer) ? 'garbage' : 'tampered';
}

/** The header that is sent for it; `undefined` where the token cannot be altered so. */
export function authOf(bearer: BearerName, token: string | undefined, nonce: string): Auth | undefined {
  if (bearer === 'none') return bearer;
  if (bearer === 'garbage') return { bearer: `garbage-${nonce}`, shownAs: 'a made-up bearer' };
  const never = nameIn(neverTokens, bearer);
  if (never) return neverTokens[never](nonce);
  if (token === undefined) return undefined;
  if (bearer === 'token') return { bearer: token };
  const jwt = readJwt(token);
  if ('fault' in jwt) return undefined;
  const shownAs = nameIn(forgeries, bearer) ?? 'another payload';
  const altered = forge(jwt, forgeries[shownAs]);
  return altered === undefined ? undefined : { bearer: altered, shownAs };
}

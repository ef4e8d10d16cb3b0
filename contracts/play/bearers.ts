/** Bearer values: issued tokens, and what never was one. */
import type { BadBearer } from '../judge/event.ts';
import { nameIn, namesOf } from '../kit/tables.ts';
import type { Auth } from '../suite/answer.ts';
import { alteredBearers, neverTokens } from '../suite/cases/auth/bearer.ts';
import { alter, readJwt } from '../suite/reading/jwt.ts';

/** `garbage` and `tampered` are made up anew each time; the others are what the suite's tables have. */
export const bearerNames = [
  ...(['token', 'none', 'garbage', 'tampered'] as const),
  ...namesOf(neverTokens),
  ...namesOf(alteredBearers),
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
  const shownAs = nameIn(alteredBearers, bearer) ?? 'another payload';
  const altered = alter[alteredBearers[shownAs]](jwt, nonce);
  return altered === undefined ? undefined : { bearer: altered, shownAs };
}

/** Bearer values: issued tokens, and what never was one. */

import type { Auth } from '../deployment/answer.ts';
import { readJwt } from '../deployment/reading/tokens.ts';
import type { BadBearer } from '../judge/event.ts';
import { toBase64, toBase64Url } from '../kit/base64.ts';
import { mapTable, nameIn, namesOf } from '../kit/tables.ts';
import { type MadeUp, madeUpBearers } from '../specification/dangers/bearers.ts';
import { forgeries } from '../specification/dangers/forgeries.ts';
import { forge } from './forging.ts';

type MadeUpAuth = (nonce: string) => Exclude<Auth, string>;

/** Bearer values that never were tokens, by their names. */
const neverTokens: { readonly [N in keyof typeof madeUpBearers | 'a made-up JWT']: MadeUpAuth } = {
  ...mapTable<keyof typeof madeUpBearers, MadeUp, MadeUpAuth>(madeUpBearers, madeUpBy),
  'a made-up JWT': (nonce) => {
    const parts = ['{"alg":"HS256","typ":"JWT"}', `{"sub":"${nonce}","exp":4102444800}`, nonce];
    return { bearer: parts.map((part) => toBase64Url(utf8(part))).join('.'), shownAs: 'a made-up JWT' };
  },
};

function madeUpBy(madeUp: MadeUp): MadeUpAuth {
  const isText = typeof madeUp === 'string';
  const [, scheme = '', value = ''] = isText
    ? (/^(\w*) ?(.*)$/.exec(madeUp) ?? [])
    : ['', 'Basic', madeUp.basic];
  return (nonce) => ({
    bearer(userName) {
      const text = value.replaceAll('{garbage}', `garbage-${nonce}`).replaceAll('{name}', userName);
      return isText ? text : toBase64(utf8(text));
    },
    ...(!value.includes('{garbage}') && { plain: true as const }),
    scheme,
  });
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Bearer values that never were tokens, and ways in which one can be altered. */
export const garbage = namesOf(neverTokens);
export const alterations = namesOf(forgeries);

/** `garbage` and `tampered` are made up anew each time; the others are what the suite's tables have. */
export const bearerNames = [
  ...(['token', 'none', 'garbage', 'tampered'] as const),
  ...garbage,
  ...alterations,
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
  const shownAs = nameIn(forgeries, bearer) ?? 'another payload';
  const altered = forged(shownAs, token);
  return altered === undefined ? undefined : { bearer: altered, shownAs };
}

/** A token altered in this way; `undefined` where it makes no other of it. */
export function forged(by: keyof typeof forgeries, token: string): string | undefined {
  const jwt = readJwt(token);
  return 'fault' in jwt ? undefined : forge(jwt, forgeries[by]);
}

/** A bearer value in words, to be read after "with". */
export function bearerInWords(bearer: BearerName): string {
  if (bearer === 'none') return 'no token';
  if (bearer === 'garbage') return 'a made-up bearer';
  return nameIn(neverTokens, bearer) ?? `a token with ${bearer === 'tampered' ? 'another payload' : bearer}`;
}

/** Bearer values: issued tokens, such as are forged, and what never was one. */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Auth, Token } from '../deployment/answer.ts';
import { type Jwt, readJwt } from '../deployment/reading/tokens.ts';
import type { BadBearer } from '../judge/event.ts';
import { toBase64, toBase64Url } from '../kit/base64.ts';
import { exactJsonText } from '../kit/exact-json.ts';
import type { Fields } from '../kit/fields.ts';
import { mapTable, nameIn, namesOf } from '../kit/tables.ts';
import { type MadeUp, madeUpBearers } from '../specification/dangers/bearers.ts';
import { type Forgery, forgeries } from '../specification/dangers/forgeries.ts';

type MadeUpAuth = (nonce: string) => Exclude<Auth, string>;

/** Bearer values that never were tokens, by their names. */
const neverTokens: { readonly [N in keyof typeof madeUpBearers | 'a made-up JWT']: MadeUpAuth } = {
  ...mapTable<keyof typeof madeUpBearers, MadeUp, MadeUpAuth>(madeUpBearers, madeUpBy),
  'a made-up JWT': (nonce) => {
    const parts = ['{"alg":"HS256","typ":"JWT"}', `{"sub":"${nonce}","exp":4102444800}`, nonce];
    return {
      bearer: parts.map((part) => toBase64Url(utf8ToBytes(part))).join('.'),
      shownAs: 'a made-up JWT',
    };
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
      return isText ? text : toBase64(utf8ToBytes(text));
    },
    ...(!value.includes('{garbage}') && { plain: true as const }),
    scheme,
  });
}

/** Bearer values that never were tokens, and ways in which one can be altered. */
export const garbage = namesOf(neverTokens);
export const alterations = namesOf(forgeries);

/** `garbage` is made up anew each time; the others are what the suite's tables have. */
export const bearerNames = [...(['token', 'none', 'garbage'] as const), ...garbage, ...alterations] as const;

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
  const shownAs = nameIn(forgeries, bearer);
  const altered = shownAs && forged(shownAs, token);
  return altered === undefined || !shownAs ? undefined : { bearer: altered, shownAs };
}

/** A token altered in this way; `undefined` where it makes no other of it. */
export function forged(by: keyof typeof forgeries, token: string): string | undefined {
  const jwt = readJwt(token);
  return 'fault' in jwt ? undefined : forge(jwt, forgeries[by]);
}

/** A token is a secret: only which one it is is reported. The same may be issued again. */
export function nameOf(tokens: readonly Token[], { value }: Token): string {
  return `token ${tokens.findIndex((token) => token.value === value) + 1}`;
}

export function tokenInWords(back: number): string {
  return back === 0 ? 'the newest token' : `the token issued ${back} before the newest`;
}

/** A bearer value in words, to be read after "with". */
export function bearerInWords(bearer: BearerName): string {
  if (bearer === 'none') return 'no token';
  if (bearer === 'garbage') return 'a made-up bearer';
  return nameIn(neverTokens, bearer) ?? `a token with ${bearer}`;
}

/** The token forged, so that its signature is not one of what it says; `undefined` where that changes nothing. */
function forge({ header, payload, parts }: Jwt, forgery: Forgery): string | undefined {
  const { claims, signature, unless } = forgery;
  const [head, body, genuine] = parts;
  const isBySignature = typeof signature === 'string' && signature !== 'kept' && signature !== 'of zeros';
  if (unless === header.alg || (isBySignature && genuine === '')) return undefined;
  const signed = [
    forgery.header ? encode(over(header, forgery.header)) : head,
    claims ? encode(over(payload, claims)) : body,
  ].join('.');
  const made =
    typeof signature === 'string' ? signatures[signature](genuine) : signedWith(signature.key, signed);
  const forged = made === undefined ? signed : `${signed}.${made}`;
  return forged === parts.join('.') ? undefined : forged;
}

type ByName = Extract<Forgery['signature'], string>;

/** `undefined`: the token has no third part. */
const signatures: { readonly [S in ByName]: (genuine: string) => string | undefined } = {
  kept: (genuine) => genuine,
  empty: () => '',
  removed: () => undefined,
  // In the middle: the last character holds bits that count for nothing.
  altered: (genuine) => otherAt(genuine, Math.floor(genuine.length / 2)),
  'begun otherwise': (genuine) => otherAt(genuine, 0),
  cut: (genuine) => genuine.slice(0, -6),
  'in other letters': (genuine) =>
    genuine.toLowerCase() === genuine ? genuine.toUpperCase() : genuine.toLowerCase(),
  'of zeros': () => toBase64Url(new Uint8Array(64)),
};

function otherAt(text: string, place: number): string {
  return `${text.slice(0, place)}${text[place] === 'A' ? 'B' : 'A'}${text.slice(place + 1)}`;
}

function signedWith(key: string, text: string): string {
  return toBase64Url(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)));
}

/** Members in the place of others; `null` takes one away. */
function over(fields: Fields, members: Fields): Fields {
  return Object.fromEntries(Object.entries({ ...fields, ...members }).filter(([, value]) => value !== null));
}

function encode(value: object): string {
  return toBase64Url(utf8ToBytes(exactJsonText(value)));
}

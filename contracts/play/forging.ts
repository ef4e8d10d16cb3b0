/** How a JSON Web Token is forged. */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Jwt } from '../deployment/reading/tokens.ts';
import { toBase64Url } from '../kit/base64.ts';
import { exactJsonText } from '../kit/exact-json.ts';
import type { Fields } from '../kit/fields.ts';
import type { Forgery } from '../specification/dangers/forgeries.ts';

/** The token forged, so that its signature is not one of what it says; `undefined` where that changes nothing. */
export function forge({ header, payload, parts }: Jwt, forgery: Forgery): string | undefined {
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

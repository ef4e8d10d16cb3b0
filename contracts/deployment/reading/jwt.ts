/** JSON Web Tokens as far as their form goes (RFC 7519), and how one is forged. */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64Url, toBase64Url } from '../../kit/base64.ts';
import { exactJsonText, parseExactJson } from '../../kit/exact-json.ts';
import { type Fields, isFields } from '../../kit/fields.ts';
import type { Forgery } from '../../specification/dangers/forgeries.ts';

export interface Jwt {
  header: Fields;
  payload: Fields;
  parts: readonly [string, string, string];
}

/** The token taken apart; otherwise what is wrong with it, to be read after "the token". */
export function readJwt(token: string): Jwt | { fault: string } {
  const parts = token.split('.');
  const [head = '', body = '', signature = ''] = parts;
  if (parts.length !== 3) return { fault: `has ${parts.length} ${parts.length === 1 ? 'part' : 'parts'}` };
  if (!/^[\w-]+$/.test(head) || !/^[\w-]+$/.test(body) || !/^[\w-]*$/.test(signature)) {
    return { fault: 'has a part that is not base64url' };
  }
  const header = decodeObject(head);
  if (!header) return { fault: 'has a header that is not a JSON object' };
  const payload = decodeObject(body);
  if (!payload) return { fault: 'has a payload that is not a JSON object' };
  return { header, payload, parts: [head, body, signature] };
}

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

function decodeObject(part: string): Fields | undefined {
  try {
    const value = parseExactJson(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(part)));
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function encode(value: object): string {
  return toBase64Url(utf8ToBytes(exactJsonText(value)));
}

/** JSON Web Tokens as far as their form goes (RFC 7519), and how one is altered. */

import { fromBase64Url, toBase64Url } from '../../kit/base64.ts';
import { exactJsonText, parseExactJson } from '../../kit/exact-json.ts';
import { type Fields, isFields } from '../../kit/fields.ts';

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

export type Alteration =
  | 'payload'
  | 'signature'
  | 'algorithm'
  | 'None'
  | 'NONE'
  | 'letter case'
  | 'cut'
  | 'unsigned'
  | 'two parts'
  | 'confused';

/**
 * The token altered in one thing, so that its signature is not one of what it says; `undefined` where there is nothing to
 * alter. Text that is only put around a valid token alters nothing (`auth.other-ways`).
 */
export const alter: { readonly [A in Alteration]: (jwt: Jwt, nonce: string) => string | undefined } = {
  payload: ({ payload, parts }, nonce) => [parts[0], encode({ ...payload, nonce }), parts[2]].join('.'),
  signature: ({ parts: [head, body, signature] }) => {
    if (signature === '') return undefined;
    // In the middle: the last character holds bits that count for nothing.
    const middle = Math.floor(signature.length / 2);
    const other = signature[middle] === 'A' ? 'B' : 'A';
    return `${head}.${body}.${signature.slice(0, middle)}${other}${signature.slice(middle + 1)}`;
  },
  'letter case': ({ parts: [head, body, signature] }) => {
    const other = signature.toLowerCase() === signature ? signature.toUpperCase() : signature.toLowerCase();
    return other === signature ? undefined : `${head}.${body}.${other}`;
  },
  algorithm: withoutSignature('none'),
  None: withoutSignature('None'),
  NONE: withoutSignature('NONE'),
  cut: ({ parts: [head, body, signature] }) =>
    signature.length < 8 ? undefined : `${head}.${body}.${signature.slice(0, -6)}`,
  unsigned: ({ parts: [head, body, signature] }) => (signature === '' ? undefined : `${head}.${body}.`),
  'two parts': ({ parts: [head, body] }) => `${head}.${body}`,
  // A public key taken for a shared secret, or the other way round.
  confused: (jwt, nonce) =>
    withoutSignature(/^HS/i.test(String(jwt.header.alg)) ? 'RS256' : 'HS256')(jwt, nonce),
};

function withoutSignature(alg: string): (jwt: Jwt, nonce: string) => string {
  return ({ header, parts }) => [encode({ ...header, alg }), parts[1], ''].join('.');
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
  return toBase64Url(new TextEncoder().encode(exactJsonText(value)));
}

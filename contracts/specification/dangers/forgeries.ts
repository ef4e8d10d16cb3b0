/**
 * Tokens that are forged from a genuine one: each counts as none (section 5). What is only put around a genuine token,
 * such as blanks or a fourth part, is no forgery (`auth.other-ways`).
 */
import type { Json } from '../../kit/json.ts';

/** The fate of the genuine signature. */
export type ForgedSignature =
  /** Stays, though it is not one of what the token says. */
  | 'kept'
  /** The token cut after its second dot, or before it. */
  | 'empty'
  | 'removed'
  /** One character in the middle is another; the first one; the last six are gone; all letters in the other case. */
  | 'altered'
  | 'begun otherwise'
  | 'cut'
  | 'in other letters'
  /** 64 bytes of zero, which is a pair of numbers to ECDSA. */
  | 'of zeros'
  /** Made anew as HS256 does, with this text as the key. */
  | { readonly key: string };

export interface Forgery {
  /** Put over the header; a `null` takes a member away. */
  readonly header?: { readonly [member: string]: Json };
  /** Put over the claims. */
  readonly claims?: { readonly [claim: string]: Json };
  readonly signature: ForgedSignature;
  /** Leaves the forgery out where the genuine token already has this algorithm. */
  readonly unless?: string;
}

/** The header names this algorithm, and there is no signature. */
function unsigned(alg: string | null) {
  return { header: { alg }, signature: 'empty' } as const;
}

/** The signature is made anew with another key, as HS256 does. */
function signedWith(key: string, header: Forgery['header'] = {}) {
  return { header: { alg: 'HS256', ...header }, claims: { roadtest: 'forged' }, signature: { key } };
}

/** Names are read after "a token with". */
export const forgeries = {
  // The signature is not checked at all, or not of who says to be more; claims are used before they are checked (RFC 8725, 3.3).
  'another payload': { claims: { roadtest: 'forged', admin: true, role: 'admin' }, signature: 'kept' },
  // The later end is in the year 2100. A token that has no end is the key of a service, and not checked.
  'a later end': { claims: { exp: 4_102_444_800 }, signature: 'kept' },
  'no end': { claims: { exp: null }, signature: 'kept' },
  // The signature is compared over the payload alone (RFC 7515, 5.2).
  'another header': { header: { typ: 'at+jwt' }, signature: 'kept' },
  // Signatures are compared in part: the beginning, the end, or as far as the shorter text goes (CVE-2020-28042).
  'another signature': { signature: 'altered' },
  'a signature that begins otherwise': { signature: 'begun otherwise' },
  'an empty signature': { signature: 'empty' },
  // A token of two parts is taken for one that is not secured (RFC 8725, 3.2).
  'no signature': { signature: 'removed' },
  'a signature cut short': { signature: 'cut' },
  // Signatures are compared as texts without letter case.
  'a signature in other letters': { signature: 'in other letters' },
  // The token itself says that it needs no signature; only some spellings are refused (RFC 8725, 2.1 and 3.1; CVE-2018-1000531).
  'the algorithm none': unsigned('none'),
  'the algorithm None': unsigned('None'),
  'the algorithm NONE': unsigned('NONE'),
  // Other mixtures of letters are not refused (Insomnia Security on the Auth0 Authentication API, April 2020).
  'the algorithm nOnE': unsigned('nOnE'),
  // The algorithm none is refused only where the signature is empty.
  'the algorithm none and the old signature': { header: { alg: 'none' }, signature: 'kept' },
  // An empty name is false to the code that looks for one, and where no algorithm is named, none is applied (RFC 8725, 3.1).
  'an algorithm without a name': unsigned(''),
  'no algorithm': unsigned(null),
  // A public key is taken for a shared secret, or there is no key for the algorithm (RFC 8725, 2.1; CVE-2015-9235; CVE-2016-10555).
  'the algorithm HS256 and an empty signature': { ...unsigned('HS256'), unless: 'HS256' },
  'the algorithm RS256 and an empty signature': { ...unsigned('RS256'), unless: 'RS256' },
  // Two numbers of zero are a good signature to a check that does not exclude them (CVE-2022-21449).
  'a blank signature of ECDSA': { header: { alg: 'ES256' }, signature: 'of zeros' },
  // A secret that was never set is empty (CVE-2019-20933); that of the examples, or of a page for trying tokens, was kept (RFC 8725, 3.5).
  'a signature with an empty key': signedWith(''),
  'a signature with the key secret': signedWith('secret'),
  'a signature with the key your-256-bit-secret': signedWith('your-256-bit-secret'),
  // The key is read from the file of that name, or with a query that the token writes (RFC 8725, 3.10; OWASP WSTG-SESS-10).
  'a key id that is a path to nothing': signedWith('', { kid: '../../../../../../dev/null' }),
  'a key id that is a query': signedWith('roadtest', { kid: "x' UNION SELECT 'roadtest" }),
  // The token brings the key that it is checked with: "roadtest", as base64url (CVE-2018-0114).
  'a key of its own in the header': signedWith('roadtest', {
    jwk: { kty: 'oct', alg: 'HS256', k: 'cm9hZHRlc3Q' },
  }),
  // A member that is marked as critical is overlooked, and the header is not among what is signed (RFC 7515, 4.1.11).
  'a member that must be understood': {
    header: { crit: ['roadtest'], roadtest: true },
    signature: 'kept',
  },
} as const satisfies { readonly [name: string]: Forgery };

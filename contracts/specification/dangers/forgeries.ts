/**
 * Tokens that are forged from a genuine one: each counts as none (section 5). What is only put around a genuine token,
 * such as blanks or a fourth part, is no forgery (`auth.other-ways`).
 */
import type { Json } from '../../kit/json.ts';
import type { Dangers } from './row.ts';

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
  /** Where the genuine token is of this algorithm, there is nothing to forge. */
  readonly unless?: string;
}

const NONE = 'RFC 8725, 2.1 and 3.1; CVE-2018-1000531';
const WEAK = 'RFC 8725, 3.5; OWASP JSON Web Token Cheat Sheet';
const KEY_ID = 'RFC 8725, 3.10; OWASP WSTG-SESS-10';
/** The year 2100. */
const LATE = 4_102_444_800;

/** Names are read after "a token with". */
export const forgeries = {
  'another payload': {
    claims: { roadtest: 'forged', admin: true, role: 'admin' },
    signature: 'kept',
    why: 'The signature is not checked at all, or not of who says to be more, or was good for another payload.',
    from: 'RFC 8725, 3.3',
  },
  'a later end': {
    claims: { exp: LATE },
    signature: 'kept',
    why: 'The claims are decoded and used before they are checked.',
    from: 'RFC 8725, 3.3',
  },
  'no end': {
    claims: { exp: null },
    signature: 'kept',
    why: 'What has no end is a key of a service, and not checked.',
    from: 'RFC 8725, 3.3',
  },
  'another header': {
    header: { typ: 'at+jwt' },
    signature: 'kept',
    why: 'The signature is compared over the payload alone.',
    from: 'RFC 7515, 5.2',
  },
  'another signature': { signature: 'altered', why: 'Only a part of the signature is compared.' },
  'a signature that begins otherwise': {
    signature: 'begun otherwise',
    why: 'Only the end of the signature is compared.',
  },
  'an empty signature': {
    signature: 'empty',
    why: 'A check of nothing passes: a comparison runs as far as the shorter text.',
    from: 'CVE-2020-28042',
  },
  'no signature': {
    signature: 'removed',
    why: 'A token of two parts is taken for one that is not secured.',
    from: 'RFC 8725, 3.2',
  },
  'a signature cut short': { signature: 'cut', why: 'Only as much is compared as was sent.' },
  'a signature in other letters': {
    signature: 'in other letters',
    why: 'Signatures are compared as texts without letter case.',
  },
  'the algorithm none': {
    header: { alg: 'none' },
    signature: 'empty',
    why: 'The token itself says that it needs no signature.',
    from: NONE,
  },
  'the algorithm None': {
    header: { alg: 'None' },
    signature: 'empty',
    why: 'Only one spelling of none is refused.',
    from: NONE,
  },
  'the algorithm NONE': {
    header: { alg: 'NONE' },
    signature: 'empty',
    why: 'Only the spelling in small letters is refused.',
    from: NONE,
  },
  'the algorithm nOnE': {
    header: { alg: 'nOnE' },
    signature: 'empty',
    why: 'The usual spellings of none are refused, and other mixtures of letters are not.',
    from: 'Insomnia Security, April 2020: JWT validation bypass in the Auth0 Authentication API',
  },
  'the algorithm none and the old signature': {
    header: { alg: 'none' },
    signature: 'kept',
    why: 'None is refused only where the signature is empty.',
    from: NONE,
  },
  'an algorithm without a name': {
    header: { alg: '' },
    signature: 'empty',
    why: 'An empty name is false to the code that looks for one.',
    from: 'RFC 8725, 3.1',
  },
  'no algorithm': {
    header: { alg: null },
    signature: 'empty',
    why: 'Where no algorithm is named, none is applied.',
    from: 'RFC 8725, 3.1',
  },
  'the algorithm HS256 and an empty signature': {
    header: { alg: 'HS256' },
    signature: 'empty',
    unless: 'HS256',
    why: 'A public key is taken for a shared secret.',
    from: 'RFC 8725, 2.1; CVE-2015-9235; CVE-2016-10555',
  },
  'the algorithm RS256 and an empty signature': {
    header: { alg: 'RS256' },
    signature: 'empty',
    unless: 'RS256',
    why: 'An algorithm for which there is no key is not checked.',
    from: 'RFC 8725, 2.1 and 3.1',
  },
  'a blank signature of ECDSA': {
    header: { alg: 'ES256' },
    signature: 'of zeros',
    why: 'Two numbers of zero are a good signature to a check that does not exclude them.',
    from: 'CVE-2022-21449',
  },
  'a signature with an empty key': {
    header: { alg: 'HS256' },
    claims: { roadtest: 'forged' },
    signature: { key: '' },
    why: 'A secret that was never set is empty.',
    from: 'CVE-2019-20933',
  },
  'a signature with the key secret': {
    header: { alg: 'HS256' },
    claims: { roadtest: 'forged' },
    signature: { key: 'secret' },
    why: 'The secret of the examples was kept.',
    from: WEAK,
  },
  'a signature with the key your-256-bit-secret': {
    header: { alg: 'HS256' },
    claims: { roadtest: 'forged' },
    signature: { key: 'your-256-bit-secret' },
    why: 'The secret of a well-known page for trying tokens was kept.',
    from: WEAK,
  },
  'a key id that is a path to nothing': {
    header: { alg: 'HS256', kid: '../../../../../../dev/null' },
    claims: { roadtest: 'forged' },
    signature: { key: '' },
    why: 'The key is read from the file of that name, which is empty.',
    from: KEY_ID,
  },
  'a key id that is a query': {
    header: { alg: 'HS256', kid: "x' UNION SELECT 'roadtest" },
    claims: { roadtest: 'forged' },
    signature: { key: 'roadtest' },
    why: 'The key is looked up with a query that the token writes.',
    from: KEY_ID,
  },
  'a key of its own in the header': {
    // The key is "roadtest", as base64url.
    header: { alg: 'HS256', jwk: { kty: 'oct', alg: 'HS256', k: 'cm9hZHRlc3Q' } },
    claims: { roadtest: 'forged' },
    signature: { key: 'roadtest' },
    why: 'The token brings the key that it is checked with.',
    from: 'CVE-2018-0114',
  },
  'a member that must be understood': {
    header: { crit: ['roadtest'], roadtest: true },
    signature: 'kept',
    why: 'What is marked as critical is overlooked, and the header is not among what is signed.',
    from: 'RFC 7515, 4.1.11',
  },
} as const satisfies Dangers<Forgery>;

/**
 * Requests without a valid token (sections 4.2 and 5): what stands in the Authorization header and never was a token, and companions:
 * headers that make servers skip a check or take another path or method for the asked one, and forged tokens in other places.
 */

/** The whole header, or what stands in base64 behind `Basic`. `{garbage}` is a text of the run, `{name}` the account's user name. */
export type MadeUp = string | { readonly basic: string };

/** Names are read after "with". */
export const madeUpBearers = {
  // An empty text is compared with a token that is not there, or only the presence of the header is looked at (OWASP API2:2023).
  'an empty bearer': 'Bearer ',
  'an empty Authorization header': '',
  // A client that has no token writes these words, which are read as no value or as a truth value.
  'the bearer null': 'Bearer null',
  'the bearer undefined': 'Bearer undefined',
  'the bearer true': 'Bearer true',
  // The placeholder of an example was kept as a token that works.
  'the bearer of the document': 'Bearer <ACCESS_TOKEN>',
  // The form of a token is checked, and not what it says (RFC 7519, 7.2).
  'three words with dots between them': 'Bearer road.test.{garbage}',
  // A value that is too long for the check passes it, or is cut to nothing (CWE-1284).
  'a bearer of 2,000 letters': `Bearer {garbage}${'x'.repeat(2_000)}`,
  // The token is looked up with a query that it writes, or as a pattern (OWASP WSTG-INPV-05).
  'a quote as bearer': "Bearer ' OR '1'='1",
  'a wildcard as bearer': 'Bearer %',
  // The header is taken apart in two ways, and the check looks at another part than the service does (RFC 9110, 5.3; RFC 6750, 2.1).
  'two made-up bearers': 'Bearer {garbage}, Bearer {garbage}2',
  'a made-up bearer behind two blanks': 'Bearer  {garbage}',
  // The scheme is cut off until something is left, or one spelling of it alone is checked (RFC 9110, 11.1).
  'a made-up bearer behind two schemes': 'Bearer Bearer {garbage}',
  'a made-up bearer with its scheme in small letters': 'bearer {garbage}',
  // A token of five parts is not checked as one of three is (RFC 7516, 3.1).
  'a made-up JWE': 'Bearer eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..{garbage}.{garbage}.{garbage}',
  // Another scheme is passed on without a check (RFC 7617), and a user known by the name alone (CWE-287).
  'made-up Basic credentials': { basic: 'roadtest:{garbage}' },
  'Basic credentials without a key': { basic: '{name}:' },
  // An account of the manufacturer was left (CWE-1392).
  'the Basic credentials admin, admin': { basic: 'admin:admin' },
  // Schemes of other frameworks are passed on without a check; a proxy is to answer the last one (RFC 4559).
  'the scheme Token': 'Token {garbage}',
  'the scheme ApiKey': 'ApiKey {garbage}',
  'the scheme Negotiate': 'Negotiate {garbage}',
} as const satisfies { readonly [name: string]: MadeUp };

export interface Companion {
  /** `{path}` is the path that is asked for, `{open}` the one that needs no token, `{jwt}` a token of no algorithm, `{method}` the method of the operation. */
  readonly headers?: { readonly [name: string]: string };
  readonly query?: string;
  /** Sent by another method, which is to be taken for the asked one. */
  readonly otherMethod?: true;
  /** Sent to the path that needs no token. */
  readonly toOpen?: true;
}

/** Headers of these names, all with one value. */
function all(value: string, ...names: readonly string[]): { readonly [name: string]: string } {
  return Object.fromEntries(names.map((name) => [name, value]));
}

const methodNames = ['x-http-method-override', 'x-http-method', 'x-method-override'];
const pathNames = ['x-original-url', 'x-rewrite-url'];
const HERE = '127.0.0.1';

/** Names are read after "by". */
export const companions = {
  // The check looks at the method that was sent, the service at the one beside it (OWASP WSTG-CONF-06; CWE-650).
  'a header that overrides the method': { headers: all('{method}', ...methodNames), otherMethod: true },
  'a query that overrides the method': { query: '_method={method}', otherMethod: true },
  // The check lets a method pass that only asks what there is, and the service does what was sent.
  'a header that names a reading method': { headers: all('OPTIONS', ...methodNames) },
  // The presence of a token is all that is looked at in other places (RFC 6750, 2.3 and 5.3).
  'a made-up token in query and cookies': {
    headers: { cookie: 'token=roadtest; access_token=roadtest' },
    query: 'token=roadtest&access_token=roadtest&api_key=roadtest',
  },
  // A token in another place is decoded and not checked.
  'an unsigned token in the query': { query: 'access_token={jwt}&token={jwt}' },
  'an unsigned token in a cookie': {
    headers: { cookie: 'access_token={jwt}; token={jwt}; Authorization=Bearer%20{jwt}' },
  },
  'an unsigned token in a header of another name': {
    headers: { ...all('{jwt}', 'x-access-token', 'x-auth-token'), 'x-authorization': 'Bearer {jwt}' },
  },
  // The words of a proxy are believed of any caller: where it calls from, and under which name (OWASP WSTG-ATHZ-02 and INPV-17; CWE-290).
  'headers of a trusted proxy': {
    headers: {
      ...all(HERE, 'x-forwarded-for', 'x-real-ip'),
      'x-forwarded-user': 'roadtest',
      ...all('{path}', ...pathNames),
    },
  },
  'a caller from the machine itself': {
    headers: {
      ...all(HERE, 'x-forwarded-for', 'x-client-ip', 'x-originating-ip', 'x-remote-ip', 'x-remote-addr'),
      ...all(HERE, 'true-client-ip', 'cf-connecting-ip'),
      forwarded: `for=${HERE};host=localhost;proto=https`,
    },
  },
  'a host name of the machine itself': {
    headers: all('localhost', 'x-forwarded-host', 'x-host', 'x-forwarded-server'),
  },
  // One path is in a header, the other is asked for: the check looks at one of them, the service at the other (CVE-2018-14773).
  'the path without a check in X-Original-URL': {
    headers: all('{open}', ...pathNames, 'x-forwarded-uri', 'x-forwarded-path'),
  },
  'the asked path in X-Original-URL': { headers: all('{path}', ...pathNames), toOpen: true },
  // A proxy that signs users in names them so, and any caller can (CWE-290).
  'a user in the headers of a proxy': {
    headers: {
      ...all('admin', 'x-forwarded-user', 'x-remote-user', 'remote-user', 'x-authenticated-user'),
      'x-user-id': '1',
      'x-webauth-user': 'admin',
    },
  },
  // A request that the service sends to itself skips the check, and says so in a header (CVE-2025-29927).
  'a request of the inside': {
    headers: {
      'x-middleware-subrequest': Array(5).fill('middleware').join(':'),
      ...all('true', 'x-internal', 'x-internal-request', 'x-skip-auth', 'x-debug'),
    },
  },
} as const satisfies { readonly [name: string]: Companion };

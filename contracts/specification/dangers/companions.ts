/**
 * Companions of a request without a valid token: headers that make servers skip a check or take another path
 * or method for the asked one, and forged tokens in other places (sections 4.2 and 5).
 */

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

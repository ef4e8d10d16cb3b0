/**
 * Companions of a request without a valid token: headers that make servers skip a check or take another path
 * or method for the asked one, and forged tokens in other places (sections 4.2 and 5).
 */
import type { Dangers } from './row.ts';

export interface Companion {
  /** `{path}` is the path that is asked for, `{open}` the one that needs no token, `{jwt}` a token of no algorithm, `{method}` the method of the operation. */
  readonly headers?: { readonly [name: string]: string };
  readonly query?: string;
  /** Sent by another method, which is to be taken for the asked one. */
  readonly otherMethod?: true;
  /** Sent to the path that needs no token. */
  readonly toOpen?: true;
}

const PROXY = 'OWASP WSTG-ATHZ-02; CWE-290';
const PATH = 'CVE-2018-14773; OWASP WSTG-ATHZ-02';
const METHOD = 'OWASP WSTG-CONF-06; CWE-650';
const PLACE = 'RFC 6750, 2.3 and 5.3';

/** Names are read after "by". */
export const companions = {
  'a header that overrides the method': {
    headers: {
      'x-http-method-override': '{method}',
      'x-http-method': '{method}',
      'x-method-override': '{method}',
    },
    otherMethod: true,
    why: 'The check looks at the method that was sent, the service at the one in the header.',
    from: METHOD,
  },
  'a query that overrides the method': {
    query: '_method={method}',
    otherMethod: true,
    why: 'The check looks at the method that was sent, the service at the one in the query.',
    from: METHOD,
  },
  'a header that names a reading method': {
    headers: {
      'x-http-method-override': 'OPTIONS',
      'x-http-method': 'OPTIONS',
      'x-method-override': 'OPTIONS',
    },
    why: 'The check lets a method pass that only asks what there is, and the service does what was sent.',
    from: METHOD,
  },
  'a made-up token in query and cookies': {
    headers: { cookie: 'token=roadtest; access_token=roadtest' },
    query: 'token=roadtest&access_token=roadtest&api_key=roadtest',
    why: 'Only the presence of a token is looked at in other places.',
    from: PLACE,
  },
  'an unsigned token in the query': {
    query: 'access_token={jwt}&token={jwt}',
    why: 'A token in the query is decoded and not checked.',
    from: PLACE,
  },
  'an unsigned token in a cookie': {
    headers: { cookie: 'access_token={jwt}; token={jwt}; Authorization=Bearer%20{jwt}' },
    why: 'A token in a cookie is decoded and not checked.',
    from: PLACE,
  },
  'an unsigned token in a header of another name': {
    headers: { 'x-access-token': '{jwt}', 'x-auth-token': '{jwt}', 'x-authorization': 'Bearer {jwt}' },
    why: 'A token in another header is decoded and not checked.',
  },
  'headers of a trusted proxy': {
    headers: {
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      'x-forwarded-user': 'roadtest',
      'x-original-url': '{path}',
      'x-rewrite-url': '{path}',
    },
    why: 'What a proxy would say is believed of any caller.',
    from: PROXY,
  },
  'a caller from the machine itself': {
    headers: {
      'x-forwarded-for': '127.0.0.1',
      'x-client-ip': '127.0.0.1',
      'x-originating-ip': '127.0.0.1',
      'x-remote-ip': '127.0.0.1',
      'x-remote-addr': '127.0.0.1',
      'true-client-ip': '127.0.0.1',
      'cf-connecting-ip': '127.0.0.1',
      forwarded: 'for=127.0.0.1;host=localhost;proto=https',
    },
    why: 'Calls of the machine itself need no token, and the caller says that it is one.',
    from: PROXY,
  },
  'a host name of the machine itself': {
    headers: { 'x-forwarded-host': 'localhost', 'x-host': 'localhost', 'x-forwarded-server': 'localhost' },
    why: 'A name of the inside counts as coming from there.',
    from: 'OWASP WSTG-INPV-17',
  },
  'the path without a check in X-Original-URL': {
    headers: {
      'x-original-url': '{open}',
      'x-rewrite-url': '{open}',
      'x-forwarded-uri': '{open}',
      'x-forwarded-path': '{open}',
    },
    why: 'The check looks at the path in the header, the service at the one that was asked for.',
    from: PATH,
  },
  'the asked path in X-Original-URL': {
    headers: { 'x-original-url': '{path}', 'x-rewrite-url': '{path}' },
    toOpen: true,
    why: 'The check looks at the path that was asked for, the service at the one in the header.',
    from: PATH,
  },
  'a user in the headers of a proxy': {
    headers: {
      'x-forwarded-user': 'admin',
      'x-remote-user': 'admin',
      'remote-user': 'admin',
      'x-authenticated-user': 'admin',
      'x-user-id': '1',
      'x-webauth-user': 'admin',
    },
    why: 'A proxy that signs users in names them so, and any caller can.',
    from: 'CWE-290',
  },
  'a request of the inside': {
    headers: {
      'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware',
      'x-internal': 'true',
      'x-internal-request': 'true',
      'x-skip-auth': 'true',
      'x-debug': 'true',
    },
    why: 'A request that the service sends to itself skips the check, and says so in a header.',
    from: 'CVE-2025-29927',
  },
} as const satisfies Dangers<Companion>;

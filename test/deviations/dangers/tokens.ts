/** Forged tokens, and requests dressed up as others, that are worth a token (section 5); credentials that are nearly right (section 4.1). */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64Url, toBase64Url } from '../../../contracts/kit/base64.ts';
import { type Fields, fieldsOf } from '../../../contracts/kit/fields.ts';
import { jsonIn } from '../../../contracts/kit/json.ts';
import { type OperationId, operation as rowOf } from '../../../contracts/specification/operations.ts';
import type { RuleId } from '../../../contracts/specification/rules/index.ts';
import {
  bearerOf,
  issueToken,
  operationFinder,
  tokenIn,
  withBearer,
} from '../../../simulator/deviations/calls.ts';
import { type Deviation, everywhere } from '../../../simulator/deviations/deviation.ts';
import { withoutQuery } from '../../../simulator/deviations/spellings.ts';
import type { Call } from '../../../simulator/http/call.ts';
import type { TokenRequest } from '../../../simulator/http/rules.ts';
import { documentRules } from '../../../simulator/options.ts';

interface Jwt {
  header: Fields;
  signed: string;
  signature: string;
}

function jwtOf(text: string): Jwt | undefined {
  const [head = '', body = '', signature = '', ...more] = text.split('.');
  const bytes = fromBase64Url(head);
  if (!bytes || more.length > 0 || body === '') return undefined;
  return { header: fieldsOf(jsonIn(new TextDecoder().decode(bytes))), signed: `${head}.${body}`, signature };
}

function isSignedWith(key: Uint8Array, { signed, signature }: Jwt): boolean {
  return signature === toBase64Url(hmac(sha256, key, utf8ToBytes(signed)));
}

/** The worth of a call: a good token (`served`), its effect alone (`hidden`), or what it is. */
type Worth = 'served' | 'hidden' | 'kept';

interface Seen {
  call: Call;
  operation: OperationId;
  /** The bearer as a JWT, where it has that form. */
  jwt: Jwt | undefined;
  /** Signatures of the tokens that were issued. */
  signatures: ReadonlySet<string>;
  isIssued: boolean;
}

function worth(rule: RuleId, does: string, worthOf: (seen: Seen) => Worth): Deviation {
  return {
    does,
    everywhere: true,
    breaks: [rule],
    also: ['auth/'],
    around: () => (handle, simulator) => {
      const find = operationFinder(simulator);
      const issued = new Set<string>();
      return async (call) => {
        const operation = find(call);
        if (operation === undefined || operation === 'issueToken') {
          const reply = await handle(call);
          const token = tokenIn(reply);
          if (token !== undefined) issued.add(token);
          return reply;
        }
        const bearer = bearerOf(call);
        const seen: Seen = {
          call,
          operation,
          jwt: bearer === undefined ? undefined : jwtOf(bearer),
          signatures: new Set([...issued].map((token) => token.split('.')[2] ?? '')),
          isIssued: bearer !== undefined && issued.has(bearer),
        };
        const it = seen.isIssued ? 'kept' : worthOf(seen);
        if (it === 'kept') return handle(call);
        const good = withBearer(withoutQuery(call), await issueToken(handle, simulator));
        const carriedOut = await handle(good);
        return it === 'hidden' ? handle(withBearer(call, undefined)) : carriedOut;
      };
    },
  };
}

const isRead = (operation: OperationId) => rowOf(operation).method === 'GET';
const loopback = (value: unknown) => typeof value === 'string' && value.startsWith('127.');

export const ofForgeries: readonly Deviation[] = [
  worth('auth/tampered-refused', 'accepts no algorithm, in mixed letters', ({ jwt }) => {
    const { alg } = jwt?.header ?? {};
    return typeof alg === 'string' && alg !== 'none' && alg.toLowerCase() === 'none' ? 'served' : 'kept';
  }),
  worth('auth/tampered-refused', 'accepts the algorithm none of writes', ({ jwt, operation }) =>
    jwt?.header.alg === 'none' && !isRead(operation) ? 'served' : 'kept',
  ),
  worth('auth/tampered-refused', 'accepts a signature with an empty key', ({ jwt }) =>
    jwt && isSignedWith(new Uint8Array(0), jwt) ? 'served' : 'kept',
  ),
  worth('auth/tampered-refused', 'accepts a signature with the key secret', ({ jwt }) =>
    jwt && isSignedWith(utf8ToBytes('secret'), jwt) ? 'served' : 'kept',
  ),
  worth('auth/tampered-refused', 'reads the key from the file that kid names', ({ jwt }) =>
    jwt && String(jwt.header.kid).endsWith('/dev/null') && isSignedWith(new Uint8Array(0), jwt)
      ? 'served'
      : 'kept',
  ),
  worth('auth/tampered-refused', 'takes the key from the header', ({ jwt }) => {
    const key = fromBase64Url(String(fieldsOf(jwt?.header.jwk).k ?? '-'));
    return jwt && key && isSignedWith(key, jwt) ? 'served' : 'kept';
  }),
  worth('auth/tampered-refused', 'accepts the signature of another token', ({ jwt, signatures }) =>
    jwt && signatures.has(jwt.signature) && jwt.signature !== '' ? 'served' : 'kept',
  ),
  worth(
    'auth/tampered-refused',
    'carries out what it refuses for the algorithm none',
    ({ jwt, operation }) => (jwt?.header.alg === 'none' && !isRead(operation) ? 'hidden' : 'kept'),
  ),
  worth('auth/no-way-round', 'needs no token for reads from the machine itself', ({ call, operation }) =>
    isRead(operation) && loopback(call.headers['x-forwarded-for']) ? 'served' : 'kept',
  ),
  worth('auth/no-way-round', 'looks for a token by the path in X-Original-URL', ({ call, operation }) =>
    !isRead(operation) && /token/i.test(String(call.headers['x-original-url'] ?? '')) ? 'served' : 'kept',
  ),
  worth('auth/garbage-refused', 'accepts Basic credentials without a key', ({ call, operation }) => {
    const header = String(call.headers.authorization ?? '');
    const [, name, key] = /^(\w+):(.*)$/.exec(header.startsWith('Basic ') ? atob(header.slice(6)) : '') ?? [];
    return name === 'demo' && key === '' && isRead(operation) ? 'served' : 'kept';
  }),
  worth('auth/no-way-round', 'takes any JWT in a cookie for good', ({ call, operation }) =>
    isRead(operation) && /token=eyJ[\w-]+\.eyJ[\w-]+\./.test(String(call.headers.cookie ?? ''))
      ? 'served'
      : 'kept',
  ),
  leaks(),
];

/** The refusal of a forged token shows what was asked for. */
function leaks(): Deviation {
  return {
    does: 'shows the records beside the refusal of an altered token',
    everywhere: true,
    breaks: ['auth/tampered-refused'],
    also: ['auth/'],
    around: () => (handle, simulator) => {
      const find = operationFinder(simulator);
      return async (call) => {
        const reply = await handle(call);
        const operation = find(call);
        const bearer = bearerOf(call);
        const isForged = reply.status === 401 && bearer !== undefined && jwtOf(bearer) !== undefined;
        if (!isForged || operation === undefined || !isRead(operation)) return reply;
        const shown = await handle(withBearer(call, await issueToken(handle, simulator)));
        return {
          ...reply,
          body: JSON.stringify({ error: 'invalid token', result: JSON.parse(shown.body || 'null') }),
        };
      };
    },
  };
}

type Account = Parameters<typeof documentRules.credentialsMatch>[0];

/** Credentials count that are not those of the account. */
function counts(does: string, matches: (account: Account, given: TokenRequest) => boolean): Deviation {
  return everywhere(
    does,
    () => ({
      missingCredential: () => undefined,
      credentialsMatch: (account, given) =>
        documentRules.credentialsMatch(account, given) || matches(account, given),
    }),
    { breaks: ['token/near-miss-refused'], also: ['token/'] },
  );
}

const isName = ({ userName }: Account, given: TokenRequest) => given.userName === userName;
const isKey = ({ apiKey }: Account, given: TokenRequest) => given.apiKey === apiKey;

export const ofCredentials: readonly Deviation[] = [
  counts(
    'reads a user name to its null character',
    (account, given) => isKey(account, given) && String(given.userName).split('\0')[0] === account.userName,
  ),
  counts(
    'takes a percent sign as key for any',
    (account, given) => isName(account, given) && given.apiKey === '%',
  ),
  counts('takes the key true for any', (account, given) => isName(account, given) && given.apiKey === true),
  counts(
    'takes a condition as key for any',
    (account, given) => isName(account, given) && Object.hasOwn(fieldsOf(given.apiKey), '$gt'),
  ),
];

/** The token request: what is issued, and how it fails (sections 2, 4.1, 5 and 7). */
import type { JudgedId } from '../../../contracts/specification/index.ts';
import { httpRules, type TokenAnswer, type TokenRequest } from '../../../simulator/http/rules.ts';
import type { Rules } from '../../../simulator/simulator.ts';
import type { Mutant } from '../mutant.ts';
import { answering, rewritten } from '../wrappers.ts';

type Fields = { [name: string]: unknown };

const HOUR = 3_600_000;

const issued = (change: (fields: Fields) => object) => (): Partial<Rules> => ({
  issuedAnswer: (token, expires) => change({ ...httpRules.issuedAnswer(token, expires) }) as TokenAnswer,
});
const refused = (change: (fields: Fields) => object) => (): Partial<Rules> => ({
  refusedAnswer: (cause) => change({ ...httpRules.refusedAnswer(cause) }) as TokenAnswer,
});
const credentials =
  (alsoGood: (account: TokenRequest, given: TokenRequest) => boolean) => (): Partial<Rules> => ({
    missingCredential: () => undefined,
    credentialsMatch: (account, given) =>
      httpRules.credentialsMatch(account, given) || alsoGood(account, given),
  });

/** All that fail in one shape, and so are broken together when that shape is. */
const failures = [
  'token/wrong-api-key',
  'token/unknown-user',
  'token/empty-credentials',
  'token/missing-user-name',
  'token/missing-api-key',
  'token/api-disabled',
] as const satisfies JudgedId[];

const answers: readonly Mutant[] = [
  {
    breaks: ['token/issued', 'token/json-object'],
    what: '`success` is text',
    rules: issued((fields) => ({ ...fields, success: 'true' })),
  },
  {
    breaks: ['token/issued', 'token/json-object'],
    what: '`success` is left out of what was issued',
    rules: issued(({ success: _, ...fields }) => fields),
  },
  {
    breaks: ['token/issued'],
    what: 'a token comes with `success` false',
    rules: issued((fields) => ({ ...fields, success: false })),
    also: ['token/renewal'],
  },
  {
    breaks: ['token/issued'],
    what: '`expires` is a number',
    rules: issued((fields) => ({ ...fields, expires: Date.parse(String(fields.expires)) })),
    also: ['token/expires-iso-utc'],
  },
  {
    breaks: ['token/issued'],
    what: '`expires` is left out',
    rules: issued(({ expires: _, ...fields }) => fields),
    also: ['token/expires-iso-utc'],
  },
  {
    breaks: ['token/issued'],
    what: 'the token has another name',
    rules: issued(({ token, ...fields }) => ({ ...fields, access_token: token })),
  },
  {
    breaks: ['token/issued', 'token/json-object'],
    what: 'the answer is wrapped in a list',
    rules: issued((fields) => [fields]),
  },
  {
    breaks: ['token/json-object', ...failures],
    what: 'a failed request is told in HTML',
    wrap: () =>
      answering('issueToken', (answer) =>
        answer.status === 200
          ? answer
          : rewritten(answer, (text) => `<html><body><h1>Error</h1>${text}</body></html>`, 'text/html'),
      ),
  },
  {
    breaks: ['token/is-jwt'],
    what: 'the token has two parts',
    rules: issued((fields) => ({ ...fields, token: String(fields.token).split('.').slice(0, 2).join('.') })),
    also: ['auth/bearer-accepted/'],
  },
  {
    breaks: ['token/is-jwt'],
    what: 'the token is written in plain base64',
    wrap: () =>
      answering('issueToken', (answer) => rewritten(answer, (text) => text.replace('"eyJ', '"+/yJ'))),
    also: ['auth/bearer-accepted/'],
  },
  {
    breaks: ['token/expires-iso-utc'],
    what: '`expires` has an offset that is not zero',
    rules: issued((fields) => ({
      ...fields,
      expires: new Date(Date.parse(String(fields.expires)) + HOUR).toISOString().replace('Z', '+01:00'),
    })),
  },
  {
    breaks: ['token/expires-iso-utc'],
    what: '`expires` has no zone',
    rules: issued((fields) => ({ ...fields, expires: String(fields.expires).replace('Z', '') })),
  },
  {
    breaks: ['token/expires-iso-utc'],
    what: '`expires` is written as HTTP dates are',
    rules: issued((fields) => ({ ...fields, expires: new Date(String(fields.expires)).toUTCString() })),
  },
  {
    breaks: ['token/expires-ahead'],
    what: '`expires` is told by a clock nine hours behind',
    rules: issued((fields) => ({
      ...fields,
      expires: new Date(Date.parse(String(fields.expires)) - 9 * HOUR).toISOString(),
    })),
  },
  {
    breaks: ['token/expires-ahead'],
    what: 'a token has ended when it is issued',
    rules: () => ({ tokenExpiry: (issuedAt) => Math.floor(issuedAt / 1000) * 1000 - HOUR }),
    also: ['auth/bearer-accepted/'],
  },
  {
    breaks: ['token/no-error-on-success'],
    what: 'an `error` stands beside the token',
    rules: issued((fields) => ({ ...fields, error: 'none' })),
  },
];

const refusals: readonly Mutant[] = [
  { breaks: failures, what: 'a failed request has no `error`', rules: refused(() => ({ success: false })) },
  {
    breaks: failures,
    what: 'a failed request has an empty `error`',
    rules: refused((fields) => ({ ...fields, error: '' })),
  },
  {
    breaks: failures,
    what: 'a failed request has an object as `error`',
    rules: refused((fields) => ({ ...fields, error: { message: fields.error } })),
  },
  {
    breaks: failures,
    what: 'a failed request carries a token',
    rules: refused((fields) => ({ ...fields, token: 'eyJhbGciOiJub25lIn0.e30.' })),
  },
  {
    breaks: [...failures, 'token/json-object'],
    what: 'a failed request has `success` as text',
    rules: refused((fields) => ({ ...fields, success: 'false' })),
  },
  {
    breaks: failures,
    what: 'a failed request has `success` true',
    rules: refused((fields) => ({ ...fields, success: true })),
  },
  {
    breaks: ['token/wrong-api-key'],
    what: 'any key is good, if there is one',
    rules: credentials(({ userName }, given) => given.userName === userName && Boolean(given.apiKey)),
  },
  {
    breaks: ['token/wrong-api-key'],
    what: 'a key is good that begins like the right one',
    rules: credentials(
      ({ userName, apiKey }, given) => given.userName === userName && given.apiKey?.[0] === apiKey[0],
    ),
  },
  {
    breaks: ['token/unknown-user'],
    what: 'the key is good for any user',
    rules: credentials(({ apiKey }, given) => given.apiKey === apiKey && Boolean(given.userName)),
  },
  {
    breaks: ['token/empty-credentials'],
    what: 'empty credentials are good',
    rules: credentials((_, given) => given.userName === '' && given.apiKey === ''),
  },
  {
    breaks: ['token/missing-user-name'],
    what: 'the user name can be left out',
    rules: credentials(({ apiKey }, given) => given.apiKey === apiKey && given.userName === undefined),
  },
  {
    breaks: ['token/missing-api-key'],
    what: 'the key can be left out',
    rules: credentials(({ userName }, given) => given.userName === userName && given.apiKey === undefined),
  },
];

const occasions: readonly Mutant[] = [
  {
    breaks: ['token/no-bearer-needed'],
    what: 'the token request needs a token',
    rules: () => ({ needsToken: () => true }),
    also: ['token/issued', 'token/json-object'],
  },
  {
    breaks: ['token/renewal'],
    what: 'only one token is issued at a time',
    rules: () => {
      let until = 0;
      return {
        tokenExpiry: (issuedAt, lifetime) => {
          until = httpRules.tokenExpiry(issuedAt, lifetime);
          return until;
        },
        issuedAnswer: onceIn(() => until),
      };
    },
    also: ['token/api-enabled'],
  },
  {
    breaks: ['token/renewal'],
    what: 'every token but the first is refused',
    rules: () => {
      let first: number | undefined;
      let count = 0;
      return {
        tokenExpiry: (issuedAt, lifetime) => {
          first ??= httpRules.tokenExpiry(issuedAt, lifetime);
          return first + 1000 * count++;
        },
        tokenInForce: (expiresAt, now) => httpRules.tokenInForce(expiresAt, now) && expiresAt === first,
      };
    },
  },
  {
    breaks: ['token/api-disabled'],
    what: 'tokens are issued while API access is off',
    rules: () => ({ apiAccessAllowsTokens: () => true }),
  },
  {
    breaks: ['token/api-enabled'],
    what: 'API access once switched off stays off',
    rules: () => {
      let wasOff = false;
      return {
        apiAccessAllowsTokens: ({ apiEnabled }) => {
          wasOff ||= !apiEnabled;
          return !wasOff;
        },
      };
    },
  },
];

/** Gives tokens to those who ask in the first moment, and then no more. */
function onceIn(until: () => number): Rules['issuedAnswer'] {
  let given = 0;
  return (token, expires) => {
    const free = until() > given;
    if (free) given = until() + HOUR;
    return free
      ? httpRules.issuedAnswer(token, expires)
      : httpRules.refusedAnswer('There is a token that is still in force.');
  };
}

export const tokenMutants: readonly Mutant[] = [...answers, ...refusals, ...occasions];

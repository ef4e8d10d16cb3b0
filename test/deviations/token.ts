/** Token requests that are answered wrongly (sections 2, 4.1, 5 and 7). */
import { HOUR } from '../../contracts/kit/durations.ts';
import { operationFinder, tokenIn } from '../../simulator/deviations/calls.ts';
import { type Affected, type Deviation, deviation } from '../../simulator/deviations/deviation.ts';
import {
  credentials,
  expiring,
  issuing,
  later,
  nearMisses,
  shape,
  textOf,
} from '../../simulator/deviations/token.ts';
import { httpRules, type TokenAnswer } from '../../simulator/http/rules.ts';
import { documentRules } from '../../simulator/options.ts';
import type { Further } from './further.ts';
import { oneAtATime, onlyTheFirst } from './renewal.ts';

/** These fail in one shape, and are broken together when the shape is. */
const failures = [
  'token/wrong-api-key',
  'token/unknown-user',
  'token/empty-credentials',
  'token/missing-user-name',
  'token/missing-api-key',
  'token/api-disabled',
] as const satisfies readonly Affected[];

export const tokenDeviations: Further<'token'> = {
  'token/issued': [
    issuing('issues a token with `success` false', (answer) => ({ ...answer, success: false }), {
      also: ['token/renewal'],
    }),
    issuing('leaves out `success`', ({ success: _, ...rest }) => rest, { breaks: shape }),
    issuing('leaves out `expires`', ({ expires: _, ...rest }) => rest, { also: ['token/expires-iso-utc'] }),
    issuing('issues an empty token', (answer) => ({ ...answer, token: '' }), {
      also: ['token/', 'auth/bearer-accepted'],
    }),
    issuing('wraps the token in an object', ({ token, ...rest }) => ({ ...rest, token: { value: token } })),
    issuing('gives the token another name', ({ token, ...rest }) => ({ ...rest, access_token: token })),
    issuing('wraps the answer in a list', (answer) => [answer], { breaks: shape }),
  ],
  'token/json-object': [
    issuing('sends `success` as a number', (answer) => ({ ...answer, success: 1 }), { breaks: shape }),
    refusing('refuses with `success` as a string', (answer) => ({ ...answer, success: 'false' }), [
      ...failures,
      'token/json-object',
    ]),
    refusesInHtml(),
  ],
  'token/is-jwt': [
    reissuing('issues tokens of two parts', (token) => token.split('.').slice(0, 2).join('.')),
    reissuing('issues tokens in plain base64', (token) => token.replace(/^eyJ/, '+/yJ')),
    reissuing('issues tokens whose payload is not JSON', (token) =>
      token.replace(/\.[^.]*\./, '.bm90IGpzb24.'),
    ),
  ],
  'token/expires-iso-utc': [
    expiring('sends `expires` without a time zone', (expires) => expires.replace('Z', '')),
    expiring('sends `expires` as an HTTP date', (expires) => new Date(expires).toUTCString()),
    expiring('sends `expires` as a date', (expires) => expires.slice(0, 10)),
  ],
  'token/expires-ahead': [
    expiring('takes `expires` from a clock nine hours behind', (expires) => later(expires, -9)),
    deviation(
      'issues tokens that have ended',
      () => ({ tokenExpiry: (issuedAt) => Math.floor(issuedAt / 1000) * 1000 - HOUR }),
      { also: ['auth/bearer-accepted'] },
    ),
  ],
  'token/wrong-api-key': [
    credentials(
      'compares only the first letter of the API key',
      (account, given) =>
        given.userName === account.userName && textOf(given.apiKey)[0] === account.apiKey[0],
      nearMisses,
    ),
    credentials(
      'compares only the length of the API key',
      (account, given) =>
        given.userName === account.userName && textOf(given.apiKey).length === account.apiKey.length,
      nearMisses,
    ),
    refusing('refuses without an `error`', () => ({ success: false })),
    refusing('refuses with an empty `error`', (answer) => ({ ...answer, error: '' })),
    refusing('refuses with an object as `error`', ({ error }) => ({
      success: false,
      error: { message: error },
    })),
    refusing('refuses with a token', (answer) => ({ ...answer, token: 'eyJhbGciOiJub25lIn0.e30.' })),
    refusing('refuses with `success` true', (answer) => ({ ...answer, success: true })),
  ],
  'token/renewal': [
    deviation('issues one token at a time', oneAtATime, { also: ['token/api-enabled'] }),
    deviation('refuses every token but the first', onlyTheFirst, {
      also: ['auth/bearer-accepted', 'groups/created-can-be-read', 'users/created-can-be-read'],
    }),
  ],
  'token/api-disabled': [thorough(deviation('heeds the first switch of API access alone', firstSwitchAlone))],
  'token/near-miss-refused': [
    credentials(
      'accepts an empty key',
      (account, { userName, apiKey }) =>
        userName === account.userName && (apiKey === account.apiKey || apiKey === ''),
    ),
    credentials(
      'accepts a key that is cut short',
      (account, { userName, apiKey }) =>
        userName === account.userName && textOf(apiKey) !== '' && account.apiKey.startsWith(textOf(apiKey)),
    ),
    thorough(
      credentials(
        'accepts a key that is no text',
        (account, { userName, apiKey }) =>
          userName === account.userName &&
          (apiKey === account.apiKey || apiKey === true || (typeof apiKey === 'object' && apiKey !== null)),
      ),
    ),
    credentials(
      'accepts a key with more after it',
      (account, { userName, apiKey }) =>
        userName === account.userName && textOf(apiKey).startsWith(account.apiKey),
    ),
    credentials(
      'takes a user name for a pattern',
      (account, { userName, apiKey }) => /[%*]/.test(textOf(userName)) && apiKey === account.apiKey,
    ),
    credentials('takes an underscore in a user name for any letter', (account, { userName, apiKey }) => {
      const given = textOf(userName);
      const fits = [...given].every((letter, at) => letter === '_' || letter === account.userName[at]);
      return fits && given.length === account.userName.length && apiKey === account.apiKey;
    }),
    thorough(
      credentials(
        'compares all but the first letter of the API key',
        (account, { userName, apiKey }) =>
          userName === account.userName && textOf(apiKey).slice(1) === account.apiKey.slice(1),
      ),
    ),
    credentials(
      'accepts a user name with more after it',
      (account, { userName, apiKey }) =>
        textOf(userName).startsWith(account.userName) && apiKey === account.apiKey,
    ),
    credentials(
      "accepts `' OR '1'='1` as key",
      (account, { userName, apiKey }) =>
        userName === account.userName && textOf(apiKey).includes("' OR '1'='1"),
    ),
  ],
};

/** Another text for the token. It is then no longer accepted. */
function reissuing(does: string, change: (token: string) => string): Deviation {
  return issuing(does, (answer) => ({ ...answer, token: change(answer.token) }), {
    also: ['auth/bearer-accepted'],
  });
}

/** Another body for all failed token requests. */
function refusing(
  does: string,
  change: (answer: TokenAnswer) => object,
  breaks: readonly Affected[] = failures,
): Deviation {
  return deviation(does, () => ({ refusedAnswer: (cause) => change(httpRules.refusedAnswer(cause)) }), {
    breaks,
  });
}

function thorough(rare: Deviation): Deviation {
  return { ...rare, thorough: true };
}

function refusesInHtml(): Deviation {
  return {
    does: 'answers a failed token request in HTML',
    breaks: ['token/json-object', ...failures],
    around: () => (handle, simulator) => {
      const operationOf = operationFinder(simulator);
      return async (call) => {
        const reply = await handle(call);
        if (operationOf(call) !== 'issueToken' || tokenIn(reply) !== undefined) return reply;
        const headers = { ...reply.headers, 'content-type': 'text/html' };
        return { ...reply, headers, body: `<html><body><h1>Error</h1>${reply.body}</body></html>` };
      };
    },
  };
}

/** Once API access was off and on again it stays on. */
function firstSwitchAlone(): Partial<typeof documentRules> {
  let wasOff = false;
  let isOn = false;
  return {
    apiAccessAllowsTokens(account) {
      const allows = documentRules.apiAccessAllowsTokens(account);
      isOn ||= wasOff && allows;
      wasOff ||= !allows;
      return allows || isOn;
    },
  };
}

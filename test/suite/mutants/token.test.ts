import { describe, expect, test } from 'vitest';
import type { TokenAnswer } from '../../../simulator/http/rules.ts';
import { createSimulator } from '../../../simulator/index.ts';
import type { Rules } from '../../../simulator/simulator.ts';
import { idsOf, outcomeOf, runAgainst, telling } from '../support.ts';
import {
  answeringOtherwise,
  operationOf,
  sendingOtherwise,
  type Wrap,
  withAuthorization,
} from './wrappers.ts';

const issuing = (change: (good: TokenAnswer) => object): Partial<Rules> => ({
  issuedAnswer: (token, expires) => change({ success: true, token, expires }) as TokenAnswer,
});
const refusing = (answer: object): Partial<Rules> => ({ refusedAnswer: () => answer as TokenAnswer });

/** Each breaks a rule; that rule's own case must fail. */
const mutants: readonly (readonly [what: string, caught: string, rules: Partial<Rules>])[] = [
  ['success is text', 'token/issued', issuing((good) => ({ ...good, success: 'true' }))],
  ['success is a number', 'token/issued', issuing((good) => ({ ...good, success: 1 }))],
  ['success is left out', 'token/issued', issuing(({ success: _, ...rest }) => rest)],
  ['success is false beside a token', 'token/issued', issuing((good) => ({ ...good, success: false }))],
  ['expires is missing', 'token/issued', issuing(({ expires: _, ...rest }) => rest)],
  ['expires is a number', 'token/issued', issuing((good) => ({ ...good, expires: 1_800_000_000 }))],
  ['the token is missing', 'token/issued', issuing(({ token: _, ...rest }) => rest)],
  ['the token is an object', 'token/issued', issuing((good) => ({ ...good, token: { value: good.token } }))],
  ['the token is empty', 'token/issued', issuing((good) => ({ ...good, token: '' }))],
  [
    'the token has another name',
    'token/issued',
    issuing(({ token, ...rest }) => ({ ...rest, accessToken: token })),
  ],
  ['the answer is a list', 'token/json-object', issuing((good) => [good])],
  ['success is text when issued', 'token/json-object', issuing((good) => ({ ...good, success: 'true' }))],
  ['success is text when refused', 'token/json-object', refusing({ success: 'false', error: 'wrong' })],
  ['the token is opaque', 'token/is-jwt', issuing((good) => ({ ...good, token: 'a'.repeat(40) }))],
  [
    'the token has two parts',
    'token/is-jwt',
    issuing((good) => ({ ...good, token: good.token?.replace(/\.[^.]*$/, '') })),
  ],
  [
    'the payload is no JSON',
    'token/is-jwt',
    issuing((good) => ({ ...good, token: good.token?.replace(/\.[^.]*\./, '.bm90IGpzb24.') })),
  ],
  [
    'expires has no zone',
    'token/expires-iso-utc',
    issuing((good) => ({ ...good, expires: good.expires?.replace('Z', '') })),
  ],
  [
    'expires has another offset',
    'token/expires-iso-utc',
    issuing((good) => ({ ...good, expires: good.expires?.replace('Z', '+02:00') })),
  ],
  [
    'expires is written as in mail',
    'token/expires-iso-utc',
    issuing((good) => ({ ...good, expires: new Date(good.expires ?? '').toUTCString() })),
  ],
  [
    'expires is a date',
    'token/expires-iso-utc',
    issuing((good) => ({ ...good, expires: good.expires?.slice(0, 10) })),
  ],
  ['the token has ended an hour ago', 'token/expires-ahead', { tokenExpiry: (at) => at - 3_600_000 }],
  [
    'the token ends when it is issued',
    'token/expires-ahead',
    { tokenExpiry: (at) => Math.floor(at / 1000) * 1000 },
  ],
  [
    'an error stands beside the token',
    'token/no-error-on-success',
    issuing((good) => ({ ...good, error: 'none' })),
  ],
  [
    'any key is good',
    'token/wrong-api-key',
    { credentialsMatch: (account, given) => given.userName === account.userName },
  ],
  [
    'a key of the same length is good',
    'token/wrong-api-key',
    {
      credentialsMatch: (account, given) =>
        given.userName === account.userName && given.apiKey.length === account.apiKey.length,
    },
  ],
  ['a refusal says success as text', 'token/wrong-api-key', refusing({ success: 'false', error: 'wrong' })],
  ['a refusal says success true', 'token/wrong-api-key', refusing({ success: true, error: 'wrong' })],
  ['a refusal has no error', 'token/wrong-api-key', refusing({ success: false })],
  ['a refusal has an empty error', 'token/wrong-api-key', refusing({ success: false, error: '' })],
  [
    'a refusal has an object as error',
    'token/wrong-api-key',
    refusing({ success: false, error: { code: 1 } }),
  ],
  [
    'a refusal carries a token',
    'token/wrong-api-key',
    refusing({ success: false, error: 'wrong', token: 'abc' }),
  ],
  [
    'any user is good',
    'token/unknown-user',
    { credentialsMatch: (account, given) => given.apiKey === account.apiKey },
  ],
  [
    'empty credentials are good',
    'token/empty-credentials',
    {
      credentialsMatch: (account, given) =>
        (given.userName === '' && given.apiKey === '') ||
        (given.userName === account.userName && given.apiKey === account.apiKey),
    },
  ],
  [
    'the user name may be left out',
    'token/missing-user-name',
    {
      missingCredential: () => undefined,
      credentialsMatch: (account, given) =>
        given.apiKey === account.apiKey &&
        (given.userName === undefined || given.userName === account.userName),
    },
  ],
  [
    'the key may be left out',
    'token/missing-api-key',
    {
      missingCredential: () => undefined,
      credentialsMatch: (account, given) =>
        given.userName === account.userName &&
        (given.apiKey === undefined || given.apiKey === account.apiKey),
    },
  ],
  ['the token request needs a token', 'token/no-bearer-needed', { needsToken: () => true }],
  ['API access does not count', 'token/api-disabled', { apiAccessAllowsTokens: () => true }],
];

describe('A broken token request is caught by its own rule', () => {
  test.each(mutants)('%s: %s', async (_what, caught, rules) => {
    const run = await runAgainst({ rules }, { only: ['token/'] });
    expect(outcomeOf(run, caught), telling(run, 'pass').join('\n')).toMatchObject({ verdict: 'fail' });
    expect(run.exitCode).toBe(1);
  });

  test('API access that stays off: token/api-enabled', async () => {
    let wasOff = false;
    const apiAccessAllowsTokens: Rules['apiAccessAllowsTokens'] = ({ apiEnabled }) => {
      wasOff ||= !apiEnabled;
      return !wasOff;
    };
    const run = await runAgainst({ rules: { apiAccessAllowsTokens } }, { only: ['token/'] });
    expect(idsOf(run, 'fail')).toEqual(['token/api-enabled']);
  });

  test('one token at a time: token/renewal', async () => {
    const issuedOnce = (): Wrap => {
      let issued = 0;
      return answeringOtherwise(async (request, response) => {
        if (operationOf(request) !== 'issueToken' || response.status !== 200 || issued++ === 0)
          return response;
        return Response.json({ success: false, error: 'There is a token already.' }, response);
      });
    };
    const run = await runAgainst({}, { only: ['token/renewal'], wrap: issuedOnce() });
    expect(idsOf(run, 'fail')).toEqual(['token/renewal']);
  });

  test('a second token that does not work: token/renewal', async () => {
    let first: string | undefined;
    const wrap = sendingOtherwise((request) => {
      const authorization = request.headers.get('authorization');
      first ??= authorization ?? undefined;
      return authorization === null || authorization === first
        ? request
        : withAuthorization(request, undefined);
    });
    const run = await runAgainst({}, { only: ['token/renewal'], wrap });
    expect(idsOf(run, 'fail')).toEqual(['token/renewal']);
  });
});

test('A mutant of a refusal alone leaves the rules of issued tokens alone', async () => {
  const run = await runAgainst({ rules: refusing({ success: false }) }, { only: ['token/'] });
  expect(idsOf(run, 'fail').toSorted()).toEqual([
    'token/api-disabled',
    'token/empty-credentials',
    'token/missing-api-key',
    'token/missing-user-name',
    'token/unknown-user',
    'token/wrong-api-key',
  ]);
});

test('A deployment whose token endpoint is broken still has its other rules judged', async () => {
  const simulator = createSimulator({ rules: issuing((good) => ({ ...good, success: 'true' })) });
  const run = await runAgainst(simulator.fetch, {
    profile: simulator.profile,
    only: ['token/', 'auth/', 'operations/'],
  });
  simulator.stop();
  expect(idsOf(run, 'fail')).toEqual(['token/issued', 'token/json-object']);
});

import { describe, expect, test } from 'vitest';
import { guardedOperations, operations } from '../../../contracts/specification/index.ts';
import { httpRules } from '../../../simulator/http/rules.ts';
import type { Rules } from '../../../simulator/simulator.ts';
import { type Fetch, idsOf, outcomeOf, runAgainst, telling } from '../support.ts';
import {
  bearerOf,
  goodToken,
  operationOf,
  sendingOtherwise,
  type Wrap,
  withAuthorization,
} from './wrappers.ts';

const guarded = guardedOperations.map(({ id }) => id);
const MINUTE = 60_000;

/** Requests to one operation whose bearer is as described arrive with a good token, or with none. */
function atOne(
  operation: string,
  hits: (bearer: string | undefined) => boolean,
  arrivesWith: 'a token' | 'none',
): Wrap {
  return (fetch: Fetch) =>
    sendingOtherwise(async (request) => {
      if (operationOf(request) !== operation || !hits(bearerOf(request))) return request;
      return withAuthorization(
        request,
        arrivesWith === 'none' ? undefined : `Bearer ${await goodToken(fetch)}`,
      );
    })(fetch);
}

describe('One operation alone is broken, and its own rule says so', () => {
  test.each(guarded)('%s needs no header', async (operation) => {
    const needsToken: Rules['needsToken'] = (one) => one !== 'issueToken' && one !== operation;
    const run = await runAgainst({ rules: { needsToken } }, { only: ['auth/header-required'] });
    expect(idsOf(run, 'fail'), telling(run, 'pass').join('\n')).toEqual([
      `auth/header-required/${operation}`,
    ]);
  });

  test.each(guarded)('%s refuses every token', async (operation) => {
    const wrap = atOne(operation, () => true, 'none');
    const run = await runAgainst({}, { only: [`auth/bearer-accepted/${operation}`], wrap });
    expect(idsOf(run, 'fail'), telling(run, 'pass').join('\n')).toEqual([
      `auth/bearer-accepted/${operation}`,
    ]);
  });

  test.each(guarded)('%s takes any bearer', async (operation) => {
    const wrap = atOne(operation, (bearer) => bearer?.startsWith('garbage') ?? false, 'a token');
    const run = await runAgainst({}, { only: [`auth/garbage-refused/${operation}`], wrap });
    expect(idsOf(run, 'fail'), telling(run, 'pass').join('\n')).toEqual([
      `auth/garbage-refused/${operation}`,
    ]);
  });

  test.each(operations.map(({ id }) => id))('%s is not served', async (operation) => {
    const servesOperation: Rules['servesOperation'] = (one) => one !== operation;
    const run = await runAgainst({ rules: { servesOperation } }, { only: ['operations/'] });
    expect(idsOf(run, 'fail'), telling(run, 'pass').join('\n')).toEqual([`operations/${operation}`]);
  });
});

describe('The check of tokens is broken, and its own rule says so', () => {
  const everywhere = (rule: string) => guarded.map((operation) => `auth/${rule}/${operation}`);

  test.each<[string, Rules['signatureCounts']]>([
    ['signatures do not count', () => true],
    [
      'alg none is accepted',
      (alg, given, expected) => alg === 'none' || httpRules.signatureCounts(alg, given, expected),
    ],
    [
      'half a signature is enough',
      (alg, given, expected) => alg === 'HS256' && given.slice(0, 4) === expected.slice(0, 4),
    ],
  ])('%s', async (_what, signatureCounts) => {
    const run = await runAgainst({ rules: { signatureCounts } }, { only: ['auth/'] });
    expect(idsOf(run, 'fail')).toEqual(everywhere('tampered-refused'));
  });

  test.each<[string, Rules['tokenInForce'], string]>([
    ['tokens never end', () => true, 'expired-refused'],
    ['tokens end ten seconds late', (expires, now) => now < expires + 10_000, 'expired-refused'],
    ['tokens end a minute early', (expires, now) => now < expires - MINUTE, 'valid-until-expiry'],
    ['tokens end after half their life', (expires, now) => now < expires - 30 * MINUTE, 'valid-until-expiry'],
  ])('%s', async (_what, tokenInForce, rule) => {
    const run = await runAgainst({ rules: { tokenInForce } }, { only: ['auth/', 'token/'] });
    expect(idsOf(run, 'fail'), telling(run, 'pass').join('\n')).toEqual(everywhere(rule));
  });

  test('no token is ever accepted', async () => {
    const run = await runAgainst({ rules: { bearerToken: () => undefined } }, { only: ['auth/'] });
    const failed = idsOf(run, 'fail');
    expect(failed).toContain('auth/bearer-accepted/listDevices');
    expect(failed.every((id) => id.startsWith('auth/bearer-accepted/'))).toBe(true);
  });

  test('the token is looked for elsewhere', async () => {
    const run = await runAgainst(
      { rules: { bearerToken: (header) => header?.match(/^Token (.*)/)?.[1] } },
      { only: ['auth/'] },
    );
    expect(outcomeOf(run, 'auth/bearer-accepted/listDevices').verdict).toBe('fail');
  });
});

/** A valid token that is only decorated: whether it is taken is open, and seen. What is altered in it is not. */
import { describe, expect, it } from 'vitest';
import { createSimulator } from '../../simulator/index.ts';
import { documentRules } from '../../simulator/options.ts';
import { turns } from '../sample.ts';
import { evidence, runAgainst } from './support.ts';

const inTurn = turns(4);

/** One operation: a thorough run tries every alteration of it. */
const altered = ['auth/tampered-refused/listGroups', 'auth/garbage-refused/listGroups'];
const only = [...altered, 'auth/no-way-round/listTimeZones', 'token/renewal'];
const observedIn = ({ observations }: Awaited<ReturnType<typeof runAgainst>>) =>
  observations.find(({ opening }) => opening === 'auth.other-ways');

describe('a valid token that is decorated', () => {
  it.runIf(inTurn()).each([
    [
      'that reads three parts of it',
      /^Bearer ([^.]*\.[^.]*\.[^.]*)/,
      'none; and in the header with a fourth part of the token',
    ],
    ['that takes blanks', /^Bearer +(.*)$/, 'none; and in the header with two blanks before the token'],
    [
      'that takes its scheme in any letters',
      /^bearer (.*)$/i,
      'none; and in the header with the scheme in small letters, the scheme in capitals',
    ],
    ['that takes it exactly so', /^Bearer (\S+)$/, 'none'],
  ] as const)('is held against no service %s', async (_, token, seen) => {
    const rules = { bearerToken: (header: string | undefined) => token.exec(header ?? '')?.[1] };
    const { profile } = createSimulator();
    const run = await runAgainst({ rules }, { profile, only, thorough: true });
    expect(evidence(run, 'pass')).toEqual([]);
    expect(observedIn(run)).toMatchObject({ observed: seen, drift: false });
  });
});

it.runIf(inTurn()).each([
  ['its signature', { signatureCounts: () => true }],
  [
    'the end of its signature',
    { signatureCounts: (_: unknown, given: string, right: string) => right.startsWith(given.slice(0, -6)) },
  ],
  [
    'the algorithm',
    {
      signatureCounts: (algorithm: unknown, given: string, right: string) =>
        algorithm === 'NONE' || documentRules.signatureCounts(algorithm, given, right),
    },
  ],
] as const)('a service that does not look at %s is found', async (_, rules) => {
  const run = await runAgainst(
    { rules },
    { profile: createSimulator().profile, only: altered.slice(0, 1), thorough: true },
  );
  expect(evidence(run, 'fail')).toEqual([]);
});

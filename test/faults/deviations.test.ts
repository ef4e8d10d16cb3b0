/** The deviation from each rule fails it. `npm run whole` judges all of them by the whole suite, too. */
import { describe, expect, it } from 'vitest';
import { expand } from '../../contracts/specification/judged.ts';
import { rule } from '../../contracts/specification/rules/index.ts';
import { defectOf, scopeOf } from '../../simulator/deviations/apply.ts';
import { deviations } from '../../simulator/deviations/index.ts';
import { LONG, oneIn, SEED } from '../sample.ts';
import { dialects } from './dialects.ts';
import { deviationFaults } from './index.ts';
import { idsWith, isBroken, judged, told } from './judging.ts';

/** Rules that are judged operation by operation: a service whose operations all refuse good tokens, or are not there, shows no other. */
const oneByOne = ['auth/bearer-accepted', 'operations/*'] as const;

describe('A service that deviates fails each judged id of its rule', () => {
  const all = deviationFaults.filter(({ does }) => !oneByOne.some((id) => does.startsWith(id)));

  it.each(all)('$does', async (fault) => {
    const run = await judged(fault, { only: fault.breaks });
    expect(told(run, (id) => isBroken(fault, id) && !idsWith(run, 'fail').includes(id))).toEqual([]);
    expect(run.exitCode).toBe(1);
  });

  const ids = oneByOne.flatMap((id) => expand(rule(id)));

  it.each(ids)('in one operation: $id', async (one) => {
    const { rules, around } = defectOf(deviations[one.rule], scopeOf(one));
    const fault = { does: one.id, ...(around ? { around: () => around } : { rules: () => rules ?? {} }) };
    const run = await judged(fault, { only: [one.id] });
    expect(told(run, (id) => id === one.id && !idsWith(run, 'fail').includes(id))).toEqual([]);
  });
});

/** Rule functions act alike in each dialect; what wraps the service knows the plain one. */
const spoken = Object.values(dialects).flatMap((profile) =>
  deviationFaults.flatMap((fault) => (profile && !fault.rules ? [] : [{ ...fault, profile }])),
);

describe('The whole suite finds a service, and passes no rule that it breaks, in each dialect, where it deviates', () => {
  it.each(oneIn(16, spoken))('$does ($profile.name)', LONG, async ({ profile, ...fault }) => {
    const run = await judged(fault, { profile, seed: SEED });
    expect(run.exitCode).toBe(1);
    // The token request stays where all other operations go.
    const isOwn = (id: string) => isBroken(fault, id) && id !== 'operations/issueToken';
    expect(told(run, (id) => isOwn(id) && idsWith(run, 'pass').includes(id))).toEqual([]);
  });
});

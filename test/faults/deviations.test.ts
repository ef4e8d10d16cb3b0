/** The deviation from each rule fails each judged id of it. `npm run whole` judges all of them by the whole suite, too. */
import { describe, expect, it } from 'vitest';
import { expand } from '../../contracts/specification/judged.ts';
import { rule } from '../../contracts/specification/rules/index.ts';
import { defectOf, scopeOf } from '../../simulator/deviations/apply.ts';
import { deviations } from '../../simulator/deviations/index.ts';
import { deviationFaults } from './index.ts';
import { idsWith, isBroken, judged, judgedIds, told } from './judging.ts';

/** Rules that are judged operation by operation: a service whose operations all refuse good tokens, or are not there, shows no other. */
const oneByOne = ['auth/bearer-accepted', 'operations/*'] as const;

describe('A service that deviates fails each judged id of its rule', () => {
  const all = deviationFaults.filter(({ does }) => !oneByOne.some((id) => does.startsWith(id)));
  const lengths: number[] = [];
  const ids = oneByOne.flatMap((id) => expand(rule(id)));

  it.each(all)('$does', async (fault) => {
    const run = await judged(fault, { only: fault.breaks });
    expect(told(run, (id) => isBroken(fault, id) && !idsWith(run, 'fail').includes(id))).toEqual([]);
    expect(run.exitCode).toBe(1);
    expect(run.observations.filter(({ drift }) => drift)).toEqual([]);
    for (const { steps = [], verdict } of run.outcomes) if (verdict === 'fail') lengths.push(steps.length);
  });

  it.each(ids)('in one operation: $id', async (one) => {
    const { rules, around } = defectOf(deviations[one.rule], scopeOf(one));
    const fault = { does: one.id, ...(around ? { around: () => around } : { rules: () => rules ?? {} }) };
    const run = await judged(fault, { only: [one.id] });
    expect(told(run, (id) => id === one.id && !idsWith(run, 'fail').includes(id))).toEqual([]);
  });

  it('by few steps', () => {
    expect(lengths.filter((length) => length === 0 || length > 12)).toEqual([]);
    expect(lengths.filter((length) => length > 6).length).toBeLessThanOrEqual(lengths.length / 10);
  });

  it('so that each judged id has one that it fails by', () => {
    const shown = [...all.flatMap(({ breaks }) => breaks), ...ids.map(({ id }) => id)];
    expect(judgedIds.filter((id) => !isBroken({ breaks: shown }, id))).toEqual([]);
  });
});

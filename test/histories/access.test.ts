/** The histories about tokens and access: each rule fails where it is broken, and none where nothing is. */
import { expect, it } from 'vitest';
import { accessHistories, endHistories } from '../../contracts/histories/access.ts';
import { tokenHistories } from '../../contracts/histories/tokens.ts';
import { expand } from '../../contracts/specification/judged.ts';
import { rules } from '../../contracts/specification/rules/index.ts';
import { defectOf, scopeOf } from '../../simulator/deviations/apply.ts';
import { deviations } from '../../simulator/deviations/index.ts';
import { affectedIds } from '../mutants/mutants.ts';
import { oneIn } from '../sample.ts';
import { playSimulator } from '../verify/directed/playing.ts';

const all = [...tokenHistories, ...accessHistories, ...endHistories];
const own = rules.filter(({ id }) => /^(token|auth|operations)\//.test(id));

it('no rule fails on a simulator as it should be', async () => {
  const { rulings, requests, fault } = await playSimulator({}, { histories: all });
  expect({ fault, failed: rulings.filter(({ verdict }) => verdict === 'fail') }).toEqual({ failed: [] });
  expect(requests).toBeLessThan(1_000);
});

it.each(oneIn(3, own).map((rule) => [rule.id, rule] as const))(
  '%s fails where it is broken',
  async (id, rule) => {
    const judged = expand(rule).find(
      ({ operation }) => operation === undefined || operation === 'updateUser',
    );
    if (!judged) throw new Error(`${id} is judged of no operation.`);
    const scope = scopeOf(judged);
    const histories = all.filter(({ about }) => about.some((one) => one === judged.id));
    const { rulings } = await playSimulator(defectOf(deviations[id], scope), { histories });
    const failed = rulings.flatMap((ruling) => (ruling.verdict === 'fail' ? [ruling.id] : []));
    const broken = affectedIds(deviations[id].breaks ?? [id], scope);
    expect(failed.filter((one) => broken.includes(one))).not.toEqual([]);
  },
);

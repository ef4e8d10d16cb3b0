/** The histories about tokens and access: each rule is named where it is broken, and none where nothing is. */
import { expect, it } from 'vitest';
import { accessHistories, endHistories } from '../../contracts/histories/access.ts';
import { tokenHistories } from '../../contracts/histories/tokens.ts';
import { expand } from '../../contracts/specification/judged.ts';
import { rules } from '../../contracts/specification/rules/index.ts';
import { affectedIds, defectOf, scopeOf } from '../../simulator/deviations/apply.ts';
import { deviations } from '../../simulator/deviations/index.ts';
import { playOnSimulator } from './playing.ts';

const all = [...tokenHistories, ...accessHistories, ...endHistories];
const own = rules.filter(({ id }) => /^(token|auth|operations)\//.test(id));

it('none names a rule on a simulator as it should be', async () => {
  const { failures, requests } = await playOnSimulator({}, { chosen: all });
  expect(failures.map(({ history, broken }) => ({ name: history.name, broken }))).toEqual([]);
  expect(requests).toBeLessThan(1_000);
});

it.each(own.map((rule) => [rule.id, rule] as const))('%s is named where it is broken', async (id, rule) => {
  const deviation = deviations[id];
  const judged = expand(rule).find(({ operation }) => operation === undefined || operation === 'updateUser');
  if (!judged) throw new Error(`${id} is judged of no operation.`);
  const scope = scopeOf(judged);
  const chosen = all.filter(({ about }) => about.some((one) => one === judged.id));
  const { failures } = await playOnSimulator(defectOf(deviation, scope), { chosen });
  const broken = affectedIds(deviation.breaks ?? [id], scope);
  const named = failures.map((failure) => failure.broken?.[0]?.join(' and '));
  expect(named.filter((name) => broken.includes(name ?? ''))).not.toEqual([]);
});

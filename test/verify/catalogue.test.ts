import { expect, test } from 'vitest';
import { openings, rules } from '../../contracts/specification/index.ts';
import { expand } from '../../contracts/specification/judged.ts';
import { costsOf } from '../../contracts/verify/directed/by-histories.ts';
import { observers } from '../../contracts/verify/openings/index.ts';
import { plan } from '../../contracts/verify/plan.ts';
import { countVerdicts } from '../../contracts/verify/run.ts';
import { evidence, outcomeOf, runAgainst } from './support.ts';
import { usualRun } from './usual.ts';

test('Every rule of the ledger is judged by a history', () => {
  const judged = rules.flatMap(expand);
  expect(judged.filter((one) => costsOf(one).length === 0)).toEqual([]);
});

test('The plan holds everything that is judged, in the order of the ledger', () => {
  const judged = rules.flatMap((rule) => expand(rule).map(({ id }) => id));
  expect(plan({}).entries.map(({ id }) => id)).toEqual(judged);
});

test('Against the simulator every rule is judged and holds', async () => {
  const { run } = await usualRun();
  expect(evidence(run, 'pass')).toEqual([]);
  expect(countVerdicts(run.outcomes).pass).toBe(plan({}).entries.length);
  expect(run.exitCode).toBe(0);
  // Every opening is seen, in the order of the document, but those that say why they are not.
  const seen = openings.filter(({ id }) => !('notObserved' in observers[id])).map(({ id }) => id);
  // Pins that cannot be compared are listed with the reason.
  const compared = run.observations.filter(({ notCompared }) => notCompared === undefined);
  expect(run.observations.map(({ opening }) => opening)).toEqual(expect.arrayContaining(seen));
  expect(seen).toEqual(expect.arrayContaining(compared.map(({ opening }) => opening)));
});

test('An outcome names its section and its exchanges, the evidence one last', async () => {
  const run = await runAgainst({}, { only: ['auth/header-required/listUsers', 'token/wrong-api-key'] });
  const header = outcomeOf(run, 'auth/header-required/listUsers');
  expect(header.section).toBe('4.2');
  const told = header.exchanges.map((index) => run.exchanges[index]);
  expect(told.every((exchange) => exchange?.request.url.endsWith('/api/users'))).toBe(true);
  expect(told.at(-1)?.request.headers).not.toHaveProperty('authorization');
  const wrong = outcomeOf(run, 'token/wrong-api-key');
  expect(run.exchanges[wrong.exchanges.at(-1) ?? -1]?.reply?.status).toBe(401);
});

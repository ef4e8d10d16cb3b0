import { expect, test } from 'vitest';
import { oneIn, turns } from '../sample.ts';
import { usualRun } from '../verify/usual.ts';
import { differences, judged } from './shuffle.ts';

const inTurn = turns(2);

test.runIf(inTurn())('Another order gives each rule the verdict of the usual run', async () => {
  const { run: usual } = await usualRun();
  for (const orderSeed of oneIn(2, [1, 2]))
    expect(differences(usual, await judged({ orderSeed }))).toEqual([]);
});

test.runIf(inTurn())(
  'A seed draws the order of rules, and the report keeps the order of the ledger',
  async () => {
    const only = ['auth/no-way-round', 'licences/'];
    const orders: string[][] = [];
    const reports: string[][] = [];
    for (const orderSeed of [undefined, 1, 1, 2]) {
      const order: string[] = [];
      const run = await judged({
        only,
        ...(orderSeed !== undefined && { orderSeed }),
        onProgress: (progress) => {
          if (progress.kind === 'judged') order.push(progress.outcome.id);
        },
      });
      orders.push(order);
      reports.push(run.outcomes.map(({ id }) => id));
    }
    expect(orders[1]).toEqual(orders[2]);
    expect(new Set(orders.map(String)).size).toBe(3);
    expect(new Set(reports.map(String)).size).toBe(1);
  },
);

/** 20 orders of a whole run, and each rule alone: every rule has the verdict that it has in the usual run. */
import { differences, judged } from './shuffle.ts';

const ORDERS = 20;

/** Prints each difference. Exit code: 1 with any, else 0. */
export async function main(): Promise<number> {
  const usual = await judged();
  const runs = [
    ...Array.from({ length: ORDERS }, (_, index) => ({
      name: `order ${index + 1}`,
      options: { orderSeed: index + 1 },
    })),
    ...usual.outcomes.map(({ id }) => ({ name: 'alone', options: { only: [id] } })),
  ];
  let differing = 0;
  for (const { name, options } of runs) {
    const lines = differences(usual, await judged(options));
    for (const line of lines) console.log(`${name}: ${line}`);
    differing += lines.length;
  }
  console.log(`${ORDERS} orders and ${usual.outcomes.length} rules alone: ${differing} verdicts differ.`);
  return differing === 0 ? 0 : 1;
}

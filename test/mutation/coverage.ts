/** The tests that reach a mutant, the cheapest first. */
import type { Attempt, Counts } from './orders.ts';

/** By the test file. */
export type Coverage = ReadonlyMap<string, Counts>;

/** A test that takes longer, in ms, is run when the quicker ones of all files have passed. */
const QUICK = 50;

/** The tests to run for a mutant; `undefined`: no test reaches it. */
export function attemptOf(mutant: string, coverage: Coverage): Attempt | undefined {
  const comers = [...coverage].flatMap(([file, counts]) => comerOf(mutant, file, counts) ?? []);
  if (comers.length === 0) return undefined;
  const runs = comers.flatMap(runsOf).sort((a, b) => a.cost - b.cost);
  return {
    mutant,
    early: comers.some(({ early }) => early),
    hits: comers.reduce((sum, { hits }) => sum + hits, 0),
    took: runs.reduce((sum, { cost }) => sum + cost, 0),
    files: runs.map(({ cost: _, ...run }) => run),
  };
}

type Comer = NonNullable<ReturnType<typeof comerOf>>;

/** The quick tests of a file, and each of the others; of a file whose tests may be others with the mutant, at last all. */
function runsOf({ file, all, tests }: Comer) {
  const quick = tests.filter(({ took }) => took <= QUICK);
  const slow = tests.filter(({ took }) => took > QUICK);
  const runs: { of: typeof tests; ids: 'all' | string[] }[] = [];
  if (quick.length > 0) runs.push({ of: quick, ids: quick.map(({ id }) => id) });
  if (all) runs.push({ of: tests, ids: 'all' });
  else for (const test of slow) runs.push({ of: [test], ids: [test.id] });
  return runs.map(({ of, ids }) => ({
    file,
    tests: ids,
    longest: Math.max(0, ...of.map(({ took }) => took)),
    cost: of.reduce((sum, { took }) => sum + took, 0),
  }));
}

function comerOf(mutant: string, file: string, { loaded, shared, tests }: Counts) {
  const hitsWhileLoaded = loaded[mutant] ?? 0;
  const hitsOfAll = shared[mutant] ?? 0;
  const own = tests.filter(({ hits }) => hits[mutant] !== undefined);
  const all = hitsWhileLoaded + hitsOfAll > 0;
  if (!all && own.length === 0) return undefined;
  return {
    file,
    all,
    tests: all ? tests : own,
    // A mutant that is reached more often when all is loaded anew is reached while the product is loaded.
    early: hitsWhileLoaded > hitsOfAll,
    hits: own.reduce((sum, { hits }) => sum + (hits[mutant] ?? 0), hitsWhileLoaded + hitsOfAll),
  };
}

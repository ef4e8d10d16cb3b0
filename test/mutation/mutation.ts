/** Mutants of one part of the product, each held against the tests that come by it. */
import { attemptOf, type Coverage } from './coverage.ts';
import { Engine } from './engine.ts';
import { isEquivalent } from './equivalent.ts';
import { drawn, instrument, type Mutant } from './instrument.ts';
import type { Counts } from './orders.ts';
import { type Part, sourcesIn, testsIn } from './parts.ts';

/**
 * - `killed`      a test fails
 * - `timeout`     a test never ends
 * - `survived`    no test fails
 * - `uncovered`   no test comes by it
 * - `equivalent`  it behaves as the code that it stands for, as `equivalent.ts` says
 */
export const fates = ['killed', 'timeout', 'survived', 'uncovered', 'equivalent'] as const;
export type Fate = (typeof fates)[number];

export interface Finding {
  part: string;
  mutant: Mutant;
  fate: Fate;
}

/** Draws by the seed, tries one after the other, and gives each finding as soon as it is there. */
export async function* tryPart(
  part: Part,
  { seed, count }: { seed: number; count: number },
  onProgress: (done: number, total: number) => void,
): AsyncGenerator<Finding> {
  const instrumented = await instrument(sourcesIn(part.files));
  const chosen = drawn(instrumented.mutants, seed, count);
  const tests = testsIn(part.tests);
  const engine = await Engine.open(instrumented.sources, tests);
  try {
    const coverage = new Map<string, Counts>();
    for (const file of tests) coverage.set(file, await engine.count(file));
    for (const [done, mutant] of chosen.entries()) {
      onProgress(done, chosen.length);
      yield { part: part.name, mutant, fate: await fateOf(mutant, coverage, engine) };
    }
  } finally {
    await engine.close();
  }
}

async function fateOf(mutant: Mutant, coverage: Coverage, engine: Engine): Promise<Fate> {
  if (isEquivalent(mutant)) return 'equivalent';
  const attempt = attemptOf(mutant.id, coverage);
  if (!attempt) return 'uncovered';
  const first = await engine.try(attempt);
  if (first !== 'dirty') return first ?? 'timeout';
  // In a new process a failure is its own.
  await engine.replace();
  const again = await engine.try(attempt);
  if (again !== 'dirty') return again ?? 'timeout';
  await engine.replace();
  return 'killed';
}

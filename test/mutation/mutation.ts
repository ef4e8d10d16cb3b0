/** Mutants of one part of the product, each held against the tests that come by it. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Answer, Order } from './child.ts';
import type { Coverage } from './engine.ts';
import { isEquivalent } from './equivalent.ts';
import { drawn, type Instrumented, instrument, type Mutant } from './instrument.ts';
import { type Part, sourcesIn, testsIn } from './parts.ts';
import { root } from './root.ts';

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

/** How long the tests of one mutant may take. */
const PATIENCE = 5 * 60_000;

/** Draws by the seed, tries one after the other, and gives each finding as soon as it is there. */
export async function* tryPart(
  part: Part,
  { seed, count }: { seed: number; count: number },
  onProgress: (done: number, total: number) => void,
): AsyncGenerator<Finding> {
  const instrumented = await instrument(sourcesIn(part.files));
  const chosen = drawn(instrumented.mutants, seed, count);
  const crew = new Crew(instrumented, part);
  try {
    const coverage = await crew.coverage();
    for (const [done, mutant] of chosen.entries()) {
      onProgress(done, chosen.length);
      yield { part: part.name, mutant, fate: await fateOf(mutant, coverage, crew) };
    }
  } finally {
    crew.dismiss();
  }
}

async function fateOf(mutant: Mutant, coverage: Coverage, crew: Crew): Promise<Fate> {
  if (isEquivalent(mutant)) return 'equivalent';
  const covered = coverage.get(mutant.id);
  return covered ? crew.try(mutant.id, covered) : 'uncovered';
}

/** The process that runs the tests, replaced when it hangs. */
class Crew {
  readonly #open: Order;
  #child: Promise<ChildProcess> | undefined;

  constructor({ sources }: Instrumented, { tests }: Part) {
    this.#open = { kind: 'open', sources: [...sources], tests: testsIn(tests) };
  }

  async coverage(): Promise<Coverage> {
    const answer = await this.#ask({ kind: 'coverage' });
    if (answer?.kind !== 'covered') throw new Error(whyOf(answer));
    return new Map(answer.coverage);
  }

  async try(mutant: string, { files, hits }: { files: string[]; hits: number }): Promise<Fate> {
    const answer = await this.#ask({ kind: 'try', mutant, files, hits });
    if (answer === undefined) return 'timeout';
    if (answer.kind !== 'tried') throw new Error(whyOf(answer));
    return answer.killed ? 'killed' : 'survived';
  }

  dismiss(): void {
    this.#child?.then((child) => child.kill('SIGKILL')).catch(() => undefined);
    this.#child = undefined;
  }

  /** `undefined`: it hung, and its process was killed. */
  async #ask(order: Order): Promise<Answer | undefined> {
    this.#child ??= this.#begin();
    const answer = await exchange(await this.#child, order);
    if (answer === undefined) this.dismiss();
    return answer;
  }

  async #begin(): Promise<ChildProcess> {
    const child = fork(fileURLToPath(new URL('child.mjs', import.meta.url)), { cwd: root });
    const answer = await exchange(child, this.#open);
    if (answer?.kind !== 'opened') throw new Error(whyOf(answer));
    return child;
  }
}

function whyOf(answer: Answer | undefined): string {
  return answer?.kind === 'failed' ? answer.why : 'The tests never ended.';
}

function exchange(child: ChildProcess, order: Order): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(undefined), PATIENCE);
    const fail = (): void => {
      settle({ kind: 'failed', why: 'The process of the tests ended.' });
    };
    const settle = (answer: Answer | undefined): void => {
      clearTimeout(timer);
      child.off('message', settle);
      child.off('exit', fail);
      resolve(answer);
    };
    child.once('message', settle);
    child.once('exit', fail);
    child.send(order, (error) => error && reject(error));
  });
}

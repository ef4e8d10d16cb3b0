/** One Vitest with the instrumented files in it, which runs chosen test files with one mutant on. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { root } from './root.ts';

/** What the setup file of a run is told. */
export type Assignment =
  | { kind: 'mutant'; mutant: string; hitLimit: number }
  /** Nothing is on: writes into the folder which mutants each test file comes by. */
  | { kind: 'coverage'; folder: string };

/** Of each mutant the test files that come by it, and how often all of them do. */
export type Coverage = ReadonlyMap<string, { files: string[]; hits: number }>;

/** A mutant may be come by so much more often than without it: an endless loop ends with an error. */
const MORE_HITS = 50;
const FEWEST_HITS = 10_000;
/** Far more than a test takes, in ms: what never ends comes by its mutant too often. */
const PATIENCE = 240_000;

export class Engine {
  readonly #vitest: Vitest;
  readonly #specifications: ReadonlyMap<string, TestSpecification>;
  /** By the file, in milliseconds. */
  readonly #durations = new Map<string, number>();

  private constructor(vitest: Vitest, specifications: readonly TestSpecification[]) {
    this.#vitest = vitest;
    this.#specifications = new Map(specifications.map((one) => [relative(root, one.moduleId), one]));
  }

  /** @param sources instrumented code by absolute path */
  static async open(sources: ReadonlyMap<string, string>, tests: readonly string[]): Promise<Engine> {
    const vitest = await createVitest(
      'test',
      {
        root,
        config: false,
        watch: false,
        include: [...tests],
        pool: 'forks',
        isolate: true,
        maxWorkers: 1,
        bail: 1,
        setupFiles: [join(root, 'test/mutation/setup.ts')],
        testTimeout: PATIENCE,
        hookTimeout: PATIENCE,
        reporters: [{}],
        silent: true,
      },
      {
        cacheDir: 'test/artefacts/cache-mutation',
        plugins: [
          {
            name: 'instrumented',
            enforce: 'pre',
            load: (id: string) => sources.get(id.split('?', 1)[0] ?? ''),
          },
        ],
      },
    );
    return new Engine(vitest, await vitest.globTestSpecifications());
  }

  /** Throws where a test fails though no mutant is on. */
  async coverage(): Promise<Coverage> {
    const folder = await mkdtemp(join(tmpdir(), 'roadtest-coverage-'));
    try {
      const failed = await this.#run([...this.#specifications.keys()], { kind: 'coverage', folder });
      if (failed.length > 0) throw new Error(`Tests fail without any mutant: ${failed.join(', ')}`);
      return await readCoverage(folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  /** Whether a test file fails with the mutant on, the quickest first. */
  async isKilled(
    mutant: string,
    { files, hits }: { files: readonly string[]; hits: number },
  ): Promise<boolean> {
    const hitLimit = Math.max(FEWEST_HITS, MORE_HITS * hits);
    const assignment = { kind: 'mutant', mutant, hitLimit } as const;
    const quickest = [...files].sort((a, b) => (this.#durations.get(a) ?? 0) - (this.#durations.get(b) ?? 0));
    for (const file of quickest) {
      if ((await this.#run([file], assignment)).length > 0) return true;
    }
    return false;
  }

  close(): Promise<void> {
    return this.#vitest.close();
  }

  /** The test files that fail. */
  async #run(files: readonly string[], assignment: Assignment): Promise<string[]> {
    this.#vitest.provide('assignment', assignment);
    const wanted = files.flatMap((file) => this.#specifications.get(file) ?? []);
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(wanted);
    const failed = testModules.filter((one) => !one.ok()).map((one) => relative(root, one.moduleId));
    for (const one of testModules)
      this.#durations.set(relative(root, one.moduleId), one.diagnostic().duration);
    return unhandledErrors.length > 0 ? [...failed, `${unhandledErrors[0]}`] : failed;
  }
}

async function readCoverage(folder: string): Promise<Coverage> {
  const coverage = new Map<string, { files: string[]; hits: number }>();
  for (const name of await readdir(folder)) {
    const { file, hits } = JSON.parse(await readFile(join(folder, name), 'utf8'));
    for (const [mutant, count] of Object.entries<number>(hits)) {
      const known = coverage.get(mutant) ?? { files: [], hits: 0 };
      known.files.push(relative(root, file));
      known.hits += count;
      coverage.set(mutant, known);
    }
  }
  return coverage;
}

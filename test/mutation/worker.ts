/**
 * The runner of Vitest: a process that has loaded the product once carries out one order after the other. Only the tests
 * that reach a mutant are run, until the first one fails.
 */
import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import { collectTests, startTests } from '@vitest/runner';
import { getTests } from '@vitest/runner/utils';
import { inject, type RunnerTestCase, TestRunner, vi } from 'vitest';
import type { Answer, Attempt, Counts, Hits, Order, Outcome, Told } from './orders.ts';
import { switches } from './switches.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the orders come from, on this machine. */
    port: number;
  }
}

/** Hooks that Vitest adds to a runner so that its main process learns of each test: not wanted here. */
const REPORTS = [
  ...['onCollectStart', 'onCollected', 'onTaskUpdate', 'onTestAnnotate', 'onTestArtifactRecord'],
  ...['onAfterRunTask', 'onAfterRunFiles'],
];
/** A test may take so many times what it took without a mutant, and so many ms more. */
const SLOWER = 20;
const LATER = 5_000;
/** A mutant may be come by so much more often than without it: an endless loop ends with an error. */
const MORE_HITS = 50;
const FEWEST_HITS = 10_000;

/** Names who comes by a mutant while no test runs. */
const SHARED = 'shared';

export default class Worker extends TestRunner {
  readonly #shared = switches();
  #serves = false;
  /** With what the product was loaded: the mutant, or `undefined` for none. */
  #loadedWith: string | undefined;
  /** Whether something of this attempt failed: the remaining tests are left out. */
  #failed = false;
  /** The tests among it. */
  #failedTests: string[] = [];

  /** Vitest has this process run one file: in its place come the orders. */
  async onBeforeCollect(): Promise<void> {
    if (this.#serves) return;
    this.#serves = true;
    this.#shared.mutantCoverage ??= { static: {}, perTest: {} };
    for (const name of REPORTS) Reflect.deleteProperty(this, name);
    for (const event of ['unhandledRejection', 'uncaughtException'])
      process.on(event, () => {
        this.#failed = true;
      });
    const socket = createConnection({ port: inject('port'), host: '127.0.0.1' });
    const say = (told: Told): void => {
      const answer: Answer = { ...told, memory: process.memoryUsage.rss() };
      socket.write(`${JSON.stringify(answer)}\n`);
    };
    say({ kind: 'ready', pid: process.pid });
    for await (const line of createInterface(socket)) {
      say(
        await this.#carryOut(JSON.parse(line)).catch((error) => ({ kind: 'failed', why: `${error?.stack}` })),
      );
    }
    this.#serves = false;
  }

  /** Evaluates a test file whenever it is run, and what it imports once. */
  override importFile(path: string): unknown {
    return this.#serves ? super.importFile(path, 'setup') : undefined;
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    if (this.#failed) test.mode = 'skip';
    this.#shared.currentTestId = test.id;
    await super.onBeforeRunTask(test);
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    if (test.result?.state === 'fail') {
      this.#failed = true;
      this.#failedTests.push(test.id);
    }
    this.#shared.currentTestId = SHARED;
    super.onAfterRunTask(test);
  }

  async #carryOut(order: Order): Promise<Told> {
    return order.kind === 'count'
      ? { kind: 'counted', counts: await this.#count(order.file) }
      : { kind: 'tried', outcome: await this.#try(order) };
  }

  /** Throws where a test fails. */
  async #count(file: string): Promise<Counts> {
    vi.resetModules();
    this.#shared.currentTestId = SHARED;
    await collectTests([file], this);
    const loaded = this.#taken().get(SHARED) ?? {};
    this.#failed = false;
    const [run] = await startTests([file], this);
    const hits = this.#taken();
    if (!run || (await this.#hasFailed(run.result?.state))) {
      const tests = run ? getTests(run).filter(({ result }) => result?.state === 'fail') : [];
      throw new Error(
        `Without any mutant, tests of ${file} fail: ${tests.map(({ name }) => name).join('; ')}`,
      );
    }
    const tests = getTests(run).map(({ id, result }) => ({
      id,
      took: result?.duration ?? 0,
      hits: hits.get(id) ?? {},
    }));
    return { loaded, shared: hits.get(SHARED) ?? {}, tests };
  }

  /** The counts since the last time. */
  #taken(): Map<string, Hits> {
    const { perTest = {} } = this.#shared.mutantCoverage ?? {};
    const taken = new Map(Object.entries(perTest));
    for (const id of taken.keys()) delete perTest[id];
    return taken;
  }

  async #try({ mutant, early, hits, files }: Attempt): Promise<Outcome> {
    for (const { file, tests, longest } of files) {
      const ids = tests === 'all' ? undefined : [...tests];
      const patience = LATER + SLOWER * longest;
      this.#switchOn(mutant, early, Math.max(FEWEST_HITS, MORE_HITS * hits));
      const fails = await this.#fails(file, ids, patience);
      this.#switchOn(undefined, false, Number.POSITIVE_INFINITY);
      if (!fails) continue;
      // A failure outside of tests may be that of any test.
      const again = this.#failedTests.length > 0 ? this.#failedTests : ids;
      return (await this.#fails(file, again, patience)) ? 'dirty' : 'killed';
    }
    return 'survived';
  }

  #switchOn(mutant: string | undefined, early: boolean, hitLimit: number): void {
    const loadedWith = early ? mutant : undefined;
    if (this.#loadedWith !== loadedWith) vi.resetModules();
    this.#loadedWith = loadedWith;
    Object.assign(this.#shared, { activeMutant: mutant, hitCount: 0, hitLimit });
  }

  async #fails(file: string, testIds: string[] | undefined, patience: number): Promise<boolean> {
    this.#failed = false;
    this.#failedTests = [];
    Object.assign(this.config, { testTimeout: patience, hookTimeout: patience });
    const [run] = await startTests([{ filepath: file, testIds }], this);
    return this.#hasFailed(run?.result?.state);
  }

  /** Waits for what is rejected without being awaited. */
  async #hasFailed(state: string | undefined): Promise<boolean> {
    await new Promise((resolve) => setTimeout(resolve));
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    return this.#failed || state === 'fail';
  }
}

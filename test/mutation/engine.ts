/** A Vitest with instrumented files in it, whose process is kept while mutants are tried, and replaced when it hangs. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { createVitest, type Vitest } from 'vitest/node';
import type { Answer, Attempt, Counts, Order, Outcome } from './orders.ts';
import { root } from './root.ts';

/** How long tests may take that are run without a mutant, in ms. */
const PATIENCE = 5 * 60_000;
/** With one they may take so many times what they took without it, and so many ms more; then they never end. */
const SLOWER = 20;
const LATER = 30_000;
/** A process that takes more, in bytes, is replaced before it runs out of memory: no mutant would be to blame. */
const MOST_MEMORY = 1_500_000_000;

export class Engine {
  readonly #vitest: Vitest;
  readonly #server: Server;
  #worker: Promise<Worker> | undefined;

  private constructor(vitest: Vitest, server: Server) {
    this.#vitest = vitest;
    this.#server = server;
  }

  /**
   * @param sources instrumented code by absolute path
   * @param tests the files that may be run
   */
  static async open(sources: ReadonlyMap<string, string>, tests: readonly string[]): Promise<Engine> {
    const vitest = await createVitest(
      'test',
      {
        root,
        config: false,
        watch: false,
        include: [...tests],
        pool: 'forks',
        isolate: false,
        maxWorkers: 1,
        passWithNoTests: true,
        runner: join(root, 'test/mutation/worker.ts'),
        setupFiles: ['test/chance.ts', 'test/cli/setup.ts', 'test/mutation/setup.ts'].map((file) =>
          join(root, file),
        ),
        update: false,
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
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('There is no port for the orders.');
    vitest.provide('port', address.port);
    return new Engine(vitest, server);
  }

  /** Counts the hits of a test file; throws where a test fails though no mutant is on. */
  async count(file: string): Promise<Counts> {
    const answer = await this.#ask({ kind: 'count', file: join(root, file) }, PATIENCE);
    if (answer?.kind !== 'counted') throw new Error(whyOf(answer));
    return answer.counts;
  }

  /** `undefined`: the tests never ended, or their process did. */
  async try({ files, ...rest }: Attempt): Promise<Outcome | undefined> {
    const absolute = files.map((one) => ({ ...one, file: join(root, one.file) }));
    const patience = LATER + SLOWER * rest.took;
    const answer = await this.#ask({ kind: 'try', ...rest, files: absolute }, patience);
    if (answer === undefined) return undefined;
    if (answer.kind !== 'tried') throw new Error(whyOf(answer));
    return answer.outcome;
  }

  /** The next order goes to a new process. */
  async replace(): Promise<void> {
    const worker = await this.#worker;
    this.#worker = undefined;
    await worker?.end();
  }

  async close(): Promise<void> {
    await this.replace();
    this.#server.close();
    await this.#vitest.close();
  }

  async #ask(order: Order, patience: number): Promise<Answer | undefined> {
    this.#worker ??= this.#begin();
    const answer = await (await this.#worker).answer(order, patience);
    if (answer === undefined || answer.memory > MOST_MEMORY) await this.replace();
    return answer;
  }

  async #begin(): Promise<Worker> {
    const [specification] = await this.#vitest.globTestSpecifications();
    if (!specification) throw new Error('There is no test.');
    const connected = once(this.#server, 'connection');
    const run = this.#vitest.runTestSpecifications([specification]);
    const ended = run.then(({ unhandledErrors }) => {
      throw new Error(`The process of the tests did not begin: ${unhandledErrors.join()}`);
    });
    const [socket] = await Promise.race([connected, ended]);
    ended.catch(() => undefined);
    return Worker.greet(socket, run);
  }
}

/** The process at the other end of a socket. */
class Worker {
  readonly #socket: Socket;
  readonly #run: Promise<unknown>;
  #lines: AsyncIterator<string>;
  #pid = 0;

  private constructor(socket: Socket, run: Promise<unknown>) {
    this.#socket = socket;
    this.#run = run;
    this.#lines = createInterface(socket)[Symbol.asyncIterator]();
  }

  static async greet(socket: Socket, run: Promise<unknown>): Promise<Worker> {
    const worker = new Worker(socket, run);
    const greeting = await worker.#next(PATIENCE);
    if (greeting?.kind !== 'ready') throw new Error(whyOf(greeting));
    worker.#pid = greeting.pid;
    return worker;
  }

  /** `undefined`: it hangs, or has ended. */
  answer(order: Order, patience: number): Promise<Answer | undefined> {
    this.#socket.write(`${JSON.stringify(order)}\n`);
    return this.#next(patience);
  }

  async end(): Promise<void> {
    this.#socket.destroy();
    try {
      process.kill(this.#pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
    await this.#run.catch(() => undefined);
  }

  async #next(patience: number): Promise<Answer | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, patience, undefined);
    });
    const line = await Promise.race([this.#lines.next().catch(() => undefined), late]);
    clearTimeout(timer);
    return line === undefined || line.done ? undefined : JSON.parse(line.value);
  }
}

function whyOf(answer: Answer | undefined): string {
  return answer?.kind === 'failed' ? answer.why : 'The tests never ended.';
}

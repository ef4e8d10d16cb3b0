/** Bundles what the threads run, with the instrumented simulator in it, and has them take one mutant after the other. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { rolldown } from 'rolldown';
import { type Instrumented, inPlace, MUTANT_VARIABLE } from '../mutation/instrument.ts';
import type { Judged, Sound, Task, Told } from './thread.ts';
import type { TracedCall } from './trace.ts';

/** The outcome of a mutant. */
export interface Outcome {
  /** The first call of the trace that is answered otherwise; `null`: none is. */
  differsAt: number | null;
  /** Absent where it was not judged. */
  judged?: Judged;
  /** Whether the thread no longer answers as it should without the mutant. */
  spoilt?: boolean;
  /** Why the thread ended before it was done: no service came up, or it hung. */
  broke?: string;
}

/** How long a thread may say nothing. */
const PATIENCE = 90_000;

export class Threads {
  readonly #folder: string;
  readonly #calls: readonly TracedCall[];
  /** Takes one mutant after the other; what it has compiled and warmed up stays. */
  #lasting: Worker | undefined;

  static async open(instrumented: Instrumented, calls: readonly TracedCall[]): Promise<Threads> {
    const folder = await mkdtemp(join(tmpdir(), 'roadtest-detection-'));
    await bundle(instrumented, folder);
    return new Threads(folder, calls);
  }

  private constructor(folder: string, calls: readonly TracedCall[]) {
    this.#folder = folder;
    this.#calls = calls;
  }

  /** The simulator as it should be. Throws where it cannot be judged. */
  async sound(): Promise<Sound> {
    const told = await talk(this.#open(), { kind: 'sound' });
    if (told.sound) return told.sound;
    throw new Error(`The simulator as it should be does not come up: ${told.broke}`);
  }

  /** @param alone in a thread of its own, from the first line on */
  async run(task: Omit<Task & { kind: 'mutant' }, 'kind'>, alone: boolean): Promise<Outcome> {
    if (!alone) {
      const { outcome } = await talk(this.#open(), { ...task, kind: 'mutant' });
      const isWell = outcome.broke === undefined && outcome.spoilt !== true;
      if (isWell) return outcome;
      await this.#end();
      if (outcome.broke !== undefined) return outcome;
    }
    const worker = this.#start(task.mutant);
    const { outcome } = await talk(worker, { ...task, kind: 'mutant' });
    await worker.terminate();
    return outcome;
  }

  async close(): Promise<void> {
    await this.#end();
    await rm(this.#folder, { recursive: true });
  }

  async #end(): Promise<void> {
    await this.#lasting?.terminate();
    this.#lasting = undefined;
  }

  #open(): Worker {
    if (this.#lasting) return this.#lasting;
    const worker = this.#start();
    this.#lasting = worker;
    // Between two mutants it may end as well.
    const forget = (): void => {
      if (this.#lasting === worker) this.#lasting = undefined;
    };
    worker.on('error', forget).on('exit', forget);
    return worker;
  }

  #start(mutant?: string): Worker {
    const env = { ...process.env, ...(mutant !== undefined && { [MUTANT_VARIABLE]: mutant }) };
    return new Worker(join(this.#folder, 'thread.mjs'), { workerData: { calls: this.#calls }, env });
  }
}

async function bundle(instrumented: Instrumented, folder: string): Promise<void> {
  const input = fileURLToPath(new URL('thread.ts', import.meta.url));
  const build = await rolldown({
    input: { thread: input },
    platform: 'node',
    tsconfig: false,
    plugins: [inPlace(instrumented)],
  });
  await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  });
  await build.close();
}

interface Talk {
  outcome: Outcome;
  sound?: Sound;
  broke?: string;
}

/** Gives a thread a task, and takes what it tells until it is done. */
function talk(worker: Worker, task: Task): Promise<Talk> {
  const outcome: Outcome = { differsAt: null };
  return new Promise((resolve) => {
    const end = (found: Omit<Talk, 'outcome'>): void => {
      clearTimeout(timer);
      worker.off('message', take).off('error', fail).off('exit', leave);
      resolve({ ...found, outcome });
    };
    const breakOff = (broke: string): void => {
      outcome.broke = broke;
      end({ broke });
    };
    const hangs = (): void => breakOff('hangs');
    const fail = (error: unknown): void => breakOff(String(error));
    const leave = (): void => breakOff('it ended');
    const take = (told: Told): void => {
      clearTimeout(timer);
      timer = setTimeout(hangs, PATIENCE);
      if (told.kind === 'played') outcome.differsAt = told.differsAt;
      if (told.kind === 'judged') outcome.judged = told.judged;
      if (told.kind === 'sound') end({ sound: told });
      if (told.kind === 'done') {
        outcome.spoilt = told.spoilt;
        end({});
      }
    };
    let timer = setTimeout(hangs, PATIENCE);
    worker.on('message', take).on('error', fail).on('exit', leave);
    worker.postMessage(task);
  });
}

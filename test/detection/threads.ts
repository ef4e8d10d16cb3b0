/** Bundles what the threads run, with the instrumented simulator in it, and runs a thread for each mutant. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { rolldown } from 'rolldown';
import { type Instrumented, inPlace, MUTANT_VARIABLE } from '../mutation/instrument.ts';
import type { Judged, Task, Told } from './thread.ts';

/** What became of a mutant. */
export interface Outcome {
  /** The first call of the trace that is answered otherwise; `null`: none is. */
  differsAt: number | null;
  /** Absent where it was not judged. */
  judged?: Judged;
  digests: string[];
  byTrace: string[];
  bySuite: string[];
  /** Why the thread ended before it was done: no service came up, or it hung. */
  broke?: string;
}

/** How long a thread may say nothing. */
const PATIENCE = 90_000;

export interface Threads {
  run(task: Task, mutant?: string): Promise<Outcome>;
  close(): Promise<void>;
}

export async function openThreads(instrumented: Instrumented): Promise<Threads> {
  const folder = await mkdtemp(join(tmpdir(), 'roadtest-detection-'));
  const file = await bundle(instrumented, folder);
  return {
    run: (task, mutant) => runThread(file, task, mutant),
    close: () => rm(folder, { recursive: true }),
  };
}

async function bundle(instrumented: Instrumented, folder: string): Promise<string> {
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
  return join(folder, 'thread.mjs');
}

function runThread(file: string, task: Task, mutant: string | undefined): Promise<Outcome> {
  const told: Outcome = { differsAt: null, digests: [], byTrace: [], bySuite: [] };
  const env = { ...process.env, ...(mutant !== undefined && { [MUTANT_VARIABLE]: mutant }) };
  const worker = new Worker(file, { workerData: task, env });
  return new Promise((resolve) => {
    const end = (broke?: string): void => {
      clearTimeout(timer);
      if (broke !== undefined) told.broke = broke;
      void worker.terminate().then(() => resolve(told));
    };
    const expire = (): void => end('hangs');
    let timer = setTimeout(expire, PATIENCE);
    worker.on('message', (message: Told) => {
      clearTimeout(timer);
      timer = setTimeout(expire, PATIENCE);
      take(told, message);
    });
    worker.once('error', (error) => end(String(error)));
    worker.once('exit', () => end());
  });
}

function take(told: Outcome, message: Told): void {
  if (message.kind === 'played')
    Object.assign(told, { digests: message.digests, differsAt: message.differsAt });
  if (message.kind === 'judged') told.judged = message.judged;
  if (message.kind === 'reached') Object.assign(told, { byTrace: message.byTrace, bySuite: message.bySuite });
}

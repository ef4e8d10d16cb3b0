/**
 * Carries all jobs out on all cores. Node does not read TypeScript in a thread, so that what the threads
 * do is bundled first. A sample is carried out here: other files use the cores meanwhile.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { rolldown } from 'rolldown';
import type { Profile } from '../../contracts/profile/index.ts';
import { WHOLE } from '../sample.ts';
import { carryOut, type Job, type Result } from './jobs.ts';

/** The results, in the order of the jobs. */
export async function carryOutAll(jobs: readonly Job[], foreignProfile: Profile): Promise<Result[]> {
  if (WHOLE) return carryOutInThreads(jobs, foreignProfile);
  const results: Result[] = [];
  for (const job of jobs) results.push(await carryOut(job, foreignProfile));
  return results;
}

async function carryOutInThreads(jobs: readonly Job[], foreignProfile: Profile): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'roadtest-matrix-'));
  try {
    const file = await bundleWorker(folder);
    const results: Result[] = [];
    const waiting = jobs.map((job, place) => ({ job, place }));
    const threads = Array.from({ length: availableParallelism() }, async () => {
      const worker = new Worker(file, { workerData: { foreignProfile } });
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        results[next.place] = await done(worker, next.job);
      }
      await worker.terminate();
    });
    await Promise.all(threads);
    return results;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function bundleWorker(folder: string): Promise<string> {
  const input = fileURLToPath(new URL('worker.ts', import.meta.url));
  const build = await rolldown({
    input: { worker: input },
    platform: 'node',
    tsconfig: false,
    logLevel: 'silent',
  });
  await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  });
  await build.close();
  return join(folder, 'worker.mjs');
}

function done(worker: Worker, job: Job): Promise<Result> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      worker.off('message', succeed);
      worker.off('error', fail);
    };
    const succeed = (result: Result): void => {
      settle();
      resolve(result);
    };
    const fail = (error: unknown): void => {
      settle();
      reject(new Error(`The run ${JSON.stringify(job)} broke off.`, { cause: error }));
    };
    worker.once('message', succeed);
    worker.once('error', fail);
    worker.postMessage(job);
  });
}

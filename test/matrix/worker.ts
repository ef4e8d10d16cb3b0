/** A thread of the pool: carries out one job after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Profile } from '../../contracts/profile/index.ts';
import { carryOut, type Job } from './jobs.ts';

const { foreignProfile } = workerData as { foreignProfile: Profile };

parentPort?.on('message', (job: Job) => {
  carryOut(job, foreignProfile).then(
    (result) => parentPort?.postMessage(result),
    (error) => {
      throw error;
    },
  );
});

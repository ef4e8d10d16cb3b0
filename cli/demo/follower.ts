/** Asks the server for its clock again and again while other things happen, and notes how long the answers take. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.ts';

const pause = 20; // ms between two questions

export interface Followed {
  answers: number;
  /** The slowest answer, in ms. */
  slowest: number;
}

/** Starts to ask; the result ends it and tells what came of it. */
export function follow(client: Client): () => Promise<Followed> {
  let going = true;
  const asked = (async (): Promise<Followed> => {
    const followed = { answers: 0, slowest: 0 };
    while (going) {
      const start = performance.now();
      await client.control('GET', '/clock');
      followed.answers += 1;
      followed.slowest = Math.max(followed.slowest, performance.now() - start);
      await sleep(pause);
    }
    return followed;
  })();
  asked.catch(() => undefined); // told by the promise that is handed out
  return () => {
    going = false;
    return asked;
  };
}

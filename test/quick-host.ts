/**
 * A host for runs against what answers in this process: nobody waits. Its time stands while anything
 * is under way, and goes to the next sleeper's moment when all that is left to do is to wait.
 */

// Time does not stand for a module that is loaded when it is needed.
import '../contracts/learning/first.ts';
import type { Host } from '../contracts/deployment/host.ts';
import { nodeHost } from '../contracts/hosts/node.ts';

/** How many turns of the event loop without a request count as "nothing under way". */
const QUIET_TURNS = 8;

interface Sleeper {
  until: number;
  wake: () => void;
}

/** A host whose requests may take a while of its time. */
export interface QuickHost extends Host {
  /** For a request that is under way: its time goes on meanwhile. */
  rest(ms: number): Promise<void>;
}

/** @param answer where the deployment answers without `Request` and `Response` */
export function quickHost(fetch: Host['fetch'], nonce: string, answer?: Host['answer']): QuickHost {
  const sleepers = new Set<Sleeper>();
  let now = 0;
  let underWay = 0;
  let watching = false;

  async function watch(): Promise<void> {
    watching = true;
    for (let quiet = 0; sleepers.size > 0; quiet = underWay > 0 ? 0 : quiet + 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (quiet < QUIET_TURNS) continue;
      const [next] = [...sleepers].sort((a, b) => a.until - b.until) as [Sleeper];
      now = Math.max(now, next.until);
      sleepers.delete(next);
      next.wake();
      quiet = 0;
    }
    watching = false;
  }

  const busy = async <T>(request: () => Promise<T>): Promise<T> => {
    underWay++;
    try {
      return await request();
    } finally {
      underWay--;
      now += 0.01;
    }
  };

  const sleep: Host['sleep'] = (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const sleeper = { until: now + ms, wake: resolve };
      sleepers.add(sleeper);
      signal?.addEventListener('abort', () => {
        sleepers.delete(sleeper);
        reject(signal.reason);
      });
      if (!watching) void watch();
    });

  return {
    ...nodeHost(),
    nonce: () => nonce,
    monotonic: () => now,
    wall: () => now,
    fetch: (request) => busy(() => fetch(request)),
    ...(answer && { answer: (request) => busy(() => answer(request)) }),
    sleep,
    async rest(ms) {
      underWay--;
      await sleep(ms);
      underWay++;
    },
  };
}

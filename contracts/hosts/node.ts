/** Time, chance and `fetch` as Node has them. */
import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import type { Host } from '../suite/host.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const NONCE_LENGTH = 8;
/** Of the heap; the rest is for the run itself, and for what is under way. */
const SHARE_OF_ANSWERS = 1 / 4;
/** A timer that is set to longer ends at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Runs no commands: who may adds a `commandRunner`.
 *
 * @param fetch where requests go; Node's own `fetch` takes certificate authorities from NODE_EXTRA_CA_CERTS
 */
export function nodeHost(fetch: Host['fetch'] = stayingFetch) {
  return {
    fetch,
    monotonic: () => performance.now(),
    wall: () => Date.now(),
    sleep: async (ms, signal) => {
      // Node wraps the reason of an abort; the suite wants the reason itself.
      for (let left = ms; left > 0 || left === ms; left -= LONGEST_TIMER) {
        await sleep(Math.min(left, LONGEST_TIMER), undefined, signal && { signal }).catch((error) => {
          throw signal?.aborted ? signal.reason : error;
        });
      }
    },
    answerMemory: getHeapStatistics().heap_size_limit * SHARE_OF_ANSWERS,
    nonce: () => Array.from(randomBytes(NONCE_LENGTH), (byte) => ALPHABET[byte % 32]).join(''),
  } satisfies Host;
}

/** Node's `fetch`, which follows no redirect: what a request carries is for the address that it names. */
export function stayingFetch(request: Request): Promise<Response> {
  return globalThis.fetch(request, { redirect: 'manual' });
}

/** A way to end a run early. Every request that is under way listens, which Node would take for a leak. */
export function runController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/** Time, chance and `fetch` as Node has them. */
import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Host } from '../deployment/host.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const NONCE_LENGTH = 8;
/** The share of the heap that the texts of long answers may have: parsed, one takes up to twenty times as much. */
const SHARE_OF_ANSWERS = 1 / 32;
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
    sleep,
    answerMemory: getHeapStatistics().heap_size_limit * SHARE_OF_ANSWERS,
    nonce: () => Array.from(randomBytes(NONCE_LENGTH), (byte) => ALPHABET[byte % 32]).join(''),
  } satisfies Host;
}

/** Each request has a timeout that is called off: Node's own wait makes an error with its stack for each of these. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    let timer: NodeJS.Timeout;
    const callOff = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const wait = (left: number) => {
      const part = Math.min(left, LONGEST_TIMER);
      timer = setTimeout(() => (left > part ? wait(left - part) : over()), part);
    };
    const over = () => {
      signal?.removeEventListener('abort', callOff);
      resolve();
    };
    signal?.addEventListener('abort', callOff, { once: true });
    wait(ms);
  });
}

/** Node's `fetch`, which follows no redirect: what a request carries is for the address that it names. */
export const stayingFetch: Host['fetch'] = keptUntilDone((request) =>
  globalThis.fetch(request, { redirect: 'manual' }),
);

/**
 * The same `fetch`, ended by the signal of a request whenever that is aborted. Node collects a request that nothing
 * refers to while it is under way, and from then on an abort does not reach its `fetch`.
 */
export function keptUntilDone(fetch: Host['fetch']): Host['fetch'] {
  const underWay = new Set<Request>();
  return async (request) => {
    underWay.add(request);
    try {
      return await fetch(request);
    } finally {
      underWay.delete(request);
    }
  };
}

/**
 * A way to end a run early. Every request that is under way listens, which Node would take for a leak.
 *
 * @param also ends it, too
 */
export function runController(also?: AbortSignal): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const abort = () => controller.abort(also?.reason);
  if (also?.aborted) abort();
  also?.addEventListener('abort', abort, { once: true });
  return controller;
}

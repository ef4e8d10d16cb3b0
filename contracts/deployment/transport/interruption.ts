/**
 * Many wait for the same run to be interrupted: they share one listener on its signal, since
 * platforms warn of a leak where a signal has more than a few.
 */
import type { Host } from '../host.ts';

const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `act` when the signal is aborted, or at once when it was; gives back how to stop listening. */
export function onInterruption(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) {
    act();
    return () => undefined;
  }
  const waiting = listeners.get(signal) ?? listenTo(signal);
  waiting.add(act);
  return () => waiting.delete(act);
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const waiting = new Set<() => void>();
  listeners.set(signal, waiting);
  signal.addEventListener(
    'abort',
    () => {
      for (const act of waiting) act();
    },
    { once: true },
  );
  return waiting;
}

/** A wait of real time; an interruption ends it with the reason of the signal. */
export async function sleepUnlessInterrupted(
  host: Pick<Host, 'sleep'>,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const stopListening = onInterruption(signal, () => over.abort(signal.reason));
  try {
    await host.sleep(ms, over.signal);
  } finally {
    stopListening();
  }
}

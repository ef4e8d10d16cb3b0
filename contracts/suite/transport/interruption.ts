/**
 * Many wait for the same run to be interrupted: they share one listener on its signal, since
 * platforms warn of a leak where a signal has more than a few.
 */
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

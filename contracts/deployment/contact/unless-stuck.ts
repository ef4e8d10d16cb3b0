/** Work that was asked to stop comes to its end by itself, or is waited for no more. */
import type { Host } from '../host.ts';
import { onInterruption } from '../transport/interruption.ts';

/** The time that work has to stop when it was asked to. */
const GRACE_MS = 1_000;

export class StuckError extends Error {
  override readonly name = 'StuckError';

  constructor() {
    super('it did not finish in time');
  }
}

/** Rejects with a `StuckError` a moment after the signal was aborted. */
export async function unlessStuck<T>(
  host: Pick<Host, 'sleep'>,
  signal: AbortSignal,
  work: Promise<T>,
): Promise<T> {
  const over = new AbortController();
  let stopListening = () => {};
  const stuck = new Promise<never>((_, reject) => {
    stopListening = onInterruption(signal, () => {
      host.sleep(GRACE_MS, over.signal).then(
        () => reject(new StuckError()),
        () => undefined,
      );
    });
  });
  try {
    return await Promise.race([work, stuck]);
  } finally {
    over.abort();
    stopListening();
  }
}

/**
 * How the process comes to its end. A wait for what never comes is found when nothing is under
 * way any more, and what a command left open does not keep the process alive.
 */

/** The parts of `process` that ending it needs. */
export interface Process {
  exitCode?: number | string | null | undefined;
  readonly stdout: { readonly writableLength: number };
  readonly stderr: { readonly writableLength: number };
  on(event: 'beforeExit', listener: () => void): unknown;
  exit(code?: number | string | null): unknown;
}

/** After its command the process lives so long at most, in ms, unless output still has to be read. */
const LINGERS_MS = 500;

export interface Ending {
  /** Aborted when nothing is under way, though the command has not ended: it reports that, and cleans up. */
  readonly stalled: AbortSignal;
  /** The command has ended. */
  over(): void;
}

/** @param fail what is done where a command does not end, even after it was asked to stop; it ends the process */
export function endingOf(process: Process, fail: () => void): Ending {
  const stalled = new AbortController();
  let over = false;
  process.on('beforeExit', () => {
    if (over) return;
    if (stalled.signal.aborted) return fail();
    stalled.abort();
    setImmediate(() => undefined); // what listens has a turn, and then this is asked again
  });
  return {
    stalled: stalled.signal,
    over() {
      over = true;
      const drained = () =>
        [process.stdout, process.stderr].every(({ writableLength }) => writableLength === 0);
      const timer = setInterval(() => {
        if (drained()) process.exit(process.exitCode);
      }, LINGERS_MS);
      timer.unref();
    },
  };
}

/** A command waits, and nothing is under way that could end its wait: a fault of ours. */
export class StalledError extends Error {
  override readonly name = 'StalledError';

  constructor() {
    super('The command is still waiting, but nothing that it could wait for is running.');
  }
}

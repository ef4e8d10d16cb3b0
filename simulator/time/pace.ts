/**
 * How the fake clock meets real time: the only file of the core with a wall clock and timers.
 *
 * The platform's functions are taken once, when this module loads: a test that later puts fake timers
 * over the globals must not stop the simulator from breathing.
 */
import type { EpochMs } from './timeline.ts';

export interface Pace {
  /** Milliseconds on a clock that only goes forward. */
  monotonic(): number;
  /** The time of day of the machine. */
  wall(): EpochMs;
  /**
   * Runs once after a while; returns its cancellation. Keeps the process alive only with `hold`: for what somebody
   * waits for.
   */
  after(ms: number, run: () => void, hold?: boolean): () => void;
  /** Lets the platform serve what waits (requests, events), then goes on. */
  breathe(): Promise<void>;
  sleep(ms: number): Promise<void>;
}

const { setTimeout: startTimer, clearTimeout: stopTimer, setImmediate: afterIo } = globalThis;
const platformClock = globalThis.performance;
const PlatformDate = globalThis.Date;

/** The longest delay that timers of all platforms keep; a longer wait is many of these. */
const LONGEST_TIMER = 2 ** 31 - 1;

export const platformPace: Pace = {
  monotonic: () => platformClock.now(),
  wall: () => PlatformDate.now(),
  after(ms, run, hold = false) {
    const timer = startTimer(run, Math.min(ms, LONGEST_TIMER));
    if (!hold) releaseProcess(timer);
    return () => stopTimer(timer);
  },
  breathe() {
    if (typeof afterIo === 'function') return new Promise((resolve) => afterIo(resolve));
    return new Promise((resolve) => {
      // Timers of a browser wait at least 4 ms once nested; a message does not.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    });
  },
  sleep: (ms) => new Promise((resolve) => startTimer(resolve, Math.min(ms, LONGEST_TIMER))),
};

function releaseProcess(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') {
    timer.unref();
  }
}

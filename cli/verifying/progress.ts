/** The progress of a run, on standard error: a line drawn over itself, or plain lines in a log. */
import { outcomeLine, progressLine } from '../../contracts/report/progress.ts';
import { type Status, statusOf } from '../../contracts/report/verdicts.ts';
import type { Outcome } from '../../contracts/verify/run.ts';
import type { Progress } from '../../contracts/verify/run-options.ts';
import type { Io } from '../command.ts';

export interface Display {
  onProgress(progress: Progress): void;
  /** A line between the others. */
  say(text: string): void;
  end(): void;
}

export function displayFor(io: Io): Display {
  return io.watched ? new Drawn(io) : new Lines(io);
}

/** For runs without a terminal. */
export const silent: Display = {
  onProgress: () => undefined,
  say: () => undefined,
  end: () => undefined,
};

/** More often than this no eye follows. */
const REDRAW_MS = 40;

class Drawn implements Display {
  readonly #io: Io;
  #line = '';
  #drawn = false;
  #ended = false;
  #last = 0;

  constructor(io: Io) {
    this.#io = io;
  }

  onProgress(progress: Progress): void {
    const width = this.#io.columns - 1;
    const isWhole = progress.kind === 'judged' && progress.done === progress.total;
    if (progress.kind === 'notice') this.say(progress.text);
    if (progress.kind === 'judged') {
      const { done, total, outcome } = progress;
      this.#line = progressLine(done, total, outcome, { palette: this.#io.colors, width });
    }
    if (progress.kind === 'start') this.#line = progressLine(0, progress.total, undefined, { width });
    if (progress.kind === 'phase' && progress.phase === 'clean-up') this.#line = 'Cleaning up …';
    this.#draw(isWhole);
  }

  say(text: string): void {
    this.#clear();
    this.#io.err(`${text}\n`);
    this.#draw();
  }

  end(): void {
    this.#clear();
    this.#ended = true;
  }

  /** @param atOnce however soon after the last time */
  #draw(atOnce = false): void {
    const now = Date.now();
    const isSoon = this.#drawn && !atOnce && now - this.#last < REDRAW_MS;
    if (this.#ended || isSoon) return;
    this.#io.draw(this.#line);
    this.#drawn = true;
    this.#last = now;
  }

  #clear(): void {
    this.#io.draw('');
    this.#drawn = false;
  }
}

/** In a log, so often a line says that the run goes on. */
const ALIVE_MS = 10_000;

class Lines implements Display {
  readonly #io: Io;
  readonly #suspicions = new Set<string>();
  #last = Date.now();

  constructor(io: Io) {
    this.#io = io;
  }

  onProgress(progress: Progress): void {
    if (progress.kind === 'notice') this.say(progress.text);
    if (progress.kind !== 'judged') return;
    const { outcome, done, total } = progress;
    if (this.#wantsAttention(outcome)) this.say(outcomeLine(outcome) ?? outcome.id);
    if (Date.now() - this.#last < ALIVE_MS) return;
    this.#last = Date.now();
    this.say(`${done} of ${total} checks done`);
  }

  say(text: string): void {
    this.#io.err(`${text}\n`);
  }

  end(): void {}

  /** Outcomes that were not reached are left to the report: they can be half of all. A lost deployment is reported once. */
  #wantsAttention(outcome: Outcome): boolean {
    const status = statusOf(outcome);
    if (!wanted.has(status)) return false;
    if (status !== 'suspect' && status !== 'left-open') return true;
    const fresh = !this.#suspicions.has(outcome.reason);
    this.#suspicions.add(outcome.reason);
    return fresh;
  }
}

const wanted: ReadonlySet<Status> = new Set<Status>([
  'fail',
  'error',
  'suspect',
  'left-open',
  'drift',
  'accepted',
]);

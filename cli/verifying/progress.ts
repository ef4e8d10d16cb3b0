/** The progress of a run, on standard error: a line drawn over itself, or plain lines in a log. */
import { outcomeLine, progressLine } from '../../contracts/report/text.ts';
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
  return io.watched ? drawn(io) : inLines(io);
}

/** For runs without a terminal. */
export const silent: Display = { onProgress: () => undefined, say: () => undefined, end: () => undefined };

/** More often than this no eye follows. */
const REDRAW_MS = 40;

function drawn(io: Io): Display {
  const width = io.columns - 1;
  let line = '';
  let last: number | undefined;
  let ended = false;
  const clear = () => {
    io.draw('');
    last = undefined;
  };
  const draw = (atOnce: boolean) => {
    const now = Date.now();
    if (ended || (last !== undefined && !atOnce && now - last < REDRAW_MS)) return;
    io.draw(line);
    last = now;
  };
  const say = (text: string) => {
    clear();
    io.err(`${text}\n`);
    draw(false);
  };
  return {
    say,
    onProgress(progress) {
      if (progress.kind === 'notice') say(progress.text);
      if (progress.kind === 'start') line = progressLine(0, progress.total, undefined, { width });
      if (progress.kind === 'phase' && progress.phase === 'clean-up') line = 'Cleaning up …';
      if (progress.kind !== 'judged') return draw(false);
      const { done, total, outcome } = progress;
      line = progressLine(done, total, outcome, { palette: io.colors, width });
      draw(done === total);
    },
    end() {
      clear();
      ended = true;
    },
  };
}

/** In a log, so often a line says that the run goes on. */
const ALIVE_MS = 10_000;

const wanted: ReadonlySet<Status> = new Set<Status>([
  ...(['fail', 'error', 'suspect', 'left-open', 'drift', 'accepted'] as const),
]);

function inLines(io: Io): Display {
  const suspicions = new Set<string>();
  let last = Date.now();
  const say = (text: string) => io.err(`${text}\n`);
  /** Outcomes that were not reached are left to the report: they can be half of all. A lost deployment is reported once. */
  const wantsAttention = (outcome: Outcome): boolean => {
    const status = statusOf(outcome);
    if (status !== 'suspect' && status !== 'left-open') return wanted.has(status);
    const isNew = !suspicions.has(outcome.reason);
    suspicions.add(outcome.reason);
    return isNew;
  };
  return {
    say,
    onProgress(progress) {
      if (progress.kind === 'notice') say(progress.text);
      if (progress.kind !== 'judged') return;
      const { outcome, done, total } = progress;
      if (wantsAttention(outcome)) say(outcomeLine(outcome) ?? outcome.id);
      if (Date.now() - last < ALIVE_MS) return;
      last = Date.now();
      say(`${done} of ${total} checks done`);
    },
    end: () => undefined,
  };
}

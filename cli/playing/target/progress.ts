/** The progress of a story that is repeated, on standard error: a bar drawn over itself, or plain lines in a log. */
import type { Io } from '../../command.ts';
import type { Display } from '../../verifying/progress.ts';

export interface Position {
  /** The simulated moment. */
  at: number;
  /** From 0 to 1. */
  share: number;
  sent: number;
  unexpected: number;
  /** Real milliseconds by which the last step went out late. */
  lag: number;
}

export interface TargetDisplay extends Display {
  show(position: Position): void;
}

/** More often than this no eye follows; in a log a line now and then says that it goes on. */
const REDRAW_MS = 100;
const ALIVE_MS = 10_000;
const BAR = 24;

export function targetDisplay(io: Io): TargetDisplay {
  let held = 0;
  let last = io.watched ? 0 : Date.now();
  const clear = () => io.draw('');
  return {
    show(position) {
      const now = Date.now();
      if (held > 0 || now - last < (io.watched ? REDRAW_MS : ALIVE_MS)) return;
      last = now;
      if (!io.watched) return io.err(`${inWords(position)}\n`);
      io.draw(`${bar(position.share)} ${inWords(position)}`.slice(0, io.columns - 1));
    },
    say(text) {
      clear();
      io.err(`${text}\n`);
    },
    async undisturbed(work) {
      clear();
      held++;
      try {
        return await work();
      } finally {
        held--;
      }
    },
    onProgress: () => undefined,
    end() {
      clear();
      held++;
    },
  };
}

function bar(share: number): string {
  const full = Math.round(share * BAR);
  return '█'.repeat(full) + '░'.repeat(BAR - full);
}

function inWords({ at, share, sent, unexpected, lag }: Position): string {
  const parts = [
    `${Math.floor(share * 100)} %`,
    new Date(at).toISOString().slice(0, 19).replace('T', ' '),
    `${sent} sent`,
    ...(unexpected > 0 ? [`${unexpected} refused`] : []),
    ...(lag >= 1_000 ? [`${(lag / 1_000).toFixed(1)} s late`] : []),
  ];
  return parts.join('  ');
}

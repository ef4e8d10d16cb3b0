/** Tells the day: lines with their simulated time, progress in between, and promises that must be kept. */
import type { Io } from '../command.ts';

export class Teller {
  /** Promises of the day that were not kept. */
  readonly broken: string[] = [];
  readonly #io: Io;
  #lastDay = '';
  #progress = '';

  constructor(io: Io) {
    this.#io = io;
  }

  /** @param at simulated time, in milliseconds since 1970 UTC */
  say(at: number, text: string): void {
    const { bold, dim } = this.#io.colors;
    this.#clearProgress();
    const day = dayOf(at);
    if (day !== this.#lastDay) this.#io.out(`\n${bold(day)}\n`);
    this.#lastDay = day;
    this.#io.out(`  ${dim(timeOf(at))}  ${text}\n`);
  }

  /** Where the day has got to. Shown on a terminal alone. */
  progress(at: number, share: number, text: string): void {
    if (!this.#io.interactive) return;
    const bar = '━'.repeat(Math.round(share * 20)).padEnd(20, '─');
    const line = `  ${timeOf(at)}  ${bar}  ${text}`.slice(0, this.#io.columns - 1);
    if (line === this.#progress) return;
    this.#clearProgress();
    this.#io.out(line);
    this.#progress = line;
  }

  promise(kept: boolean, what: string): void {
    if (!kept) this.broken.push(what);
  }

  #clearProgress(): void {
    if (this.#progress !== '') this.#io.out('\r\u001B[2K');
    this.#progress = '';
  }
}

const dayFormat: Intl.DateTimeFormatOptions = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
};

function dayOf(at: number): string {
  return `${new Intl.DateTimeFormat('en-GB', dayFormat).format(at)}, UTC`;
}

function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 16);
}

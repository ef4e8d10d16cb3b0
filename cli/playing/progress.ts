/** How far playing has come: one line on standard error, drawn over itself where a person watches. */
import { performance as machine } from 'node:perf_hooks';
import type { Performance } from '../../scenarios/player/perform.ts';
import type { Progress } from '../../scenarios/player/play.ts';
import type { Io } from '../command.ts';

/** More often than this no eye follows, in ms. */
const REDRAW = 80;
const BAR = 24;

export class ProgressLine {
  readonly #io: Io;
  readonly #time: Intl.DateTimeFormat;
  readonly #began = machine.now();
  #drawn = false;
  #last = 0;

  constructor({ story }: Performance, io: Io) {
    this.#io = io;
    this.#time = new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: story.clock.timeZone,
    });
  }

  draw({ at, share, reports }: Progress): void {
    const now = machine.now();
    if (!this.#io.watched || (this.#drawn && now - this.#last < REDRAW)) return;
    this.#last = now;
    const { cyan, dim } = this.#io.colors;
    const filled = Math.round(Math.min(1, share) * BAR);
    const rate = Math.round((reports * 1000) / Math.max(1, now - this.#began));
    const words = `${this.#time.format(at)}  ${Math.floor(share * 100)} %  ${inDigits(reports)} locations, ${inDigits(rate)} a second`;
    const room = this.#io.columns - BAR - 3;
    this.#io.draw(
      `${cyan('━'.repeat(filled))}${dim('─'.repeat(BAR - filled))}  ${words.slice(0, Math.max(0, room))}`,
    );
    this.#drawn = true;
  }

  clear(): void {
    this.#io.draw('');
    this.#drawn = false;
  }
}

export function inDigits(count: number): string {
  return count.toLocaleString('en-GB');
}

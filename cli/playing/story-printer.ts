/** Prints a story as it goes: days, chapters, captions and what the service does, with their local times. */

import { wrap } from '../../contracts/kit/columns.ts';
import type { Paint } from '../../contracts/kit/palette.ts';
import { capitalised } from '../../contracts/kit/phrases.ts';
import { visible } from '../../contracts/kit/untrusted.ts';
import { events } from '../../contracts/specification/events/index.ts';
import { licenceNotes } from '../../scenarios/language/notes.ts';
import { zoneMark } from '../../scenarios/language/times.ts';
import type { Performance } from '../../scenarios/player/perform.ts';
import type { FleetEvent } from '../../simulator/fleet/types.ts';
import type { Io } from '../command.ts';
import type { ProgressLine } from './progress.ts';

/** The number of like events that are printed in a chapter; more are only counted. */
const PRINTED_ALIKE = 4;
/** Columns of a time and a mark. */
const INDENT = 13;

export class StoryPrinter {
  readonly #io: Io;
  readonly #performance: Performance;
  readonly #progress: ProgressLine;
  readonly #day: Intl.DateTimeFormat;
  readonly #time: Intl.DateTimeFormat;
  #lastDay = '';
  /** In this chapter: of what is alike, how many there were. */
  #alike = new Map<string, number>();

  constructor(performance: Performance, progress: ProgressLine, io: Io) {
    const { timeZone } = performance.story.clock;
    this.#io = io;
    this.#performance = performance;
    this.#progress = progress;
    this.#day = new Intl.DateTimeFormat('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone,
    });
    this.#time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone });
  }

  /** Prints the title, the fleet and the seed of the story. */
  open(): void {
    const { bold, dim } = this.#io.colors;
    const { title, summary, clock, devices } = this.#performance.story;
    this.#write(`\n${bold(visible(title))}\n`);
    if (summary !== '') this.#write(`${this.#wrapped(summary, 0)}\n`);
    const fleet = devices === 1 ? 'one device' : `${devices.toLocaleString('en-GB')} devices`;
    this.#write(`${dim(`${fleet}, ${clock.timeZone} time, seed ${clock.seed}`)}\n`);
    for (const note of licenceNotes(this.#performance.story))
      this.#write(`${dim(this.#wrapped(visible(note), 0))}\n`);
  }

  print(event: FleetEvent): void {
    if (event.kind === 'story-chapter') this.#chapter(event.at, event.title);
    else if (event.kind === 'story-caption') this.#caption(event.at, event.entry, event.text);
    else {
      const style = events[event.kind].terminal(event);
      if (style === null || !this.#isAmongFirst(style.alike)) return;
      this.#line(event.at, style.mark, this.#io.colors[style.colour], this.#inWords(event));
    }
  }

  #caption(at: number, entry: number, text: string): void {
    const written = this.#performance.story.timeline[entry]?.caption?.split('\n')[0];
    if (this.#isAmongFirst(`times: ${written ?? ''}`)) this.#line(at, ' ', (plain) => plain, text);
  }

  #inWords(event: FleetEvent): string {
    const words = events[event.kind].words(event);
    if (event.kind === 'story-expectation') return words;
    if (!('deviceId' in event) || event.deviceId === undefined) return capitalised(words);
    return `${this.#performance.simulator.fleet.devices.nameOf(event.deviceId)}: ${words}`;
  }

  /** Counts what is alike in this chapter. */
  #isAmongFirst(alike: string): boolean {
    const count = (this.#alike.get(alike) ?? 0) + 1;
    this.#alike.set(alike, count);
    return count <= PRINTED_ALIKE;
  }

  /** Prints how many there were of what was printed in part. */
  close(): void {
    for (const [alike, count] of this.#alike) {
      if (count <= PRINTED_ALIKE) continue;
      const more = count - PRINTED_ALIKE;
      const text = this.#wrapped(`… and ${more} more ${alike}`, INDENT);
      this.#write(`${' '.repeat(INDENT)}${this.#io.colors.dim(text)}\n`);
    }
    this.#alike = new Map();
  }

  #chapter(at: number, title: string): void {
    this.close();
    this.#dayOf(at);
    this.#write(`\n${this.#io.colors.bold(this.#io.colors.cyan(visible(title)))}\n`);
  }

  #line(at: number, mark: string, paint: Paint, text: string): void {
    this.#dayOf(at);
    const { colors } = this.#io;
    const body = paint(this.#wrapped(text, INDENT));
    const time = this.#time.format(at) + zoneMark(at, this.#performance.story.clock.timeZone);
    this.#write(`  ${colors.dim(time)} ${paint(mark)} ${body}\n`);
  }

  #dayOf(at: number): void {
    const day = this.#day.format(at);
    if (day === this.#lastDay) return;
    this.#lastDay = day;
    this.#write(`\n${this.#io.colors.bold(day)}\n`);
  }

  #wrapped(text: string, indent: number): string {
    const lines = text.split('\n').flatMap((line) => wrap(visible(line), this.#io.columns - indent));
    return lines.join(`\n${' '.repeat(indent)}`);
  }

  #write(text: string): void {
    this.#progress.clear();
    this.#io.out(text);
  }
}

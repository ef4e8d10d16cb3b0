/**
 * Scheduled events in the order of (time, rank, sequence): kinds that come first at a moment, then the others, each as
 * they were scheduled. Pure and synchronous: nothing here knows the wall clock. Events are data (a kind and a payload)
 * and handlers are registered by kind, so that a saved timeline can be restored in another process and goes on
 * identically.
 */

import { itemAt } from '../../contracts/kit/items.ts';
import { instant, ordinal } from '../../contracts/kit/saved.ts';
import { constant, integer, list, object, type Static, string, typed } from '../../contracts/kit/schema.ts';
import { ClockError } from './errors.ts';
import { mustHold } from './saved.ts';

/** Milliseconds since 1970 UTC, a whole number. */
export type EpochMs = number;
/** The beginning of the year 0, before which ISO 8601 has no plain dates. */
export const EARLIEST_TIME: EpochMs = -62_167_219_200_000;
/** The end of the year 9999, behind which ISO 8601 has no plain dates. */
export const LATEST_TIME: EpochMs = 253_402_300_799_999;

/** One event to come. */
export interface Deadline {
  readonly at: EpochMs;
  /** Position among all events ever scheduled; decides between events of the same time and rank. */
  readonly sequence: number;
  readonly kind: string;
  /** Anything that survives JSON. */
  readonly payload: unknown;
}

/** The kind of the events by which callers are called back. */
const WAITING = 'waiting';

export interface RunLimits {
  /** Stop after this many events. */
  maxEvents?: number;
  /** Asked before each event: stop when it says so. */
  pause?: () => boolean;
}

export interface Run {
  events: number;
  /** Everything due was run, and `now` is the time asked for. */
  settled: boolean;
}

/** A saved timeline. */
export const timelineState = object({
  version: constant(1),
  now: integer({ minimum: EARLIEST_TIME, maximum: LATEST_TIME }),
  nextSequence: ordinal,
  deadlines: list(object({ at: instant, sequence: ordinal, kind: string(), payload: typed<unknown>({}) })),
});
export type TimelineState = Static<typeof timelineState>;

export class Timeline {
  #now: EpochMs;
  #nextSequence = 1;
  /** Grows when another state takes the place of this one, so that those that derive time from here notice the jump. */
  #generation = 0;
  #running = false;
  readonly #handlers = new Map<string, (event: Deadline) => void>();
  /** Kinds that come before others of the same moment. */
  readonly #first = new Set<string>();
  /** A binary heap on (at, rank, sequence). Cancelled events stay in it until they surface. */
  #heap: Deadline[] = [];
  /** The events that are still to come; a cancelled event is no longer here. */
  #pending = new Set<number>();
  /** Callers who wait for a moment, by the number of its event. */
  readonly #waiting = new Map<number, () => void>();
  /** The events that were scheduled while a client did something. No saved timeline has this. */
  #clients = new Set<number>();
  #byClient = false;

  constructor(start: EpochMs) {
    if (!Number.isSafeInteger(start) || start < EARLIEST_TIME || start > LATEST_TIME) throw notATime(start);
    this.#now = start;
  }

  get now(): EpochMs {
    return this.#now;
  }

  get generation(): number {
    return this.#generation;
  }

  /** The number of events to come. */
  get size(): number {
    return this.#pending.size;
  }

  /** Tells whether what happens now follows from a client: it is done in a call of theirs, or by an event that such a call scheduled. */
  get byClient(): boolean {
    return this.#byClient;
  }

  /** Does something as a client. A function that is made for one call would be dearer than what it does. */
  asClient<Given, T>(act: (given: Given) => T, given: Given): T {
    const before = this.#byClient;
    this.#byClient = true;
    try {
      return act(given);
    } finally {
      this.#byClient = before;
    }
  }

  /**
   * Says what happens when an event of this kind is due. One handler per kind.
   *
   * @param first whether it comes before other kinds of the same moment, however late it was scheduled
   */
  on(kind: string, handler: (event: Deadline) => void, { first = false } = {}): void {
    if (this.#handlers.has(kind)) throw new Error(`The kind of event "${kind}" already has a handler.`);
    this.#handlers.set(kind, handler);
    if (first) this.#first.add(kind);
  }

  /**
   * Adds an event and returns its sequence number, by which it can be cancelled.
   * Throws `TIME_BACKWARDS` for a time before now, `EVENT_KIND_UNKNOWN` for a kind without a handler.
   */
  schedule(at: EpochMs, kind: string, payload: unknown): number {
    if (!Number.isSafeInteger(at)) throw notATime(at);
    if (at < this.#now) {
      throw new ClockError(
        'TIME_BACKWARDS',
        `An event cannot be scheduled ${this.#now - at} ms before now.`,
        {
          hint: 'Schedule it at now or later.',
        },
      );
    }
    this.#requireHandler(kind);
    const sequence = this.#nextSequence++;
    this.#push({ at, sequence, kind, payload });
    this.#pending.add(sequence);
    if (this.#byClient) this.#clients.add(sequence);
    return sequence;
  }

  /** Calls back at a moment, for one who waits: it is in no saved timeline, and another one that takes the place of this ends the wait. */
  whenAt(at: EpochMs, then: () => void): void {
    if (!this.#handlers.has(WAITING)) this.on(WAITING, ({ sequence }) => this.#wake(sequence));
    this.#waiting.set(this.schedule(at, WAITING, null), then);
  }

  /** Takes an event off the timeline; false when it is not there (any more). */
  cancel(sequence: number): boolean {
    if (!this.#pending.delete(sequence)) return false;
    this.#clients.delete(sequence);
    if (this.#heap.length > 64 && this.#heap.length > 2 * this.#pending.size) this.#sweep();
    return true;
  }

  /** The time of the next event. */
  nextAt(): EpochMs | undefined {
    return this.#top()?.at;
  }

  /** The next events, in their order; only those of `kinds` when given. Callers who wait are none. */
  upcoming(limit: number, kinds?: readonly string[]): Deadline[] {
    const wanted = kinds === undefined ? undefined : new Set(kinds);
    return this.#heap
      .filter(
        (event) => this.#pending.has(event.sequence) && (wanted?.has(event.kind) ?? event.kind !== WAITING),
      )
      .sort(this.#inOrder)
      .slice(0, Math.max(0, limit));
  }

  /**
   * Runs what is due up to and including `to`, in order. `now` moves to the time
   * of each event as it runs, and to `to` at the end; an event may schedule further ones, which run
   * too when they are due. Stopped early, `now` stays at the last event that ran.
   */
  runUntil(to: EpochMs, limits: RunLimits = {}): Run {
    if (!(to >= this.#now)) {
      throw new ClockError('TIME_BACKWARDS', `Time cannot go back by ${this.#now - to} ms.`, {
        hint: 'Advance to a later time, or reset.',
      });
    }
    return this.#runDue(to, limits.maxEvents ?? Number.POSITIVE_INFINITY, limits.pause);
  }

  save(): TimelineState {
    return {
      version: 1,
      now: this.#now,
      nextSequence: this.#nextSequence,
      deadlines: structuredClone(this.upcoming(Number.POSITIVE_INFINITY)),
    };
  }

  /** Puts a saved timeline in place of this one; handlers stay, waits end. Throws a StateError, and then nothing has changed. */
  restore(state: TimelineState): void {
    checkState(state);
    state.deadlines.forEach(({ kind }, place) => {
      const known = this.#handlers.has(kind);
      mustHold(known, `/deadlines/${place}/kind`, `is "${kind}", which no part of this simulator handles`);
    });
    this.endWaits();
    this.#now = state.now;
    this.#nextSequence = state.nextSequence;
    this.#generation++;
    this.#pending = new Set(state.deadlines.map(({ sequence }) => sequence));
    this.#clients = new Set();
    // A sorted array is a heap already.
    this.#heap = structuredClone(state.deadlines).sort(this.#inOrder);
  }

  /** Tells whether somebody waits for a moment (see `whenAt`). */
  get isWaitedFor(): boolean {
    return this.#waiting.size > 0;
  }

  /** All who wait are called back now. */
  endWaits(): void {
    for (const sequence of [...this.#waiting.keys()]) {
      this.cancel(sequence);
      this.#wake(sequence);
    }
  }

  #wake(sequence: number): void {
    const then = this.#waiting.get(sequence);
    this.#waiting.delete(sequence);
    then?.();
  }

  #runDue(to: EpochMs, maxEvents: number, pause: (() => boolean) | undefined): Run {
    if (this.#running) throw new Error('An event cannot advance the timeline that runs it.');
    this.#running = true;
    const byClient = this.#byClient;
    let events = 0;
    try {
      for (let event = this.#top(); event !== undefined && event.at <= to; event = this.#top()) {
        if (events >= maxEvents || pause?.() === true) return { events, settled: false };
        this.#pop();
        this.#pending.delete(event.sequence);
        this.#now = event.at;
        this.#byClient = this.#clients.delete(event.sequence);
        events++;
        this.#requireHandler(event.kind)(event);
      }
      this.#now = to;
      return { events, settled: true };
    } finally {
      this.#running = false;
      this.#byClient = byClient;
    }
  }

  readonly #inOrder = (a: Deadline, b: Deadline): number =>
    a.at - b.at || this.#rankOf(a) - this.#rankOf(b) || a.sequence - b.sequence;

  #rankOf({ kind }: Deadline): number {
    return this.#first.has(kind) ? 0 : 1;
  }

  #requireHandler(kind: string): (event: Deadline) => void {
    const handler = this.#handlers.get(kind);
    if (handler === undefined) {
      throw new ClockError(
        'EVENT_KIND_UNKNOWN',
        `No part of this simulator handles events of kind "${kind}".`,
        {
          hint: `Known kinds: ${[...this.#handlers.keys()].join(', ') || 'none'}.`,
        },
      );
    }
    return handler;
  }

  /** The first event that is still to come; drops cancelled ones before it. */
  #top(): Deadline | undefined {
    for (let top = this.#heap[0]; top !== undefined; top = this.#heap[0]) {
      if (this.#pending.has(top.sequence)) return top;
      this.#pop();
    }
    return undefined;
  }

  #push(event: Deadline): void {
    const heap = this.#heap;
    let index = heap.length;
    heap.push(event);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = itemAt(heap, parent);
      if (this.#inOrder(above, event) <= 0) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = event;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let index = 0;
    for (let child = 1; child < heap.length; child = 2 * index + 1) {
      const right = heap[child + 1];
      if (right !== undefined && this.#inOrder(right, itemAt(heap, child)) < 0) child++;
      const below = itemAt(heap, child);
      if (this.#inOrder(last, below) <= 0) break;
      heap[index] = below;
      index = child;
    }
    heap[index] = last;
  }

  /** Drops the cancelled events, so that changing one's mind often costs no memory. */
  #sweep(): void {
    this.#heap = this.#heap.filter((event) => this.#pending.has(event.sequence)).sort(this.#inOrder);
  }
}

/** Refuses damage that would only show long after the state was restored. */
function checkState({ now, nextSequence, deadlines }: TimelineState): void {
  const sequences = new Set<number>();
  deadlines.forEach(({ at, sequence }, place) => {
    mustHold(at >= now, `/deadlines/${place}/at`, 'is before now');
    mustHold(sequence < nextSequence, `/deadlines/${place}/sequence`, 'has not been issued yet');
    mustHold(!sequences.has(sequence), `/deadlines/${place}/sequence`, 'occurs twice');
    sequences.add(sequence);
  });
}

function notATime(at: number): ClockError {
  return new ClockError('TIME_INVALID', `${at} is not a time: expected whole milliseconds since 1970 UTC.`);
}

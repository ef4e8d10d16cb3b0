/** Deliveries and their times. All waiting is on the fake clock; a slow receiver delays its own webhook alone. */
import type { Clock } from '../time/clock.ts';
import type { EpochMs } from '../time/timeline.ts';
import { headersOf, pauses, type Send } from './attempt.ts';
import type { Delivery, Hook, SentEvent } from './hook.ts';

/** Deliveries that wait in a world; with one more the oldest is dropped. */
export const MOST_WAITING = 10_000;

export interface DeliveriesOptions {
  /** The clock and the seed of the world that is served at the time. */
  served(): { readonly clock: Pick<Clock, 'now' | 'reached'>; readonly seed: number };
  readonly send: Send;
}

export class Deliveries {
  readonly #served: DeliveriesOptions['served'];
  readonly #send: Send;
  readonly #ended = new AbortController();
  /** Oldest first; those under way are among them. */
  readonly #waiting = new Set<Delivery>();
  readonly #underWay = new Set<Delivery>();
  #order = 0;
  #isSoon = false;
  /** The moment at which this looks next. */
  #wakes: EpochMs = Infinity;

  constructor({ served, send }: DeliveriesOptions) {
    this.#served = served;
    this.#send = send;
  }

  /** Takes an event to a webhook. It may be called in the middle of a change of the world, and looks at nothing there. */
  add(hook: Hook, event: SentEvent, seed: number): void {
    for (const delivery of hook.deliveriesOf(event, seed, () => ++this.#order)) {
      this.#waiting.add(delivery);
      if (this.#waiting.size > MOST_WAITING) this.#dropOldest();
    }
    this.#soon();
  }

  /** How many wait for a webhook, and how many of them were refused before. */
  countOf(hook: Hook): { waiting: number; failing: number } {
    const own = [...this.#waiting].filter((delivery) => delivery.hook === hook);
    const failing = own.filter((delivery) => delivery.attempts > (this.#underWay.has(delivery) ? 1 : 0));
    return { waiting: own.length, failing: failing.length };
  }

  /** Forgets what waits, for one webhook or for all. What is under way is answered still. */
  forget(hook?: Hook): void {
    for (const delivery of [...this.#waiting])
      if (hook === undefined || delivery.hook === hook) this.#waiting.delete(delivery);
    this.#wakes = Infinity;
    this.#soon();
  }

  /** Ends everything that is under way. */
  stop(): void {
    this.#waiting.clear();
    this.#ended.abort();
  }

  #dropOldest(): void {
    for (const delivery of this.#waiting) {
      if (this.#underWay.has(delivery)) continue;
      this.#waiting.delete(delivery);
      delivery.hook.counts.dropped++;
      return;
    }
  }

  /** Looks once the change of the world that is being made is complete. */
  #soon(): void {
    if (this.#isSoon) return;
    this.#isSoon = true;
    queueMicrotask(() => {
      this.#isSoon = false;
      this.#look();
    });
  }

  /** Sends what is due, for each webhook the earliest, and waits for the next moment. */
  #look(): void {
    if (this.#waiting.size === 0 || this.#ended.signal.aborted) return;
    const { clock } = this.#served();
    const now = clock.now();
    const first = new Map<Hook, Delivery>();
    let next = Infinity;
    for (const delivery of this.#waiting) {
      const { hook, due } = delivery;
      if (hook.busy) continue;
      if (due > now) next = Math.min(next, due);
      else if (isBefore(delivery, first.get(hook))) first.set(hook, delivery);
    }
    for (const delivery of first.values()) void this.#attempt(delivery, now);
    if (next < this.#wakes) this.#wakeAt(next, clock);
  }

  #wakeAt(at: EpochMs, clock: Pick<Clock, 'reached'>): void {
    this.#wakes = at;
    void clock
      .reached(at, () => undefined)
      .then(() => {
        if (this.#wakes === at) this.#wakes = Infinity;
        this.#soon();
      });
  }

  async #attempt(delivery: Delivery, now: EpochMs): Promise<void> {
    const { hook, event, id } = delivery;
    const { url, secret } = hook;
    const attempt = ++delivery.attempts;
    hook.busy = true;
    hook.counts.sent++;
    this.#underWay.add(delivery);
    const { kind, body } = event;
    const headers = headersOf({ kind, delivery: id, attempt, body, now, secret });
    const outcome = await this.#send({ url, headers, body }, this.#ended.signal);
    this.#underWay.delete(delivery);
    hook.busy = false;
    hook.lastStatus = outcome;
    const pause = pauses[attempt - 1];
    if (isSuccess(outcome)) {
      hook.counts.delivered++;
      this.#waiting.delete(delivery);
    } else if (pause !== undefined) {
      delivery.due = now + pause;
    } else if (this.#waiting.delete(delivery)) {
      hook.counts.givenUp++;
    }
    this.#soon();
  }
}

function isSuccess(outcome: unknown): boolean {
  return typeof outcome === 'number' && outcome >= 200 && outcome < 300;
}

function isBefore(one: Delivery, other: Delivery | undefined): boolean {
  return other === undefined || one.due < other.due || (one.due === other.due && one.order < other.order);
}

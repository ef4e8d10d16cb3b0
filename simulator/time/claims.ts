/**
 * The events of a saved timeline, while the parts that await them are looked at: each event belongs to one part,
 * which claims it. So no part waits for an event that will not come, and none comes that no part waits for.
 */
import { mustHold } from '../../contracts/kit/saved.ts';
import type { Deadline } from './timeline.ts';

export class Claims {
  /** The events that have not been claimed yet, by sequence. */
  readonly #open: Map<number, Deadline>;

  constructor(deadlines: readonly Deadline[]) {
    this.#open = new Map(deadlines.map((event) => [event.sequence, event]));
  }

  /**
   * Claims the event under a sequence number, which is of this kind and has these facts as its payload (any, where
   * none are given). Throws a StateError for the place that speaks of it.
   */
  take(sequence: number, kind: string, facts: Facts | undefined, pointer: string): Deadline {
    const event = this.#open.get(sequence);
    const found = event?.kind === kind && (facts === undefined || isSame(event.payload, facts));
    mustHold(found, pointer, `refers to event ${sequence}, and the timeline has no such ${kind}`);
    this.#open.delete(sequence);
    return event;
  }

  /** Claims all events of a kind that are left, in no order; of those with these facts, where some are given. */
  takeAll(kind: string, facts?: Facts): Deadline[] {
    const events = [...this.#open.values()].filter(
      (event) => event.kind === kind && (facts === undefined || isSame(event.payload, facts)),
    );
    for (const { sequence } of events) this.#open.delete(sequence);
    return events;
  }

  /** Throws a StateError when an event of this kind is left. */
  close(kind: string): void {
    const [left] = this.takeAll(kind);
    mustHold(left === undefined, '', `has a ${kind}, event ${left?.sequence}, that no part awaits`);
  }
}

interface Facts {
  readonly [fact: string]: unknown;
}

/** Whether a payload has exactly these facts, all of them plain values. */
function isSame(payload: unknown, facts: Facts): boolean {
  if (typeof payload !== 'object' || payload === null) return false;
  const entries = Object.entries(payload);
  return (
    entries.length === Object.keys(facts).length &&
    entries.every(([name, value]) => Object.hasOwn(facts, name) && facts[name] === value)
  );
}

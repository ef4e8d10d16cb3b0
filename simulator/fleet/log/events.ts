/**
 * All events, in order. The newest can be read again; listeners are called with each; counts and the
 * digest cover all that there ever were.
 *
 * Recorded locations are so many that they are counted, digested and passed to listeners, but neither
 * numbered nor kept here: they are in the history of their device, and would drive everything else
 * out. A listener gets them under the sequence number of the event before.
 */

import { checkOptions } from '../../../contracts/kit/option-names.ts';
import { mapTable } from '../../../contracts/kit/tables.ts';
import { events } from '../../../contracts/specification/events/index.ts';
import { within } from '../../time/saved.ts';
import type { Timeline } from '../../time/timeline.ts';
import { Ring } from '../ring.ts';
import type { LogState } from '../state.ts';
import type { DeviceId, EventFacts, EventKind, FleetEvent } from '../types.ts';
import { Digest } from './digest.ts';

type Listener = (event: FleetEvent) => void;

type NumberedKind = Exclude<EventKind, 'location-recorded'>;

/** The log as a part of the fleet sees it: it appends events of these kinds, and no others. */
export type LogFor<Kind extends EventKind> = {
  append<K extends Exclude<Kind, 'location-recorded'>>(kind: K, facts: EventFacts[K]): void;
} & ('location-recorded' extends Kind ? Pick<EventLog, 'locationRecorded'> : unknown);

const noneYet = mapTable(events, () => 0);

export class EventLog {
  readonly #timeline: Timeline;
  readonly #kept: Ring<FleetEvent>;
  readonly #digest = new Digest();
  readonly #listeners = new Set<Listener>();
  /** Listeners that are called with recorded locations too. */
  readonly #locationListeners = new Set<Listener>();
  #head = 0;
  #counts: { [K in EventKind]: number } = { ...noneYet };

  constructor(timeline: Timeline, size: number) {
    this.#timeline = timeline;
    this.#kept = new Ring(size);
  }

  /** How many events are kept. */
  get kept(): number {
    return this.#kept.length;
  }

  /** The sequence number of the newest event; 0 before the first. */
  get head(): number {
    return this.#head;
  }

  /** How many events of each kind there were, ever. */
  get counts(): Readonly<Record<EventKind, number>> {
    return this.#counts;
  }

  /** Adds an event of now. The facts must survive JSON. */
  append<K extends NumberedKind>(kind: K, facts: EventFacts[K]): void {
    const event = { at: this.#timeline.now, sequence: ++this.#head, kind, ...facts } as FleetEvent;
    this.#counts[kind]++;
    this.#digest.add(JSON.stringify(event));
    this.#kept.push(event);
    this.#notify(event);
  }

  /**
   * Adds a recorded location by its packed words. What a listener gets is made only when there is
   * one; `extra` is what the words cannot hold.
   */
  locationRecorded(
    deviceId: DeviceId,
    words: Int32Array,
    offset: number,
    extra: object | undefined,
    describe: (deviceId: DeviceId, words: Int32Array, offset: number) => EventFacts['location-recorded'],
  ): void {
    this.#counts['location-recorded']++;
    this.#digest.fold(deviceId, words, offset, 8);
    if (extra !== undefined) this.#digest.add(JSON.stringify(extra));
    if (this.#locationListeners.size === 0) return;
    const event: FleetEvent = {
      at: this.#timeline.now,
      sequence: this.#head,
      kind: 'location-recorded',
      ...describe(deviceId, words, offset),
    };
    for (const listener of this.#locationListeners) listener(event);
  }

  /** The kept events after a sequence number, oldest first, at most `limit`. No locations. */
  since(sequence: number, limit: number): FleetEvent[] {
    const found: FleetEvent[] = [];
    let index = this.#kept.length;
    while ((this.#kept.at(index - 1)?.sequence ?? 0) > sequence) index--;
    for (; index < this.#kept.length && found.length < limit; index++) {
      const event = this.#kept.at(index);
      if (event) found.push(event);
    }
    return found;
  }

  /**
   * Calls back with every event from now on; returns a function that ends this. Recorded locations are left
   * out unless asked for: each listener makes each one cost.
   */
  onEvent(listener: Listener, options: { locations?: boolean } = {}): () => void {
    checkOptions(options, { locations: true }, 'onEvent');
    this.#listeners.add(listener);
    if (options.locations) this.#locationListeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      this.#locationListeners.delete(listener);
    };
  }

  /** Removes all events: the world begins now. */
  reset(): void {
    this.restore(new EventLog(this.#timeline, 0).save());
  }

  /** A fingerprint of everything that ever happened. */
  digest(): string {
    return this.#digest.hex();
  }

  save(): LogState {
    return {
      head: this.#head,
      counts: { ...this.#counts },
      digest: this.#digest.save(),
      kept: structuredClone([...this.#kept]),
    };
  }

  restore(state: LogState): void {
    this.#head = state.head;
    this.#counts = { ...state.counts };
    within('/digest', () => this.#digest.restore(state.digest));
    this.#kept.replaceAll(structuredClone(state.kept));
  }

  #notify(event: FleetEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

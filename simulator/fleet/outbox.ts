/** The messages of the account, sent and withheld. The newest can be read; the numbers cover all. */
import { checkOptions } from '../../contracts/kit/option-names.ts';
import { Ring } from './ring.ts';
import type { OutboxState } from './state.ts';
import type { DeviceId, IdGiven, Message } from './types.ts';

/** Messages alike, with ids that follow each other. */
interface Run {
  message: Message;
  count: number;
}

type Listener = (message: Message, count: number) => void;

export class Outbox {
  readonly #size: number;
  readonly #deviceOf: (id: IdGiven) => DeviceId;
  /** Messages alike that were added at once, in their order: the newest of all of them are kept. */
  readonly #kept: Ring<Run>;
  /** How many messages there are in runs. */
  #recorded = 0;
  readonly #listeners = new Set<Listener>();
  #nextId = 1;
  #sent = 0;
  #withheld = 0;

  /** @param deviceOf the number of a device by what a caller calls it; throws where there was never one */
  constructor(size: number, deviceOf: (id: IdGiven) => DeviceId) {
    this.#size = size;
    this.#deviceOf = deviceOf;
    this.#kept = new Ring(size);
  }

  /** How many messages were sent, ever. */
  get sent(): number {
    return this.#sent;
  }

  /** How many were withheld, ever: at a daily limit, or because their device had expired. */
  get withheld(): number {
    return this.#withheld;
  }

  /** Adds so many messages alike. */
  add(message: Omit<Message, 'id'>, count: number): void {
    this.#nextId += count;
    if (message.outcome === 'sent') this.#sent += count;
    else this.#withheld += count;
    if (count === 0) return;
    this.#recorded += count;
    const run = { message: { id: this.#nextId - count, ...message }, count };
    this.#kept.push(run);
    for (const listener of this.#listeners) listener(run.message, count);
  }

  /** Calls back with the first of messages alike, and how many they are, from now on; returns a function that ends this. */
  onAdded(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Counts messages that were sent before the world began, of which nothing else is known. */
  sentEarlier(count: number): void {
    this.#nextId += count;
    this.#sent += count;
  }

  /** How many messages are kept. */
  get kept(): number {
    return Math.min(this.#recorded, this.#size);
  }

  /** The kept messages, of one device when asked: the newest `limit`, oldest first. Throws `UNKNOWN_DEVICE`. */
  list(options: { deviceId?: IdGiven; limit?: number } = {}): Message[] {
    checkOptions(options, { deviceId: true, limit: true }, 'outbox.list');
    const { deviceId, limit = Number.POSITIVE_INFINITY } = options;
    const device = deviceId === undefined ? undefined : this.#deviceOf(deviceId);
    const found: Message[] = [];
    for (const message of this.#newest()) {
      if (found.length >= limit) break;
      if (deviceId === undefined || message.deviceId === device) found.push(message);
    }
    return found.reverse();
  }

  /** The kept messages, newest first. */
  *#newest(): IterableIterator<Message> {
    let left = this.kept;
    for (const { message, count } of this.#kept.newest()) {
      for (let place = count - 1; place >= 0 && left > 0; place--, left--) {
        yield { ...message, id: message.id + place };
      }
      if (left === 0) return;
    }
  }

  save(): OutboxState {
    return {
      nextId: this.#nextId,
      sent: this.#sent,
      withheld: this.#withheld,
      kept: [...this.#newest()].reverse(),
    };
  }

  restore(state: OutboxState): void {
    this.#nextId = state.nextId;
    this.#sent = state.sent;
    this.#withheld = state.withheld;
    this.#kept.replaceAll(state.kept.map((message) => ({ message: { ...message }, count: 1 })));
    this.#recorded = this.#kept.length;
  }
}

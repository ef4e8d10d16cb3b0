/** The messages of the account, sent and withheld. The newest can be read; the numbers cover all. */
import { checkOptions } from '../../contracts/kit/option-names.ts';
import { Ring } from './ring.ts';
import type { OutboxState } from './state/messages.ts';
import type { DeviceId, IdGiven, Message } from './types.ts';

export class Outbox {
  readonly #size: number;
  readonly #deviceOf: (id: IdGiven) => DeviceId;
  readonly #kept: Ring<Message>;
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

  /** Adds so many messages alike. Those that would not be kept anyway are only counted. */
  add(message: Omit<Message, 'id'>, count: number): void {
    this.#nextId += count;
    if (message.outcome === 'sent') this.#sent += count;
    else this.#withheld += count;
    for (let left = Math.min(count, this.#size); left > 0; left--) {
      this.#kept.push({ id: this.#nextId - left, ...message });
    }
  }

  /** Counts messages that were sent before the world began, of which nothing else is known. */
  sentEarlier(count: number): void {
    this.#nextId += count;
    this.#sent += count;
  }

  /** How many messages are kept. */
  get kept(): number {
    return this.#kept.length;
  }

  /** The kept messages, of one device when asked: the newest `limit`, oldest first. Throws `UNKNOWN_DEVICE`. */
  list(options: { deviceId?: IdGiven; limit?: number } = {}): Message[] {
    checkOptions(options, { deviceId: true, limit: true }, 'outbox.list');
    const { deviceId, limit = Number.POSITIVE_INFINITY } = options;
    const device = deviceId === undefined ? undefined : this.#deviceOf(deviceId);
    const found: Message[] = [];
    for (const message of this.#kept.newest()) {
      if (found.length >= limit) break;
      if (deviceId === undefined || message.deviceId === device) found.push({ ...message });
    }
    return found.reverse();
  }

  save(): OutboxState {
    return {
      nextId: this.#nextId,
      sent: this.#sent,
      withheld: this.#withheld,
      kept: structuredClone([...this.#kept]),
    };
  }

  restore(state: OutboxState): void {
    this.#nextId = state.nextId;
    this.#sent = state.sent;
    this.#withheld = state.withheld;
    this.#kept.replaceAll(structuredClone(state.kept));
  }

  adopt(other: Outbox): void {
    this.#nextId = other.#nextId;
    this.#sent = other.#sent;
    this.#withheld = other.#withheld;
    this.#kept.adopt(other.#kept);
  }
}

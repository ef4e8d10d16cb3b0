/** The records that a run made and did not remove, and those that it may have made: each step is in the journal. */
import type { AnyId } from '../../profile/facts.ts';
import type { Makeable } from '../finding.ts';
import type { Journal } from '../journal/journal.ts';
import { isRemovable, type MadeRecord, markOf } from '../journal/reading.ts';
import type { Ownership } from './ownership.ts';

/** Announced, and neither made nor given up. */
export interface Intent {
  number: number;
  resource: Makeable;
  /** A device that carries the run's mark. */
  marked?: true;
}

export class Made {
  readonly #journal: Journal;
  /** Tells whether anything was made. */
  any = false;
  #standing: MadeRecord[] = [];
  #intents: Intent[] = [];
  readonly #ownership: Ownership;

  constructor(journal: Journal, ownership: Ownership) {
    this.#journal = journal;
    this.#ownership = ownership;
  }

  /** The records that the run made, in order. */
  get standing(): readonly MadeRecord[] {
    return this.#standing;
  }

  /** The creations whose records, if any were made, are only known by their names. */
  get intents(): readonly Intent[] {
    return this.#intents;
  }

  /** How much could be removed and is not. */
  get open(): number {
    return [...this.#standing, ...this.#intents].filter(isRemovable).length;
  }

  /** The devices that there are, or may be: those on their way, too. */
  get devices(): number {
    return [...this.#standing, ...this.#intents].filter(({ resource }) => resource === 'device').length;
  }

  /** True once a read by its id has shown that it is the run's. */
  isOwn(resource: Makeable, id: AnyId): boolean {
    return this.#ownership.isOwn(resource, id);
  }

  isDevice(id: AnyId): boolean {
    return this.#standing.some((one) => one.resource === 'device' && String(one.id) === String(id));
  }

  /** Before it is sent. Throws `NotJournalled`. */
  async intend(resource: Makeable, name: string): Promise<Intent> {
    const number = this.#journal.next();
    const intent: Intent = { number, resource, ...markOf(resource, name) };
    await this.#journal.announce({ entry: 'intend', number, resource, name });
    this.#intents.push(intent);
    return intent;
  }

  /** Gives whether it counts as made: an id under which there was a record before is none of the run's. */
  async add(resource: Makeable, id: AnyId, { number, marked }: Intent): Promise<boolean> {
    if (!this.#ownership.take(resource, id, number)) {
      await this.#journal.note({ entry: 'others', resource, id });
      return false;
    }
    this.any = true;
    this.#standing.push({ resource, id, ...(marked && { marked }) });
    this.#settle(number);
    await this.#journal.note({ entry: 'made', number, resource, id });
    return true;
  }

  /** A record that a request made which was never answered has been found. */
  adopt(resource: Makeable, id: AnyId): Promise<boolean> {
    return this.add(resource, id, { number: this.#journal.next(), resource });
  }

  async notMade({ number }: Intent): Promise<void> {
    this.#settle(number);
    await this.#journal.note({ entry: 'not-made', number });
  }

  /** It has been removed. */
  async gone(resource: Makeable, id: AnyId): Promise<void> {
    this.#ownership.gone(resource, id);
    const before = this.#standing.length;
    this.#standing = this.#standing.filter((one) => one.resource !== resource || one.id !== id);
    if (this.#standing.length < before) await this.#journal.note({ entry: 'removed', resource, id });
  }

  #settle(number: number): void {
    this.#intents = this.#intents.filter((one) => one.number !== number);
  }
}

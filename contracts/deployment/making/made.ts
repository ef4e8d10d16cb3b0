/** The records that a run made and did not remove, and those that it may have made: each step is in the journal. */
import type { AnyId } from '../../profile/facts.ts';
import type { Makeable } from '../finding.ts';
import type { Do, Undo } from '../journal/entries.ts';
import type { Journal } from '../journal/journal.ts';
import type { Change } from '../journal/ledger.ts';
import type { Ownership } from './ownership.ts';

/** How a record is made, and removed. */
const calls = {
  group: { make: 'createGroup', remove: 'deleteGroup' },
  user: { make: 'createUser', remove: 'deleteUser' },
  device: { make: 'createDevice', remove: 'removeDevice' },
} as const satisfies { [R in Makeable]: { make: Do['call']; remove: Undo['call'] } };

/** Announced, and neither made nor given up. */
export type Intent = Pick<Change, 'number'> & { readonly do: Do; readonly undo: Undo | undefined };

export class Made {
  readonly #journal: Journal;
  readonly #ownership: Ownership;
  /** Tells whether anything was made. */
  any = false;

  constructor(journal: Journal, ownership: Ownership) {
    this.#journal = journal;
    this.#ownership = ownership;
  }

  /** The ids of those that the run made, in order. */
  standing(resource: Makeable): AnyId[] {
    return this.#journal.ledger.made(resource).flatMap(({ id }) => (id === undefined ? [] : [id]));
  }

  /** How many devices there are, or may be: those on their way, too. */
  get devices(): number {
    return this.#journal.ledger.made('device').length;
  }

  /** Returns whether the run made a device. */
  isDevice(id: AnyId): boolean {
    return this.standing('device').some((one) => String(one) === String(id));
  }

  /** Before it is sent. A device without a name is not found again, and so not removed. Throws `NotJournalled`. */
  async intend(resource: Makeable, name: string): Promise<Intent> {
    const { make, remove } = calls[resource];
    const undo = resource === 'device' && name === '' ? undefined : { call: remove };
    const intent: Intent = { number: this.#journal.next(), do: { call: make, name }, undo };
    await this.#journal.announce({ number: intent.number, do: intent.do, ...(undo && { undo }) });
    return intent;
  }

  /** Gives whether it counts as made: an id under which there was a record before is none of the run's. */
  async add(resource: Makeable, id: AnyId, { number, do: done, undo }: Intent): Promise<boolean> {
    if (!this.#ownership.take(resource, id, number)) {
      await this.#journal.note({ entry: 'others', resource, id });
      return false;
    }
    this.any = true;
    await this.#journal.note({ entry: 'change', number, do: done, ...(undo && { undo }), id });
    return true;
  }

  /** A record that was made without the run's doing is removed at its end. */
  adopt(resource: Makeable, id: AnyId): Promise<boolean> {
    const { make, remove } = calls[resource];
    const done = { call: make, name: '' } as const;
    return this.add(resource, id, { number: this.#journal.next(), do: done, undo: { call: remove } });
  }

  notMade(intent: Intent): Promise<void> {
    return this.#journal.undone(intent);
  }

  /** It has been removed. */
  async gone(resource: Makeable, id: AnyId): Promise<void> {
    this.#ownership.gone(resource, id);
    const known = this.#journal.ledger.made(resource).find((one) => one.id === id);
    if (known) await this.#journal.undone(known);
  }
}

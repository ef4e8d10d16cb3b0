/**
 * Groups and users as collections of @msw/data, equal to the index in both directions.
 *
 * The index answers at once, the collection writes asynchronously and finds by scanning. So the index
 * leads: what the fleet writes is brought over in the order of writing, record by record, always to
 * the index's latest state. What a test writes through the collection's own functions is an ordinary
 * create, update or delete of the fleet first, and refused there if need be; the collection then
 * holds what the fleet made of it.
 */
import { Collection } from '@msw/data';
import { defineExtension } from '@msw/data/extensions';
import { FleetError } from '../errors.ts';
import { checkedContent, unsaid } from './content.ts';
import type { Records, StoredRecord } from './records.ts';

/** The fleet's own checks as a schema in the sense of standardschema.dev. */
export interface RecordSchema<R> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'roadtest';
    readonly validate: (value: unknown) => { value: R };
    readonly types?: { readonly input: Partial<R>; readonly output: R };
  };
}

export type CollectionOf<R> = Collection<RecordSchema<R>>;

/** How often a record is looked for that a test is just creating. */
const PATIENCE = 100;

export class Mirror<R extends StoredRecord, C extends object> {
  readonly collection: CollectionOf<R>;
  readonly #records: Records<R, C>;
  /** Ids whose record in the collection may differ, in the order of writing. */
  readonly #behind = new Set<number>();
  /** Records of tests that the index has and the collection is about to get. */
  readonly #arriving = new Set<number>();
  /** The write to the collection that is under way and is ours. */
  #own: { id: number; record: R | undefined } | undefined;
  #working: Promise<void> | undefined;
  #failure: { error: unknown } | undefined;

  constructor(records: Records<R, C>) {
    this.#records = records;
    this.collection = new Collection({
      schema: {
        '~standard': {
          version: 1,
          vendor: 'roadtest',
          validate: (value) => ({ value: this.#validated(value) }),
        },
      },
      extensions: [this.#indexExtension()],
    });
  }

  /** Says that the index changed. */
  changed(ids: Iterable<number>): void {
    for (const id of ids) this.#behind.add(id);
    this.#working ??= this.#catchUp().finally(() => {
      this.#working = undefined;
    });
  }

  /** Waits until the collection equals the index; throws what kept it from doing so (a test's own hook). */
  async settled(): Promise<void> {
    while (this.#working !== undefined) await this.#working;
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure.error;
  }

  async #catchUp(): Promise<void> {
    await Promise.resolve();
    for (const id of this.#behind) {
      this.#behind.delete(id);
      await this.#arrival(id);
      const record = this.#records.peek(id);
      this.#own = { id, record };
      try {
        await this.#bring(id, record);
      } catch (error) {
        this.#failure ??= { error };
      }
      this.#own = undefined;
    }
  }

  async #bring(id: number, record: R | undefined): Promise<void> {
    const held = this.#held(id);
    const isIt = (candidate: R) => candidate.id === id;
    if (record === undefined) {
      if (held !== undefined) this.collection.delete((query) => query.where(isIt));
    } else if (held === undefined) {
      await this.collection.create(structuredClone(record));
    } else if (!same(held, record)) {
      await this.collection.update((query) => query.where(isIt), {
        data(draft) {
          Object.assign(draft as object, structuredClone(record));
        },
      });
    }
  }

  async #arrival(id: number): Promise<void> {
    for (let look = 0; this.#arriving.has(id) && look < PATIENCE; look++) {
      if (this.#held(id) !== undefined) break;
      await Promise.resolve();
    }
    this.#arriving.delete(id);
  }

  #held(id: number): R | undefined {
    return this.collection.findFirst((query) => query.where((candidate: R) => candidate.id === id));
  }

  /** The record that stands in the collection for a value: the index's own, or one to be created. */
  #validated(value: unknown): R {
    if (typeof value !== 'object' || value === null) {
      throw new FleetError('RECORD_INVALID', `A ${this.#records.family} is an object.`);
    }
    const { id } = value as Partial<R>;
    const known = id === undefined ? undefined : (this.#records.peek(id) ?? this.#ownRecord(id));
    if (known !== undefined) return structuredClone(known);
    if (id !== undefined) throw this.#idTaken();
    const content = checkedContent(this.#records.family, value);
    return { id: this.#records.nextId, ...unsaid(this.#records.family), ...content } as unknown as R;
  }

  #indexExtension() {
    return defineExtension({
      name: 'roadtest/index',
      extend: (collection: CollectionOf<R>) => {
        collection.hooks.on('create', ({ data: { record, initialValues } }) =>
          this.#onCreate(record, initialValues),
        );
        const applied = new WeakSet<object>();
        collection.hooks.on('update', ({ data: { prevRecord, nextRecord } }) => {
          // One update tells of itself once for every field.
          if (applied.has(nextRecord)) return;
          applied.add(nextRecord);
          this.#onUpdate(prevRecord, nextRecord);
        });
        collection.hooks.on('delete', ({ data: { deletedRecord } }) => {
          const ours = this.#own?.id === deletedRecord.id && this.#own.record === undefined;
          if (!ours) this.#records.delete(deletedRecord.id);
        });
      },
    });
  }

  #onCreate(record: R, sent: Partial<R> | undefined): void {
    if (this.#ownRecord(record.id) !== undefined && sent?.id === record.id) return;
    if (sent?.id !== undefined) throw this.#idTaken();
    const created = this.#records.create(record as unknown as Partial<C>);
    this.#arriving.add(created.id);
    Object.assign(record, structuredClone(created));
  }

  #onUpdate(before: R, next: R): void {
    const own = this.#ownRecord(before.id);
    if (own !== undefined && same(own, next)) return;
    if (next.id !== before.id) {
      throw new FleetError('RECORD_INVALID', 'The id of a record cannot be changed.', { field: 'id' });
    }
    this.#records.update(before.id, next as unknown as Partial<C>);
  }

  #ownRecord(id: number): R | undefined {
    return this.#own?.id === id ? this.#own.record : undefined;
  }

  #idTaken(): FleetError {
    return new FleetError('RECORD_INVALID', `The id of a ${this.#records.family} is given by the service.`, {
      field: 'id',
      hint: 'Leave the id out.',
    });
  }
}

function same(a: object, b: object): boolean {
  const fields = Object.entries(b);
  return (
    Object.keys(a).length === fields.length &&
    fields.every(
      ([field, value]) =>
        JSON.stringify((a as { [field: string]: unknown })[field]) === JSON.stringify(value),
    )
  );
}

/**
 * Groups and users as collections, to query and edit from a test: `simulator.db.groups`, `simulator.db.users`.
 * The queries are those of @msw/data, which is loaded when the first one is asked; the records are the fleet's
 * own. So there is no second copy that could differ, and every write keeps to the rules of the fleet.
 */
import type { Query } from '@msw/data';
import { checkOptions } from '../../../contracts/kit/option-names.ts';
import { FleetError } from '../errors.ts';
import type { ContentOf, Records, StoredRecord } from './records.ts';

/**
 * The condition for the wanted records. It gives values or predicates of fields that are not lists, or is a predicate of
 * the whole record.
 *
 * @example (query) => query.where({ name: 'Ann' })
 * @example (query) => query.where((user) => user.groupIds.includes(1)).or({ disabled: true })
 */
export type Where<R> = (query: Query<R>) => Query<R>;

/** A change of a record, made to the draft of it; as in `update` of @msw/data. */
export interface Change<R> {
  data: (draft: R) => void | Promise<void>;
}

/** The fields of a record that the service writes. */
const ownFields = ['id', 'createdAt', 'modifiedAt'] as const satisfies (keyof StoredRecord)[];

export class Collection<R extends StoredRecord> {
  readonly #records: Records<R>;

  constructor(records: Records<R>) {
    this.#records = records;
  }

  /** The matching record with the lowest id. */
  async findFirst(where?: Where<R>): Promise<R | undefined> {
    return (await this.findMany(where))[0];
  }

  /** The matching records, or all of them, by id. They are frozen: change them by `update`. */
  async findMany(where?: Where<R>): Promise<R[]> {
    if (where === undefined) return this.#records.kept();
    const { Query } = await import('@msw/data');
    const query = where(new Query<R>());
    return this.#records.kept().filter((record) => query.test(record));
  }

  /** Adds a record; what is left out has its default. Throws a FleetError `RECORD_INVALID` or `UNKNOWN_REFERENCE`. */
  async create(content: Partial<ContentOf<R>>): Promise<R> {
    const given = ownFields.find((field) => Object.hasOwn(content, field));
    if (given !== undefined) throw this.#isOwn(given);
    return this.#records.create(content);
  }

  /** Changes the first record that matches, and returns it; `undefined` when none does. Throws as `create` does. */
  async update(where: Where<R>, change: Change<R>): Promise<R | undefined> {
    checkOptions(change, { data: true }, `update of ${this.#records.family}s`);
    const { data } = change;
    const before = await this.findFirst(where);
    if (before === undefined) return undefined;
    const draft = structuredClone(before);
    await data(draft);
    const changed = ownFields.find((field) => draft[field] !== before[field]);
    if (changed !== undefined) throw this.#isOwn(changed);
    return this.#records.update(before.id, draft);
  }

  /**
   * Removes the first record that matches, and returns it; `undefined` when none does. Throws a FleetError
   * `GROUP_HAS_DEVICES` or `OWN_USER`, where the profile says so.
   */
  async delete(where: Where<R>): Promise<R | undefined> {
    const record = await this.findFirst(where);
    if (record !== undefined) this.#records.delete(record.id);
    return record;
  }

  #isOwn(field: string): FleetError {
    return new FleetError(
      'RECORD_INVALID',
      `The service itself writes the ${field} of a ${this.#records.family}.`,
      {
        field,
        hint: `Leave ${field} as it is.`,
      },
    );
  }
}

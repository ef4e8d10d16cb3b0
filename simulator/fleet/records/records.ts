/**
 * Records that are edited through the API: groups and users (section 4.2). The index by id is the one
 * that counts: it answers at once. A collection of @msw/data can be had on top of it, for tests that
 * want its queries; it is made when first asked for (see collection.ts).
 */
import type { Core } from '../core.ts';
import { FleetError } from '../errors.ts';
import type { Content, Family } from '../rules/records.ts';
import type { RecordsState } from '../state/records.ts';
import type { EpochMs, FleetEvent } from '../types.ts';
import type { CollectionOf, Mirror } from './collection.ts';
import { checkedContent, unsaid } from './content.ts';

export interface StoredRecord {
  id: number;
  createdAt: EpochMs;
  modifiedAt: EpochMs;
}

/** What the fleet keeps true between these records and others. */
export interface Links<R> {
  /** Throws when the fleet cannot have this record. */
  check(next: R): void;
  /** Throws when the record must stay. */
  checkRemoval(record: R): void;
  /** Brings the rest of the fleet in line; `next` is `undefined` for a removal. */
  apply(next: R | undefined, before: R | undefined): void;
}

export class Records<R extends StoredRecord, C extends object> {
  readonly family: Family;
  readonly #core: Core;
  readonly #links: Links<R>;
  /** The records of the beginning, made when somebody first looks. */
  #seed: (() => R[]) | undefined;
  #index = new Map<number, R>();
  #nextId = 1;
  #listed: readonly R[] | undefined;
  #mirror: Promise<Mirror<R, C>> | undefined;
  #mirrored: Mirror<R, C> | undefined;

  constructor(family: Family, core: Core, links: Links<R>, seed: () => R[]) {
    this.family = family;
    this.#core = core;
    this.#links = links;
    this.#seed = seed;
  }

  get size(): number {
    return this.#records().size;
  }

  /** The record with an id. It is frozen: change it by `update`. */
  get(id: number): R | undefined {
    return this.#core.rules.recordRead(this.family, id, this.#records().get(id));
  }

  /** The record as it is kept, whatever the rules say of reading it. */
  peek(id: number): R | undefined {
    return this.#records().get(id);
  }

  /** The ids of all records that are kept. */
  ids(): number[] {
    return [...this.#records().keys()];
  }

  /** Whether a record had this id once and is gone. */
  wasDeleted(id: number): boolean {
    return Number.isInteger(id) && id >= 1 && !this.#records().has(id) && id < this.#nextId;
  }

  /** All records, by id. The list is frozen, as they are. */
  list(): readonly R[] {
    this.#listed ??= Object.freeze([...this.#records().values()].filter((record) => this.#isListed(record)));
    return this.#listed;
  }

  /** Adds a record. Throws `RECORD_INVALID`, `UNKNOWN_REFERENCE`. */
  create(content: Partial<C>): R {
    const { family, nextId } = this;
    const sent = checkedContent(family, content);
    const kept = this.#core.rules.recordCreated({ family, content: sent });
    const now = this.#core.timeline.now;
    const record = frozen({
      id: nextId,
      ...unsaid(family),
      ...kept,
      createdAt: now,
      modifiedAt: now,
    }) as unknown as R;
    this.#links.check(record);
    this.#nextId++;
    this.#records().set(record.id, record);
    this.#settle(record, undefined, 'created', {});
    return record;
  }

  /** Puts new content in place of all there was. Throws as `create` does, and for an unknown id. */
  replace(id: number, content: Partial<C>): R {
    const { family } = this;
    const before = this.#require(id);
    const sent = checkedContent(family, content);
    const kept = this.#core.rules.recordReplaced({ family, before: contentOf(before), content: sent });
    return this.#put(before, { ...unsaid(family), ...kept }, 'replaced');
  }

  /** Changes some fields and leaves the others. Throws as `replace` does. */
  update(id: number, change: Partial<C>): R {
    const { family } = this;
    const before = this.#require(id);
    const sent = checkedContent(family, change);
    const kept = this.#core.rules.recordUpdated({ family, before: contentOf(before), change: sent });
    return this.#put(before, { ...unsaid(family), ...kept }, 'updated');
  }

  /** Removes a record. Throws for an unknown id, `GROUP_HAS_DEVICES` and `OWN_USER` by policy. */
  delete(id: number): void {
    const record = this.#require(id);
    this.#links.checkRemoval(record);
    this.#listed = undefined;
    for (const gone of this.#core.rules.recordsRemoved({ family: this.family, id })) {
      const removed = this.#records().get(gone);
      if (removed === undefined) continue;
      this.#records().delete(gone);
      this.#settle(undefined, removed, 'deleted', {});
    }
  }

  /** The same records as a collection of @msw/data; loaded when first asked for, equal ever after. */
  get collection(): Promise<CollectionOf<R>> {
    this.#mirror ??= import('./collection.ts').then(({ Mirror }) => {
      this.#mirrored = new Mirror<R, C>(this);
      this.#mirrored.changed(this.ids());
      return this.#mirrored;
    });
    return this.#mirror.then(async (mirror) => {
      await mirror.settled();
      return mirror.collection;
    });
  }

  /** Waits until the collection, if there is one, shows every write. */
  async settled(): Promise<void> {
    await (await this.#mirror)?.settled();
  }

  /** The id that the next record gets. */
  get nextId(): number {
    this.#records();
    return this.#nextId;
  }

  /** `null` while nobody looked: then there is only the seed. */
  save(): RecordsState<R> {
    if (this.#seed !== undefined) return null;
    return { nextId: this.#nextId, records: structuredClone([...this.#index.values()]) };
  }

  restore(state: RecordsState<R>, seed: () => R[]): void {
    const records = structuredClone(state?.records ?? []).map(
      (record) => [record.id, frozen(record)] as const,
    );
    this.#replace(new Map(records), state?.nextId ?? 1, state === null ? seed : undefined);
  }

  /** Takes over the records of others of the family, which are not used any more. */
  adopt(other: Records<R, C>, seed: () => R[]): void {
    this.#replace(other.#index, other.#nextId, other.#seed && seed);
  }

  #replace(index: Map<number, R>, nextId: number, seed: (() => R[]) | undefined): void {
    const before = this.#index.keys();
    this.#listed = undefined;
    this.#index = index;
    this.#nextId = nextId;
    this.#seed = seed;
    this.#mirrored?.changed([...before, ...this.ids()]);
  }

  /** Changes a record because another one changed: no rule of this one is asked. */
  amend(id: number, change: Partial<C>): void {
    const before = this.#records().get(id);
    if (before === undefined) return;
    const next = frozen({ ...before, ...change, modifiedAt: this.#core.timeline.now });
    this.#records().set(id, next);
    this.#announce(id, 'updated', { fields: Object.keys(change) });
  }

  #isListed(record: R): boolean {
    return this.#core.rules.recordListed({
      family: this.family,
      id: record.id,
      record: record as object as Content,
    });
  }

  #put(before: R, content: Content, how: 'replaced' | 'updated'): R {
    const { id, createdAt } = before;
    const next = frozen({ id, ...content, createdAt, modifiedAt: this.#core.timeline.now }) as unknown as R;
    this.#links.check(next);
    this.#records().set(id, next);
    const fields = Object.keys(content).filter(
      (field) => !sameValue(content[field], before[field as keyof R]),
    );
    this.#settle(next, before, how, { fields });
    return next;
  }

  #settle(next: R | undefined, before: R | undefined, how: How, facts: { [fact: string]: unknown }): void {
    const { id } = (next ?? before) as R;
    this.#links.apply(next, before);
    this.#announce(id, how, facts);
  }

  #announce(id: number, how: How, facts: { [fact: string]: unknown }): void {
    this.#listed = undefined;
    const kind: FleetEvent['kind'] = `${this.family}-${how}`;
    this.#core.log.append(kind, { [`${this.family}Id`]: id, ...facts });
    this.#mirrored?.changed([id]);
  }

  #require(id: number): R {
    const record = this.#records().get(id);
    if (record !== undefined) return record;
    const deleted = this.wasDeleted(id);
    const name = this.family === 'group' ? 'GROUP' : 'USER';
    throw new FleetError(
      deleted ? `DELETED_${name}` : `UNKNOWN_${name}`,
      deleted ? `The ${this.family} ${id} was deleted.` : `There is no ${this.family} ${id}.`,
    );
  }

  #records(): Map<number, R> {
    const seed = this.#seed;
    if (seed !== undefined) {
      this.#seed = undefined;
      for (const record of seed()) {
        this.#index.set(record.id, frozen(record));
        this.#nextId = record.id + 1;
      }
    }
    return this.#index;
  }
}

type How = 'created' | 'replaced' | 'updated' | 'deleted';

function contentOf(record: StoredRecord): Content {
  const { id: _id, createdAt: _createdAt, modifiedAt: _modifiedAt, ...content } = record;
  return content;
}

function frozen<T extends object>(record: T): T {
  for (const value of Object.values(record)) if (Array.isArray(value)) Object.freeze(value);
  return Object.freeze(record);
}

function sameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

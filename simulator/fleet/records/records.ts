/**
 * Records that are edited through the API: groups and users (section 4.2), indexed by id. Tests query and edit
 * them as collections as well (collection.ts), which read and write here.
 */
import { excerpt } from '../../../contracts/kit/untrusted.ts';
import type { Answers } from '../../../contracts/specification/openings/index.ts';
import { type Core, numberOf } from '../core.ts';
import { FleetError } from '../errors.ts';
import type { Content, Family } from '../rules/records.ts';
import type { RecordsState } from '../state.ts';
import type { EpochMs, IdGiven } from '../types.ts';
import { checkedContent, defaultsOf } from './content.ts';

export interface StoredRecord {
  id: number;
  createdAt: EpochMs;
  modifiedAt: EpochMs;
}

/** The part of a record that callers write. */
export type ContentOf<R extends StoredRecord> = Omit<R, keyof StoredRecord>;

/** Relations to other records that the fleet keeps consistent. */
export interface Links<R> {
  /** Throws when the fleet cannot have this record. */
  check(next: R): void;
  /** Throws when the record must stay. */
  checkRemoval(record: R): void;
  /** Brings the rest of the fleet in line; `next` is `undefined` for a removal. */
  apply(next: R | undefined, before: R | undefined): void;
}

/** Groups and users are given ids alike. */
export type RecordPolicy = Answers<'records.id-reuse'>;

export class Records<R extends StoredRecord> {
  readonly family: Family;
  readonly #core: Core<RecordEvents>;
  readonly #policy: RecordPolicy;
  readonly #links: Links<R>;
  /** The records of the beginning, made when they are first read. */
  #seed: (() => R[]) | undefined;
  #index = new Map<number, R>();
  #nextId = 1;
  #listed: readonly R[] | undefined;

  constructor(
    family: Family,
    core: Core<RecordEvents>,
    policy: RecordPolicy,
    links: Links<R>,
    seed: () => R[],
  ) {
    this.family = family;
    this.#core = core;
    this.#policy = policy;
    this.#links = links;
    this.#seed = seed;
  }

  get size(): number {
    return this.#records().size;
  }

  /** The record with an id. It is frozen: change it by `update`. */
  get(id: IdGiven): R | undefined {
    const number = numberOf(this.#core, this.family, id);
    if (number === undefined) return undefined;
    return this.#core.rules.recordRead(this.family, number, this.#records().get(number));
  }

  /** The record as it is kept, whatever the rules say of reading it. */
  peek(id: number): R | undefined {
    return this.#records().get(id);
  }

  /** The ids of all records that are kept. */
  ids(): number[] {
    return [...this.#records().keys()];
  }

  /** All records as they are kept, by id, whatever the rules say of reading them. */
  kept(): R[] {
    return [...this.#records().values()];
  }

  /** Returns whether a record had this id once and is gone. */
  wasDeleted(id: number): boolean {
    return Number.isInteger(id) && id >= 1 && !this.#records().has(id) && id < this.#nextId;
  }

  /** All records, by id. The list is frozen, as they are. */
  list(): readonly R[] {
    this.#listed ??= Object.freeze([...this.#records().values()].filter((record) => this.#isListed(record)));
    return this.#listed;
  }

  /** Adds a record. Throws `RECORD_INVALID`, `UNKNOWN_REFERENCE`. */
  create(content: Partial<ContentOf<R>>): R {
    const { family } = this;
    const sent = checkedContent(family, content);
    const kept = this.#core.rules.recordCreated({ family, content: sent });
    const records = this.#records();
    const record = this.#recordOf(this.#freeId(), { ...defaultsOf(family), ...kept });
    this.#links.check(record);
    this.#nextId = Math.max(this.#nextId, record.id + 1);
    records.set(record.id, record);
    this.#settle(record.id, record, undefined, 'created', {});
    return record;
  }

  /** Puts new content in place of all there was. Throws as `create` does, and for an unknown id. */
  replace(id: IdGiven, content: Partial<ContentOf<R>>): R {
    const { family } = this;
    const before = this.#require(id);
    const sent = checkedContent(family, content);
    const kept = this.#core.rules.recordReplaced({ family, before: contentOf(before), content: sent });
    return this.#put(before, { ...defaultsOf(family), ...kept }, 'replaced');
  }

  /** Changes some fields and leaves the others. Throws as `replace` does. */
  update(id: IdGiven, change: Partial<ContentOf<R>>): R {
    const { family } = this;
    const before = this.#require(id);
    const sent = checkedContent(family, change);
    const kept = this.#core.rules.recordUpdated({ family, before: contentOf(before), change: sent });
    return this.#put(before, { ...defaultsOf(family), ...kept }, 'updated');
  }

  /** Removes a record. Throws for an unknown id, `GROUP_HAS_DEVICES` and `OWN_USER` by policy. */
  delete(given: IdGiven): void {
    const record = this.#require(given);
    const { id } = record;
    this.#links.checkRemoval(record);
    this.#listed = undefined;
    for (const gone of this.#core.rules.recordsRemoved({ family: this.family, id })) {
      const removed = this.#records().get(gone);
      if (removed === undefined) continue;
      this.#records().delete(gone);
      this.#settle(gone, undefined, removed, 'deleted', {});
    }
  }

  /** `null` until the records are first read: then there is only the seed. */
  save(): RecordsState<R> {
    if (this.#seed !== undefined) return null;
    return { nextId: this.#nextId, records: structuredClone([...this.#index.values()]) };
  }

  restore(state: RecordsState<R>, seed: () => R[]): void {
    const records = structuredClone(state?.records ?? []);
    this.#listed = undefined;
    this.#index = new Map(records.map((record) => [record.id, frozen(record)] as const));
    this.#nextId = state?.nextId ?? 1;
    this.#seed = state === null ? seed : undefined;
  }

  /** Changes a record because another one changed: no rule is asked. */
  amend(id: number, change: Partial<ContentOf<R>>): void {
    const before = this.#records().get(id);
    if (before === undefined) return;
    const next = frozen({ ...before, ...change, modifiedAt: this.#core.timeline.now });
    this.#records().set(id, next);
    this.#announce(id, 'updated', { fields: Object.keys(change) });
  }

  /** The id of the next record. */
  #freeId(): number {
    if (this.#policy['records.id-reuse'] === 'never') return this.#nextId;
    const records = this.#records();
    let id = 1;
    while (records.has(id)) id++;
    return id;
  }

  #isListed(record: R): boolean {
    return this.#core.rules.recordListed({ family: this.family, id: record.id, record: contentOf(record) });
  }

  #put(before: R, content: Content, how: 'replaced' | 'updated'): R {
    const { id, createdAt } = before;
    const next = this.#recordOf(id, content, createdAt);
    this.#links.check(next);
    this.#records().set(id, next);
    const old = contentOf(before);
    const fields = Object.keys(content).filter((field) => !sameValue(content[field], old[field]));
    this.#settle(id, next, before, how, { fields });
    return next;
  }

  /** The record of this content, which the checks made sure of: its fields are those of the family. */
  #recordOf(id: number, content: Content, createdAt?: EpochMs): R {
    const { now } = this.#core.timeline;
    return frozen({ id, ...content, createdAt: createdAt ?? now, modifiedAt: now }) as unknown as R;
  }

  #settle(
    id: number,
    next: R | undefined,
    before: R | undefined,
    how: How,
    facts: { fields?: string[] },
  ): void {
    this.#links.apply(next, before);
    this.#announce(id, how, facts);
  }

  #announce(id: number, how: How, facts: { fields?: string[] }): void {
    this.#listed = undefined;
    const named = this.family === 'group' ? { groupId: id } : { userId: id };
    this.#core.log.append(`${this.family}-${how}`, { ...named, ...facts });
  }

  #require(id: IdGiven): R {
    const number = numberOf(this.#core, this.family, id);
    const record = number === undefined ? undefined : this.#records().get(number);
    if (record !== undefined) return record;
    const deleted = number !== undefined && this.wasDeleted(number);
    const shown = excerpt(String(id));
    const name = this.family === 'group' ? 'GROUP' : 'USER';
    throw new FleetError(
      deleted ? `DELETED_${name}` : `UNKNOWN_${name}`,
      deleted ? `The ${this.family} ${shown} was deleted.` : `There is no ${this.family} ${shown}.`,
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
export type RecordEvents = `${Family}-${How}`;

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

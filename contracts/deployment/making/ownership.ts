/**
 * Records that are the run's own. A deployment may answer a create with the id of any record: so one is the run's once a
 * read by its id has shown the run's mark, and never where an answer showed another under that id before its create was
 * sent. No request goes out for what the run reads anyway.
 */
import { fieldOf } from '../../kit/json.ts';
import { namesOf } from '../../kit/tables.ts';
import { type AnyId, isId } from '../../profile/facts.ts';
import type { Lens } from '../../profile/lens/lens.ts';
import { listedBy, type OperationId, pathResources, readOperation } from '../../specification/operations.ts';
import type { Answer } from '../answer.ts';
import type { Makeable } from '../finding.ts';
import type { Journal } from '../journal/journal.ts';
import { contentOf, isSuccess } from '../reading/answers.ts';
import { readPage } from '../reading/lists.ts';
import { isUntold } from '../sharing/unbound.ts';

const lists = { listDevices: 'device', listGroups: 'group', listUsers: 'user' } as const;

/**
 * `made`: a create was answered with its id. `own`: a read has shown the mark. `gone`: the run had it, and its id may be
 * given to another. `nothing`: a read has shown no record.
 */
type Standing = 'made' | 'own' | 'gone' | 'nothing';
/** The run's own record, another one, or that there is none; `undefined` where an answer does not say. */
export type Shown = 'own' | 'another' | 'nothing' | undefined;

export class Ownership {
  readonly #lens: Lens<AnyId>;
  readonly #nonce: string;
  readonly #journal: Pick<Journal, 'number'>;
  readonly #known = new Map<string, Standing>();
  /** Reads that are on their way, to show whose a record is: whoever asks meanwhile joins. */
  readonly asked = new Map<string, Promise<Shown>>();
  /** Ids of others, by the number that the journal had come to when they were first seen. */
  readonly #others = new Map<string, number>();

  constructor(lens: Lens<AnyId>, nonce: string, journal: Pick<Journal, 'number'>) {
    this.#lens = lens;
    this.#nonce = nonce;
    this.#journal = journal;
  }

  /**
   * Takes the id that a create was answered with; `false` where an answer showed another record under it before.
   *
   * @param number that the create had in the journal before it was sent
   */
  take(resource: Makeable, id: AnyId, number: number): boolean {
    const key = keyOf(resource, id);
    if ((this.#others.get(key) ?? number) < number) return false;
    this.#others.delete(key);
    if (this.#known.get(key) !== 'own') this.#known.set(key, 'made');
    return true;
  }

  /** A record that was there before the run made anything. */
  spare(resource: Makeable, id: AnyId): void {
    this.#noteOther(keyOf(resource, id));
  }

  /** It was removed. */
  gone(resource: Makeable, id: AnyId): void {
    this.#known.set(keyOf(resource, id), 'gone');
  }

  /** Returns whether a read by its id has shown that a record is the run's. */
  isOwn(resource: Makeable, id: AnyId): boolean {
    return this.#known.get(keyOf(resource, id)) === 'own';
  }

  /** Notes what an answer to a request with a token in force shows. */
  note(operation: OperationId, asked: AnyId | undefined, answer: Answer): void {
    try {
      const read = pathResources.find((resource) => readOperation[resource] === operation);
      if (read && asked !== undefined) this.#noteRead(read, asked, answer);
      const list = namesOf(lists).find((name) => name === operation);
      if (list) this.#noteList(list, answer);
    } catch (error) {
      if (!isUntold(error)) throw error;
    }
  }

  /** Returns what is known of a record: `another` for one that was there before. */
  standing(resource: Makeable, id: AnyId): Standing | 'another' | undefined {
    const key = keyOf(resource, id);
    const known = this.#known.get(key);
    if (known === 'own' || known === 'nothing') return known;
    return this.#others.has(key) ? 'another' : known;
  }

  #noteRead(resource: Makeable, id: AnyId, answer: Answer): void {
    const key = keyOf(resource, id);
    const known = this.#known.get(key);
    const shown = this.shownIn(resource, id, answer);
    if (shown === 'another') this.#noteOther(key);
    else if (shown === 'own' && known) this.#known.set(key, 'own');
    else if (shown === 'nothing' && known !== 'made' && known !== 'own' && !this.#others.has(key))
      this.#known.set(key, 'nothing');
  }

  /** Returns what an answer to a read by its id shows of a record. */
  shownIn(resource: Makeable, wanted: AnyId, answer: Answer): Shown {
    const { facts } = this.#lens.reply(resource).read(contentOf(answer));
    const id = fieldOf(facts, 'id');
    const isThere = isId(id) ? String(id) === String(wanted) : Object.keys(facts).length > 0;
    if (isThere) return holds(facts, this.#nonce) ? 'own' : 'another';
    return !isSuccess(answer) && answer.status < 500 ? 'nothing' : undefined;
  }

  #noteList(operation: keyof typeof lists, answer: Answer): void {
    const records: readonly object[] = readPage(this.#lens, listedBy[operation], contentOf(answer)).records;
    for (const facts of records) {
      const id = fieldOf(facts, 'id');
      if (isId(id) && !holds(facts, this.#nonce)) this.#noteOther(keyOf(lists[operation], id));
    }
  }

  /** An id that the run was once given is none that was there before, whatever an answer shows of it. */
  #noteOther(key: string): void {
    const known = this.#known.get(key);
    if (known === 'nothing') this.#known.set(key, 'gone');
    else if (!known && !this.#others.has(key)) this.#others.set(key, this.#journal.number);
  }
}

/** Returns whether any text of a record holds the run's nonce: letters may have been made small or large on the way. */
export function holds(facts: object, nonce: string): boolean {
  return Object.values(facts).some((fact) => typeof fact === 'string' && fact.toLowerCase().includes(nonce));
}

function keyOf(resource: Makeable, id: AnyId): string {
  return `${resource} ${id}`;
}

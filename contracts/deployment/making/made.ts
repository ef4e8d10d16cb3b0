/**
 * The records that a run made and did not remove, and those that it may have made: each step is in the journal. A deployment may
 * answer a create with the id of any record: so one is the run's once a read by its id has shown the run's mark, and never where
 * an answer showed another under that id before its create was sent. No request goes out for what the run reads anyway.
 */
import { fieldOf } from '../../kit/json.ts';
import { type AnyId, isId } from '../../profile/facts.ts';
import type { Lens } from '../../profile/lens/lens.ts';
import { listedBy, type OperationId } from '../../specification/operations.ts';
import type { Answer } from '../answer.ts';
import type { Makeable } from '../finding.ts';
import type { Do, Undo } from '../journal/entries.ts';
import type { Journal } from '../journal/journal.ts';
import type { Change } from '../journal/ledger.ts';
import { contentOf, isSuccess } from '../reading/answers.ts';
import { readPage } from '../reading/lists.ts';
import { whereBound } from '../sharing/unbound.ts';
import { makeable, makeableBy } from './makeable.ts';

/** Announced, and neither made nor given up. */
export type Intent = Pick<Change, 'number'> & { readonly do: Do; readonly undo?: Undo };

/**
 * `made`: a create was answered with its id. `own`: a read has shown the mark. `gone`: the run had it, and its id may be
 * given to another. `nothing`: a read has shown no record. `another`: one that was there before.
 */
type Standing = 'made' | 'own' | 'gone' | 'nothing' | 'another';
/** Whose an answer shows a record to be; `undefined` where it does not say. */
export type Shown = 'own' | 'another' | 'nothing' | undefined;

export class Made {
  readonly #journal: Journal;
  readonly #lens: Lens<AnyId>;
  readonly #nonce: string;
  /** The state of each id, and the number that the journal had come to then. */
  readonly #known = new Map<string, { readonly is: Standing; readonly since: number }>();
  /** Tells whether anything was made. */
  any = false;

  constructor(journal: Journal, lens: Lens<AnyId>, nonce: string) {
    this.#journal = journal;
    this.#lens = lens;
    this.#nonce = nonce;
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

  /** Before it is sent. A device without a name is not found again, and so not removed. Throws `Unreached` where it must not be. */
  async intend(resource: Makeable, name: string): Promise<Intent> {
    const intent = this.#intent(resource, name, resource !== 'device' || name !== '');
    await this.#journal.announce(intent);
    return intent;
  }

  #intent(resource: Makeable, name: string, isRemoved: boolean): Intent {
    const { create, delete: remove } = makeable[resource];
    const number = this.#journal.next();
    return { number, do: { call: create, name }, ...(isRemoved && { undo: { call: remove } }) };
  }

  /** Gives whether it counts as made: an id under which there was a record before is none of the run's. */
  async add(resource: Makeable, id: AnyId, intent: Intent): Promise<boolean> {
    const known = this.#known.get(keyOf(resource, id));
    if (known?.is === 'another' && known.since < intent.number) {
      await this.#journal.note({ entry: 'others', resource, id });
      return false;
    }
    if (known?.is !== 'own') this.#set(resource, id, 'made');
    this.any = true;
    await this.#journal.note({ entry: 'change', ...intent, id });
    return true;
  }

  /** A record that was made without the run's doing is removed at its end. */
  adopt(resource: Makeable, id: AnyId): Promise<boolean> {
    return this.add(resource, id, this.#intent(resource, '', true));
  }

  notMade(intent: Intent): Promise<void> {
    return this.#journal.undone(intent);
  }

  /** It has been removed. */
  async gone(resource: Makeable, id: AnyId): Promise<void> {
    this.#set(resource, id, 'gone');
    const known = this.#journal.ledger.made(resource).find((one) => one.id === id);
    if (known) await this.#journal.undone(known);
  }

  /** Returns what is known of a record. */
  whose(resource: Makeable, id: AnyId): Standing | undefined {
    return this.#known.get(keyOf(resource, id))?.is;
  }

  /** A record that was there before the run made anything. An id that the run was once given is none of these. */
  spare(resource: Makeable, id: AnyId): void {
    const known = this.whose(resource, id);
    if (!known || known === 'nothing') this.#set(resource, id, known ? 'gone' : 'another');
  }

  /** Notes what an answer to a request with a token in force shows. */
  note(operation: OperationId, asked: AnyId | undefined, answer: Answer): void {
    const read = asked === undefined ? undefined : makeableBy('read', operation);
    if (read && asked !== undefined)
      this.#noteRead(
        read,
        asked,
        whereBound(undefined, () => this.shownIn(read, asked, answer)),
      );
    const listed = makeableBy('list', operation);
    if (!listed) return;
    const list = listedBy[makeable[listed].list];
    const page = () => readPage(this.#lens, list, contentOf(answer)).records as readonly object[];
    for (const facts of whereBound([], page)) {
      const id = fieldOf(facts, 'id');
      if (isId(id) && !holds(facts, this.#nonce)) this.spare(listed, id);
    }
  }

  /** Returns what an answer to a read by its id shows of a record, by the mark of a run. Throws PROFILE_UNBOUND. */
  shownIn(resource: Makeable, wanted: AnyId, answer: Answer, nonce = this.#nonce): Shown {
    const facts: object = this.#lens.reply(resource).read(contentOf(answer)).facts;
    const id = fieldOf(facts, 'id');
    const isThere = isId(id) ? String(id) === String(wanted) : Object.keys(facts).length > 0;
    if (isThere) return holds(facts, nonce) ? 'own' : 'another';
    return !isSuccess(answer) && answer.status < 500 ? 'nothing' : undefined;
  }

  #noteRead(resource: Makeable, id: AnyId, shown: Shown): void {
    const known = this.whose(resource, id);
    if (shown === 'another') this.spare(resource, id);
    else if (shown === 'own' && known && known !== 'another') this.#set(resource, id, 'own');
    else if (shown === 'nothing' && (!known || known === 'gone')) this.#set(resource, id, 'nothing');
  }

  #set(resource: Makeable, id: AnyId, is: Standing): void {
    this.#known.set(keyOf(resource, id), { is, since: this.#journal.number });
  }
}

/** Returns whether any text of a record holds the run's nonce: letters may have been made small or large on the way. */
export function holds(facts: object, nonce: string): boolean {
  return Object.values(facts).some((fact) => typeof fact === 'string' && fact.toLowerCase().includes(nonce));
}

function keyOf(resource: Makeable, id: AnyId): string {
  return `${resource} ${id}`;
}

/** The changes of a run: each is announced in the journal with what it was, and open until it has been put back. */
import { exactJsonText } from '../../kit/exact-json.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { Change, Effect, SettingFacts, SettingName } from '../journal/entries.ts';
import type { Journal } from '../journal/journal.ts';
import type { OpenChange } from '../journal/reading.ts';

/** A change that is about to be made, and how to find out what these facts are now. */
export interface Changing {
  setting: SettingName;
  id?: AnyId | undefined;
  set: SettingFacts;
  /** Throws `Unreached` where a fact among these cannot be known: then it is not changed. */
  former(facts: readonly string[]): Promise<SettingFacts>;
}

export interface Open extends OpenChange {
  key: string;
  /** The facts that the run last set. */
  now: SettingFacts;
}

export class UndoLog {
  readonly #journal: Journal;
  #open: Open[] = [];
  /** The facts that each setting was put back to, and all that the run has ever set it to. */
  readonly #past = new Map<string, { was: SettingFacts; sets: SettingFacts[] }>();
  /** One at a time for each setting. */
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #noted = new Set<string>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** The changes that are not put back. */
  get open(): readonly Open[] {
    return this.#open;
  }

  /** Returns whether it is known what these facts of a setting were before the run. */
  knows(setting: SettingName, id: AnyId, facts: readonly string[]): boolean {
    const was = this.#find(keyOf({ setting, id }))?.was;
    return was !== undefined && facts.every((fact) => fact in was);
  }

  isOpen(setting: SettingName): boolean {
    return this.#open.some((one) => one.setting === setting);
  }

  /** Before a setting is changed: it may be when this resolves. Gives the number of the change. */
  changing(changing: Changing): Promise<number> {
    const key = keyOf(changing);
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(() => this.#announce(key, changing));
    this.#turns.set(
      key,
      turn.catch(() => undefined),
    );
    return turn;
  }

  /** After the deployment took it: what is as it was before is put back. */
  async changed({ setting, id, set }: Pick<Changing, 'setting' | 'id' | 'set'>): Promise<void> {
    const open = this.#find(keyOf({ setting, id }));
    if (!open) return;
    open.now = { ...open.now, ...set };
    if (Object.entries(open.was).every(([fact, value]) => open.now[fact] === value)) await this.close(open);
  }

  /** Before something that cannot be undone. `once`: it is enough to say so once. */
  async effect(effect: Effect, once = false): Promise<void> {
    const key = exactJsonText(effect);
    if (once && this.#noted.has(key)) return;
    await this.#journal.announce(effect);
    this.#noted.add(key);
  }

  async #announce(key: string, { setting, id, set, former }: Changing): Promise<number> {
    const known = this.#find(key);
    const facts = Object.keys(set);
    if (known && facts.every((fact) => fact in known.was && set[fact] === known.was[fact]))
      return known.number;
    const missing = facts.filter((fact) => !known || !(fact in known.was));
    const was = missing.length > 0 ? this.#withoutOwn(key, await former(missing)) : {};
    const number = known?.number ?? this.#journal.next();
    const change = { number, setting, ...(id !== undefined && { id }), was: { ...was, ...known?.was }, set };
    await this.#journal.announce({ entry: 'change', ...change } as Change);
    if (known) {
      Object.assign(known, { was: change.was, now: { ...known.now, ...set } });
      known.sets.push(set);
    } else this.#open.push({ ...change, key, sets: [set], now: { ...set } });
    return number;
  }

  /** A deployment may still read what the run had set before it was put back. */
  #withoutOwn(key: string, read: SettingFacts): SettingFacts {
    const past = this.#past.get(key);
    if (!past) return read;
    const facts = Object.entries(read).map(([fact, value]) => {
      const own = fact in past.was && past.sets.some((set) => fact in set && set[fact] === value);
      return [fact, own ? past.was[fact] : value];
    });
    return Object.fromEntries(facts);
  }

  /** It has been put back. */
  async close(open: Open): Promise<void> {
    const past = this.#past.get(open.key);
    this.#past.set(open.key, {
      was: { ...past?.was, ...open.was },
      sets: [...(past?.sets ?? []), ...open.sets],
    });
    this.#open = this.#open.filter((one) => one !== open);
    await this.#journal.note({ entry: 'restored', number: open.number });
  }

  #find(key: string): Open | undefined {
    return this.#open.find((one) => one.key === key);
  }
}

function keyOf({ setting, id }: Pick<Changing, 'setting' | 'id'>): string {
  return exactJsonText([setting, id === undefined ? null : String(id)]);
}

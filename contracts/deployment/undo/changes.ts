/** The settings that a run changes: each is announced in the journal with what it was, and open until it has been put back. */
import { exactJsonText } from '../../kit/exact-json.ts';
import type { EntryOf, Undo } from '../journal/entries.ts';
import type { Journal } from '../journal/journal.ts';
import type { Change } from '../journal/ledger.ts';
import { type SettingChange, type SettingFacts, type SettingKey, settingOf } from '../journal/setting.ts';

export class Changes {
  readonly #journal: Journal;
  /** The facts that each setting was put back to, and all that the run has ever set it to. */
  readonly #past = new Map<string, { was: SettingFacts; sets: SettingFacts[] }>();
  /** One at a time for each setting. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Returns whether it is known what these facts of a setting were before the run. */
  knows(key: SettingKey, facts: readonly string[]): boolean {
    const was = this.#known(key)?.was;
    return was !== undefined && facts.every((fact) => fact in was);
  }

  /**
   * Before a setting is changed: it may be when this resolves. Gives the number of the change.
   *
   * @param former finds out what these facts are now; throws `Unreached` where one of them cannot be known: then it is not changed
   */
  begin(
    key: SettingKey,
    set: SettingFacts,
    former: (facts: readonly string[]) => Promise<SettingFacts>,
  ): Promise<number> {
    const name = nameOf(key);
    const turn = (this.#turns.get(name) ?? Promise.resolve()).then(() => this.#announce(key, set, former));
    this.#turns.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  }

  /** After the deployment took it: what is as it was before is put back. */
  async changed(key: SettingKey, set: SettingFacts): Promise<void> {
    const known = this.#known(key);
    if (!known) return;
    const now: SettingFacts = Object.assign({}, ...known.sets, set);
    if (Object.entries(known.was).every(([fact, value]) => now[fact] === value))
      await this.close(known.change);
  }

  /** It has been put back. */
  async close(change: Change): Promise<void> {
    const setting = settingOf(change);
    if (setting) {
      const name = nameOf(setting);
      const past = this.#past.get(name);
      this.#past.set(name, {
        was: { ...past?.was, ...setting.was },
        sets: [...(past?.sets ?? []), ...setting.sets],
      });
    }
    await this.#journal.undone(change);
  }

  async #announce(
    key: SettingKey,
    set: SettingFacts,
    former: (facts: readonly string[]) => Promise<SettingFacts>,
  ): Promise<number> {
    const name = nameOf(key);
    const known = this.#known(key);
    const facts = Object.keys(set);
    if (known && facts.every((fact) => fact in known.was && set[fact] === known.was[fact]))
      return known.change.number;
    const missing = facts.filter((fact) => !known || !(fact in known.was));
    const read = missing.length > 0 ? this.#withoutOwn(name, await former(missing)) : {};
    const was = { ...read, ...known?.was };
    const number = known?.change.number ?? this.#journal.next();
    await this.#journal.announce(lineOf(number, key, was, set));
    return number;
  }

  /** The open change of a setting, what it was, and what it was set to. */
  #known(key: SettingKey): (SettingChange & { readonly change: Change }) | undefined {
    for (const change of this.#journal.ledger.all) {
      const setting = settingOf(change);
      if (setting && nameOf(setting) === nameOf(key)) return { ...setting, change };
    }
    return undefined;
  }

  /** A deployment may still read what the run had set before it was put back. */
  #withoutOwn(name: string, read: SettingFacts): SettingFacts {
    const past = this.#past.get(name);
    if (!past) return read;
    const facts = Object.entries(read).map(([fact, value]) => {
      const own = fact in past.was && past.sets.some((set) => fact in set && set[fact] === value);
      return [fact, own ? past.was[fact] : value];
    });
    return Object.fromEntries(facts);
  }
}

function nameOf({ call, id }: SettingKey): string {
  return exactJsonText([call, id === undefined ? null : String(id)]);
}

function lineOf(number: number, { call, id }: SettingKey, was: SettingFacts, set: SettingFacts) {
  const at = id !== undefined && { id };
  const isActivation = call === 'activate';
  return {
    number,
    do: isActivation ? { call: 'setLimits', ...at, expires: true } : { call, ...at, ...set },
    undo: { call, ...at, ...(isActivation ? {} : was) } as Undo,
  } as Omit<EntryOf<'change'>, 'entry'>;
}

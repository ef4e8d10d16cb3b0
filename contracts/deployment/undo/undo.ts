/**
 * Undoes what the journal of a run has open: what was made is removed, what was changed is put back. At the end of the run,
 * and by a sweep after one that crashed. A record that is not provably the run's own is left alone, and told.
 */
import type { AnyId } from '../../profile/facts.ts';
import type { Deployment } from '../deployment.ts';
import { type Makeable, Unreached } from '../finding.ts';
import type { Journal } from '../journal/journal.ts';
import { type Change, resourceOf } from '../journal/ledger.ts';
import { type SettingChange, settingOf } from '../journal/setting.ts';
import { sleepUnlessInterrupted } from '../transport/interruption.ts';
import { releaseDevices } from './devices.ts';
import { type PutBack, putBackOpen, toBeRestored } from './putting-back.ts';
import { byHand, marked, remove, type Whose, whose } from './records.ts';

/** The result, in words. */
export interface Undone {
  /** `group 17`. */
  readonly removed: string[];
  /** `limits of device 7: dailyEmail 5`. */
  readonly restored: string[];
  /** The things that a person has to decide about, with the reason and what to do. */
  readonly left: string[];
}

/** Real milliseconds within which a create whose answer was not waited for is done, or never. */
const LATE = 1_000;
/** So many pages of a list are read before each record that it does not show is read by itself. */
const PAGES = 2;
/** More of them where there are many: so many for each record. */
const PAGES_EACH = 0.5;

/** Undoes all that can be undone until the signal is aborted, and says so in the journal; gives what is left, in words. */
export async function undoAll(run: Deployment, until: AbortSignal): Promise<string[]> {
  run.undoUntil(until);
  const deployment = run.as('clean-up', until);
  const undoing = new Undoing(deployment, run.journal, { removed: [], restored: [], left: [] }, false);
  // Without API access nothing else could be undone.
  await undoing.restore('access');
  if (!run.host.temporary) await undoing.removeAll(['group', 'user']);
  // A device that is in no group any more can be removed, and the licences that it used are free for what is put back.
  undoing.undone.left.unshift(...(await releaseDevices(deployment)));
  // Devices of a group that is gone are free for the one that had them.
  await undoing.restore('others');
  await run.journal.settled();
  return undoing.undone.left;
}

/** Why a record is left alone. */
const reasons: { readonly [W in Exclude<Whose, 'ours' | 'gone'>]: (nonce: string) => string } = {
  others: (nonce) => `the run's mark ${nonce} is not in it: others have changed it, or it is theirs`,
  unclear: () => 'it cannot be read, so that nothing shows that the run made it',
};

export class Undoing {
  readonly undone: Undone;
  readonly #deployment: Deployment;
  readonly #journal: Journal;
  readonly #isSweep: boolean;
  /** The changes that are among what is left. */
  readonly #told = new Set<Change>();

  /** @param isSweep the run is not this one: nothing is known beside its journal, and what is set is looked at first */
  constructor(deployment: Deployment, journal: Journal, undone: Undone, isSweep: boolean) {
    this.#deployment = deployment;
    this.#journal = journal;
    this.undone = undone;
    this.#isSweep = isSweep;
  }

  get #nonce(): string {
    return this.#journal.ledger.head.nonce;
  }

  /** Puts settings back. */
  async restore(what: 'access' | 'others'): Promise<void> {
    const isWanted = ({ call }: SettingChange) => (call === 'setApiEnabled') === (what === 'access');
    const done = async (change: Change, { outcome, words }: PutBack) => {
      if (outcome === 'restored') this.undone.restored.push(words);
      if (outcome === 'left') this.#leave(change, words);
      else await this.#journal.undone(change);
    };
    await putBackOpen(this.#deployment, this.#journal.ledger, this.#isSweep, isWanted, done);
  }

  async removeAll(resources: readonly Makeable[]): Promise<void> {
    await Promise.all(resources.map((resource) => this.#removeAll(resource)));
  }

  async #removeAll(resource: Makeable): Promise<void> {
    const all = this.#journal.ledger.made(resource).filter(({ undo }) => undo);
    const made = all.flatMap((change) => (change.id === undefined ? [] : [{ change, id: change.id }]));
    const intended = all.filter(({ id }) => id === undefined);
    if (all.length === 0) return;
    const { host, until } = this.#deployment;
    // A request that was cut off before its answer may still be under way.
    if (!this.#isSweep && intended.length > 0) await sleepUnlessInterrupted(host, LATE, until);
    const before = this.undone.left.length;
    const pages = Math.max(PAGES, made.length * PAGES_EACH);
    const shown = this.#isSweep || made.length <= PAGES ? undefined : await this.#shown(resource, pages);
    await Promise.all(made.map(({ change, id }) => this.#remove(resource, id, change, shown)));
    // A record may be there under another id than the answer to its create said.
    const isSure = intended.length === 0 && (this.#isSweep || this.undone.left.length === before);
    const isEnded = () => this.#isSweep && until.aborted;
    if (isSure || isEnded()) return;
    const { ids, complete } = await marked(this.#deployment, resource, this.#nonce);
    if (isEnded()) return;
    const { others } = this.#journal.ledger;
    const known = [...others.filter((one) => one.resource === resource), ...made].map(({ id }) => String(id));
    const found = ids.filter((id) => !known.includes(String(id)));
    const { ownership } = this.#deployment;
    const isForeign = (id: AnyId) => !this.#isSweep && ownership.standing(resource, id) === 'another';
    for (const id of found.filter(isForeign))
      this.#leave(undefined, `${resource} ${id}, which was there before and shows the run's mark now`);
    await Promise.all(found.filter((id) => !isForeign(id)).map((id) => this.#remove(resource, id)));
    // A create makes one record: as many as were found leave none that a further page could show.
    const isAllFound = complete || (!this.#isSweep && found.length >= intended.length);
    if (isEnded() || intended.length === 0) return;
    if (isAllFound && this.undone.left.length === before)
      for (const change of intended) await this.#journal.undone(change);
    else if (!isAllFound)
      this.#mayBeMade(resource, `the list of ${resource}s cannot be read to its end`, intended);
  }

  /** Returns the records that a list still shows as the run's, once a read by id has shown each: in one request for all. */
  async #shown(resource: Makeable, pages: number): Promise<{ ids: ReadonlySet<string>; complete: boolean }> {
    // Writes of a moment ago are readable before.
    await this.#deployment.untilReadable(true);
    const { ids, repeated, complete } = await marked(this.#deployment, resource, this.#nonce, pages);
    return { ids: new Set(ids.filter((id) => !repeated.includes(id)).map(String)), complete };
  }

  async #remove(
    resource: Makeable,
    id: AnyId,
    change?: Change,
    shown?: { ids: ReadonlySet<string>; complete: boolean },
  ): Promise<void> {
    const why = await this.#removeOne(resource, id, shown).catch((error: unknown) => {
      // Left, with all that is not decided.
      if (this.#isSweep && this.#deployment.until.aborted) return null;
      if (error instanceof Unreached) return `it could not be read: ${error.message}`;
      throw error;
    });
    if (why === null) return;
    if (why === undefined) return change && this.#journal.undone(change);
    const place = byHand(this.#deployment, resource, id);
    this.#leave(change, `${resource} ${id} was not removed: ${why}. By hand: ${place}`);
  }

  /** `undefined` when it is gone, otherwise why not; `null` where it was ended before. */
  async #removeOne(
    resource: Makeable,
    id: AnyId,
    shown?: { ids: ReadonlySet<string>; complete: boolean },
  ): Promise<string | null | undefined> {
    const deployment = this.#deployment;
    const { ownership, until } = deployment;
    const isOwn = !this.#isSweep && ownership.isOwn(resource, id);
    const isShown = shown?.ids.has(String(id)) ?? false;
    // Read before, and not shown by the list: another that was written a moment ago may not be readable yet.
    const isMissing = isOwn && !isShown && shown?.complete === true;
    const look = () => whose(deployment, resource, id, this.#nonce);
    const isDone = (now: Whose) => this.#isSweep || isMissing || now !== 'gone';
    const found = isOwn && isShown ? 'ours' : await deployment.eventually(look, isDone);
    // A refusal of everything may look like one of what is gone; but the list was served.
    const isGone = found === 'gone' || (found === 'unclear' && isMissing);
    if (!isGone && found !== 'ours') return reasons[found](this.#nonce);
    if (!isGone && !(await remove(deployment, resource, id, this.#nonce)))
      return this.#isSweep && until.aborted ? null : 'the deployment did not remove it';
    if (!isGone) this.undone.removed.push(`${resource} ${id}`);
    if (!this.#isSweep) ownership.gone(resource, id);
    return undefined;
  }

  /** Nothing of what is not decided can be done. */
  giveUp(why: string): void {
    const open = this.#journal.ledger.open.filter((change) => change.undo && !this.#told.has(change));
    for (const change of open) {
      const resource = resourceOf(change);
      const setting = settingOf(change);
      const { id } = change;
      if (setting) this.#leave(change, toBeRestored(setting, why));
      else if (resource && id !== undefined) {
        const place = byHand(this.#deployment, resource, id);
        this.#leave(change, `${resource} ${id} was not removed: ${why}. By hand: ${place}`);
      }
    }
    for (const resource of ['group', 'user', 'device'] as const) {
      const intended = open.filter((change) => change.id === undefined && resourceOf(change) === resource);
      if (intended.length > 0) this.#mayBeMade(resource, why, intended);
    }
  }

  #mayBeMade(resource: Makeable, why: string, changes: readonly Change[]): void {
    for (const change of changes) this.#told.add(change);
    this.undone.left.push(`a ${resource} named with ${this.#nonce} may have been made: ${why}`);
  }

  #leave(change: Change | undefined, words: string): void {
    if (change) this.#told.add(change);
    this.undone.left.push(words);
  }
}

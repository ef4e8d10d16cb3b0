/**
 * Undoes what the journal of a run has open: what was made is removed, what was changed is put back. At the end of the run,
 * and by a sweep after one that crashed. A record that is not provably the run's own is left alone, and told.
 */
import type { AnyId } from '../../profile/facts.ts';
import type { Deployment } from '../deployment.ts';
import { sleepUnlessInterrupted, unlessStuck } from '../ending.ts';
import { type Makeable, Unreached } from '../finding.ts';
import type { Journal } from '../journal/journal.ts';
import { type Change, resourceOf, type SettingChange, settingOf } from '../journal/ledger.ts';
import { type PutBack, putBackOpen, toBeRestored } from './changes.ts';
import { releaseDevices } from './devices.ts';
import { byHand, marked, remove, whose } from './records.ts';

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
/** So many pages of a list are read before each record that it does not show is read by itself; with many records, so many for each. */
const PAGES = 2;
const PAGES_EACH = 0.5;

/** Undoes all that can be undone until the signal is aborted, and says so in the journal; gives what is left, in words. */
export async function undoAll(run: Deployment, until: AbortSignal): Promise<string[]> {
  run.undoUntil(until);
  const deployment = run.as('clean-up', until);
  const undone: Undone = { removed: [], restored: [], left: [] };
  const { restore, removeAll, giveUp } = undoingOf(deployment, run.journal, undone, false);
  const undo = async () => {
    // Without API access nothing else could be undone.
    await restore('access');
    if (!run.host.temporary) await removeAll(['group', 'user']);
    // A device that is in no group any more can be removed, and the licences that it used are free for what is put back.
    undone.left.unshift(...(await releaseDevices(deployment)));
    // Devices of a group that is gone are free for the one that had them.
    await restore('others');
    await run.journal.settled();
  };
  try {
    await unlessStuck(run.host, until, undo());
  } catch (error) {
    if (!until.aborted) throw error;
    giveUp('the clean-up did not finish in time');
  }
  return [...undone.left];
}

export type Undoing = ReturnType<typeof undoingOf>;

/** @param isSweep the run is not this one: nothing is known beside its journal, and what is set is looked at first */
export function undoingOf(deployment: Deployment, journal: Journal, undone: Undone, isSweep: boolean) {
  const { ledger } = journal;
  const { nonce } = ledger.head;
  const { made, until, host } = deployment;
  /** The changes that are among what is left. */
  const told = new Set<Change>();
  /** Left with all that is not decided. */
  const isEnded = () => isSweep && until.aborted;

  const leave = (change: Change | undefined, words: string): void => {
    if (change) told.add(change);
    undone.left.push(words);
  };

  const notRemoved = (resource: Makeable, id: AnyId, why: string) =>
    `${resource} ${id} was not removed: ${why}. By hand: ${byHand(deployment, resource, id)}`;

  const mayBeMade = (resource: Makeable, why: string, changes: readonly Change[]): void => {
    for (const change of changes) told.add(change);
    undone.left.push(`a ${resource} named with ${nonce} may have been made: ${why}`);
  };

  /** Returns the records that a list still shows as the run's: one request for all, where there are several. */
  const shownOf = async (resource: Makeable, count: number): Promise<ReadonlySet<string>> => {
    if (isSweep || count <= PAGES) return new Set();
    await deployment.untilReadable();
    const { ids } = await marked(deployment, resource, nonce, Math.max(PAGES, count * PAGES_EACH));
    return new Set(ids.map(String));
  };

  /** Gives why it was not; `undefined` when it is gone. Reads it first where no list has just shown it. */
  const removeRecord = async (
    resource: Makeable,
    id: AnyId,
    shown: ReadonlySet<string>,
  ): Promise<string | undefined> => {
    const isOwn = !isSweep && made.whose(resource, id) === 'own';
    const look = () => whose(deployment, resource, id, nonce);
    const seen = async () => {
      if (isOwn && shown.has(String(id))) return 'ours';
      // A record that was written a moment ago may not be readable yet; one that was read before is removed in any case.
      if (!isOwn) return deployment.eventually(look, (now) => isSweep || now !== 'gone');
      const now = await look();
      return now === 'gone' ? 'ours' : now;
    };
    const found = await seen();
    if (found === 'others')
      return `the run's mark ${nonce} is not in it: others have changed it, or it is theirs`;
    if (found === 'unclear') return 'it cannot be read, so that nothing shows that the run made it';
    if (found === 'ours') {
      if (!(await remove(deployment, resource, id, nonce))) return 'the deployment did not remove it';
      undone.removed.push(`${resource} ${id}`);
    }
    return undefined;
  };

  const tryToRemove = async (
    resource: Makeable,
    id: AnyId,
    change?: Change,
    shown: ReadonlySet<string> = new Set(),
  ): Promise<void> => {
    const why = await removeRecord(resource, id, shown).catch((error: unknown) => {
      if (error instanceof Unreached) return `it could not be read: ${error.message}`;
      throw error;
    });
    if (why === undefined) return change && journal.undone(change);
    if (!isEnded()) leave(change, notRemoved(resource, id, why));
  };

  const removeThose = async (resource: Makeable): Promise<void> => {
    const all = ledger.made(resource).filter(({ undo }) => undo);
    const known = all.flatMap((change) => (change.id === undefined ? [] : [{ change, id: change.id }]));
    const intended = all.filter(({ id }) => id === undefined);
    // A request that was cut off before its answer may still be under way.
    if (!isSweep && intended.length > 0) await sleepUnlessInterrupted(host, LATE, until);
    const before = undone.left.length;
    const shown = await shownOf(resource, known.length);
    await Promise.all(known.map(({ change, id }) => tryToRemove(resource, id, change, shown)));
    // A record may be there under another id than the answer to its create said.
    const isSure = intended.length === 0 && undone.left.length === before;
    if (isSure || isEnded()) return;
    const { ids, complete } = await marked(deployment, resource, nonce);
    if (isEnded()) return;
    const others = ledger.others.filter((one) => one.resource === resource);
    const done = [...others, ...known].map(({ id }) => String(id));
    const found = ids.filter((id) => !done.includes(String(id)));
    await Promise.all(
      found.map((id) =>
        !isSweep && made.whose(resource, id) === 'another'
          ? leave(undefined, `${resource} ${id}, which was there before and shows the run's mark now`)
          : tryToRemove(resource, id),
      ),
    );
    // A create makes one record: as many as were found leave none that a further page could show.
    const isAllFound = complete || (!isSweep && found.length >= intended.length);
    if (isEnded() || intended.length === 0) return;
    if (!isAllFound) mayBeMade(resource, `the list of ${resource}s cannot be read to its end`, intended);
    else if (undone.left.length === before) for (const change of intended) await journal.undone(change);
  };

  return {
    /** Puts settings back. */
    async restore(what: 'access' | 'others'): Promise<void> {
      const isWanted = ({ call }: SettingChange) => (call === 'setApiEnabled') === (what === 'access');
      await putBackOpen(deployment, ledger, isSweep, isWanted, async (change, came: PutBack) => {
        if (came.outcome === 'left') return leave(change, came.words);
        if (came.outcome === 'restored') undone.restored.push(came.words);
        await journal.undone(change);
      });
    },

    removeAll: async (resources: readonly Makeable[]): Promise<void> =>
      void (await Promise.all(resources.map(removeThose))),

    /** Gives up what is not decided: none of it can be undone. */
    giveUp(why: string): void {
      const open = ledger.open.filter((change) => change.undo && !told.has(change));
      for (const change of open) {
        const resource = resourceOf(change);
        const setting = settingOf(change);
        if (setting) leave(change, toBeRestored(setting, why));
        else if (resource && change.id !== undefined) leave(change, notRemoved(resource, change.id, why));
      }
      for (const resource of ['group', 'user', 'device'] as const) {
        const intended = open.filter((change) => !told.has(change) && resourceOf(change) === resource);
        if (intended.length > 0) mayBeMade(resource, why, intended);
      }
    },
  };
}

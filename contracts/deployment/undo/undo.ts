/**
 * Undoes what the journal of a run has open: what was made is removed, what was changed is put back. At the end of the run,
 * and by a sweep after one that crashed. A record that is not provably the run's own is left alone, and told.
 */
import type { AnyId } from '../../profile/facts.ts';
import type { Deployment } from '../deployment.ts';
import { sleepUnlessInterrupted, unlessStuck } from '../ending.ts';
import { type Makeable, Unreached } from '../finding.ts';
import type { Journal } from '../journal/journal.ts';
import { type Change, resourceOf, settingOf } from '../journal/ledger.ts';
import { putBackOpen, toBeRestored } from './changes.ts';
import { releaseDevices } from './devices.ts';
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

/** Why a record is left, by what a read of it shows. */
const reasons: { [W in Whose]?: (nonce: string) => string } = {
  others: (nonce) => `the run's mark ${nonce} is not in it: others have changed it, or it is theirs`,
  unclear: () => 'it cannot be read, so that nothing shows that the run made it',
};

/** @param isSweep the run is not this one: nothing is known beside its journal, and what is set is looked at first */
export function undoingOf(deployment: Deployment, journal: Journal, undone: Undone, isSweep: boolean) {
  const { ledger } = journal;
  const { nonce } = ledger.head;
  const { made, until, host } = deployment;
  /** The changes that are among what is left. */
  const told = new Set<Change>();
  /** Left with all that is not decided. */
  const isEnded = () => isSweep && until.aborted;

  const leave = (words: string, ...changes: readonly Change[]): void => {
    for (const change of changes) told.add(change);
    undone.left.push(words);
  };

  const notRemoved = (resource: Makeable, id: AnyId, why: string) =>
    `${resource} ${id} was not removed: ${why}. By hand: ${byHand(deployment, resource, id)}`;
  const mayBeMade = (resource: Makeable, why: string) =>
    `a ${resource} named with ${nonce} may have been made: ${why}`;

  /** Returns the records that a list still shows as the run's: one request for all, where there are several. */
  const shownOf = async (resource: Makeable, count: number): Promise<ReadonlySet<string>> => {
    if (isSweep || count <= PAGES) return new Set();
    const most = Math.max(PAGES, count * PAGES_EACH);
    const { ids, repeated } = await marked(deployment, resource, nonce, most);
    // An id that two records have shows neither.
    return new Set(ids.filter((id) => !repeated.includes(id)).map(String));
  };

  /** Reads a record before it is removed, where no list has just shown it. */
  const seen = async (resource: Makeable, id: AnyId, shown: ReadonlySet<string>): Promise<Whose> => {
    const isOwn = !isSweep && made.whose(resource, id) === 'own';
    if (isOwn && shown.has(String(id))) return 'ours';
    const look = () => whose(deployment, resource, id, nonce);
    // A record that was written a moment ago may not be readable yet; one that was read before is removed in any case.
    if (!isOwn) return deployment.eventually(look, (now) => isSweep || now !== 'gone');
    const now = await look();
    return now === 'gone' ? 'ours' : now;
  };

  const tryToRemove = async (
    resource: Makeable,
    id: AnyId,
    shown: ReadonlySet<string>,
    ...changes: readonly Change[]
  ): Promise<void> => {
    let why: string | undefined;
    try {
      const found = await seen(resource, id, shown);
      why = reasons[found]?.(nonce);
      const isRemoved = found === 'ours' && (await remove(deployment, resource, id, nonce));
      if (found === 'ours' && !isRemoved) why = 'the deployment did not remove it';
      if (isRemoved) undone.removed.push(`${resource} ${id}`);
    } catch (error) {
      if (!(error instanceof Unreached)) throw error;
      why = `it could not be read: ${error.message}`;
    }
    if (why === undefined) for (const change of changes) await journal.undone(change);
    else if (!isEnded()) leave(notRemoved(resource, id, why), ...changes);
  };

  const removeThose = async (resource: Makeable): Promise<void> => {
    const all = ledger.made(resource).filter(({ undo }) => undo);
    const known = all.flatMap((change) => (change.id === undefined ? [] : [{ change, id: change.id }]));
    const intended = all.filter(({ id }) => id === undefined);
    // A request that was cut off before its answer may still be under way.
    if (!isSweep && intended.length > 0) await sleepUnlessInterrupted(host, LATE, until);
    const before = undone.left.length;
    const shown = await shownOf(resource, known.length);
    await Promise.all(known.map(({ change, id }) => tryToRemove(resource, id, shown, change)));
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
          ? leave(`${resource} ${id}, which was there before and shows the run's mark now`)
          : tryToRemove(resource, id, new Set()),
      ),
    );
    if (isEnded() || intended.length === 0) return;
    // A create makes one record: as many as were found leave none that a further page could show.
    const isAllFound = complete || (!isSweep && found.length >= intended.length);
    const why = `the list of ${resource}s cannot be read to its end`;
    if (!isAllFound) leave(mayBeMade(resource, why), ...intended);
    else if (undone.left.length === before) for (const change of intended) await journal.undone(change);
  };

  return {
    /** Puts settings back. */
    restore: (what: 'access' | 'others'): Promise<void> =>
      putBackOpen(
        deployment,
        ledger,
        isSweep,
        ({ call }) => (call === 'setApiEnabled') === (what === 'access'),
        async (change, { outcome, words }) => {
          if (outcome === 'left') return leave(words, change);
          if (outcome === 'restored') undone.restored.push(words);
          await journal.undone(change);
        },
      ),

    removeAll: async (resources: readonly Makeable[]): Promise<void> =>
      void (await Promise.all(resources.map(removeThose))),

    /** Gives up what is not decided: none of it can be undone. */
    giveUp(why: string): void {
      const open = ledger.open.filter((change) => change.undo && !told.has(change));
      for (const change of open) {
        const resource = resourceOf(change);
        const setting = settingOf(change);
        if (setting) leave(toBeRestored(setting, why), change);
        else if (resource && change.id !== undefined) leave(notRemoved(resource, change.id, why), change);
      }
      for (const resource of ['group', 'user', 'device'] as const) {
        const intended = open.filter((change) => !told.has(change) && resourceOf(change) === resource);
        if (intended.length > 0) leave(mayBeMade(resource, why), ...intended);
      }
    },
  };
}

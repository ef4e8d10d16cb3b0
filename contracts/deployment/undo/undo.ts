/**
 * Undoes what the journal of a run has open: what was made is removed, what was changed is put back. At the end of the run,
 * and by a sweep after one that crashed. A record that is not provably the run's own is left alone, and told.
 */
import type { AnyId } from '../../profile/facts.ts';
import type { Deployment } from '../deployment.ts';
import { unlessStuck } from '../ending.ts';
import type { Makeable } from '../finding.ts';
import type { Journal } from '../journal/journal.ts';
import { type Change, resourceOf, settingOf } from '../journal/ledger.ts';
import { isUntold } from '../sharing/unbound.ts';
import { keepsGroups, marked, release, remove, type Whose, whose } from './records.ts';
import { putBackOpen, quiet, toBeRestored } from './settings.ts';

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
const nothing: Awaited<ReturnType<typeof marked>> = { ids: [], repeated: [], complete: true };
/** So many pages of a list are read before each record that it does not show is read by itself; with many records, so many for each. */
const PAGES = 2;
const PAGES_EACH = 0.5;

/** Undoes all that can be undone until the signal is aborted, and says so in the journal; gives what is left, in words. */
export async function undoAll(run: Deployment, until: AbortSignal): Promise<string[]> {
  run.undoUntil(until);
  const undone: Undone = { removed: [], restored: [], left: [] };
  const { access, others, giveUp } = undoingOf(run.as('clean-up', until), run.journal, undone, false);
  try {
    await unlessStuck(run.host, until, access().then(others));
  } catch (error) {
    if (!until.aborted) throw error;
  }
  if (until.aborted) giveUp('the clean-up did not finish in time');
  return [...undone.left];
}

export type Undoing = ReturnType<typeof undoingOf>;

/** Why a record is left, by what a read of it shows. */
const reasons: { [W in Whose]?: (nonce: string) => string } = {
  another: (nonce) => `the run's mark ${nonce} is not in it: others have changed it, or it is theirs`,
  unclear: () => 'it cannot be read, so that nothing shows that the run made it',
};

/** @param isSweep the run is not this one: nothing is known beside its journal, and what is set is looked at first */
export function undoingOf(view: Deployment, journal: Journal, undone: Undone, isSweep: boolean) {
  const deployment = quiet(view);
  const { ledger } = journal;
  const { nonce } = ledger.head;
  const { made, until, host } = deployment;
  /** The changes that are among what is left. */
  const told = new Set<Change>();

  const tell = (words: string, ...changes: readonly Change[]): void => {
    for (const change of changes) told.add(change);
    undone.left.push(words);
  };
  /** Tells it, unless the time is up: what is not decided by then is given up together. */
  const leave: typeof tell = (...words) => (until.aborted ? undefined : tell(...words));

  const notRemoved = (resource: Makeable, id: AnyId, why: string) =>
    `${resource} ${id} was not removed: ${why}`;
  const mayBeMade = (resource: Makeable, why: string) =>
    `a ${resource} named with ${nonce} may have been made: ${why}`;

  /** Reads a record before it is removed, where no list has just shown it. */
  const seen = async (resource: Makeable, id: AnyId, shown: ReadonlySet<string>): Promise<Whose> => {
    const look = () => whose(deployment, resource, id, nonce);
    if (isSweep) return look();
    const isOwn = made.whose(resource, id) === 'own';
    if ((isOwn && shown.has(String(id))) || (resource === 'device' && made.isDevice(id))) return 'own';
    // A record that was written a moment ago may not be readable yet; one that was read before is removed in any case.
    const now = isOwn ? await look() : await deployment.eventually(look, (one) => one !== 'gone');
    return isOwn && now === 'gone' ? 'own' : now;
  };

  const tryToRemove = async (
    resource: Makeable,
    id: AnyId,
    shown: ReadonlySet<string>,
    ...changes: readonly Change[]
  ): Promise<void> => {
    try {
      const found = await seen(resource, id, shown);
      const why = reasons[found]?.(nonce);
      if (why !== undefined) return leave(notRemoved(resource, id, why), ...changes);
      if (found === 'own' && resource === 'device') {
        const words = await release(deployment, id);
        if (words !== undefined) return leave(`device ${id}: ${words}`, ...changes);
      } else if (found === 'own' && !(await remove(deployment, resource as 'group' | 'user', id, nonce)))
        return leave(notRemoved(resource, id, 'the deployment did not remove it'), ...changes);
      if (found === 'own') undone.removed.push(`${resource} ${id}`);
      for (const change of changes) await journal.undone(change);
    } catch (error) {
      if (!isUntold(error)) throw error;
      leave(notRemoved(resource, id, error.message), ...changes);
    }
  };

  const removeAll = async (resource: Makeable): Promise<void> => {
    const all = ledger.made(resource).filter(({ undo }) => undo || !isSweep);
    const known = all.flatMap((change) => (change.id === undefined ? [] : [{ change, id: change.id }]));
    const intended = all.filter(({ id, undo }) => id === undefined && undo);
    // A request that was cut off before its answer may still be under way.
    if (!isSweep && intended.length > 0) await host.sleep(LATE, until);
    const before = undone.left.length;
    // One request for all. A record may be there under another id than the answer to its create said.
    const isListed = intended.length > 0 || (resource !== 'device' && known.length > 0);
    const most = intended.length > 0 ? undefined : Math.max(PAGES, known.length * PAGES_EACH);
    const listed = isListed ? await marked(deployment, resource, nonce, most) : nothing;
    // An id that two records have shows neither.
    const shown = new Set(listed.ids.filter((id) => !listed.repeated.includes(id)).map(String));
    const isOf = (id: AnyId) => (one: { readonly id: AnyId }) => String(one.id) === String(id);
    const others = ledger.others.filter((one) => one.resource === resource);
    const fresh = listed.ids.filter((id) => ![...others, ...known].some(isOf(id)));
    await Promise.all([
      ...known.map(({ change, id }) => tryToRemove(resource, id, shown, change)),
      ...fresh.map((id) =>
        !isSweep && made.whose(resource, id) === 'another'
          ? leave(`${resource} ${id}, which was there before and shows the run's mark now`)
          : tryToRemove(resource, id, new Set()),
      ),
    ]);
    if (until.aborted || intended.length === 0) return;
    // A create makes one record: as many as were found leave none that a further page could show.
    const isAllFound = listed.complete || (!isSweep && fresh.length >= intended.length);
    const why = `the list of ${resource}s cannot be read to its end`;
    if (!isAllFound) leave(mayBeMade(resource, why), ...intended);
    else if (undone.left.length === before) for (const change of intended) await journal.undone(change);
  };

  const restore = async (isAccess: boolean): Promise<void> => {
    const isWanted = (_: Change, { call }: { call: string }) => (call === 'setApiEnabled') === isAccess;
    for await (const { change, restored, left } of putBackOpen(deployment, ledger, isSweep, isWanted)) {
      if (restored !== undefined) undone.restored.push(restored);
      if (left === undefined) await journal.undone(change);
      else leave(left, change);
    }
  };

  return {
    /** Puts API access back: without it nothing else could be undone. */
    access: () => restore(true),

    async others(): Promise<void> {
      const isDeviceFirst = keepsGroups(deployment) && deployment.controls.has('removeDevice');
      if (isDeviceFirst) await removeAll('device');
      if (!host.temporary) await Promise.all([removeAll('group'), removeAll('user')]);
      // A device that is in no group any more can be removed, and the licences that it used are free for what is put back.
      if (!isDeviceFirst) await removeAll('device');
      // Devices of a group that is gone are free for the one that had them.
      await restore(false);
    },

    /** Gives up what is not decided: none of it can be undone. */
    giveUp(why: string): void {
      const open = ledger.open.filter((change) => change.undo && !told.has(change));
      for (const change of open) {
        const resource = resourceOf(change);
        const setting = settingOf(change);
        if (setting) tell(toBeRestored(setting, why), change);
        else if (resource && change.id !== undefined) tell(notRemoved(resource, change.id, why), change);
      }
      for (const resource of ['group', 'user', 'device'] as const) {
        const intended = open.filter((change) => !told.has(change) && resourceOf(change) === resource);
        if (intended.length > 0) tell(mayBeMade(resource, why), ...intended);
      }
    },
  };
}

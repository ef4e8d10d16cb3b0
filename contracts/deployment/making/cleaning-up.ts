/** The end of a run: what it made is removed, what it changed is put back. */
import type { AnyId } from '../../profile/facts.ts';
import { putBackOpen } from '../changes/putting-back.ts';
import type { Deployment } from '../deployment.ts';
import { type Makeable, Unreached } from '../finding.ts';
import { sleepUnlessInterrupted } from '../transport/interruption.ts';
import { releaseDevices } from './releasing.ts';
import { byHand, marked, remove, type Whose, whose } from './removing.ts';

/** Real milliseconds within which a create whose answer was not waited for is done, or never. */
const LATE = 1_000;

type Resource = 'group' | 'user';

/** Undoes all that can be undone until the signal is aborted, and says so in the journal; gives what is left, in words. */
export async function undoAll(run: Deployment, until: AbortSignal): Promise<string[]> {
  run.undoUntil(until);
  const deployment = run.as('clean-up', until);
  const { undoLog, journal, made, host } = deployment;
  // Without API access nothing else could be undone.
  const closed = await putBackOpen(deployment, ({ setting }) => setting === 'api-access');
  const records = host.temporary ? [] : await removeMade(deployment);
  // A device that is in no group any more can be removed, and the licences that it used are free for what is put back.
  const devices = await releaseDevices(deployment);
  // Devices of a group that is gone are free for the one that had them.
  const changed = await putBackOpen(deployment, ({ setting }) => setting !== 'api-access');
  if (journal.isBegun) await journal.note({ entry: 'end', left: made.open + undoLog.open.length });
  await journal.settled();
  return [...devices, ...records, ...closed, ...changed];
}

async function removeMade(deployment: Deployment): Promise<string[]> {
  const records = await Promise.all(
    (['group', 'user'] as const).map((resource) => removeAll(deployment, resource)),
  );
  return records.flat();
}

/** So many pages of a list are read before each record that it does not show is read by itself. */
const PAGES = 2;

const NONE: Awaited<ReturnType<typeof marked>> = { ids: [], repeated: [], complete: true };

async function removeAll(deployment: Deployment, resource: Resource): Promise<string[]> {
  const { made, nonce, host, until } = deployment;
  const isOne = (one: { resource: Makeable }) => one.resource === resource;
  const standing = made.standing.filter((one) => isOne(one));
  const intents = made.intents.filter(isOne);
  if (standing.length + intents.length === 0) return [];
  // A request that was cut off before its answer may still be under way.
  if (intents.length > 0) await sleepUnlessInterrupted(host, LATE, until);
  const shown = standing.length > PAGES ? await shownByList(deployment, resource) : undefined;
  const left: string[] = [];
  const removeEach = (ids: readonly AnyId[]) =>
    Promise.all(
      ids.map(async (id) => {
        const why = await removeOne(deployment, resource, id, shown);
        if (why === undefined) await made.gone(resource, id);
        else left.push(`${resource} ${id}${why}`);
      }),
    );
  await removeEach([...new Set(standing.map(({ id }) => id))]);
  // A record may be there under another id than the answer to its create said.
  const isSure = intents.length === 0 && left.length === 0;
  const listed = isSure ? NONE : await marked(deployment, resource, nonce);
  const isStanding = (id: AnyId) => standing.some((one) => String(one.id) === String(id));
  const found: AnyId[] = [];
  for (const id of listed.ids.filter((one) => !isStanding(one)))
    if (await made.adopt(resource, id)) found.push(id);
    else left.push(`${resource} ${id}, which was there before and shows the run's mark now`);
  await removeEach(found);
  // A create makes one record: as many as were found leave none that a further page could show.
  const isAllFound = listed.complete || found.length >= intents.length;
  if (isAllFound && left.length === 0) for (const intent of intents) await made.notMade(intent);
  else if (intents.length > 0) left.push(`a ${resource} named with ${nonce}, if it was made`);
  return left;
}

/** A list of records, as it is before they are removed. */
interface ShownByList {
  /** The ids of those that hold the run's mark. */
  readonly ids: ReadonlySet<string>;
  /** True where it shows all records. */
  readonly complete: boolean;
}

/** Returns the records that a list still shows as the run's, once a read by id has shown each: in one request for all. */
async function shownByList(deployment: Deployment, resource: Resource): Promise<ShownByList> {
  const { ids, repeated, complete } = await marked(deployment, resource, deployment.nonce, PAGES).catch(
    (error: unknown) => {
      if (error instanceof Unreached) return { ...NONE, complete: false };
      throw error;
    },
  );
  return { ids: new Set(ids.filter((id) => !repeated.includes(id)).map(String)), complete };
}

/** `undefined` when it is gone, otherwise why not. */
async function removeOne(
  deployment: Deployment,
  resource: Resource,
  id: AnyId,
  shown?: ShownByList,
): Promise<string | undefined> {
  const isOwn = deployment.ownership.isOwn(resource, id);
  const isShown = shown?.ids.has(String(id)) ?? false;
  const isMissing = isOwn && !isShown && shown?.complete === true && deployment.counts.slowestWrite === 0;
  const found = isOwn && isShown ? 'ours' : await whoseNow(deployment, resource, id, isMissing);
  // A refusal of everything may look like one of what is gone; but the list was served.
  if (found === 'gone' || (found === 'unclear' && isMissing)) return undefined;
  if (found === 'unanswered') return '';
  if (found !== 'ours') return `, which is no longer what the run made: ${byHand(deployment, resource, id)}`;
  return (await remove(deployment, resource, id, deployment.nonce)) ? undefined : '';
}

/** @param isMissing it was read before, and a list does not show it: another that was written a moment ago may not be readable yet */
function whoseNow(deployment: Deployment, resource: Resource, id: AnyId, isMissing: boolean) {
  const read = () => whose(deployment, resource, id, deployment.nonce);
  const isDone = (now: Whose) => isMissing || now !== 'gone';
  const found = deployment.eventually(read, isDone);
  return found.catch((error: unknown) => {
    if (error instanceof Unreached) return 'unanswered' as const;
    throw error;
  });
}

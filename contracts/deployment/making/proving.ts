/** Shows that a record is the run's own before it is written to or removed. */
import type { AnyId } from '../../profile/facts.ts';
import { type OperationId, operation as operationOf, readOperation } from '../../specification/operations.ts';
import type { Deployment } from '../deployment.ts';
import { type Makeable, Unreached } from '../finding.ts';
import { perRun } from '../sharing/per-run.ts';
import { unlessUnbound } from '../sharing/unbound.ts';
import type { Shown } from './made.ts';

/** @throws Unreached before a request that would change a record which is not known to be the run's. */
export async function requireOwn(
  deployment: Deployment,
  operation: OperationId,
  id: AnyId | undefined,
): Promise<void> {
  const { method, pathId: resource } = operationOf(operation);
  if (id === undefined || method === 'GET' || (resource !== 'group' && resource !== 'user')) return;
  const shown = await prove(deployment, resource, id);
  if (shown === 'own' || shown === 'nothing') return;
  throw new Unreached(
    `nothing shows that the ${resource} ${id} is the run's own: a read by its id does not show the run's mark`,
    `records.${resource}`,
  );
}

/** Reads that are on their way: whoever asks meanwhile joins. */
const asking = perRun(() => new Map<string, Promise<Shown>>());

/** Returns what reads by its id show of a record; reads it where they have not shown yet that it is the run's. */
export async function prove(deployment: Deployment, resource: Makeable, id: AnyId): Promise<Shown> {
  const { made } = deployment;
  const known = made.whose(resource, id);
  if (known === 'own' || known === 'nothing' || known === 'another') return known;
  const look = async () => made.shownIn(resource, id, await deployment.call(readOperation[resource], { id }));
  // A record that was made a moment ago may not be readable yet.
  const isDone = (shown: Shown) => known !== 'made' || shown === 'own' || shown === 'another';
  const key = `${resource} ${id}`;
  const asked = asking(deployment);
  const mine = asked.get(key) ?? deployment.eventually(look, isDone).catch(unlessUnbound);
  asked.set(key, mine);
  return mine.finally(() => asked.delete(key));
}

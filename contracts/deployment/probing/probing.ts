/**
 * The look of "served" and "refused" on this deployment, learned in the run: how each operation
 * answers with a token and without, how an undocumented neighbour of it answers, and an id that
 * names nothing. Each is sent once, when it is first asked for.
 */
import type { AnyId } from '../../profile/facts.ts';
import {
  type GuardedOperationId,
  guardedOperation,
  guardedOperations,
  type ListedName,
  type OperationId,
  operation as operationOf,
  operations,
  type PathResource,
} from '../../specification/operations.ts';
import type { Answer } from '../answer.ts';
import { type Deployment, MALFORMED, type Probe } from '../deployment.ts';
import { Unreached } from '../finding.ts';
import type { Fingerprint } from '../fingerprint.ts';
import { isSuccess } from '../reading/answers.ts';
import { secondPage } from '../reading/lists.ts';
import { breakOffIn, unlessUnreached } from '../transport/failures.ts';
import { learnedOf } from './learned.ts';
import { hasBody, idsOf, probeBare, probeServed, unknownId } from './requests.ts';

/** Operations without an id or a body: nothing but a token can be wrong about a request to them. */
export const plainOperations = guardedOperations
  .filter(({ method, pathId }) => method === 'GET' && pathId === null)
  .map(({ id }) => id);

/** The number of plain operations that must have been seen before anything follows from what they have in common. */
const MIN_TWINS = 3;

/** The path of an undocumented neighbour: as deep as that of an operation, and the last name in it is another. */
function pathBeside(deployment: Deployment, operation: OperationId): string {
  const { path, pathId, guarded } = operationOf(operation);
  const name = `undocumented-${deployment.nonce}`;
  // Below a list it would be the id of a record.
  if (guarded && pathId === null) return `/api/${name}`;
  return path.replace(/\w+(?=(\/\{\w+\})?$)/, name).replace(/\{\w+\}/, '{id}');
}

/** A request to what is not documented, with a token where the operation beside it takes one. */
function undocumented(deployment: Deployment, method: string, path: string, guarded: boolean, body = '{}') {
  const accept = 'application/json';
  const content = hasBody(method)
    ? { headers: { accept, 'content-type': accept }, body }
    : { headers: { accept } };
  const request = { method, url: deployment.lens.basePath + path, ...content };
  return deployment.as('calibration').sendUndocumented(request, guarded ? 'token' : 'none');
}

/** The answer of an undocumented path, by the same method and as deep as that of an operation, with a token. */
export async function neighbourOf(deployment: Deployment, operation: OperationId): Promise<Answer> {
  const { method, guarded } = operationOf(operation);
  const path = pathBeside(deployment, operation);
  const answer = await learnedOf(deployment).neighbours.once(`${method} ${path}`, async () => {
    const device = async () => {
      const [known] = (await idsOf(deployment, 'device').catch(unlessUnreached)) ?? [];
      return deployment.lens.pathId('device', known ?? (await unknownId(deployment, 'device')));
    };
    const full = path.includes('{') ? path.replace('{id}', await device()) : path;
    return undocumented(deployment, method, full, guarded);
  });
  return deployment.note(answer);
}

/** The answer of the operation's own path by an undocumented method. Throws `Unreached` in a read-only run. */
export async function otherMethodOf(
  deployment: Deployment,
  operation: OperationId,
  id: AnyId | undefined,
): Promise<Answer> {
  const { path, guarded } = operationOf(operation);
  const answer = await learnedOf(deployment).neighbours.once(`other method at ${path}`, async () => {
    if (deployment.readOnly) throw new Unreached('the run is read-only', 'writing');
    const isPatched = operations.some((one) => one.path === path && one.method === 'PATCH');
    const own = deployment.urlOf(operation, { id }).slice(deployment.lens.basePath.length);
    return undocumented(deployment, isPatched ? 'POST' : 'PATCH', own, guarded, MALFORMED);
  });
  return deployment.note(answer);
}

/** How it answers an id of the right form that names nothing, with a token. */
export async function unknownIdOf(
  deployment: Deployment,
  operation: GuardedOperationId,
): Promise<Answer & { readonly id: AnyId }> {
  const answer = await learnedOf(deployment).unknownIds.once(operation, async () => {
    const { method, pathId } = operationOf(operation);
    const id = await unknownId(deployment, pathId as PathResource);
    const raw = hasBody(method) ? { raw: MALFORMED } : {};
    return { ...(await deployment.as('calibration').call(operation, { id, ...raw })), id };
  });
  return deployment.note(answer);
}

/** The answers of a plain operation with a token and without. */
interface Twins {
  readonly served: Probe;
  readonly bare: Answer;
}

const areAlike = ({ served, bare }: Twins) => served.answer.fingerprint === bare.fingerprint;

function twins(deployment: Deployment): Promise<Twins[]> {
  return deployment.once('twins', async () => {
    const caller = deployment.as('calibration');
    const all = await Promise.allSettled(
      plainOperations.map(async (operation): Promise<Twins> => {
        const served = await probeServed(caller, operation);
        return { served, bare: (await probeBare(caller, operation)).answer };
      }),
    );
    const seen = all.flatMap((twin) => (twin.status === 'fulfilled' ? [twin.value] : []));
    // One of them may be out of order, and the others show enough.
    const broken = all.find((twin) => twin.status === 'rejected' && breakOffIn(twin.reason));
    if (broken?.status === 'rejected' && seen.length < MIN_TWINS) throw broken.reason;
    return seen;
  });
}

/** The look that most plain operations have without a token, where it differs from the one they have with it; `undefined` when there is no common one. */
export async function refusalLook(deployment: Deployment): Promise<Fingerprint | undefined> {
  const refused = (await twins(deployment)).filter((twin) => !areAlike(twin));
  return mostCommon(refused, Math.floor(refused.length / 2) + 1);
}

/** The look that nearly all operations without id and body have, with a token and without. */
export async function commonLook(deployment: Deployment): Promise<Fingerprint | undefined> {
  const all = await twins(deployment);
  return all.length < MIN_TWINS ? undefined : mostCommon(all.filter(areAlike), all.length - 1);
}

/** The look without a token that is there most often, if it is there so often at least. */
function mostCommon(seen: readonly Twins[], min: number): Fingerprint | undefined {
  const looks = seen.map(({ bare }) => bare.fingerprint);
  const often = (look: Fingerprint) => looks.filter((one) => one === look).length;
  return looks.toSorted((one, other) => often(other) - often(one)).find((look) => often(look) >= min);
}

/** An operation that shows whether a token works: its answers with and without one differ. */
export function knownGood(deployment: Deployment): Promise<Probe> {
  return deployment.once('knownGood', async () => {
    // The last of the plain operations first: what they answer with does not change while others write.
    const all = await twins(deployment);
    const good = all.findLast((twin) => isSuccess(twin.served.answer) && !areAlike(twin));
    if (good) return good.served;
    throw new Unreached('no operation behaves differently with and without a token', 'auth.roles');
  });
}

/**
 * The kind of an answer. `served`: the operation did its work or looked into the request.
 * `refused`: it looks like a refusal for want of a token. `absent`: it looks like what an unknown id
 * or an unknown path gets. `unclear`: the operation could not be calibrated. Where a refusal looks
 * the same for any cause, an answer to a request without a token is `refused`, one with it `absent`.
 */
export type Kind = 'served' | 'refused' | 'absent' | 'unclear';

/** Finds the kind of an answer to an operation, by all that was learned. */
export async function kindOf(deployment: Deployment, operation: OperationId, answer: Answer): Promise<Kind> {
  const { guarded, pathId } = operationOf(operation);
  const caller = deployment.as('calibration');
  const [refused, beside, nothing] = await Promise.all([
    guarded ? refusalLook(deployment) : undefined,
    neighbourOf(caller, operation).catch(unlessUnreached),
    guarded && pathId ? unknownIdOf(caller, guardedOperation(operation)).catch(unlessUnreached) : undefined,
  ]);
  const isAbsent = [beside, nothing].some((one) => one?.fingerprint === answer.fingerprint);
  const { request } = deployment.transport.exchanges[answer.exchange] ?? {};
  const carriedToken = request?.headers.authorization !== undefined;
  if (answer.fingerprint === refused && !(isAbsent && carriedToken)) return 'refused';
  if (isAbsent) return 'absent';
  return (refused ?? beside ?? nothing) === undefined ? 'unclear' : 'served';
}

/** The query of the second page of a list, by its first page; `undefined` where there is none, or nothing shows it. */
export async function nextPageOf(
  deployment: Deployment,
  operation: GuardedOperationId,
): Promise<string | undefined> {
  const name = operationOf(operation).lists as ListedName | undefined;
  const first = name && (await probeServed(deployment.as('calibration'), operation)).answer;
  const query = first && (await secondPage(deployment, name, first));
  return query && String(new URLSearchParams(query));
}

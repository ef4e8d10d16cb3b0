/**
 * The look of "served" and "refused" on this deployment, learned in the run: how each operation
 * answers with a token and without, how an undocumented neighbour of it answers, and an id that
 * names nothing. Each is sent once, when it is first asked for.
 */
import {
  type GuardedOperationId,
  guardedOperation,
  type ListedName,
  type OperationId,
  operation as operationOf,
  operations,
  type PathResource,
} from '../../specification/operations.ts';
import type { Answer } from '../answer.ts';
import { type Bare, type Deployment, MALFORMED, type Probe, type Probing } from '../deployment.ts';
import { Unreached } from '../finding.ts';
import { isSuccess, mayBeLimit } from '../reading/answers.ts';
import { secondPage } from '../reading/lists.ts';
import { breakOffIn, serverError, unlessUnreached } from '../transport/failures.ts';
import { shows } from './evidence.ts';
import { learnedOf } from './learned.ts';
import { plainOperations } from './plain.ts';
import { probe } from './requests.ts';
import { changeable, idsOf, ownDevice, sparedFor, unknownId } from './targets.ts';

/** The number of plain operations that must have been seen before anything follows from what they have in common. */
const MIN_TWINS = 3;
/** A record that was written a moment ago may not be readable yet. */
const isReadAfterWrite = ({ reads }: { reads?: string }) => reads !== undefined && reads !== 'device';
const accept = 'application/json';

/** The answers of a plain operation with a token and without. */
interface Twins {
  readonly served: Probe;
  readonly bare: Answer;
}

const areAlike = ({ served, bare }: Twins) => served.answer.fingerprint === bare.fingerprint;

export function probesOf(deployment: Deployment): Probing {
  const { lens, profile, transport } = deployment;
  const learned = learnedOf(deployment);
  const calibrating = () => deployment.as('calibration');
  const noted = <T extends { readonly probe: Probe }>(one: T): T => {
    deployment.note(one.probe.answer);
    return one;
  };
  /** A request by a method to what is not documented; one that may write has a body. */
  const undocumented = (method: string, path: string, guarded: boolean, body = '{}') => {
    const content = isRead(method)
      ? { headers: { accept } }
      : { headers: { accept, 'content-type': accept }, body };
    return calibrating().sendUndocumented(
      { method, url: lens.basePath + path, ...content },
      guarded ? 'token' : 'none',
    );
  };

  const served = (operation: GuardedOperationId): Promise<Probe> =>
    learned.served.once(operation, async () => {
      const caller = calibrating();
      const ask = async () => (await probe(caller, operation, { auth: 'token' })).probe;
      const isDone = (one: Probe) =>
        !mayBeLimit(profile, one.answer.status) &&
        (!one.good || !isReadAfterWrite(operationOf(operation)) || shows(deployment, one));
      return caller.eventually(ask, isDone, await ask());
    });

  const bare = (operation: GuardedOperationId): Promise<Bare> =>
    learned.bare.once(operation, async () => {
      await served(operation);
      const spared = await sparedFor(deployment, operation).catch(unlessUnreached);
      const way = { auth: 'none', provoking: true, isTraced: true, spared } as const;
      const aimed = await probe(calibrating(), operation, way);
      const { answer } = aimed.probe;
      if (!transport.isServerError(answer.status, { documented: true })) return { ...aimed, spared };
      const { method, path } = operationOf(operation);
      throw serverError(`${method} ${path}`, answer);
    });

  const neighbour = (operation: OperationId): Promise<Answer> => {
    const { method, path, pathId, guarded } = operationOf(operation);
    const shape = !guarded ? 'Auth' : pathId === null ? '' : path.endsWith('}') ? 'item' : 'below';
    return learned.neighbours.once(`${method} ${shape}`, async () => {
      const name = `undocumented-${deployment.nonce}`;
      const device = async () => {
        const [known] = (await idsOf(deployment, 'device').catch(unlessUnreached)) ?? [];
        return lens.pathId('device', known ?? (await unknownId(deployment, 'device')));
      };
      const paths = {
        Auth: async () => `/api/Auth/${name}`,
        '': async () => `/api/${name}`,
        item: async () => `/api/${name}/${await device()}`,
        below: async () => `/api/devices/${await device()}/${name}`,
      };
      return undocumented(method, await paths[shape](), guarded);
    });
  };

  const unknown = (operation: GuardedOperationId) =>
    learned.unknownIds.once(operation, async () => {
      const { method, pathId } = operationOf(operation);
      const id = await unknownId(deployment, pathId as PathResource);
      const raw = isRead(method) ? {} : { raw: MALFORMED };
      return { ...(await calibrating().call(operation, { id, ...raw })), id };
    });

  const twins = () =>
    deployment.once('twins', async () => {
      const all = await Promise.allSettled(
        plainOperations.map(async (operation): Promise<Twins> => {
          const one = await served(operation);
          return { served: one, bare: (await bare(operation)).probe.answer };
        }),
      );
      const seen = all.flatMap((twin) => (twin.status === 'fulfilled' ? [twin.value] : []));
      // One of them may be out of order, and the others show enough.
      const broken = all.find((twin) => twin.status === 'rejected' && breakOffIn(twin.reason));
      if (broken?.status === 'rejected' && seen.length < MIN_TWINS) throw broken.reason;
      return seen;
    });

  /** The look that most plain operations have without a token, where it differs from the one they have with it. */
  const refusal = async () => {
    const refused = (await twins()).filter((twin) => !areAlike(twin)).map((twin) => twin.bare.fingerprint);
    return mostCommon(refused, Math.floor(refused.length / 2) + 1);
  };

  /** The last of the plain operations first: what they answer with does not change while others write. */
  const knownGood = async (): Promise<Probe> => {
    const good = (await twins()).findLast((twin) => isSuccess(twin.served.answer) && !areAlike(twin));
    if (good) return good.served;
    throw new Unreached('no operation answers otherwise with a token than without one', 'auth.roles');
  };

  return {
    known: learned,
    async kind(operation, answer) {
      const { guarded, pathId } = operationOf(operation);
      const [refused, beside, nothing] = await Promise.all([
        guarded ? refusal() : undefined,
        neighbour(operation).catch(unlessUnreached),
        guarded && pathId ? unknown(guardedOperation(operation)).catch(unlessUnreached) : undefined,
      ]);
      const isAbsent = [beside, nothing].some((one) => one?.fingerprint === answer.fingerprint);
      const carriedToken = transport.exchanges[answer.exchange]?.request.headers.authorization !== undefined;
      if (answer.fingerprint === refused && !(isAbsent && carriedToken)) return 'refused';
      if (isAbsent) return 'absent';
      return (refused ?? beside ?? nothing) === undefined ? 'unclear' : 'served';
    },
    neighbour: async (operation) => deployment.note(await neighbour(operation)),
    unknownId: async (operation) => deployment.note(await unknown(operation)),
    served: async (operation) => noted({ probe: await served(operation) }).probe,
    bare: async (operation) => noted(await bare(operation)).probe,
    bareCall: async (operation) => noted(await bare(operation)),
    async servedWith(operation, token) {
      const one = await served(operation);
      const { issuedBy } = transport.exchanges[one.answer.exchange] ?? {};
      return issuedBy === token.answer.exchange ? noted({ probe: one }).probe : undefined;
    },
    refusal,
    async commonFingerprint() {
      const all = await twins();
      const alike = all.filter(areAlike).map((twin) => twin.bare.fingerprint);
      return all.length < MIN_TWINS ? undefined : mostCommon(alike, all.length - 1);
    },
    sparedFor: (operation) => sparedFor(deployment, operation).catch(unlessUnreached),
    send: async (operation, auth) => (await probe(deployment, operation, { auth })).probe,
    aim: (operation, { refusable: provoking, ...manner }, spared) =>
      probe(deployment, operation, { ...manner, spared, provoking, isTraced: true }),
    shows: (one) => shows(deployment, one),
    async otherMethod(operation, id) {
      const { path, guarded } = operationOf(operation);
      const answer = await learned.neighbours.once(`other method at ${path}`, async () => {
        if (deployment.readOnly) throw new Unreached('the run is read-only', 'writing');
        const isPatched = operations.some((one) => one.path === path && one.method === 'PATCH');
        const own = deployment.urlOf(operation, { id }).slice(lens.basePath.length);
        return undocumented(isPatched ? 'POST' : 'PATCH', own, guarded, MALFORMED);
      });
      return deployment.note(answer);
    },
    async nextPage(operation) {
      const name = operationOf(operation).lists as ListedName | undefined;
      const query = name && (await secondPage(deployment, name, (await served(operation)).answer));
      return query && String(new URLSearchParams(query));
    },
    knowsLocation(device, at) {
      learned.latest.set(device, Math.max(at, learned.latest.get(device) ?? at));
    },
    knownGood: () => deployment.once('knownGood', knownGood),
    changeable: (resource) => changeable(deployment, resource),
    ownDevice: () => ownDevice(deployment),
    deletedFingerprint: (resource) => learned.deleted.get(resource),
    deleted: (resource, { fingerprint }) => void learned.deleted.set(resource, fingerprint),
  };
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'DELETE';
}

/** The value that is there most often, if it is there so often at least. */
function mostCommon<T>(values: readonly T[], min: number): T | undefined {
  const often = (value: T) => values.filter((one) => one === value).length;
  const top = [...new Set(values)].toSorted((one, other) => often(other) - often(one))[0];
  return top !== undefined && often(top) >= min ? top : undefined;
}

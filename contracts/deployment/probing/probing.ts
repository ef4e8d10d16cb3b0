/**
 * The look of "served" and "refused" on this deployment, learned in the run: how each operation
 * answers with a token and without, how an undocumented neighbour of it answers, and an id that
 * names nothing. Each is sent once, when it is first asked for.
 */
import {
  type GuardedOperationId,
  guardedOperation,
  type ListedName,
  listedBy,
  type OperationId,
  operation as operationOf,
  operations,
  type PathResource,
  readBy,
  writtenBy,
} from '../../specification/operations.ts';
import type { Answer } from '../answer.ts';
import {
  type Bare,
  type Deployment,
  type Kind,
  MALFORMED,
  type Probe,
  type Probing,
  type Trace,
} from '../deployment.ts';
import { Unreached } from '../finding.ts';
import type { Fingerprint } from '../fingerprint.ts';
import { isSuccess, mayBeLimit } from '../reading/answers.ts';
import { secondPage } from '../reading/lists.ts';
import { breakOffIn, serverError, unlessUnreached } from '../transport/failures.ts';
import { shows } from './evidence.ts';
import type { Learned, Twins } from './learned.ts';
import { plainOperations } from './plain.ts';
import { probe, type Way } from './probers.ts';
import { changeable, idsOf, ownDevice, sparedFor, unknownId } from './targets.ts';

/** The number of plain operations that must have been seen before anything follows from what they have in common. */
const MIN_TWINS = 3;

/** A record that was written a moment ago may not be readable yet. */
const written: ReadonlySet<string> = new Set(Object.values(writtenBy));
const readsWhatWasWritten: ReadonlySet<string> = new Set(
  Object.entries(readBy).flatMap(([operation, resource]) => (written.has(resource) ? [operation] : [])),
);

const lists: { readonly [O in GuardedOperationId]?: ListedName } = listedBy;

export function probesOf(deployment: Deployment, learned: Learned): Probing {
  const { lens, profile, transport } = deployment;
  const calibrating = () => deployment.as('calibration');
  const send = (caller: Deployment, operation: GuardedOperationId, way: Way) =>
    probe(caller, learned, operation, way);
  const shown = <T extends { readonly probe: Probe }>(one: T): T => {
    deployment.note(one.probe.answer);
    return one;
  };

  const withToken = (operation: GuardedOperationId): Promise<Probe> =>
    learned.served.once(operation, async () => {
      const caller = calibrating();
      const ask = () => send(caller, operation, { auth: 'token' });
      const isDone = (one: Probe) =>
        !mayBeLimit(profile, one.answer.status) &&
        (!one.good || !readsWhatWasWritten.has(operation) || shows(deployment, one));
      return caller.eventually(ask, isDone, await ask());
    });

  const withoutToken = (operation: GuardedOperationId): Promise<Bare> =>
    learned.bare.once(operation, async () => {
      await withToken(operation);
      const spared = await sparedFor(deployment, operation).catch(unlessUnreached);
      let trace: Trace | undefined;
      const refused = (one: Trace) => {
        trace = one;
      };
      const way = { auth: 'none', provoking: true, spared, refused } as const;
      const bare = await send(calibrating(), operation, way);
      if (!transport.isServerError(bare.answer.status, { documented: true }))
        return { probe: bare, trace, spared };
      const { method, path } = operationOf(operation);
      throw serverError(`${method} ${path}`, bare.answer);
    });

  const neighbour = (operation: OperationId): Promise<Answer> => {
    const { method, path, pathId, guarded } = operationOf(operation);
    const name = `undocumented-${deployment.nonce}`;
    const shape = !guarded ? 'Auth' : pathId === null ? '' : path.endsWith('}') ? 'item' : 'below';
    return learned.neighbours.once(`${method} ${shape}`, async () => {
      const device = async () => {
        const [known] = (await idsOf(deployment, learned, 'device').catch(unlessUnreached)) ?? [];
        return lens.pathId('device', known ?? (await unknownId(deployment, learned, 'device')));
      };
      const paths = {
        Auth: async () => `/api/Auth/${name}`,
        '': async () => `/api/${name}`,
        item: async () => `/api/${name}/${await device()}`,
        below: async () => `/api/devices/${await device()}/${name}`,
      };
      const url = lens.basePath + (await paths[shape]());
      const body = method === 'GET' || method === 'DELETE' ? undefined : '{}';
      const content = body === undefined ? {} : { 'content-type': 'application/json' };
      const sending = { method, url, headers: { accept: 'application/json', ...content }, body };
      return calibrating().sendUndocumented(sending, guarded ? 'token' : 'none');
    });
  };

  const unknown = (operation: GuardedOperationId) =>
    learned.unknownIds.once(operation, async () => {
      const { method, pathId } = operationOf(operation);
      const id = await unknownId(deployment, learned, pathId as PathResource);
      const raw = method === 'GET' || method === 'DELETE' ? {} : { raw: MALFORMED };
      return { ...(await calibrating().call(operation, { id, ...raw })), id };
    });

  const plainTwins = (): Promise<Twins[]> =>
    learned.twins.once('plain', async () => {
      const twins = await Promise.allSettled(
        plainOperations.map(async (operation) => ({
          served: (await withToken(operation)).answer.fingerprint,
          bare: (await withoutToken(operation)).probe.answer.fingerprint,
        })),
      );
      const seen = twins.flatMap((twin) => (twin.status === 'fulfilled' ? [twin.value] : []));
      // One of them may be out of order, and the others show enough.
      const brokeOff = twins.find((twin) => twin.status === 'rejected' && breakOffIn(twin.reason));
      if (brokeOff?.status === 'rejected' && seen.length < MIN_TWINS) throw brokeOff.reason;
      return seen;
    });

  /** The look that most plain operations have without a token, where it differs from the one they have with it. */
  const refusal = (): Promise<Fingerprint | undefined> =>
    learned.fingerprints.once('refusal', async () => {
      const refused = (await plainTwins()).filter(({ served, bare }) => served !== bare);
      const looks = refused.map(({ bare }) => bare);
      return mostCommon(looks, Math.floor(looks.length / 2) + 1);
    });

  const kind = async (operation: OperationId, answer: Answer): Promise<Kind> => {
    const { guarded, pathId } = operationOf(operation);
    const [refused, beside, nothing] = await Promise.all([
      guarded ? refusal() : undefined,
      neighbour(operation).catch(unlessUnreached),
      guarded && pathId ? unknown(guardedOperation(operation)).catch(unlessUnreached) : undefined,
    ]);
    const isAbsent =
      answer.fingerprint === beside?.fingerprint || answer.fingerprint === nothing?.fingerprint;
    const carriedToken = transport.exchanges[answer.exchange]?.request.headers.authorization !== undefined;
    if (answer.fingerprint === refused && !(isAbsent && carriedToken)) return 'refused';
    if (isAbsent) return 'absent';
    return refused === undefined && beside === undefined && nothing === undefined ? 'unclear' : 'served';
  };

  /** The last of the plain operations first: what they answer with does not change while others write. */
  const findKnownGood = async (): Promise<Probe> => {
    let brokeOff: unknown;
    for (const operation of plainOperations.toReversed()) {
      try {
        const served = await withToken(operation);
        const { probe: bare } = await withoutToken(operation);
        if (isSuccess(served.answer) && served.answer.fingerprint !== bare.answer.fingerprint) return served;
      } catch (error) {
        if (!breakOffIn(error)) throw error;
        brokeOff ??= error;
      }
    }
    if (brokeOff) throw brokeOff;
    throw new Unreached('no operation answers otherwise with a token than without one', 'auth.roles');
  };

  return {
    known: learned,
    kind,
    neighbour: async (operation) => deployment.note(await neighbour(operation)),
    unknownId: async (operation) => deployment.note(await unknown(operation)),
    withToken: async (operation) => deployment.note((await withToken(operation)).answer),
    served: async (operation) => shown({ probe: await withToken(operation) }).probe,
    bare: async (operation) => shown(await withoutToken(operation)).probe,
    bareCall: async (operation) => shown(await withoutToken(operation)),
    async servedWith(operation, token) {
      const served = await withToken(operation);
      const { issuedBy } = transport.exchanges[served.answer.exchange] ?? {};
      return issuedBy === token.answer.exchange ? shown({ probe: served }).probe : undefined;
    },
    refusal,
    commonFingerprint: () =>
      learned.fingerprints.once('all alike', async () => {
        const twins = await plainTwins();
        const alike = twins.filter(({ served, bare }) => served === bare).map(({ bare }) => bare);
        return twins.length < MIN_TWINS ? undefined : mostCommon(alike, twins.length - 1);
      }),
    sparedFor: (operation) => sparedFor(deployment, operation).catch(unlessUnreached),
    send: (operation, auth) => send(deployment, operation, { auth }),
    async aim(operation, { refusable, ...manner }, spared) {
      const traces: Trace[] = [];
      const refused = (trace: Trace) => void traces.push(trace);
      const aimed = await send(deployment, operation, { ...manner, spared, provoking: refusable, refused });
      return { probe: aimed, trace: traces[0] };
    },
    shows: (one) => shows(deployment, one),
    async otherMethod(operation, id) {
      const { path, guarded } = operationOf(operation);
      const answer = await learned.neighbours.once(`other method at ${path}`, async () => {
        if (deployment.readOnly) throw new Unreached('the run is read-only', 'writing');
        const documented = operations.filter((one) => one.path === path).map(({ method }) => method);
        const method = documented.includes('PATCH') ? 'POST' : 'PATCH';
        const url = deployment.urlOf(operation, id === undefined ? {} : { id });
        const headers = { accept: 'application/json', 'content-type': 'application/json' };
        const sending = { method, url, headers, body: MALFORMED };
        return calibrating().sendUndocumented(sending, guarded ? 'token' : 'none');
      });
      return deployment.note(answer);
    },
    async nextPage(operation) {
      const name = lists[operation];
      if (name === undefined) return undefined;
      const query = await secondPage(deployment, name, (await withToken(operation)).answer);
      return query && String(new URLSearchParams(query));
    },
    knowsLocation(device, at) {
      learned.latest.set(device, Math.max(at, learned.latest.get(device) ?? at));
    },
    knownGood: () => deployment.once('knownGood', findKnownGood),
    changeable: (resource) => changeable(deployment, learned, resource),
    ownDevice: () => ownDevice(deployment, learned),
    deletedFingerprint: (resource) => learned.deleted.get(resource),
    deleted: (resource, { fingerprint }) => void learned.deleted.set(resource, fingerprint),
    tryAgain() {
      const { served, bare, neighbours, unknownIds, fingerprints, twins } = learned;
      for (const memo of [served, bare, neighbours, unknownIds, fingerprints, twins]) memo.forgetFailures();
    },
  };
}

/** The value that is there most often, if it is there so often at least. */
function mostCommon<T>(values: readonly T[], min: number): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [top] = [...counts].sort((a, b) => b[1] - a[1]);
  return top && top[1] >= min && top[1] > 0 ? top[0] : undefined;
}

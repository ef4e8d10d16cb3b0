/**
 * The look of "served" and "refused" on this deployment, learned in the run: how each operation
 * answers with a token and without, how an undocumented neighbour of it answers, and an id that
 * names nothing. Each is sent once, when it is first asked for.
 */
import type { AnyId } from '../../profile/facts.ts';
import {
  familyOperations,
  type GuardedOperationId,
  guardedOperation,
  guardedOperations,
  type OperationId,
  operation as operationOf,
  operations,
  type PathResource,
  readBy,
  writtenBy,
} from '../../specification/operations.ts';
import type { Answer } from '../answer.ts';
import type { Aimed, Kind, Manner, Probe, Spared, Trace } from '../deployment.ts';
import { Unreached } from '../finding.ts';
import type { Fingerprint } from '../fingerprint.ts';
import type { Resource } from '../making/maker.ts';
import type { DeploymentOptions } from '../options.ts';
import { mayBeLimit } from '../reading/limited.ts';
import { type Caller, MALFORMED } from '../session/caller.ts';
import type { Dialect } from '../session/dialect.ts';
import { Memo } from '../session/memo.ts';
import { unlessUnbound } from '../session/unbound.ts';
import { breakOffIn, serverError, unlessUnreached } from '../transport/failures.ts';
import type { Transport } from '../transport/transport.ts';
import { shows } from './evidence.ts';
import type { KnownIds } from './known-ids.ts';

/** Operations without an id or a body: nothing but a token can be wrong about a request to them. */
export const plainOperations = guardedOperations
  .filter(({ method, pathId }) => method === 'GET' && pathId === null)
  .map(({ id }) => id);

/** The number of plain operations that must have been seen before anything follows from what they have in common. */
const FEWEST_TWINS = 3;

/** A record that was written a moment ago may not be readable yet. */
const written: ReadonlySet<string> = new Set(Object.values(writtenBy));
const readsWhatWasWritten: ReadonlySet<string> = new Set(
  Object.entries(readBy).flatMap(([operation, resource]) => (written.has(resource) ? [operation] : [])),
);

/** How a request is sent that is to be refused. */
interface Refusable {
  readonly provoking?: boolean;
  readonly spared?: Spared | undefined;
  readonly refused?: (trace: Trace) => void;
}

export interface CalibrationContext extends Dialect {
  readonly options: Pick<DeploymentOptions, 'readOnly'>;
  readonly nonce: string;
  readonly ids: Pick<KnownIds, 'all' | 'unknown'>;
  readonly transport: Pick<Transport, 'exchanges' | 'isServerError'>;
  readonly probes: {
    send(caller: Caller, operation: GuardedOperationId, way: Manner & Refusable): Promise<Probe>;
    readonly targets: { sparedFor(operation: GuardedOperationId): Promise<Spared | undefined> };
  };
  background(purpose: 'calibration'): Caller;
  eventually<T>(read: () => Promise<T>, done: (value: T) => boolean, first: T): Promise<T>;
}

export class Calibration {
  readonly #context: CalibrationContext;
  /** By operation, with a token and without. */
  readonly served = new Memo<OperationId, Probe>();
  readonly bare = new Memo<OperationId, Bare>();
  /** By method and depth. */
  readonly neighbours = new Memo<string, Answer>();
  readonly unknownIds = new Memo<OperationId, Answer & { id: AnyId }>();
  readonly #fingerprints = new Memo<'refusal' | 'all alike', Fingerprint | undefined>();
  readonly #twins = new Memo<'plain', Twins[]>();
  readonly #deletedFingerprints = new Map<Resource, Fingerprint>();

  constructor(context: CalibrationContext) {
    this.#context = context;
  }

  /** The operation with a token in force: the twin of every request that is to be refused. */
  withToken(operation: GuardedOperationId): Promise<Probe> {
    return this.served.once(operation, async () => {
      const caller = this.#context.background('calibration');
      const send = () => this.#context.probes.send(caller, operation, { auth: 'token' });
      const isDone = (probe: Probe) =>
        !mayBeLimit(this.#context.profile, probe.answer.status) &&
        (!probe.good || !readsWhatWasWritten.has(operation) || shows(this.#context, probe));
      return this.#context.eventually(send, isDone, await send());
    });
  }

  /** The same request without a token. */
  withoutToken(operation: GuardedOperationId): Promise<Bare> {
    return this.bare.once(operation, async () => {
      await this.withToken(operation);
      const { probes, transport } = this.#context;
      const spared = await probes.targets.sparedFor(operation).catch(unlessUnreached);
      let trace: Trace | undefined;
      const refused = (one: Trace) => {
        trace = one;
      };
      const way = { auth: 'none', provoking: true, spared, refused } as const;
      const probe = await probes.send(this.#context.background('calibration'), operation, way);
      if (!transport.isServerError(probe.answer.status, { documented: true }))
        return { probe, trace, spared };
      const { method, path } = operationOf(operation);
      throw serverError(`${method} ${path}`, probe.answer);
    });
  }

  /** A path that no document knows, by the same method and as deep, with a token. */
  neighbour(operation: OperationId): Promise<Answer> {
    const { method, path, pathId, guarded } = operationOf(operation);
    const name = `undocumented-${this.#context.nonce}`;
    const shape = !guarded ? 'Auth' : pathId === null ? '' : path.endsWith('}') ? 'item' : 'below';
    return this.neighbours.once(`${method} ${shape}`, async () => {
      const { lens, ids } = this.#context;
      const device = async () => lens.pathId('device', await this.#anyDevice(() => ids.unknown('device')));
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
      const caller = this.#context.background('calibration');
      return caller.sendUndocumented(sending, guarded ? 'token' : 'none');
    });
  }

  /** The same path by a method that the document does not have there, and a body that nothing can be made of. */
  otherMethod(operation: OperationId, id: AnyId | undefined): Promise<Answer> {
    const { path, guarded } = operationOf(operation);
    return this.neighbours.once(`other method at ${path}`, async () => {
      if (this.#context.options.readOnly) throw new Unreached('the run is read-only', 'writing');
      const caller = this.#context.background('calibration');
      const documented = operations.filter((one) => one.path === path).map(({ method }) => method);
      const method = documented.includes('PATCH') ? 'POST' : 'PATCH';
      const url = caller.urlOf(operation, id === undefined ? {} : { id });
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      const sending = { method, url, headers, body: MALFORMED };
      return caller.sendUndocumented(sending, guarded ? 'token' : 'none');
    });
  }

  /** An id that names nothing, with a token and a body that nothing can be made of. */
  unknownId(operation: GuardedOperationId): Promise<Answer & { id: AnyId }> {
    return this.unknownIds.once(operation, async () => {
      const { method, pathId } = operationOf(operation);
      const id = await this.#context.ids.unknown(pathId as PathResource);
      const raw = method === 'GET' || method === 'DELETE' ? {} : { raw: MALFORMED };
      const answer = await this.#context.background('calibration').call(operation, { id, ...raw });
      return { ...answer, id };
    });
  }

  /** The look that most plain operations have without a token, where it differs from the one they have with it. */
  refusal(): Promise<Fingerprint | undefined> {
    return this.#fingerprints.once('refusal', async () => {
      const twins = await this.#plainTwins();
      const refused = twins.filter(({ served, bare }) => served !== bare).map(({ bare }) => bare);
      return mostCommon(refused, Math.floor(refused.length / 2) + 1);
    });
  }

  /** The look that nearly all plain operations have with a token and without: then no token counts for anything. */
  commonFingerprint(): Promise<Fingerprint | undefined> {
    return this.#fingerprints.once('all alike', async () => {
      const twins = await this.#plainTwins();
      const alike = twins.filter(({ served, bare }) => served === bare).map(({ bare }) => bare);
      return twins.length < FEWEST_TWINS ? undefined : mostCommon(alike, twins.length - 1);
    });
  }

  async kind(operation: OperationId, answer: Answer): Promise<Kind> {
    const { guarded, pathId } = operationOf(operation);
    const [refusal, neighbour, unknown] = await Promise.all([
      guarded ? this.refusal() : undefined,
      this.neighbour(operation).catch(unlessUnreached),
      guarded && pathId ? this.unknownId(guardedOperation(operation)).catch(unlessUnreached) : undefined,
    ]);
    const absent =
      answer.fingerprint === neighbour?.fingerprint || answer.fingerprint === unknown?.fingerprint;
    if (answer.fingerprint === refusal && !(absent && this.#carriedToken(answer))) return 'refused';
    if (absent) return 'absent';
    return refusal === undefined && neighbour === undefined && unknown === undefined ? 'unclear' : 'served';
  }

  /** A device that the run has posted a location of. */
  async locatedDevice(): Promise<AnyId | undefined> {
    const probe = await this.withToken('postLocations').catch(unlessUnbound);
    const records = this.#context.profile.openings['locations.purpose']?.does === 'record';
    return probe?.good && records && shows(this.#context, probe) ? probe.id : undefined;
  }

  /** The look of a delete that worked, once one was seen. */
  deletedFingerprint(resource: Resource): Fingerprint | undefined {
    return this.#deletedFingerprints.get(resource);
  }

  /** Remembers how a delete is answered that surely worked. */
  deleted({ operation, answer }: Probe): void {
    const resource = operation === familyOperations.group.delete ? 'group' : 'user';
    this.#deletedFingerprints.set(resource, answer.fingerprint);
  }

  /** Failed calibrations are tried once more when they are asked for again. */
  tryAgain(): void {
    const { served, bare, neighbours, unknownIds } = this;
    const memos = [served, bare, neighbours, unknownIds, this.#fingerprints, this.#twins];
    for (const memo of memos) memo.forgetFailures();
  }

  #plainTwins(): Promise<Twins[]> {
    return this.#twins.once('plain', async () => {
      const twins = await Promise.allSettled(
        plainOperations.map(async (operation) => ({
          served: (await this.withToken(operation)).answer.fingerprint,
          bare: (await this.withoutToken(operation)).probe.answer.fingerprint,
        })),
      );
      const seen = twins.flatMap((twin) => (twin.status === 'fulfilled' ? [twin.value] : []));
      // One of them may be out of order, and the others show enough.
      const brokeOff = twins
        .filter((twin) => twin.status === 'rejected')
        .find(({ reason }) => breakOffIn(reason));
      if (brokeOff && seen.length < FEWEST_TWINS) throw brokeOff.reason;
      return seen;
    });
  }

  async #anyDevice(otherwise: () => Promise<AnyId>): Promise<AnyId> {
    const [known] = (await this.#context.ids.all('device').catch(unlessUnreached)) ?? [];
    return known ?? otherwise();
  }

  #carriedToken({ exchange }: Answer): boolean {
    return this.#context.transport.exchanges[exchange]?.request.headers.authorization !== undefined;
  }
}

/** A request without a token, what it would leave behind, and the record that it went to. */
interface Bare extends Aimed {
  readonly spared: Spared | undefined;
}

interface Twins {
  served: Fingerprint;
  bare: Fingerprint;
}

/** The value that is there most often, if it is there so often at least. */
function mostCommon<T>(values: readonly T[], least: number): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [top] = [...counts].sort((a, b) => b[1] - a[1]);
  return top && top[1] >= least && top[1] > 0 ? top[0] : undefined;
}

/**
 * Requests that must be refused, and what becomes of them. Those to one record take turns, so that what is then read
 * with a good token is the effect of one of them.
 */
import { itemAt } from '../../kit/items.ts';
import {
  type Family,
  type GuardedOperationId,
  operation as operationOf,
} from '../../specification/operations.ts';
import type { Auth } from '../answer.ts';
import type { Intrusion, Manner, PreparedIntrusion, Probe, Trace } from '../case-context.ts';
import { breakOffIn, NoAnswer, serverError, unlessUnreached } from '../transport/failures.ts';
import type { Transport } from '../transport/transport.ts';
import type { Appointments } from './appointments.ts';
import type { Caller } from './caller.ts';
import { type Effects, type Found, placeOf } from './effects.ts';
import type { Probes } from './probes.ts';
import type { Spared } from './targets.ts';

export interface IntrusionsContext {
  readonly probes: Pick<Probes, 'send' | 'targets'>;
  readonly effects: Pick<Effects, 'find'>;
  readonly transport: Pick<Transport, 'isServerError'>;
  readonly appointments: Pick<Appointments, 'idle'>;
}

/** A request that was sent, and what it leaves behind if it is carried out. */
interface Sent {
  probes: Probe[];
  traces: Trace[];
  /** Why there is no answer to one of them. */
  failure?: unknown;
}

interface Attempt extends Sent, Found {}

/** Requests of one case that wait for their turn. */
interface Waiting {
  caller: Caller;
  operation: GuardedOperationId;
  manners: readonly Manner[];
  resolve(intrusion: Intrusion | PromiseLike<Intrusion>): void;
}

export class Intrusions {
  readonly #context: IntrusionsContext;
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #waiting = new Map<Family, Waiting[]>();
  /** Prepared ones that are under way. */
  readonly #atOnce = new Set<Promise<unknown>>();

  constructor(context: IntrusionsContext) {
    this.#context = context;
  }

  /** Sends the request of an operation in each of these manners, and reads back once: for all of its family that wait by then. */
  attempt(caller: Caller, operation: GuardedOperationId, manners: readonly Manner[]): Promise<Intrusion> {
    const { method, family } = operationOf(operation);
    if (method === 'GET') return this.#judged(caller, operation, manners);
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(family) ?? [];
      waiting.push({ caller, operation, manners, resolve });
      if (waiting.length > 1) return;
      this.#waiting.set(family, waiting);
      void this.#inTurn(family, () => {
        this.#waiting.delete(family);
        return this.#together(waiting);
      });
    });
  }

  /** Where something had an effect, each case sends its own again, and so sees whether it was that. */
  async #together(waiting: readonly Waiting[]): Promise<void> {
    const together = waiting.length > 1 ? await this.#withoutEffect(waiting) : undefined;
    for (const [index, { caller, operation, manners, resolve }] of waiting.entries()) {
      const intrusion = together?.[index]?.() ?? this.#judged(caller, operation, manners);
      resolve(intrusion);
      await intrusion.catch(() => undefined);
    }
  }

  /** All sent, and read back once; `undefined` where one of them had an effect, or could not be sent. */
  async #withoutEffect(waiting: readonly Waiting[]): Promise<(() => Promise<Intrusion>)[] | undefined> {
    const sent: Sent[] = [];
    try {
      for (const { caller, operation, manners } of waiting)
        sent.push(await this.#sent(caller, operation, manners));
      const traces = sent.flatMap((one) => one.traces);
      const readPlaces = new Set<string>();
      let isChanged = false;
      // All of them: what one has deleted, none of the others can change.
      for (const place of new Set(traces.map(placeOf))) {
        const there = traces.filter((trace) => placeOf(trace) === place);
        const { effect, read } = await this.#found(itemAt(waiting, 0).caller, there);
        if (effect) isChanged = true;
        if (read) readPlaces.add(place);
      }
      if (isChanged) return undefined;
      return sent.map((one, index) => {
        const { operation, manners } = itemAt(waiting, index);
        const read = one.traces.length > 0 && one.traces.every((trace) => readPlaces.has(placeOf(trace)));
        return () => this.#refused(operation, manners, { ...one, read });
      });
    } catch {
      // Each of them finds out by itself, on a record that surely is there.
      for (const trace of sent.flatMap((one) => one.traces))
        if (trace.left === 'no record') this.#context.probes.targets.forgetSpared(trace.resource);
      return undefined;
    }
  }

  /** A call for which nothing else has to be sent once its moment has come, nor before the others of that moment are answered. */
  async prepared(caller: Caller, operation: GuardedOperationId): Promise<PreparedIntrusion> {
    const spared = await this.#context.probes.targets.sparedFor(operation).catch(unlessUnreached);
    return {
      send: async (auth: Auth) => {
        const manners = [{ auth }];
        const sending = this.#sent(caller, operation, manners, spared);
        this.#atOnce.add(sending);
        const sent = await sending.finally(() => this.#atOnce.delete(sending));
        return async () => {
          await this.#context.appointments.idle(() => Promise.allSettled(this.#atOnce));
          const { effect, read } = await this.#found(caller, sent.traces);
          if (effect && sent.probes.length > 0) return { probes: sent.probes, effect, read };
          return this.#refused(operation, manners, { ...sent, read });
        };
      },
    };
  }

  /** The same for one manner. */
  async one(caller: Caller, operation: GuardedOperationId, manner: Manner): Promise<Probe> {
    const { probes, effect } = await this.attempt(caller, operation, [manner]);
    const [probe] = probes;
    if (!probe) throw new NoAnswer({ kind: 'cut', byTarget: true });
    return effect ? { ...probe, effect } : probe;
  }

  async #judged(
    caller: Caller,
    operation: GuardedOperationId,
    manners: readonly Manner[],
  ): Promise<Intrusion> {
    const first = await this.#attempt(caller, operation, manners);
    // A record may have gone for another cause: what is gone twice was deleted.
    const isGone = first.effect && first.traces.some(({ left }) => left === 'no record');
    const attempt = isGone ? await this.#attempt(caller, operation, manners) : first;
    const { probes, effect, read } = attempt;
    if (effect && probes.length > 0) return { probes, effect, read };
    return this.#refused(operation, manners, attempt);
  }

  async #refused(
    operation: GuardedOperationId,
    manners: readonly Manner[],
    { probes, failure, read }: Attempt,
  ): Promise<Intrusion> {
    if (failure) throw failure;
    // An odd spelling may be answered with anything.
    for (const [index, { answer }] of probes.entries())
      if (!manners[index]?.reshape) this.#requireAnswer(operation, answer);
    return { probes, read };
  }

  async #attempt(
    caller: Caller,
    operation: GuardedOperationId,
    manners: readonly Manner[],
  ): Promise<Attempt> {
    const sent = await this.#sent(caller, operation, manners);
    return { ...sent, ...(await this.#found(caller, sent.traces)) };
  }

  async #sent(
    caller: Caller,
    operation: GuardedOperationId,
    manners: readonly Manner[],
    spared?: Spared,
  ): Promise<Sent> {
    const probes: Probe[] = [];
    const traces: Trace[] = [];
    let failure: unknown;
    for (const manner of manners) {
      const way = { ...manner, provoking: true, spared, refused: (trace: Trace) => traces.push(trace) };
      try {
        probes.push(await this.#context.probes.send(caller, operation, way));
      } catch (error) {
        if (!breakOffIn(error)) throw error;
        failure ??= error;
      }
    }
    return { probes, traces, failure };
  }

  async #found(caller: Caller, traces: readonly Trace[]): Promise<Found> {
    if (traces.length === 0) return { read: false };
    const found = await this.#context.effects.find(caller, traces);
    const deleted = traces.find((trace) => trace.left === 'no record');
    if (found.isGone && deleted)
      await this.#context.probes.targets.sparedIsGone(deleted.resource, deleted.id);
    return found;
  }

  /** A server error that had no effect is no refusal: it says nothing. */
  #requireAnswer(operation: GuardedOperationId, answer: Probe['answer']): void {
    if (!this.#context.transport.isServerError(answer.status, { documented: true })) return;
    const { method, path } = operationOf(operation);
    throw serverError(`${method} ${path}`, answer);
  }

  #inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#turns.get(key) ?? Promise.resolve()).then(work);
    this.#turns.set(
      key,
      mine.catch(() => undefined),
    );
    return mine;
  }
}

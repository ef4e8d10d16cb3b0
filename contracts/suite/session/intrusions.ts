/**
 * Requests that must be refused, and what becomes of them. Those to one record take turns, so that what is then read
 * with a good token is the effect of one of them.
 */
import { type GuardedOperationId, operation as operationOf } from '../../specification/operations.ts';
import type { Intrusion, Manner, Probe } from '../kit.ts';
import { breakOffIn, NoAnswer, serverError } from '../transport/failures.ts';
import type { Transport } from '../transport/transport.ts';
import type { Caller } from './caller.ts';
import type { Effects, Found, Trace } from './effects.ts';
import type { Probes } from './probes.ts';

export interface IntrusionsMeans {
  readonly probes: Pick<Probes, 'send' | 'targets'>;
  readonly effects: Pick<Effects, 'find'>;
  readonly transport: Pick<Transport, 'isServerError'>;
}

interface Attempt extends Found {
  probes: Probe[];
  /** Why there is no answer to one of them. */
  failure?: unknown;
  deleted: Extract<Trace, { left: 'no record' }> | undefined;
}

export class Intrusions {
  readonly #means: IntrusionsMeans;
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(means: IntrusionsMeans) {
    this.#means = means;
  }

  /** Sends the request of an operation in each of these manners, and reads back once. */
  attempt(caller: Caller, operation: GuardedOperationId, manners: readonly Manner[]): Promise<Intrusion> {
    const { method, family } = operationOf(operation);
    if (method === 'GET') return this.#judged(caller, operation, manners);
    return this.#inTurn(family, () => this.#judged(caller, operation, manners));
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
    const first = await this.#send(caller, operation, manners);
    // A record may have gone for another cause: what is gone twice was deleted.
    const attempt = first.effect && first.deleted ? await this.#send(caller, operation, manners) : first;
    const { probes, effect, read, failure } = attempt;
    if (effect && probes.length > 0) return { probes, effect, read };
    if (failure) throw failure;
    // An odd spelling may be answered with anything.
    for (const [index, { answer }] of probes.entries())
      if (!manners[index]?.reshape) this.#requireAnswer(operation, answer);
    return { probes, read };
  }

  async #send(caller: Caller, operation: GuardedOperationId, manners: readonly Manner[]): Promise<Attempt> {
    const probes: Probe[] = [];
    const traces: Trace[] = [];
    let failure: unknown;
    for (const manner of manners) {
      const way = { ...manner, provoking: true, refused: (trace: Trace) => traces.push(trace) };
      try {
        probes.push(await this.#means.probes.send(caller, operation, way));
      } catch (error) {
        if (!breakOffIn(error)) throw error;
        failure ??= error;
      }
    }
    const found = traces.length === 0 ? { read: false } : await this.#means.effects.find(caller, traces);
    const deleted = traces.find((trace) => trace.left === 'no record');
    if (found.effect && deleted) await this.#means.probes.targets.sparedIsGone(deleted.resource, deleted.id);
    return { ...found, probes, failure, deleted };
  }

  /** A server error that had no effect is no refusal: it says nothing. */
  #requireAnswer(operation: GuardedOperationId, answer: Probe['answer']): void {
    if (!this.#means.transport.isServerError(answer.status, { documented: true })) return;
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

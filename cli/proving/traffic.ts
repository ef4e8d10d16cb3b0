/** The calls of a run as the service saw them, with what is needed to judge the conduct of a client. */
import { type OperationId, operations } from '../../contracts/specification/operations.ts';
import type { Call, Handle, Reply } from '../../simulator/http/call.ts';
import { headerOf } from '../../simulator/http/request.ts';
import { createRouter } from '../../simulator/http/router.ts';
import type { Simulator } from '../../simulator/simulator.ts';

export interface SeenCall {
  /** The world, and which of its beginnings: a reset begins anew. */
  readonly world: string;
  readonly operation: OperationId | undefined;
  readonly method: string;
  readonly target: string;
  readonly body: string;
  /** The token, as a number that stands for it. */
  readonly token: number | undefined;
  /** Real and simulated moments of the call and of its answer, in ms. */
  readonly sent: Moment;
  readonly answered: Moment;
  /** `null`: the connection was cut. */
  readonly status: number | null;
  /** Seconds that the answer asks to wait. */
  readonly retryAfter: number | undefined;
  /** True if the call met a fault. */
  readonly fault: boolean;
  /** True if it was carried out, although its answer was lost. */
  readonly lost: boolean;
}

interface Moment {
  readonly real: number;
  readonly simulated: number;
}

/** The doings of a run in the worlds that it watches. */
export interface Hooks {
  /** At the beginning of a world, and when it begins anew. */
  begins(simulator: Simulator): void;
  /** Before a call of the public API, by its place in its world, from 1 on. */
  before(simulator: Simulator, place: number): Promise<void> | void;
  /** The reply that goes out in place of the one to an operation. */
  after?(reply: Reply, operation: OperationId, simulator: Simulator): Reply;
}

/** The calls of the control API after which another state of the world is served. */
const BEGINS_ANEW = /^\/_control\/(reset|snapshot|story|fixture)\b/;

/** Calls beyond these are counted, and not kept. */
const MOST_KEPT = 200_000;

export class Traffic {
  readonly calls: SeenCall[] = [];
  /** All calls, kept or not. */
  count = 0;
  readonly #tokens = new Map<string, number>();
  readonly #now: () => number;
  readonly #simulators: Simulator[] = [];

  /** @param now real time on a clock that only goes forward, in ms */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The service of a simulator, watched. */
  watched(handle: Handle, simulator: Simulator, { begins, before, after }: Hooks): Handle {
    this.#simulators.push(simulator);
    const name = String(this.#simulators.length);
    const { basePath, openings } = simulator.profile;
    const route = createRouter(basePath, openings['operations.query'].anyCase);
    let beginning = 0;
    let place = 0;
    begins(simulator);
    return async (call) => {
      if (call.target.startsWith('/_control')) {
        if (BEGINS_ANEW.test(call.target) && call.method !== 'GET') {
          beginning++;
          place = 0;
          const reply = await handle(call);
          begins(simulator);
          return reply;
        }
        return handle(call);
      }
      await before(simulator, ++place);
      const sent = this.#moment(simulator);
      const reply = await handle(call);
      const found = route(call.method, call.target.split('?', 1)[0] ?? '');
      const operation = found.found === 'operation' ? found.operation : undefined;
      this.#add(
        { world: `${name}.${beginning}`, operation, sent, answered: this.#moment(simulator) },
        call,
        reply,
      );
      return (operation && after?.(reply, operation, simulator)) ?? reply;
    };
  }

  /** Returns whether a call met a fault, also one that was not answered before the run ended. */
  get metFault(): boolean {
    return (
      this.calls.some(({ fault }) => fault) ||
      this.#simulators.some(({ faults }) => faults.counted.some(({ hits }) => hits > 0))
    );
  }

  #moment({ clock }: Simulator): Moment {
    return { real: this.#now(), simulated: clock.now() };
  }

  #add(known: Pick<SeenCall, 'world' | 'operation' | 'sent' | 'answered'>, call: Call, reply: Reply): void {
    this.count++;
    if (this.calls.length >= MOST_KEPT) return;
    const note = reply.note ?? '';
    this.calls.push({
      ...known,
      method: call.method,
      target: call.target,
      body: call.body ?? '',
      token: this.#tokenOf(headerOf(call, 'authorization')),
      status: reply.dropped ? null : reply.status,
      retryAfter: secondsIn(reply.headers['retry-after']),
      fault: note.includes('fault:'),
      lost: reply.dropped === true && note.includes('carried out'),
    });
  }

  #tokenOf(authorization: string | undefined): number | undefined {
    if (authorization === undefined) return undefined;
    const known = this.#tokens.get(authorization);
    if (known !== undefined) return known;
    this.#tokens.set(authorization, this.#tokens.size + 1);
    return this.#tokens.size;
  }
}

function secondsIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Kinds of calls by which faults are placed. */
const kinds = {
  any: () => true,
  'sign-in': ({ guarded }) => !guarded,
  guarded: ({ guarded }) => guarded,
  read: ({ method }) => method === 'GET',
  write: ({ method, guarded }) => method !== 'GET' && guarded,
  create: ({ id }) => id === 'createGroup' || id === 'createUser',
  put: ({ method }) => method === 'PUT',
  delete: ({ method }) => method === 'DELETE',
  alert: ({ id }) => id === 'postAlerts',
} satisfies { readonly [kind: string]: (operation: (typeof operations)[number]) => boolean };

export type Kind = keyof typeof kinds;

/** The calls that a client's tests make of a service without faults. */
export interface Usual {
  /** Calls of all worlds together. */
  readonly calls: number;
  /** The operations of a kind, and how many calls of them the busiest world got from one beginning to the next. */
  of(kind: Kind): { readonly operations: readonly OperationId[]; readonly calls: number };
}

/** Counts the calls of a run. */
export function usualOf(seen: readonly SeenCall[]): Usual {
  return {
    calls: seen.length,
    of(kind) {
      const ids = operations.filter(kinds[kind]).map(({ id }) => id);
      const wanted = new Set<OperationId | undefined>(ids);
      const counts = new Map<string, number>();
      for (const { operation, world } of seen)
        if (wanted.has(operation)) counts.set(world, (counts.get(world) ?? 0) + 1);
      return { operations: ids, calls: Math.max(0, ...counts.values()) };
    },
  };
}

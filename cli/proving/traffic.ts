/** The calls of a run as the service saw them, and the wrong conduct of a client that shows in them. */
import { groupedBy } from '../../contracts/kit/items.ts';
import { type OperationId, operations } from '../../contracts/specification/operations.ts';
import type { Call, Handle, Reply } from '../../simulator/http/call.ts';
import { headerOf } from '../../simulator/http/request.ts';
import { createRouter } from '../../simulator/http/router.ts';
import type { Simulator } from '../../simulator/simulator.ts';

interface SeenCall {
  readonly call: Call;
  readonly reply: Reply;
  /** The world, and which of its beginnings: a reset begins anew. */
  readonly world: string;
  readonly operation: OperationId | undefined;
  /** Real and simulated moments of the call and of its answer, in ms. */
  readonly sent: { readonly real: number; readonly simulated: number };
  readonly answered: SeenCall['sent'];
}

/** The doings of a run in the worlds that it watches. */
export interface Hooks {
  /** At the beginning of a world, and when it begins anew. */
  begins(simulator: Simulator): void;
  /** Before a call of the public API, by its place in its world, from 1 on. */
  before(simulator: Simulator, place: number): Promise<void>;
}

/** The calls of the control API after which another state of the world is served. */
const BEGINS_ANEW = /^\/_control\/(reset|snapshot|story|fixture)\b/;

/** Calls beyond these are counted, and not kept. */
const MAX_KEPT = 200_000;

export class Traffic {
  readonly calls: SeenCall[] = [];
  /** All calls, kept or not. */
  count = 0;
  readonly #simulators: Simulator[] = [];

  /** The service of a simulator, watched. */
  watched(handle: Handle, simulator: Simulator, { begins, before }: Hooks): Handle {
    const name = this.#simulators.push(simulator);
    const { basePath, openings } = simulator.profile;
    const route = createRouter(basePath, openings['operations.query'].anyCase);
    const moment = () => ({ real: performance.now(), simulated: simulator.clock.now() });
    let beginning = 0;
    let place = 0;
    begins(simulator);
    return async (call) => {
      if (call.target.startsWith('/_control')) {
        if (!BEGINS_ANEW.test(call.target) || call.method === 'GET') return handle(call);
        beginning++;
        place = 0;
        const reply = await handle(call);
        begins(simulator);
        return reply;
      }
      await before(simulator, ++place);
      const sent = moment();
      const reply = await handle(call);
      const found = route(call.method, call.target.split('?', 1)[0] ?? '');
      const operation = found.found === 'operation' ? found.operation : undefined;
      const seen = { call, reply, world: `${name}.${beginning}`, operation, sent, answered: moment() };
      if (this.count++ < MAX_KEPT) this.calls.push(seen);
      return reply;
    };
  }

  /** The operations of a kind, and how many calls of them the busiest world got from one beginning to the next. */
  of(kind: Kind): { operations: OperationId[]; calls: number } {
    const ids = operations.filter(kinds[kind]).map(({ id }) => id);
    const calls = this.calls.filter(({ operation }) => ids.some((id) => id === operation));
    const byWorld = groupedBy(calls, ({ world }) => world);
    return { operations: ids, calls: Math.max(0, ...[...byWorld.values()].map(({ length }) => length)) };
  }

  /** Returns whether a call met a fault, also one that was not answered before the run ended. */
  get metFault(): boolean {
    const isCounted = ({ faults }: Simulator) => faults.counted.some(({ hits }) => hits > 0);
    return this.calls.some(({ reply }) => reply.note?.includes('fault:')) || this.#simulators.some(isCounted);
  }
}

/** Returns whether it was carried out, although its answer was lost. */
function isLost({ reply }: SeenCall): boolean {
  return reply.dropped === true && (reply.note?.includes('carried out') ?? false);
}

function isSame(one: SeenCall, other: SeenCall): boolean {
  const isEqual = (name: 'method' | 'target' | 'body') => one.call[name] === other.call[name];
  return one.world === other.world && isEqual('method') && isEqual('target') && isEqual('body');
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

/**
 * Deeds of no correct client, whatever its tests say, each as a sentence. Each sign needs more than one call, since other
 * calls may have been under way.
 */
export function misconduct({ calls, count }: Traffic, usual: Traffic): string[] {
  const isWithoutEnd = count > Math.max(500, 20 * usual.count);
  return [
    doneTwice(calls),
    withoutPause(calls),
    endedTokenSent(calls),
    isWithoutEnd ? `There were ${count} calls, and ${usual.count} without the fault.` : undefined,
  ].filter((said) => said !== undefined);
}

/** A create whose answer was lost, and that was carried out once more without a look. */
function doneTwice(calls: readonly SeenCall[]): string | undefined {
  const isDone = (call: SeenCall) => isLost(call) || (!call.reply.dropped && call.reply.status < 300);
  const twice = calls.find(
    (first, place) =>
      first.call.method === 'POST' &&
      isLost(first) &&
      calls.some((call, later) => later > place && isSame(call, first) && isDone(call)),
  );
  return (
    twice && `${twice.operation} was carried out twice: its first answer was lost, and it was sent again.`
  );
}

function withoutPause(calls: readonly SeenCall[]): string | undefined {
  const [, hasty] = calls.flatMap((refused, place) => {
    const seconds = Number(refused.reply.headers['retry-after'] ?? '');
    const isAgain = (call: SeenCall) => isSame(call, refused) && call.sent.real >= refused.answered.real;
    const again = seconds > 0 ? calls.slice(place + 1).find(isAgain) : undefined;
    if (!again) return [];
    const real = again.sent.real - refused.answered.real;
    const waited = Math.max(real, again.sent.simulated - refused.answered.simulated);
    // Clocks of two processes differ.
    return waited < seconds * 900 ? [{ ...again, after: Math.round(real), seconds }] : [];
  });
  return (
    hasty &&
    `${hasty.operation} was sent again ${hasty.after} ms after an answer that asked for a pause of ${hasty.seconds} s, and not only once.`
  );
}

/** Calls with a token that was refused: so many were not under way before. */
const STILL_SENT = 4;

function endedTokenSent(calls: readonly SeenCall[]): string | undefined {
  const refused = new Map<string, { at: number; times: number }>();
  for (const { call, reply, sent, answered } of calls) {
    const token = headerOf(call, 'authorization');
    if (token === undefined || reply.dropped || reply.status !== 401) continue;
    const before = refused.get(token);
    if (!before) refused.set(token, { at: answered.real, times: 0 });
    else if (sent.real > before.at) before.times++;
    if ((before?.times ?? 0) >= STILL_SENT) return 'A refused token is sent again and again.';
  }
  return undefined;
}

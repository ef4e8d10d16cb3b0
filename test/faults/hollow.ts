/**
 * Services that do nothing behind good answers. Each stands before a simulator, which says whether a token is good and
 * what answers look like: so the answers are in the dialect that a profile describes.
 */
import { type OperationId, operation, operations } from '../../contracts/specification/operations.ts';
import { bearerOf, issueToken, operationFinder, withBearer } from '../../simulator/deviations/calls.ts';
import type { Around } from '../../simulator/deviations/deviation.ts';
import type { Call, Handle, Reply } from '../../simulator/http/call.ts';
import { createSimulator, type Simulator } from '../../simulator/simulator.ts';

export interface Hollow {
  /** To be read after "a service". */
  readonly what: string;
  readonly around: Around;
  /** Ids, or beginnings of ids, of the rules about an effect that it truly keeps. */
  readonly keeps: readonly string[];
}

const json = (status: number, body: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** A world of which nobody else knows: what it answers to a call of somebody who may. */
interface Twin {
  readonly simulator: Simulator;
  ask(call: Call): Promise<Reply>;
}

function twinOf({ profile }: Pick<Simulator, 'profile'>): Twin {
  const simulator = createSimulator({ devices: 3, profile });
  return {
    simulator,
    ask: async (call) => simulator.handle(withBearer(call, await issueToken(simulator.handle, simulator))),
  };
}

/** An answer in place of that of the service to an operation that was called with a good token. */
type Answering = (asked: { operation: OperationId; call: Call; twin: Twin }) => Reply | Promise<Reply>;

/** The token request, and the refusal of what has no good token, are real; there are no controls. */
function answering(answer: Answering): Around {
  return (handle, simulator) => {
    const find = operationFinder(simulator);
    const twin = twinOf(simulator);
    return async (call) => {
      if (call.target.startsWith('/_control')) return json(404, {});
      const asked = find(call);
      const real = await handle(call);
      if (asked === undefined || asked === 'issueToken' || !(await isGood(handle, simulator, call)))
        return real;
      return answer({ operation: asked, call, twin });
    };
  };
}

/** Tells whether a list answers the bearer of a call. */
async function isGood(handle: Handle, { profile }: Simulator, call: Call): Promise<boolean> {
  const { method, path } = operation('listCountries');
  const list = { ...call, method, target: profile.basePath + path, body: undefined };
  return bearerOf(call) !== undefined && (await handle(list)).status === 200;
}

const lists: ReadonlySet<OperationId> = new Set(
  operations.flatMap(({ id, method, pathId }) => (method === 'GET' && pathId === null ? [id] : [])),
);
const isRead = (id: OperationId) => operations.some((one) => one.id === id && one.method === 'GET');

/** The calls of the twin that give the first device, group or user. */
async function firstRecord(operation: OperationId, { simulator, ask }: Twin): Promise<unknown> {
  const kind = /Group/.test(operation) ? 'groups' : /User/.test(operation) ? 'users' : 'devices';
  const target = `${simulator.profile.basePath}/api/${kind}`;
  const { body } = await ask({ method: 'GET', target, headers: {}, body: undefined });
  const [first] = [JSON.parse(body)].flat();
  return first;
}

/** The control API: what only looks is answered by `reads`, the rest by a world of its own that is thrown away. */
function controlling(reads: 'the service' | 'what was set'): Around {
  return (handle, simulator) => {
    const kept = twinOf(simulator).simulator;
    return async (call) => {
      if (!call.target.startsWith('/_control')) return handle(call);
      if (call.method === 'GET') {
        const isSetting = reads === 'what was set' && call.target.endsWith('/limits');
        return isSetting ? kept.handle(call) : handle(call);
      }
      if (call.method === 'PUT' && reads === 'what was set') return kept.handle(call);
      if (call.method === 'POST' && call.target.endsWith('/devices'))
        return json(201, { devices: [{ id: simulator.fleet.devices.list()[0]?.id }] });
      const thrownAway = twinOf(simulator).simulator;
      const reply = await thrownAway.handle(call);
      thrownAway.stop();
      return reply;
    };
  };
}

/** Lists of records that there are, each once, and the same countries and time zones for ever. */
const constantLists = [
  'devices/listed-once',
  'groups/listed-once',
  'users/listed-once',
  'users/countries-listed',
  'users/time-zones-listed',
];
/** A device that can be read, and no other. */
const constantDevices = ['devices/listed-can-be-read', 'devices/unknown-device-not-served'];

export const hollowServices: readonly Hollow[] = [
  {
    what: 'with constant lists, and nothing behind them',
    around: answering(({ operation, call, twin }) =>
      lists.has(operation) ? twin.ask(call) : json(404, { error: 'not found' }),
    ),
    keeps: constantLists,
  },
  {
    what: 'that gives the right token and refuses the wrong, and has no data',
    around: answering(({ operation }) => json(200, lists.has(operation) ? [] : {})),
    keeps: [],
  },
  {
    what: 'that refuses everything but the token request',
    around: answering(() => json(401, { error: 'not allowed' })),
    keeps: [],
  },
  {
    what: 'that echoes what it is sent',
    around: answering(({ operation, call: { body } }) => {
      const sent: unknown = body === undefined ? {} : JSON.parse(body);
      return json(200, lists.has(operation) ? [] : Array.isArray(sent) ? sent : { id: 1, ...Object(sent) });
    }),
    keeps: [],
  },
  {
    what: 'with one record of each kind for ever',
    around: answering(async ({ operation, call, twin }) => {
      if (/Countries|TimeZones/.test(operation)) return twin.ask(call);
      const record = await firstRecord(operation, twin);
      return json(200, lists.has(operation) ? [record] : record);
    }),
    keeps: [...constantLists, 'devices/listed-can-be-read'],
  },
  {
    what: 'with real answers to writes, and reads of a world that never changes',
    around: (handle, simulator) => {
      const twin = twinOf(simulator);
      const find = operationFinder(simulator);
      return async (call) => {
        if (call.target.startsWith('/_control')) return json(404, {});
        const asked = find(call);
        const real = await handle(call);
        const isShown = asked !== undefined && isRead(asked) && (await isGood(handle, simulator, call));
        return isShown ? twin.ask(call) : real;
      };
    },
    keeps: [...constantLists, ...constantDevices],
  },
  {
    what: 'whose controls do nothing',
    around: controlling('the service'),
    keeps: ['groups/', 'users/', 'devices/'],
  },
  {
    what: 'whose controls read back what was set, and do nothing',
    around: controlling('what was set'),
    keeps: ['groups/', 'users/', 'devices/'],
  },
];

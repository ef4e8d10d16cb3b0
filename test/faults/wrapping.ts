/** Means to make faults: calls and replies at places of the service, changed on their way. */
import { type Fields, fieldsOf } from '../../contracts/kit/fields.ts';
import { jsonIn } from '../../contracts/kit/json.ts';
import type { OperationId } from '../../contracts/specification/operations.ts';
import { operationFinder } from '../../simulator/deviations/calls.ts';
import type { Around } from '../../simulator/deviations/deviation.ts';
import type { Call, Handle, Reply } from '../../simulator/http/call.ts';
import type { Simulator } from '../../simulator/simulator.ts';

const controlPlaces = {
  readLimits: /^GET \/_control\/devices\/[^/]+\/limits$/,
  setLimits: /^PUT \/_control\/devices\/[^/]+\/limits$/,
  send: /^POST \/_control\/devices\/[^/]+\/send$/,
  activate: /^POST \/_control\/devices\/[^/]+\/activate$/,
  readAccount: /^GET \/_control\/account$/,
  setAccount: /^PUT \/_control\/account$/,
  createDevice: /^POST \/_control\/devices$/,
  advance: /^POST \/_control\/clock\/advance$/,
} as const satisfies { [place: string]: RegExp };

type ControlPlace = keyof typeof controlPlaces;
/** An operation of the document, or one of its user interface, which the control API has. */
export type Place = OperationId | ControlPlace;

export interface Seen {
  call: Call;
  place: Place;
  /** The body of the call; no fields where it has none. */
  body: Fields;
  /** The text in the place of the id in the path; `''` without one. */
  id: string;
  world: Simulator;
  /** Has the call, or another one, carried out as it should be. */
  pass(call?: Call): Promise<Reply>;
}

export type Doing = (seen: Seen) => Reply | Promise<Reply>;

/** Does something else with the calls to some places. `make` is called once for each service: what it keeps is state. */
export function at(places: readonly Place[], make: (world: Simulator) => Doing): Around {
  return (handle, world) => {
    const doing = make(world);
    const operationOf = operationFinder(world);
    return (call) => {
      const place = operationOf(call) ?? controlPlaceOf(call);
      if (place === undefined || !places.includes(place)) return handle(call);
      return doing({ call, place, body: bodyOf(call), id: idIn(call), world, pass: passing(handle, call) });
    };
  };
}

function passing(handle: Handle, call: Call): Seen['pass'] {
  return async (other = call) => handle(other);
}

function controlPlaceOf({ method, target }: Call): ControlPlace | undefined {
  const asked = `${method} ${target}`;
  return Object.entries(controlPlaces).find(([, pattern]) => pattern.test(asked))?.[0] as
    | ControlPlace
    | undefined;
}

function bodyOf({ body }: Call): Fields {
  return fieldsOf(body === undefined ? undefined : jsonIn(body));
}

function idIn({ target }: Call): string {
  const [, id = ''] = /\/(?:devices|groups|users)\/([^/?]+)/.exec(target) ?? [];
  return decodeURIComponent(id);
}

export function withBody(call: Call, body: unknown): Call {
  return { ...call, body: JSON.stringify(body) };
}

export function withJson(reply: Reply, body: unknown, status = reply.status): Reply {
  return {
    ...reply,
    status,
    headers: { ...reply.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** Changes the replies of some places, refusals too. */
export function inReply(places: readonly Place[], change: (reply: Reply, seen: Seen) => Reply): Around {
  return at(places, () => async (seen) => change(await seen.pass(), seen));
}

/** Changes the JSON that some places answer with where they succeed. */
export function inAnswer(places: readonly Place[], change: (body: unknown, seen: Seen) => unknown): Around {
  return inReply(places, (reply, seen) =>
    reply.status < 300 && reply.body !== '' ? withJson(reply, change(JSON.parse(reply.body), seen)) : reply,
  );
}

/** Changes the JSON that is sent to some places. */
export function inRequest(places: readonly Place[], change: (body: Fields, seen: Seen) => unknown): Around {
  return at(places, () => (seen) => seen.pass(withBody(seen.call, change(seen.body, seen))));
}

/** Refuses what it says, and passes on the rest. */
export function refusing(
  places: readonly Place[],
  make: () => (seen: Seen) => boolean,
  status = 404,
): Around {
  return at(places, () => {
    const isRefused = make();
    return (seen) => (isRefused(seen) ? refusal(status) : seen.pass());
  });
}

export function refusal(status: number): Reply {
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ title: 'Refused', status, detail: 'It was refused.', code: 'REFUSED' }),
  };
}

/** Does more after each success at some places. */
export function after(
  places: readonly Place[],
  make: (world: Simulator) => (seen: Seen, reply: Reply) => void | Promise<void>,
): Around {
  return at(places, (world) => {
    const more = make(world);
    return async (seen) => {
      const reply = await seen.pass();
      if (reply.status < 300) await more(seen, reply);
      return reply;
    };
  });
}

/** One after the other around the service. */
export function both(...arounds: readonly Around[]): Around {
  return (handle, world) => arounds.reduce((inner, around) => around(inner, world), handle);
}

/** Without some of the fields. */
export function without(fields: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

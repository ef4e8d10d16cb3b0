/**
 * The functions of the client: a verb, mostly below what it is about. Each is a route of the definition, from which its
 * arguments and its reply follow. The page has this table alone, and not the definition with its schemas.
 */
import type { BodyOf, QueryOf, ReplyOf, RouteKey } from '../schemas/index.ts';

export const methods = {
  clock: {
    read: 'GET /clock',
    set: 'PUT /clock',
    advance: 'POST /clock/advance',
    interrupt: 'DELETE /clock/advance',
    deadlines: 'GET /deadlines',
  },
  /** API access, credentials, licences. */
  account: { read: 'GET /account', set: 'PUT /account' },
  devices: {
    list: 'GET /devices',
    add: 'POST /devices',
    read: 'GET /devices/{id}',
    remove: 'DELETE /devices/{id}',
    activate: 'POST /devices/{id}/activate',
    send: 'POST /devices/{id}/send',
    track: 'GET /devices/{id}/track',
    trips: 'GET /devices/{id}/trips',
  },
  limits: { read: 'GET /devices/{id}/limits', set: 'PUT /devices/{id}/limits' },
  outbox: { list: 'GET /outbox' },
  alerts: { list: 'GET /alerts' },
  /** Names of groups and users. */
  names: { list: 'GET /names' },
  /** Calls of the public API. */
  requests: { list: 'GET /requests' },
  wait: 'POST /wait',
  faults: { read: 'GET /faults', set: 'PUT /faults' },
  fixture: { read: 'GET /fixture', begin: 'PUT /fixture' },
  snapshot: { read: 'GET /snapshot', restore: 'PUT /snapshot' },
  reset: 'POST /reset',
  worlds: {
    list: 'GET /worlds',
    create: 'POST /worlds',
    remove: 'DELETE /worlds/{id}',
  },
  /** Trainees, and their worlds. */
  class: { read: 'GET /class', add: 'POST /class' },
  story: {
    list: 'GET /stories',
    read: 'GET /story',
    show: 'PUT /story',
    seek: 'POST /story/seek',
    inject: 'POST /inject',
    caption: 'POST /caption',
    trips: 'GET /trips',
  },
  lesson: { read: 'GET /lesson', answer: 'POST /lesson/answers' },
  verification: { read: 'GET /verification' },
  profile: { read: 'GET /profile' },
  specification: { read: 'GET /specification' },
  /** The public API in the profile of the world, and the control API. */
  openApi: { read: 'GET /openapi.json', readControl: 'GET /control-openapi.json' },
  health: { read: 'GET /health' },
  role: { read: 'GET /role' },
  shutdown: 'POST /shutdown',
} as const satisfies Methods;

export interface Methods {
  readonly [name: string]: RouteKey | { readonly [name: string]: RouteKey };
}

/** A fixture as YAML is no JSON: it is for people, and left to `curl`. */
type Query<Key extends RouteKey> = Omit<NonNullable<QueryOf<Key>>, 'form'>;

type IdIn<Key extends RouteKey> = Key extends `${string}{id}${string}` ? [id: string | number] : [];
type BodyIn<Key extends RouteKey> =
  BodyOf<Key> extends infer Body extends object ? (object extends Body ? [body?: Body] : [body: Body]) : [];
type QueryIn<Key extends RouteKey> = QueryOf<Key> extends object ? [query?: Query<Key>] : [];

/** The id of the path, the body, the query: those that the route has, in this order. */
export type Method<Key extends RouteKey> = (
  ...given: [...IdIn<Key>, ...BodyIn<Key>, ...QueryIn<Key>]
) => Promise<ReplyOf<Key>>;

export type MethodsOf<Tree> = {
  readonly [Name in keyof Tree]: Tree[Name] extends RouteKey ? Method<Tree[Name]> : MethodsOf<Tree[Name]>;
};

/** Arguments of a call beside its route, of any route. */
export interface AnySent {
  readonly id?: string | number;
  readonly query?: { readonly [name: string]: string | number };
  readonly body?: object;
}

type Call = (route: RouteKey, sent: object) => Promise<unknown>;

/** Each route of the table as a function. */
export function boundTo<Tree extends Methods>(table: Tree, call: Call): MethodsOf<Tree>;
export function boundTo(table: Methods, call: Call): unknown {
  const bound = Object.entries(table).map(([name, one]) => [
    name,
    typeof one === 'string' ? methodOf(one, call) : boundTo(one, call),
  ]);
  return Object.fromEntries(bound);
}

function methodOf(route: RouteKey, call: Call): (...given: never[]) => Promise<unknown> {
  return (...given) => {
    const id = route.includes('{id}') ? given.shift() : undefined;
    const [rest = {}] = given;
    return call(route, {
      ...(id !== undefined && { id }),
      ...(/^P/.test(route) ? { body: rest } : { query: rest }),
    });
  };
}

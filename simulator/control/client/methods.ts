/**
 * The functions of the client: each is a route of the definition, from which its arguments and its reply follow. Their table
 * is made of the rows (`methods.generated.ts`): the page has it alone, and not the definition with its schemas.
 */
import type { BodyOf, QueryOf, ReplyOf, RouteKey } from '../schemas/index.ts';

export interface Methods {
  readonly [name: string]: RouteKey | { readonly [name: string]: RouteKey };
}

type IdIn<Key extends RouteKey> = Key extends `${string}{id}${string}` ? [id: string | number] : [];
type BodyIn<Key extends RouteKey> =
  BodyOf<Key> extends infer Body extends object ? (object extends Body ? [body?: Body] : [body: Body]) : [];
type QueryIn<Key extends RouteKey> = QueryOf<Key> extends object ? [query?: QueryOf<Key>] : [];

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

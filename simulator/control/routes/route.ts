/** The type of a route of the control API, and how routes read paths and queries. */
import { suggestion } from '../../../contracts/kit/suggest.ts';
import { excerpt, quoted } from '../../../contracts/kit/untrusted.ts';
import type { Caller } from '../../http/call.ts';
import { wholeNumber } from '../../http/request.ts';
import type { World } from '../../world.ts';
import { ControlError } from '../errors.ts';
import type { Holder } from '../roles.ts';
import type { BodyOf, ReplyOf, RouteKey, RowKey } from '../schemas/index.ts';

export interface ControlRequest<Body = { readonly [name: string]: unknown }> {
  /** The device id of the path, as the profile writes it, or the name of a world; `''` where the path has none. */
  id: string;
  /** The caller, by the token. */
  holder: Holder;
  query: URLSearchParams;
  /** Checked by the definition. */
  body: Body;
  /** The id of the last event that a cut event stream received, as the browser sends it by itself. */
  lastEventId: string | undefined;
  /** The media types that the caller wants. */
  accept: string | undefined;
  /** The one who waits for the answer; `undefined` where the host does not know when they go. */
  caller: Caller | undefined;
  /** Under which name and port the caller reached the server; `undefined` in process. */
  host: string | undefined;
}

/** The same, with the world that is asked. */
export interface WorldRequest<Body = ControlRequest['body']> extends ControlRequest<Body> {
  world: World;
}

export interface ControlResult<Body = unknown> {
  body?: Body;
  /** In place of a body that is written as JSON, with its media type. */
  text?: string;
  type?: string;
  stream?: (write: (chunk: string) => void) => () => void;
}

/** A row of the definition with what performs it. A host brings those that it performs, and they are behind the same guard. */
export interface ControlRoute {
  readonly key: RowKey;
  /** Throws a ControlError for what it refuses. */
  run(request: ControlRequest): ControlResult | Promise<ControlResult>;
}

interface Answer<Key extends RouteKey> {
  body: ReplyOf<Key>;
}

/** A route that answers with JSON, typed by its row. */
export function route<Key extends RouteKey>(
  key: Key,
  run: (request: WorldRequest<BodyOf<Key>>) => Answer<Key> | Promise<Answer<Key>>,
): ControlRoute;
export function route(
  key: RowKey,
  run: (request: never) => ControlResult | Promise<ControlResult>,
): ControlRoute {
  return { key, run };
}

/** Refuses a query parameter that the route does not have: it would be left unheeded, and the answer be another one. */
export function checkQuery(known: readonly string[], query: URLSearchParams): void {
  for (const name of new Set(query.keys())) {
    const isKnown = known.includes(name);
    if (isKnown && query.getAll(name).length === 1) continue;
    const message = isKnown
      ? `The query parameter ${name} is given more than once.`
      : `There is no query parameter ${quoted(name)} here.`;
    const possible = known.length === 0 ? 'It takes none.' : `Possible: ${known.join(', ')}.`;
    throw new ControlError('QUERY_INVALID', message, {
      field: excerpt(name),
      hint: (isKnown ? undefined : suggestion(name, known)) ?? possible,
    });
  }
}

/** A whole number from the query, 0 or above; at the most `most`, however large it is. */
export function queryNumber(
  request: Pick<ControlRequest, 'query'>,
  name: string,
  otherwise: number,
  most: number,
): number {
  const text = request.query.get(name);
  if (text === null) return otherwise;
  const value = wholeNumber(text);
  if (value !== undefined) return Math.min(value, most);
  throw new ControlError('BODY_INVALID', `The query parameter ${name} must be a whole number.`, {
    field: name,
  });
}

/** The device that the path names. */
export function deviceOf({ world, id: written }: Pick<WorldRequest, 'world' | 'id'>): number {
  const id = world.lens.readPathId('device', written);
  if (id !== undefined && world.fleet.devices.has(id)) return id;
  throw new ControlError('UNKNOWN_DEVICE', `There is no device ${excerpt(written)}.`, {
    hint: 'GET /_control/devices lists them.',
  });
}

/** Returns whether the API key is to be part of the answer. A mistyped word is refused: it would be found out when it is needed. */
export function keyWanted({ query }: Pick<ControlRequest, 'query'>): 'include' | 'omit' {
  const given = query.get('apiKey');
  if (given === null || given === 'omit') return 'omit';
  if (given === 'include') return 'include';
  throw new ControlError('BODY_INVALID', `apiKey can be include or omit, not ${quoted(given)}.`, {
    field: 'apiKey',
  });
}

/**
 * The control API under `/_control`: what a tester or the live page does to the world from outside.
 *
 * It is Roadtest's own and the same for every profile. Times are ISO 8601 UTC, ids are written as
 * the profile writes them, so that they can be used in the public API.
 */

import secureJsonParse from 'secure-json-parse';
import { refuseDeepJson } from '../../contracts/kit/json.ts';
import { jsonText } from '../../contracts/kit/json-text.ts';
import { nearest } from '../../contracts/kit/suggest.ts';
import { excerpt } from '../../contracts/kit/untrusted.ts';
import type { Call, Reply } from '../http/call.ts';
import { headerOf, percentDecoded } from '../http/request.ts';
import { httpDate } from '../time/format.ts';
import type { World } from '../world.ts';
import { checkBody } from './body.ts';
import { ControlError } from './errors.ts';
import { CONTROL_PREFIX, guard, isProbe, requireRight } from './guard.ts';
import { problemReply } from './problems.ts';
import { trainer } from './roles.ts';
import { accountRoutes } from './routes/account.ts';
import { clockRoutes } from './routes/clock.ts';
import { deviceRoutes } from './routes/devices.ts';
import { fixtureRoutes } from './routes/fixture.ts';
import {
  type ControlResult,
  type ControlRoute,
  checkQuery,
  route,
  type WorldRequest,
} from './routes/route.ts';
import { waitRoutes } from './routes/wait.ts';
import { watchRoutes } from './routes/watch.ts';
import { worldRoutes } from './routes/world.ts';
import { definition, type RouteRow } from './schemas/index.ts';

const ownRoutes: readonly ControlRoute[] = [
  ...clockRoutes,
  ...accountRoutes,
  ...deviceRoutes,
  ...watchRoutes,
  ...waitRoutes,
  ...fixtureRoutes,
  ...worldRoutes,
];

/** The control API of one world as a function from call to reply; hosts add what they perform. */
export function createControlApi(
  world: World,
  added: readonly ControlRoute[] = [],
): (call: Call) => Promise<Reply> {
  const routes: readonly Served[] = [
    ...ownRoutes,
    route('GET /control-openapi.json', async () => {
      const { describeControl } = await import('./openapi.ts');
      return { body: describeControl(routes.map(({ key }) => key)) };
    }),
    ...added,
  ].map(served);
  return async (call) => {
    try {
      const holder = isProbe(call) ? trainer : guard(call, world.guard);
      if (call.unread) throw new ControlError(call.unread.code, call.unread.detail, call.unread);
      const target = call.target.slice(CONTROL_PREFIX.length);
      const path = target.split('?', 1)[0] as string;
      const { route: found, id } = routeFor(routes, call.method, path.replace(/\/$/, ''));
      const { right, query: known = [], status } = found.row;
      requireRight(holder, right, `${found.method} ${CONTROL_PREFIX}${found.path}`);
      const query = new URLSearchParams(target.slice(path.length));
      checkQuery(known, query);
      const body = bodyOf(call);
      checkBody(found.key, body);
      const request: WorldRequest = {
        ...{ world, id, query, holder, body },
        lastEventId: headerOf(call, 'last-event-id'),
        accept: headerOf(call, 'accept'),
        host: headerOf(call, 'host'),
        caller: call.caller,
      };
      const run = () => found.run(request);
      // In the world of a trainee the trainer is no client.
      const isTrainers = holder === trainer && world.guard.holders !== undefined;
      return replyOf(await (isTrainers ? run() : world.timeline.asClient(run)), world, status);
    } catch (error) {
      return problemReply(error, world.clock.now());
    }
  };
}

/** A route with its row, and where it is. */
interface Served extends ControlRoute {
  readonly method: string;
  /** Below `/_control`; `{id}` is a device, or the name of a world. */
  readonly path: string;
  readonly row: RouteRow;
}

function served(one: ControlRoute): Served {
  const [method = '', path = ''] = one.key.split(' ');
  return { ...one, method, path, row: definition[one.key] };
}

function routeFor(routes: readonly Served[], method: string, path: string): { route: Served; id: string } {
  const candidates = routes.flatMap((route) => {
    const id = matches(route.path, path);
    return id === undefined ? [] : [{ route, id }];
  });
  const wanted = method === 'HEAD' ? 'GET' : method;
  const found = candidates.find(({ route }) => route.method === wanted);
  if (found) return found;
  if (candidates.length === 0) {
    const [near] = nearest(CONTROL_PREFIX + path, pathsLike(routes, path));
    throw new ControlError('UNKNOWN_PATH', `The control API has no ${CONTROL_PREFIX}${excerpt(path)}.`, {
      hint:
        near === undefined
          ? `It has ${[...new Set(routes.map((route) => CONTROL_PREFIX + route.path))].join(', ')}.`
          : `Did you mean ${near}?`,
    });
  }
  const methods = candidates.flatMap(({ route: { method } }) =>
    method === 'GET' ? [method, 'HEAD'] : method,
  );
  const allow = methods.join(', ');
  throw new ControlError(
    'METHOD_NOT_ALLOWED',
    `${method} is not allowed at ${CONTROL_PREFIX}${excerpt(path)}.`,
    {
      hint: `Possible: ${allow}.`,
      headers: { allow },
    },
  );
}

/** The paths that there are, with the id that a path has in their place. */
function pathsLike(routes: readonly Served[], path: string): Set<string> {
  const given = path.split('/');
  const filled = ({ path: own }: Served): string =>
    own
      .split('/')
      .map((segment, place) => (segment.startsWith('{') ? (given[place] ?? segment) : segment))
      .join('/');
  return new Set(routes.map((route) => CONTROL_PREFIX + filled(route)));
}

/** The id in the path, `''` where the route has none; `undefined` when the path is another. */
function matches(template: string, path: string): string | undefined {
  const marker = template.indexOf('{id}');
  if (marker < 0) return template === path ? '' : undefined;
  const tail = template.slice(marker + 4);
  if (!path.startsWith(template.slice(0, marker)) || !path.endsWith(tail)) return undefined;
  const id = path.slice(marker, path.length - tail.length);
  return id === '' || id.includes('/') ? undefined : percentDecoded(id);
}

function bodyOf(call: Call): { [name: string]: unknown } {
  if (call.body === undefined || call.body.trim() === '') return {};
  let body: unknown;
  try {
    refuseDeepJson(call.body);
    body = secureJsonParse.parse(call.body);
  } catch (error) {
    throw new ControlError('BODY_NOT_JSON', `The body is not JSON: ${(error as Error).message}.`);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ControlError('BODY_INVALID', 'The body must be a JSON object.');
  }
  return body as { [name: string]: unknown };
}

function replyOf({ stream, text, type, body }: ControlResult, world: World, status = 200): Reply {
  const headers: Reply['headers'] = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    date: httpDate(world.clock.now()),
  };
  if (stream)
    return { status, headers: { ...headers, 'content-type': 'text/event-stream' }, body: '', stream };
  if (text !== undefined && type !== undefined)
    return { status, headers: { ...headers, 'content-type': type }, body: text };
  return { status, headers, body: jsonText(body) };
}

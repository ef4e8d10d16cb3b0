/**
 * The control API under `/_control`: what a tester or the live page does to the world from outside.
 *
 * It is Roadtest's own and the same for every profile. Times are ISO 8601 UTC, ids are written as
 * the profile writes them, so that they can be used in the public API.
 */

import { nearest, suggestion } from '../../contracts/kit/suggest.ts';
import { namesOf } from '../../contracts/kit/tables.ts';
import { excerpt, jsonText, quoted } from '../../contracts/kit/untrusted.ts';
import type { Call, Reply } from '../http/call.ts';
import { filledPaths } from '../http/meant-path.ts';
import { headerOf } from '../http/request.ts';
import { routerOf } from '../http/router.ts';
import type { AddedRoutes } from '../plugin.ts';
import { httpDate } from '../time/format.ts';
import type { World } from '../world.ts';
import { bodyIn, checkBody } from './body.ts';
import { ControlError } from './errors.ts';
import { CONTROL_PREFIX, guard, isProbe, requireRight } from './guard.ts';
import { problemReply } from './problems.ts';
import { trainer } from './roles.ts';
import { clockRoutes } from './routes/clock.ts';
import { deviceRoutes } from './routes/devices.ts';
import type { Routes, Stream } from './routes/route.ts';
import { watchRoutes } from './routes/watch.ts';
import { worldRoutes } from './routes/world.ts';
import { definition, type RouteRow } from './schemas/index.ts';
import type { Parameters } from './schemas/query.ts';

/** The control API of one world as a function from call to reply; hosts add what they perform. */
export function createControlApi(world: World, added: AddedRoutes = {}): (call: Call) => Promise<Reply> {
  const described: Routes = {
    async 'GET /control-openapi.json'() {
      const { describeControl } = await import('./openapi.ts');
      return describeControl(routes.map(({ key }) => key));
    },
  };
  const performed: Routes = {
    ...clockRoutes,
    ...deviceRoutes,
    ...watchRoutes,
    ...worldRoutes,
    ...described,
    ...added,
  };
  const routes = namesOf(performed).map((key) => {
    const run: unknown = performed[key];
    const [method = '', path = ''] = key.split(' ');
    const row: RouteRow = definition[key];
    return { key, method, path: CONTROL_PREFIX + path, row, run: run as (request: object) => unknown };
  });
  const route = routerOf(routes.map((one) => ({ ...one, operation: one })));

  return async (call) => {
    try {
      const holder = isProbe(call) ? trainer : guard(call, world.guard);
      if (call.unread) throw new ControlError(call.unread.code, call.unread.detail, call.unread);
      const [path = ''] = call.target.split('?', 1);
      const found = route(call.method, path.replace(/\/$/, ''));
      if (found.found === 'nothing') throw unknownPath(path, routes);
      if (found.found === 'path') throw notAllowed(call.method, path, found.allow);
      const { method, path: template, row, run } = found.operation;
      requireRight(holder, row.right, `${method} ${template}`);
      const query = readQuery(row.query ?? {}, new URLSearchParams(call.target.slice(path.length)));
      const body = bodyIn(call.body);
      if (row.body) checkBody(row.body, body);
      const request = {
        ...{ world, id: found.id ?? '', query, holder, body, caller: call.caller },
        lastEventId: headerOf(call, 'last-event-id'),
        host: headerOf(call, 'host'),
      };
      // In the world of a trainee the trainer is no client.
      const isTrainers = holder === trainer && world.guard.holders !== undefined;
      const perform = () => run(request);
      const answer = await (isTrainers ? perform() : world.timeline.asClient(perform, undefined));
      const headers = { 'cache-control': 'no-store', date: httpDate(world.clock.now()) };
      const { reply, status = 200 } = row;
      const type = reply ? 'application/json' : 'text/event-stream';
      return {
        status,
        headers: { 'content-type': type, ...headers },
        ...(reply ? { body: jsonText(answer) } : { body: '', stream: answer as Stream }),
      };
    } catch (error) {
      return problemReply(error, world.clock.now());
    }
  };
}

function unknownPath(path: string, routes: readonly { path: string }[]): ControlError {
  const paths = routes.map((route) => route.path);
  const [near] = nearest(path, filledPaths(path, paths));
  const hint = near === undefined ? `It has ${[...new Set(paths)].join(', ')}.` : `Did you mean ${near}?`;
  return new ControlError('UNKNOWN_PATH', `The control API has no ${excerpt(path)}.`, { hint });
}

function notAllowed(method: string, path: string, allow: string): ControlError {
  return new ControlError('METHOD_NOT_ALLOWED', `${method} is not allowed at ${excerpt(path)}.`, {
    hint: `Possible: ${allow}.`,
    headers: { allow },
  });
}

/** The values of a query. A parameter that the route does not have is refused: it would be left unheeded, and the answer be another one. */
function readQuery(known: Parameters, query: URLSearchParams): object {
  const names = Object.keys(known);
  for (const name of new Set(query.keys())) {
    const isKnown = names.includes(name);
    if (isKnown && query.getAll(name).length === 1) continue;
    const message = isKnown
      ? `The query parameter ${name} is given more than once.`
      : `There is no query parameter ${quoted(name)} here.`;
    const possible = names.length === 0 ? 'It takes none.' : `Possible: ${names.join(', ')}.`;
    throw new ControlError('QUERY_INVALID', message, {
      field: excerpt(name),
      hint: (isKnown ? undefined : suggestion(name, names)) ?? possible,
    });
  }
  const values = Object.entries(known).map(([name, { read, otherwise, words }]) => {
    const text = query.get(name);
    const value = text === null ? otherwise : read(text);
    if (text === null || value !== undefined) return [name, value];
    const message = `The query parameter ${name} must be ${words}, not ${quoted(text)}.`;
    throw new ControlError('QUERY_INVALID', message, { field: name });
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

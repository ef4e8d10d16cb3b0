/** The control API in OpenAPI 3.1, from its routes and their definition. */
import type { Json } from '../../contracts/kit/json.ts';
import type { TSchema } from '../../contracts/kit/schema.ts';
import type { ControlRoute } from './routes/route.ts';
import { definition } from './schemas/index.ts';
import { problem } from './schemas/service.ts';
import { routeWords } from './schemas/words.ts';

type Node = { [name: string]: Json };

/** Routes that answer with a stream of server-sent events. */
const streams: { readonly [route: string]: string | undefined } = {
  'GET /events': 'Follow what happens.',
  'GET /positions': 'Follow the positions of all devices.',
};

/** The routes that a server has; those that are served beside others are listed with them. */
export function describeControl(routes: readonly Pick<ControlRoute, 'method' | 'path' | 'query'>[]): Node {
  const paths: { [path: string]: Node } = {};
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control API of Roadtest',
      version: '1.0.0',
      description:
        'What a test changes beside the public API: the clock, the fleet, the account, faults, stories, worlds.',
    },
    servers: [{ url: '/_control' }],
    paths,
    components: {
      schemas: { Problem: plain(problem) },
      securitySchemes: {
        controlToken: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Control-Token',
          description: 'Asked for where the server listens beyond this machine.',
        },
        controlBearer: { type: 'http', scheme: 'bearer', description: 'The same token as a bearer.' },
      },
    },
    security: [{}, { controlToken: [] }, { controlBearer: [] }],
  };
}

function operationOf({ method, path, query = [] }: Pick<ControlRoute, 'method' | 'path' | 'query'>): Node {
  const key = `${method} ${path}`;
  const rows: { readonly [key: string]: { body?: TSchema; reply: TSchema } | undefined } = definition;
  const words: { readonly [key: string]: { does: string; status?: number } | undefined } = routeWords;
  const row = rows[key];
  const { does = streams[key] ?? key, status = 200 } = words[key] ?? {};
  const names = query.map((name) => ({ name, in: 'query', required: false, schema: { type: 'string' } }));
  const ids = path.includes('{id}')
    ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
    : [];
  const parameters: Json[] = [...ids, ...names];
  const content: Node = row
    ? { 'application/json': { schema: plain(row.reply) } }
    : { 'text/event-stream': { schema: { type: 'string' } } };
  return {
    operationId: idOf(method, path),
    summary: does,
    ...(parameters.length > 0 && { parameters }),
    ...(row?.body && { requestBody: { content: { 'application/json': { schema: plain(row.body) } } } }),
    responses: {
      [String(status)]: { description: 'It is done.', content },
      default: {
        description: 'It is refused.',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

/** `GET /devices/{id}/limits` as `getDeviceLimits`. */
function idOf(method: string, path: string): string {
  const words =
    path
      .replace('/devices/{id}', '/device')
      .replace('/worlds/{id}', '/world')
      .match(/[A-Za-z]+/g) ?? [];
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** A schema of the definition in the words of draft 2020-12: a tuple has `prefixItems` there. */
function plain(schema: TSchema): Json {
  const json: Json = JSON.parse(JSON.stringify(schema));
  return modern(json);
}

function modern(json: Json): Json {
  if (Array.isArray(json)) return json.map(modern);
  if (typeof json !== 'object' || json === null) return json;
  const { items, additionalItems, ...rest } = json;
  const others = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, modern(value)]));
  if (Array.isArray(items))
    return { ...others, prefixItems: items.map(modern), items: additionalItems ?? true };
  return items === undefined ? others : { ...others, items: modern(items) };
}

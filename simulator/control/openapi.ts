/** The control API in OpenAPI 3.1, from the rows of its routes. */
import type { Json } from '../../contracts/kit/json.ts';
import type { TSchema } from '../../contracts/kit/schema.ts';
import { definition, type RouteRow, type RowKey } from './schemas/index.ts';
import { problem } from './schemas/service.ts';

type Node = { [name: string]: Json };

/** The routes that a server has, by their keys. */
export function describeControl(keys: readonly RowKey[]): Node {
  const paths: { [path: string]: Node } = {};
  for (const key of keys) {
    const [method = '', path = ''] = key.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(method, path, definition[key]) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control API of Roadtest',
      version: '1.0.0',
      description:
        'Everything that a test changes outside the public API: the clock, the fleet, the account, faults, stories, worlds.',
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
          description: 'Required where the server listens beyond this machine.',
        },
        controlBearer: { type: 'http', scheme: 'bearer', description: 'The same token as a bearer.' },
      },
    },
    security: [{}, { controlToken: [] }, { controlBearer: [] }],
  };
}

function operationOf(method: string, path: string, row: RouteRow): Node {
  const { does, status = 200, query = {}, body, reply } = row;
  const names = Object.keys(query).map((name) => ({
    ...{ name, in: 'query', required: false, schema: { type: 'string' } },
  }));
  const ids = path.includes('{id}')
    ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
    : [];
  const parameters: Json[] = [...ids, ...names];
  const content: Node = reply
    ? { 'application/json': { schema: plain(reply) } }
    : { 'text/event-stream': { schema: { type: 'string' } } };
  return {
    operationId: idOf(method, path),
    summary: does,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { content: { 'application/json': { schema: plain(body) } } } }),
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

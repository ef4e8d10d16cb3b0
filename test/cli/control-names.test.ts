/** Names that no route of the control API has, in queries and bodies: each would be left unheeded. */
import { beforeAll, describe, expect, test } from 'vitest';
import { definition } from '../../simulator/control/schemas/index.ts';
import { type Service, serve } from '../command/roadtest.ts';

const WRONG = 'nmae';
const routes = Object.entries(definition).map(([key, schemas]) => {
  const [method = '', path = ''] = key.split(' ');
  const id = path.startsWith('/worlds') ? 'other' : 'dev-1';
  return { key, method, path: path.replace('{id}', id), body: 'body' in schemas ? schemas.body : undefined };
});

/** Bodies that are refused without these, or that are checked elsewhere than by their schema. */
const bodies: { readonly [route: string]: (service: Service) => object | Promise<object> } = {
  'POST /devices/{id}/send': () => ({ channel: 'email', [WRONG]: 1 }),
  'POST /story/seek': () => ({ to: '2026-01-06T00:00:00Z', [WRONG]: 1 }),
  'POST /inject': () => ({ device: 'dev-1', kind: 'sos', [WRONG]: 1 }),
  'POST /caption': () => ({ text: 'Look.', [WRONG]: 1 }),
  'POST /lesson/answers': () => ({ question: 0, [WRONG]: 1 }),
  'POST /class': () => ({ trainees: ['Anna'], [WRONG]: 1 }),
  'POST /wait': () => ({ for: 'requests', [WRONG]: 1 }),
  'PUT /faults': () => ({ rules: [{ operation: 'listDevices', [WRONG]: 1 }] }),
  'PUT /snapshot': async ({ control }) => {
    const { body } = await control<object>('GET', '/snapshot?apiKey=include');
    return { ...body, [WRONG]: 1 };
  },
  'PUT /fixture': () => ({ [WRONG]: 1 }),
  'POST /worlds': () => ({ fixture: { [WRONG]: 1 } }),
};

/** Every schema within one that lists the fields of an object. */
function objectsIn(schema: unknown): object[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const within = Object.values(schema).flatMap(objectsIn);
  return 'properties' in schema && 'type' in schema ? [schema, ...within] : within;
}

let service: Service;
let before: unknown;
beforeAll(async () => {
  service = await serve(['--frozen', '--devices', '1']);
  await service.control('POST', '/worlds', { name: 'other' });
  before = await state();
});

/** The state of the server, which is up. */
async function state(): Promise<unknown> {
  const paths = ['/clock', '/account', '/devices', '/faults', '/story', '/worlds', '/verification'];
  const answers = await Promise.all(paths.map((path) => service.control('GET', path)));
  return answers.map(({ body }) => body);
}

describe.each(routes.map((route) => [route.key, route] as const))('%s', (key, { method, path, body }) => {
  test('refuses a query parameter that it does not have', async () => {
    const { status, body: said } = await service.control(method, `${path}?${WRONG}=1`, body && {});
    expect({ status, said }).toMatchObject({ status: 422, said: { code: 'QUERY_INVALID', field: WRONG } });
  });

  test.runIf(body)('refuses a field that its body does not have', async () => {
    const given = (await bodies[key]?.(service)) ?? { [WRONG]: 1 };
    const { status, body: said } = await service.control(method, path, given);
    expect(status).toBe(422);
    // A snapshot is refused as a whole, by its digest.
    expect(JSON.stringify(said)).toContain(key === 'PUT /snapshot' ? 'edited after it was taken' : WRONG);
  });

  test.runIf(body)('lists all fields of the objects in its body', () => {
    for (const object of objectsIn(body)) expect(object).toHaveProperty('additionalProperties', false);
  });
});

test('and none of these requests has done anything', async () => {
  expect(await state()).toEqual(before);
});

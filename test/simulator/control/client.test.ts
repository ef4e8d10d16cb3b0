/** The client of the control API: each route has a function, which asks for that route and nothing else. */
import { expect, it } from 'vitest';
import { ControlRefused, createControl } from '../../../simulator/control/client/index.ts';
import { methods } from '../../../simulator/control/client/methods.ts';
import { definition } from '../../../simulator/control/schemas/index.ts';
import { createSimulator } from '../../../simulator/index.ts';

interface Asked {
  method: string;
  address: string;
  body: string;
  token: string | null;
}

const leaves = (tree: object): string[] =>
  Object.values(tree).flatMap((one) => (typeof one === 'string' ? [one] : leaves(one)));

/** A client of which every call is answered `{}`, and what it asked. */
function told(address: string, token?: string) {
  const asked: Asked[] = [];
  const fetch = async (request: Request) => {
    const { method, url, headers } = request;
    asked.push({ method, address: url, body: await request.text(), token: headers.get('x-control-token') });
    return Response.json({});
  };
  return { control: createControl(address, { fetch, token }), asked };
}

it('has each route of the definition once', () => {
  expect(leaves(methods).sort()).toEqual(Object.keys(definition).sort());
});

it('asks for the route, with id, body and query where it has them', async () => {
  const { control, asked } = told('http://127.0.0.1:4010/v1', 'open');
  await control.limits.set('a/b', { dailySms: 1 });
  await control.outbox({ limit: 7 });
  await control.reset();
  await control.world('checkout').worlds.remove('other');
  const token = 'open';
  const root = 'http://127.0.0.1:4010';
  expect(asked).toEqual([
    { method: 'PUT', address: `${root}/_control/devices/a%2Fb/limits`, body: '{"dailySms":1}', token },
    { method: 'GET', address: `${root}/_control/outbox?limit=7`, body: '', token },
    { method: 'POST', address: `${root}/_control/reset`, body: '{}', token },
    { method: 'DELETE', address: `${root}/w/checkout/_control/worlds/other`, body: '', token },
  ]);
});

it('controls a world', async () => {
  const simulator = createSimulator({ devices: 1 });
  const control = createControl('http://localhost/_control/', { fetch: simulator.fetch });
  const before = await control.clock.read();
  const { reached } = await control.clock.advance({ by: 'PT90M' });
  expect(Date.parse(reached) - Date.parse(before.now)).toBe(5_400_000);
  await control.account.set({ licences: { total: 40 } });
  expect((await control.account.read()).licences).toMatchObject({ total: 40 });
  await control.faults.set({ rules: [{ operation: 'listDevices', refusal: 'failed' }] });
  expect((await control.faults.read()).rules).toHaveLength(1);
  expect((await control.fixture({ locations: 0 })).devices).toHaveLength(1);
  await control.snapshot.restore(await control.snapshot.read({ apiKey: 'include' }));
  await simulator.fetch(new Request('http://localhost/api/devices'));
  expect((await control.requests.list({ status: 500, limit: 1 })).requests).toHaveLength(1);
  expect(await control.requests.count({ status: 200 })).toMatchObject({ count: 0, sequence: 1 });
  expect(await control.requests.clear()).toEqual({ status: 'cleared' });
  simulator.stop();
});

it('says why a call is refused', async () => {
  const simulator = createSimulator({ devices: 1, controlToken: 'open' });
  const at = (given: object) => createControl('http://localhost', { fetch: simulator.fetch, ...given });
  const refusal = (call: Promise<unknown>) => call.catch((error: unknown) => error);
  expect(await refusal(at({}).clock.read())).toMatchObject({ code: 'CONTROL_TOKEN_NEEDED', status: 401 });
  const unknown = await refusal(at({ token: 'open' }).devices.read('dev-9'));
  expect(unknown).toBeInstanceOf(ControlRefused);
  expect(unknown).toMatchObject({
    code: 'UNKNOWN_DEVICE',
    status: 404,
    hint: 'GET /_control/devices lists them.',
  });
  const fetch = () => Promise.reject(new TypeError('fetch failed'));
  expect(await refusal(at({ fetch }).health())).toMatchObject({ code: 'UNREACHABLE', status: 0 });
  const page = async () => new Response('<p>');
  expect(await refusal(at({ fetch: page }).health())).toMatchObject({ code: 'REFUSED', status: 200 });
  simulator.stop();
});

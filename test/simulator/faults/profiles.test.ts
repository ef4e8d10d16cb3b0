/** "The vendor upgraded": calls that are answered in a further profile, over a socket. */
import { afterEach, expect, it } from 'vitest';
import { parseProfile } from '../../../contracts/profile/load.ts';
import { serve } from '../../../simulator/hosts/node.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from '../../../simulator/index.ts';

const v1 = parseProfile('roadtest: 1\nname: v1\nopenings: {}\n', 'v1.yaml');
const v2 = parseProfile(
  `
roadtest: 1
name: v2
basePath: /api/v2
openings:
  operations.envelope:
    lists: { devices: { form: array, at: /data } }
  records.id: { form: uuid }
  records.group: { fields: { id: /id, name: /title } }
  errors.status: { unknown-id: 410 }
  versioning: { headers: { X-Version: '2' } }
`,
  'v2.yaml',
);

const running: { stop(): void; close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const { stop, close } of running.splice(0)) {
    await close();
    stop();
  }
});

async function served(simulator: Simulator) {
  const server = await serve(simulator, { grace: 0 });
  running.push({ stop: simulator.stop, close: server.close });
  const sent = async (method: string, path: string, body?: unknown, headers: HeadersInit = {}) => {
    const reply = await fetch(server.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: reply.status, version: reply.headers.get('x-version'), json: await reply.json() };
  };
  const { json } = await sent('POST', '/api/Auth/Token', { userName: 'demo', apiKey: 'demo-key' });
  const bearer = { authorization: `Bearer ${json.token}` };
  return (method: string, path: string, body?: unknown, headers: HeadersInit = {}) =>
    sent(method, path, body, { ...bearer, ...headers });
}

const world = (more: SimulatorOptions = {}) =>
  createSimulator({ profile: v1, profiles: [v2], devices: 3, groups: 2, ...more });

it('goes over to another profile at a moment: records, ids, tokens and paths stay', async () => {
  const simulator = world();
  const call = await served(simulator);
  const before = await call('GET', '/api/devices');
  const group = (await call('POST', '/api/groups', { name: 'North' })).json;
  await call('PUT', '/_control/faults', { rules: [{ profile: 'v2', from: '2026-01-05T08:10:00Z' }] });
  expect(await call('GET', '/api/devices')).toEqual(before);

  await call('POST', '/_control/clock/advance', { to: '2026-01-05T08:10:00Z' });
  const { json, version } = await call('GET', '/api/devices');
  expect(version).toBe('2');
  expect(json.data.map(({ id }: { id: number }) => id)).toEqual(
    Object.values<{ id: number }>(before.json).map(({ id }) => id),
  );
  expect(await call('GET', `/api/groups/${group.id}`)).toMatchObject({
    status: 200,
    json: { id: group.id, title: 'North' },
  });
  expect((await call('GET', '/api/groups/9999')).status).toBe(410);
  // A group that is made in the new way is there in the old one.
  const made = (await call('POST', '/api/groups', { title: 'South' })).json;
  await call('PUT', '/_control/faults', { rules: [] });
  expect((await call('GET', `/api/groups/${made.id}`)).json).toMatchObject({ name: 'South' });
});

it('lets some calls go first: after so many, of one device, of one call alone', async () => {
  const call = await served(world());
  await call('PUT', '/_control/faults', { rules: [{ operation: 'listDevices', after: 2, profile: 'v2' }] });
  const versions = [];
  for (let turn = 0; turn < 4; turn++) versions.push((await call('GET', '/api/devices')).version);
  expect(versions).toEqual([null, null, '2', '2']);
  const [rule] = (await call('GET', '/_control/faults')).json.rules;
  expect(rule).toMatchObject({ hits: 2 });

  await call('PUT', '/_control/faults', { rules: [] });
  const asked = { 'x-roadtest-fault': JSON.stringify({ profile: 'v2' }) };
  expect((await call('GET', '/api/devices', undefined, asked)).version).toBe('2');
  expect((await call('GET', '/api/devices')).version).toBeNull();
});

it('is part of snapshots, forks and resets', async () => {
  const simulator = world();
  const call = await served(simulator);
  await call('PUT', '/_control/faults', { rules: [{ profile: 'v2' }] });
  const snapshot = simulator.snapshot({ apiKey: 'include' });
  const other = await served(world({ snapshot }));
  expect((await other('GET', '/api/devices')).version).toBe('2');
  simulator.reset();
  expect((await call('GET', '/api/devices')).version).toBeNull();
});

it('also refuses in the profile that it has gone over to', async () => {
  const call = await served(world({ strict: 'refuse' }));
  await call('PUT', '/_control/faults', { rules: [{ profile: 'v2' }] });
  const refused = await call('POST', '/api/groups', { title: 'North', name: 'North' });
  expect(refused).toMatchObject({ version: '2' });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  const taken = await call('POST', '/api/groups', { title: 'North' });
  expect(taken.json).toMatchObject({ title: 'North' });
});

it('refuses a name that no further profile has, and changes nothing', async () => {
  const call = await served(world());
  const refused = await call('PUT', '/_control/faults', { rules: [{ profile: 'v3' }] });
  expect(refused.status).toBe(422);
  expect(refused.json).toMatchObject({ code: 'FAULTS_INVALID', field: 'rules/0/profile' });
  expect(JSON.stringify(refused.json)).toContain('v2');
  expect((await call('GET', '/_control/faults')).json.rules).toEqual([]);

  const none = await served(createSimulator({ devices: 1 }));
  const lost = await none('PUT', '/_control/faults', { rules: [{ profile: 'v2' }] });
  expect(lost.json.hint).toContain('--further-profile');
});

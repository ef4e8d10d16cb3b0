/**
 * A day with everything that a client can do, and all that was answered. The journal (`GET /_control/requests`) has real time
 * and is not called.
 */
import type { CompleteProfile } from '../../../contracts/profile/index.ts';
import type { SimulatorOptions } from '../../../simulator/index.ts';
import { Caller, CREDENTIALS } from '../caller.ts';
import type { Client, Received, Way } from '../ways.ts';

export interface Entry {
  call: string;
  reply: Received;
}

export async function day(
  way: Way,
  profile: CompleteProfile,
  options: SimulatorOptions = {},
): Promise<Entry[]> {
  const entries: Entry[] = [];
  const client = recording(await way.open({ profile, devices: 25, ...options }), entries);
  const at = new Caller(way, client, profile, options.seed);
  const now = await at.now();

  await at.perform('issueToken', { body: { ...CREDENTIALS, apiKey: 'wrong' } });
  await at.perform('issueToken', { body: 'hello' });
  await at.token();
  await at.perform('listDevices');
  await at.perform('listDevices', { token: null });
  await at.perform('listDevices', { query: 'limit=3&offset=2&pageSize=3&pageNo=2' });
  await at.perform('readDevice', { id: at.device(7) });
  await at.perform('readDevice', { id: 'n%C3%BCll' });
  for (let minute = 1; minute <= 5; minute++) {
    await at.postLocations(7, {
      deviceTime: now - minute * 60_000,
      latitude: 48 + minute / 100,
      longitude: 11.5,
      speed: 50 / 3,
    });
  }
  await at.perform('lastLocation', { id: at.device(7) });
  await at.perform('postLocations', { id: at.device(7), body: '{"latitude":' });
  await at.setLimits(7, { dailyEmail: 2, dailySms: 1, expires: true, expirationDate: '2026-01-06' });
  for (const text of ['Hilfe, überfallen 🚨', 'again', 'and again'])
    await at.postAlert(7, { type: 'sos', severity: 'critical', text });
  await at.control('GET', '/outbox');
  const group = await at.create('group', {
    name: 'Fähren',
    description: '"quoted"\n',
    deviceIds: [7, 8],
  });
  await at.replace('group', group, { name: 'Barges', deviceIds: [7] });
  await at.update('group', group, { description: 'slow' });
  const user = await at.create('user', { name: 'Ada', groupIds: [group], notify: ['email'] });
  await at.update('user', user, { phone: '+44 20 7946 0000' });
  await at.performOn('user', 'delete', user);
  await at.performOn('user', 'read', user);
  await at.perform('listUsers');
  await at.perform('listGroups');
  await at.perform('listCountries');
  await at.perform('listTimeZones');
  await client.request('GET', '/nowhere');
  await client.request('DELETE', `${profile.basePath}/api/groups`);
  await client.request('HEAD', `${profile.basePath}/api/groups`);
  await at.control('PUT', '/faults', {
    rules: [{ operation: 'listGroups', refusal: 'failed', probability: 0.5 }],
  });
  for (let tried = 0; tried < 6; tried++) await at.perform('listGroups');
  await at.control('GET', '/deadlines');
  await at.advance('P2D');
  await at.perform('listDevices');
  await at.perform('readDevice', { id: at.device(7), token: await at.signIn() });
  await at.control('GET', '/account');
  await at.control('GET', '/devices');
  await at.control('GET', '/snapshot');
  return entries;
}

function recording(client: Client, entries: Entry[]): Client {
  return {
    async request(method, target, init) {
      const reply = await client.request(method, target, init);
      entries.push({ call: `${entries.length} ${method} ${target} ${init?.body ?? ''}`, reply });
      return reply;
    },
  };
}

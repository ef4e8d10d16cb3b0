/**
 * A day with everything that a client can do, and all that was answered: over every way in, the same bytes.
 *
 * Every status, every header and every byte of every body is compared, with these exceptions:
 * - each way in may add headers of its own, which it names (`adds`): a connection's, a length, a
 *   permission to read across origins. Headers that a browser would hide from a page are compared too,
 *   because the handler names them all as readable;
 * - the names of countries and time zones come from the platform's own tables, and a browser has
 *   other editions of them than Node: those two bodies are left out between the ways in;
 * - the signature of a token is that of its world, by whose name it is made: it is left out between the ways in, too;
 * - the journal (`GET /_control/requests`) has real time and is not called.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompleteProfile } from '../../contracts/profile/index.ts';
import type { OperationId } from '../../contracts/specification/index.ts';
import type { SimulatorOptions } from '../../simulator/index.ts';
import { Caller, CREDENTIALS, type OperationCall } from './caller.ts';
import { profiles } from './profiles.ts';
import type { Client, Received, Transport } from './transport.ts';
import { direct } from './ways/direct.ts';

export interface Entry {
  call: string;
  reply: Received;
}

/** Plays a day with everything that a client can do, and gives back all that was answered. */
export async function play(
  transport: Transport,
  profile: CompleteProfile,
  options: SimulatorOptions = {},
): Promise<Entry[]> {
  const entries: Entry[] = [];
  const client = recording(await transport.open({ profile, devices: 25, ...options }), entries);
  const caller = new Caller(client, profile, options.seed);
  const perform = (id: OperationId, call?: OperationCall) => caller.perform(id, call);
  const now = await caller.now();

  await perform('issueToken', { body: { ...CREDENTIALS, apiKey: 'wrong' } });
  await perform('issueToken', { body: 'hello' });
  await caller.token();
  await perform('listDevices');
  await perform('listDevices', { token: null });
  await perform('listDevices', { query: 'limit=3&offset=2&pageSize=3&pageNo=2' });
  await perform('readDevice', { id: caller.device(7) });
  await perform('readDevice', { id: 'n%C3%BCll' });
  for (let minute = 1; minute <= 5; minute++) {
    await caller.postLocations(7, {
      deviceTime: now - minute * 60_000,
      latitude: 48 + minute / 100,
      longitude: 11.5,
      speed: 50 / 3,
    });
  }
  await perform('lastLocation', { id: caller.device(7) });
  await perform('postLocations', { id: caller.device(7), body: '{"latitude":' });
  await caller.setLimits(7, { dailyEmail: 2, dailySms: 1, expires: true, expirationDate: '2026-01-06' });
  for (const text of ['Hilfe, überfallen 🚨', 'again', 'and again'])
    await caller.postAlert(7, { type: 'sos', severity: 'critical', text });
  await caller.control('GET', '/outbox');
  const group = await caller.create('group', {
    name: 'Fähren',
    description: '"quoted"\n',
    deviceIds: [7, 8],
  });
  await caller.replace('group', group, { name: 'Barges', deviceIds: [7] });
  await caller.update('group', group, { description: 'slow' });
  const user = await caller.create('user', { name: 'Ada', groupIds: [group], notify: ['email'] });
  await caller.update('user', user, { phone: '+44 20 7946 0000' });
  await caller.performOn('user', 'delete', user);
  await caller.performOn('user', 'read', user);
  await perform('listUsers');
  await perform('listGroups');
  await perform('listCountries');
  await perform('listTimeZones');
  await client.request('GET', '/nowhere');
  await client.request('DELETE', `${profile.basePath}/api/groups`);
  await client.request('HEAD', `${profile.basePath}/api/groups`);
  await caller.control('PUT', '/faults', {
    rules: [{ operation: 'listGroups', refusal: 'failed', probability: 0.5 }],
  });
  for (let tried = 0; tried < 6; tried++) await perform('listGroups');
  await caller.control('GET', '/deadlines');
  await caller.advance('P2D');
  await perform('listDevices');
  await perform('readDevice', { id: caller.device(7), token: await caller.signIn() });
  await caller.control('GET', '/account');
  await caller.control('GET', '/devices');
  await caller.control('GET', '/snapshot');
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

/** The signed part of a token, and the signature. */
const SIGNATURE = /(eyJ[\w-]+\.eyJ[\w-]+\.)[\w-]+/g;

const isFromPlatform = ({ call }: Entry) => /\/api\/users\/(countries|timeZones)/.test(call);

/** Registers tests: the bytes over a way in are those of direct calls, profile by profile. */
export function expectSameBytesOver(transport: Transport): void {
  describe(`over ${transport.name}`, () => {
    const reference = direct();
    beforeAll(() => transport.start());
    afterAll(async () => {
      await Promise.all([transport, reference].map((each) => each.closeAll()));
      await transport.stop();
    });

    test.each(profiles)('the bytes are those of direct calls, profile $name', async (profile) => {
      const expected = await play(reference, profile);
      const played = await play(transport, profile);
      expect(played.map(({ call }) => call)).toEqual(expected.map(({ call }) => call));
      for (const [index, { call, reply }] of played.entries()) {
        const twin = expected[index] as Entry;
        const headers = Object.entries(reply.headers).filter(([name]) => !transport.adds.includes(name));
        const comparable = (one: Received) => ({
          ...one,
          text: isFromPlatform(twin) ? '' : one.text.replace(SIGNATURE, '$1'),
        });
        expect(comparable({ ...reply, headers: Object.fromEntries(headers) }), call).toEqual(
          comparable(twin.reply),
        );
      }
    });
  });
}

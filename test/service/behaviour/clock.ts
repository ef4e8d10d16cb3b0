/** Everything that shows time shows the fake clock; tokens live by it. */
import { expect } from 'vitest';
import { START } from '../caller.ts';
import { each, type Rows } from './row.ts';
import { lifetimeOf } from './tokens.ts';

const noAdvances = [
  {},
  { by: 'soon' },
  { by: 'PT1H', to: '2026-03-02T00:00:00Z' },
  { by: 'P1M' },
  { to: 'tomorrow' },
  { by: 60 },
  { by: '-PT1H' },
];

export const clock = {
  'begins at the given time and is frozen': [
    { at: START },
    async (at) =>
      expect(await at.controlled('GET', '/clock')).toMatchObject({
        now: '2026-03-01T12:00:00.000Z',
        frozen: true,
        advancing: false,
      }),
  ],

  'the Date of every answer is the simulated one': [
    { at: START },
    async (at) => {
      expect((await at.perform('listGroups')).headers).toMatchObject({
        date: 'Sun, 01 Mar 2026 12:00:00 GMT',
      });
      await at.advance('P1DT30S');
      for (const { headers } of [
        await at.perform('listGroups'),
        await at.perform('listGroups', { token: null }),
        await at.request('GET', '/nowhere'),
        await at.request('GET', '/_control/clock'),
      ])
        expect(headers).toMatchObject({ date: 'Mon, 02 Mar 2026 12:00:30 GMT' });
    },
  ],

  async 'a token works until its last second and not after'(at) {
    const token = await at.signIn();
    await at.advance(`PT${lifetimeOf(at) / 1000 - 1}S`);
    at.served('listDevices', await at.perform('listDevices', { token }));
    const happened = await at.advance('PT1S');
    at.refused(
      'unauthorised',
      await at.perform('listDevices', { token }),
      'TOKEN_REFUSED',
      'an expired token:',
    );
    expect(happened.map(({ kind }) => kind)).toContain('token-expired');
  },

  async 'reports what it will bring next'(at) {
    await at.signIn();
    const { deadlines } = await at.controlled('GET', '/deadlines');
    const kinds = deadlines.map(({ kind }: { kind: string }) => kind.split('-')[0]);
    expect(kinds).toEqual(expect.arrayContaining(['token', 'day']));
    const times = deadlines.map((one: { at: string }) => Date.parse(one.at));
    expect(times).toEqual([...times].sort((a, b) => a - b));
  },

  'never goes back, and says so': [
    { at: START },
    async (at) => {
      const earlier = { now: '2026-03-01T11:59:59Z' };
      expect(await at.control('PUT', '/clock', earlier)).toMatchObject({
        status: 422,
        json: { code: 'TIME_BACKWARDS' },
      });
      expect(await at.controlled('GET', '/clock')).toMatchObject({ now: '2026-03-01T12:00:00.000Z' });
    },
  ],

  ...each('an advance that is not understood moves nothing: %s', noAdvances, async (at, body) => {
    const before = await at.now();
    expect(await at.control('POST', '/clock/advance', body)).toMatchObject({ status: 422 });
    expect({ now: await at.now() }).toEqual({ now: before });
  }),

  'a snapshot goes on as the world it was taken of': [
    { devices: 2 },
    async (at) => {
      await at.postLocations(1, { deviceTime: await at.now(), latitude: 48, longitude: 11 });
      const snapshot = await at.controlled('GET', '/snapshot');
      const play = async () => {
        const happened = await at.advance('P2D');
        const token = await at.signIn();
        const location = await at.perform('lastLocation', { id: at.device(1), token });
        return { happened, token, location: location.text };
      };
      const first = await play();
      await at.controlled('PUT', '/snapshot', snapshot);
      expect(await at.controlled('GET', '/snapshot')).toEqual(snapshot);
      expect(await play()).toEqual(first);
    },
  ],

  async 'a reset brings back the start'(at) {
    const start = await at.everything();
    await at.create('group', { name: 'Ferries' });
    await at.advance('P1D');
    await at.controlled('POST', '/reset');
    expect(await at.everything()).toBe(start);
  },
} satisfies Rows;

/** Everything that shows time shows the fake clock; tokens live by it. */
import { expect } from 'vitest';
import { START } from '../caller.ts';
import type { Rows } from './row.ts';
import { lifetimeOf } from './tokens.ts';

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

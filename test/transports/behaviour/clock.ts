/** Everything that shows time shows the fake clock; tokens live by it. */
import { describe, expect, test } from 'vitest';
import { parseDuration } from '../../../simulator/time/calendar.ts';
import type { Open } from '../caller.ts';

export function clockBehaviour(open: Open): void {
  describe('the clock', () => {
    test('begins at the given time and is frozen', async () => {
      const caller = await open({ at: '2026-03-01T12:00:00Z' });
      expect(await caller.now()).toBe(Date.UTC(2026, 2, 1, 12));
      expect((await caller.control('GET', '/clock')).json).toMatchObject({ frozen: true, advancing: false });
    });

    test('the Date of every answer is the simulated one', async () => {
      const caller = await open({ at: '2026-03-01T12:00:00Z' });
      expect((await caller.perform('listGroups')).headers.date).toBe('Sun, 01 Mar 2026 12:00:00 GMT');
      await caller.advance('P1DT30S');
      const replies = [
        await caller.perform('listGroups'),
        await caller.perform('listGroups', { token: null }),
        await caller.request('GET', '/nowhere'),
        await caller.request('GET', '/_control/clock'),
      ];
      for (const reply of replies) expect(reply.headers.date).toBe('Mon, 02 Mar 2026 12:00:30 GMT');
    });

    test('a token works until its last second and not after', async () => {
      const caller = await open();
      const token = await caller.signIn();
      const lifetime = parseDuration(caller.profile.openings['token.lifetime']) / 1000;
      await caller.advance(`PT${lifetime - 1}S`);
      caller.served('listDevices', await caller.perform('listDevices', { token }));
      const happened = await caller.advance('PT1S');
      caller.refused('unauthorised', await caller.perform('listDevices', { token }), 'TOKEN_REFUSED');
      expect(happened.map(({ kind }) => kind)).toContain('token-expired');
    });

    test('reports what it will bring next', async () => {
      const caller = await open();
      await caller.signIn();
      const { json } = await caller.control<{ deadlines: { at: string; kind: string }[] }>(
        'GET',
        '/deadlines',
      );
      expect(json.deadlines.map(({ kind }) => kind.split('-')[0])).toEqual(
        expect.arrayContaining(['token', 'day']),
      );
      const times = json.deadlines.map(({ at }) => Date.parse(at));
      expect(times).toEqual([...times].sort((a, b) => a - b));
    });

    test('never goes back, and says so', async () => {
      const caller = await open({ at: '2026-03-01T12:00:00Z' });
      const { status, json } = await caller.control<{ code: string }>('PUT', '/clock', {
        now: '2026-03-01T11:59:59Z',
      });
      expect(status).toBe(422);
      expect(json.code).toBe('TIME_BACKWARDS');
      expect(await caller.now()).toBe(Date.UTC(2026, 2, 1, 12));
    });

    test('an advance that is not understood moves nothing', async () => {
      const caller = await open({ at: '2026-03-01T12:00:00Z' });
      for (const body of [
        {},
        { by: 'soon' },
        { by: 'PT1H', to: '2026-03-02T00:00:00Z' },
        { by: 'P1M' },
        { to: 'tomorrow' },
        { by: 60 },
      ]) {
        expect((await caller.control('POST', '/clock/advance', body)).status).toBe(422);
      }
      expect(await caller.now()).toBe(Date.UTC(2026, 2, 1, 12));
    });

    test('a snapshot goes on as the world it was taken of', async () => {
      const caller = await open({ devices: 2 });
      await caller.postLocations(1, { deviceTime: await caller.now(), latitude: 48, longitude: 11 });
      const { json: snapshot } = await caller.control('GET', '/snapshot');
      const play = async () => {
        const happened = await caller.advance('P2D');
        const token = await caller.signIn();
        const location = await caller.perform('lastLocation', { id: caller.device(1), token });
        return { happened, token, location: location.text };
      };
      const first = await play();
      expect((await caller.control('PUT', '/snapshot', snapshot)).status).toBe(200);
      expect((await caller.control('GET', '/snapshot')).json).toEqual(snapshot);
      expect(await play()).toEqual(first);
    });

    test('a reset brings back the start', async () => {
      const caller = await open();
      const { json: start } = await caller.control('GET', '/snapshot');
      await caller.create('group', { name: 'Ferries' });
      await caller.advance('P1D');
      await caller.control('POST', '/reset');
      expect((await caller.control('GET', '/snapshot')).json).toEqual(start);
    });
  });
}

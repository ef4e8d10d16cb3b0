/** The replies that a live page reads beside the streams. */
import { expect, test } from 'vitest';
import { completeProfile, type Profile } from '../../contracts/profile/index.ts';
import { openings, operations, rules, sections } from '../../contracts/specification/index.ts';
import { envelopedProfile } from '../enveloped.generated.ts';
import { open } from './client.ts';

const start = Date.UTC(2026, 0, 5, 8);

test('the interface document as data is there to be read', async () => {
  const { json } = await open().control('GET /specification');
  expect(json).toEqual(JSON.parse(JSON.stringify({ sections, operations, rules, openings })));
  expect(json.operations).toHaveLength(20);
});

test('the dialect is published, and nothing of the profile that is for its owner', async () => {
  const profile: Profile = {
    ...envelopedProfile,
    controls: {
      advance: { by: 'http', method: 'POST', url: '/tick', headers: { 'x-key': 'secret-of-ours' } },
    },
    known: { device: ['dev-9'] },
  };
  const { json } = await open({ profile }).control('GET /profile');
  expect(Object.keys(json).sort()).toEqual(['basePath', 'name', 'openings', 'roadtest']);
  expect(json.openings).toEqual(completeProfile(envelopedProfile).openings);
});

test('devices report their number beside their id, whatever ids look like', async () => {
  const { control } = open({ profile: envelopedProfile, devices: 3 });
  const { devices } = (await control('GET /devices')).json;
  expect(devices.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3]);
  const one = await control(`GET /devices/${devices[1].id}`);
  expect(one.json).toMatchObject({ id: devices[1].id, number: 2 });
});

test('a track is what is kept of the way of a device, the newest part of it, oldest first', async () => {
  const { control, served: simulator } = open({ devices: 2, historyPerDevice: 5 });
  for (let minute = 0; minute < 8; minute++) {
    simulator.fleet.locations.record(1, {
      deviceTime: start + minute * 60_000,
      latitude: 48,
      longitude: 11 + minute,
      speed: 50,
      course: 90,
    });
  }
  const { locations } = (await control('GET /devices/dev-1/track')).json;
  expect(locations.map(({ longitude }: { longitude: number }) => longitude)).toEqual([14, 15, 16, 17, 18]);
  expect(locations[0]).toMatchObject({
    deviceId: 'dev-1',
    deviceTime: '2026-01-05T08:03:00.000Z',
    speed: 50,
    course: 90,
  });
  const two = (await control('GET /devices/dev-1/track?limit=2')).json.locations;
  expect(two).toEqual(locations.slice(-2));
  expect((await control('GET /devices/dev-1/track?limit=0')).json.locations).toEqual([]);
  expect((await control('GET /devices/dev-2/track')).json.locations).toEqual([]);
  expect((await control('GET /devices/dev-3/track')).status).toBe(404);
});

test('alerts say of each message whether it was sent, or why not; the newest comes first', async () => {
  const { control, served: simulator } = open({ devices: 2, groups: 1 });
  simulator.fleet.limits.set(1, { dailyEmail: 0 });
  simulator.fleet.alerts.raise(1, { type: 'vibration' });
  simulator.fleet.alerts.raise(2, { type: 'sos' });
  const { alerts } = (await control('GET /alerts')).json;
  expect(alerts.map(({ type }: { type: string }) => type)).toEqual(['sos', 'vibration']);
  expect(alerts[1]).toMatchObject({
    id: expect.any(String),
    deviceId: 'dev-1',
    raisedAt: '2026-01-05T08:00:00.000Z',
    notifications: expect.arrayContaining([
      { channel: 'email', userId: expect.any(String), outcome: 'withheld', reason: 'daily-limit' },
    ]),
  });
  expect(alerts[0].notifications[0]).toMatchObject({ outcome: 'sent', reason: null });
  expect((await control('GET /alerts?limit=1')).json.alerts).toHaveLength(1);
});

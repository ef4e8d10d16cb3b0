import { beforeEach, describe, expect, it } from 'vitest';
import { configure } from '../../simulator/console/api/http.ts';
import { devices, loadDevice, loadDevices } from '../../simulator/console/state/devices.ts';
import { addEvents, handOnEvents } from '../../simulator/console/state/events.ts';
import { setWorld } from '../../simulator/console/state/world.ts';
import type { Device, ShownEvent } from '../../simulator/control/schemas/index.ts';

const deviceOf = (number: number, email = 0): Device => ({
  id: `dev-${number}`,
  number,
  name: `Van ${number}`,
  model: '',
  licencePlate: '',
  imei: '',
  phone: '',
  groupId: null,
  groupIds: [],
  status: 'online',
  licence: 'used',
  expiresAt: null,
  lastSeenAt: null,
  limits: { expires: false, expirationDate: null, dailyEmail: 9, dailySms: null, usage: { email, sms: 0 } },
});

describe('what the page knows of devices', () => {
  let worlds = 0;
  let fleet: Device[];
  let sequence: number;

  beforeEach(() => {
    setWorld({ world: `devices ${worlds++}`, story: `${worlds}`, seed: 1 });
    fleet = [];
    sequence = 0;
    configure({
      store: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
      async send(address) {
        const url = new URL(address, 'http://server');
        const id = /devices\/(.+)/.exec(url.pathname)?.[1];
        if (id !== undefined) return Response.json({ ...fleet.find((one) => one.id === id), sequence });
        const offset = Number(url.searchParams.get('offset'));
        const page = fleet.slice(offset, offset + Number(url.searchParams.get('limit')));
        return Response.json({ total: fleet.length, sequence, devices: page });
      },
    });
  });

  const hear = (...events: { sequence: number; kind: ShownEvent['kind']; [fact: string]: unknown }[]) => {
    addEvents(events.map((each) => ({ at: '2026-01-05T08:00:00Z', ...each }) as ShownEvent));
    handOnEvents();
  };
  const sent = (number: number, count = 1) => ({
    sequence: number,
    kind: 'message-sent' as const,
    deviceId: 'dev-1',
    channel: 'email',
    count,
  });
  const emails = () => devices.get('dev-1')?.limits.usage.email;

  it('comes in pages, all of them', async () => {
    fleet = Array.from({ length: 2_345 }, (_, index) => deviceOf(index + 1));
    await loadDevices();
    expect(devices.size).toBe(2_345);
    expect(devices.get('dev-2345')?.number).toBe(2_345);
  });

  it('counts on with each message, and no message twice', async () => {
    fleet = [deviceOf(1, 5)];
    sequence = 10;
    await loadDevices();
    hear(sent(9), sent(10)); // filled up by the stream: they are in the five already
    expect(emails()).toBe(5);
    hear(sent(11, 2));
    expect(emails()).toBe(7);
    hear(sent(11, 2));
    expect(emails()).toBe(7);
  });

  it('begins to count anew when the day ends', async () => {
    fleet = [deviceOf(1, 5)];
    await loadDevices();
    hear({ sequence: 1, kind: 'day-ended' });
    expect(emails()).toBe(0);
  });

  it('follows licences and settings', async () => {
    fleet = [deviceOf(1)];
    await loadDevices();
    hear(
      { sequence: 1, kind: 'device-expired', deviceId: 'dev-1' },
      { sequence: 2, kind: 'limits-set', deviceId: 'dev-1', dailySms: 4 },
    );
    expect(devices.get('dev-1')).toMatchObject({
      licence: 'expired',
      limits: { dailySms: 4, dailyEmail: 9 },
    });
  });

  it('takes the word of the server for a device that it asks for', async () => {
    fleet = [deviceOf(1, 5)];
    await loadDevices();
    hear(sent(1, 40));
    fleet = [deviceOf(1, 6)];
    sequence = 1;
    await loadDevice('dev-1');
    expect(emails()).toBe(6);
  });

  it('counts no message twice that the answer about one device includes, heard before it or after it', async () => {
    fleet = [deviceOf(1, 5)];
    await loadDevices();
    fleet = [deviceOf(1, 7)];
    sequence = 2;
    await loadDevice('dev-1');
    hear(sent(1), sent(2), sent(3));
    expect(emails()).toBe(8);
  });

  it('keeps what it heard since a late answer was written', async () => {
    fleet = [deviceOf(1, 5)];
    await loadDevices();
    hear(sent(1, 2));
    await loadDevice('dev-1');
    expect(emails()).toBe(7);
  });
});

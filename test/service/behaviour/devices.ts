/** Sections 1 and 4.2: devices, their last location, what is posted to them. */
import { expect } from 'vitest';
import type { Facts } from '../caller.ts';
import { each, type Rows } from './row.ts';

const MUNICH = { latitude: 48.137, longitude: 11.575 };
const AUGSBURG = { latitude: 48.371, longitude: 10.898 };
const MINUTE = 60_000;

const at6 = (value: number) => expect.closeTo(value, 6);
const placed = ({ latitude, longitude }: Facts) => ({ latitude: at6(latitude), longitude: at6(longitude) });

export const devices = {
  'each device of the list can be read and is the same': [
    { devices: 3 },
    async (at) => {
      const listed = await at.listAll('listDevices', 'devices');
      expect(listed).toHaveLength(3);
      for (const device of listed) expect(await at.readDevice(device.id)).toMatchObject(device);
    },
  ],

  async 'a posted location is the last one, with all that was reported'(at) {
    const facts = {
      deviceTime: await at.now(),
      ...MUNICH,
      altitude: 519,
      speed: 72.5,
      course: 271,
      satellites: 9,
      ignition: true,
    };
    at.served('postLocations', await at.postLocations(1, facts));
    const known = at.lens.record('location').facts as readonly string[];
    const shown = Object.entries(facts).filter(([fact]) => known.includes(fact));
    expect(await at.lastLocation(1)).toMatchObject({
      ...Object.fromEntries(shown),
      ...placed(MUNICH),
      ...(known.includes('speed') && { speed: expect.closeTo(72.5, 1) }),
    });
  },

  async 'the newest by the device time is the last; a late one does not replace it'(at) {
    const now = await at.now();
    await at.postLocations(1, { deviceTime: now - 10 * MINUTE, ...MUNICH });
    await at.postLocations(1, { deviceTime: now - 2 * MINUTE, ...AUGSBURG });
    at.served('postLocations', await at.postLocations(1, { deviceTime: now - 5 * MINUTE, ...MUNICH }));
    expect(await at.lastLocation(1)).toMatchObject(placed(AUGSBURG));
    await at.postLocations(1, { deviceTime: now - 1 * MINUTE, ...MUNICH });
    expect(await at.lastLocation(1)).toMatchObject(placed(MUNICH));
  },

  async 'many locations at once count as if they came one by one'(at) {
    if (!at.lens.posting('locations').takesMany) return;
    const now = await at.now();
    const reply = await at.postLocations(
      1,
      { deviceTime: now - 3 * MINUTE, ...MUNICH },
      { deviceTime: now - 1 * MINUTE, ...AUGSBURG },
      { deviceTime: now - 2 * MINUTE, ...MUNICH },
    );
    at.served('postLocations', reply);
    expect(await at.lastLocation(1)).toMatchObject(placed(AUGSBURG));
  },

  async 'of many locations with a bad one none is taken'(at) {
    if (!at.lens.posting('locations').takesMany) return;
    const now = await at.now();
    await at.postLocations(1, { deviceTime: now - 9 * MINUTE, ...AUGSBURG });
    const reply = await at.postLocations(
      1,
      { deviceTime: now - 2 * MINUTE, ...MUNICH },
      { deviceTime: now - 1 * MINUTE, latitude: 91, longitude: 0 },
    );
    at.refused('invalid', reply, 'BODY_INVALID');
    expect(await at.lastLocation(1)).toMatchObject(placed(AUGSBURG));
  },

  async 'what one device reports is not the location of another'(at) {
    const deviceTime = await at.now();
    await at.postLocations(1, { deviceTime, ...MUNICH });
    await at.postLocations(2, { deviceTime, ...AUGSBURG });
    expect(await at.lastLocation(1)).toMatchObject(placed(MUNICH));
    expect(await at.lastLocation(2)).toMatchObject(placed(AUGSBURG));
  },

  'a removed device is in no list and no group, and its licence is free again': [
    { devices: 2 },
    async (at) => {
      await at.controlled('DELETE', `/devices/${at.device(1)}`);
      expect(await at.deviceIds()).toEqual([2]);
      at.refused(
        'unknown-id',
        await at.perform('readDevice', { id: at.device(1) }),
        undefined,
        'a removed device:',
      );
      for (const { deviceIds } of await at.list('group')) expect({ deviceIds }).toEqual({ deviceIds: [2] });
      expect(await at.licences()).toEqual({ total: 2, used: 1, available: 1 });
      await at.controlled('POST', '/devices', { count: 1 });
      expect(await at.deviceIds()).toEqual([2, 3]);
    },
  ],

  ...each(
    'an id that names no device is refused by every operation: %s',
    ['9999', 'nonsense', '__proto__', 'constructor', '%20', '..%2f..'],
    async (at, written) => {
      const id = written === '9999' ? at.device(9_999) : written;
      const body = at.lens.posting('locations').write([{ deviceTime: 0, ...MUNICH }]);
      for (const operation of ['readDevice', 'lastLocation', 'postLocations'] as const) {
        const call = operation === 'postLocations' ? { id, body } : { id };
        at.refused('unknown-id', await at.perform(operation, call), 'UNKNOWN_DEVICE', operation);
      }
    },
  ),
} satisfies Rows;

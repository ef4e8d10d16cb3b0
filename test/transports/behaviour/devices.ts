/** Sections 1 and 4.2: devices, their last location, what is posted to them. */
import { describe, expect, test } from 'vitest';
import type { Open } from '../caller.ts';

const MUNICH = { latitude: 48.137, longitude: 11.575 };
const AUGSBURG = { latitude: 48.371, longitude: 10.898 };
const MINUTE = 60_000;

export function deviceBehaviour(open: Open): void {
  describe('devices', () => {
    test('each device of the list can be read and is the same', async () => {
      const caller = await open({ devices: 3 });
      const ids = await caller.deviceIds();
      expect(ids).toHaveLength(3);
      for (const id of ids)
        expect(await caller.readDevice(id)).toMatchObject({ id, name: expect.any(String) });
    });

    test('a posted location is the last one, with all that was reported', async () => {
      const caller = await open();
      const deviceTime = await caller.now();
      const report = {
        deviceTime,
        ...MUNICH,
        altitude: 519,
        speed: 72.5,
        course: 271,
        satellites: 9,
        ignition: true,
      };
      caller.served('postLocations', await caller.postLocations(1, report));
      const last = await caller.lastLocation(1);
      expect(last.deviceTime).toBe(deviceTime);
      expect(last.latitude).toBeCloseTo(MUNICH.latitude, 6);
      expect(last.longitude).toBeCloseTo(MUNICH.longitude, 6);
      if (caller.lens.record('location').pointer('speed')) expect(last.speed).toBeCloseTo(72.5, 1);
      if (caller.lens.record('location').pointer('course')) expect(last.course).toBeCloseTo(271, 1);
    });

    test('the newest by the device time is the last; a late one does not replace it', async () => {
      const caller = await open();
      const now = await caller.now();
      await caller.postLocations(1, { deviceTime: now - 10 * MINUTE, ...MUNICH });
      await caller.postLocations(1, { deviceTime: now - 2 * MINUTE, ...AUGSBURG });
      caller.served(
        'postLocations',
        await caller.postLocations(1, { deviceTime: now - 5 * MINUTE, ...MUNICH }),
      );
      expect((await caller.lastLocation(1)).latitude).toBeCloseTo(AUGSBURG.latitude, 6);
      await caller.postLocations(1, { deviceTime: now - 1 * MINUTE, ...MUNICH });
      expect((await caller.lastLocation(1)).latitude).toBeCloseTo(MUNICH.latitude, 6);
    });

    test('many locations at once count as if they came one by one', async () => {
      const caller = await open();
      if (!caller.lens.posting('locations').takesMany) return;
      const now = await caller.now();
      caller.served(
        'postLocations',
        await caller.postLocations(
          1,
          { deviceTime: now - 3 * MINUTE, ...MUNICH },
          { deviceTime: now - 1 * MINUTE, ...AUGSBURG },
          { deviceTime: now - 2 * MINUTE, ...MUNICH },
        ),
      );
      expect((await caller.lastLocation(1)).latitude).toBeCloseTo(AUGSBURG.latitude, 6);
    });

    test('of many locations with a bad one none is taken', async () => {
      const caller = await open();
      if (!caller.lens.posting('locations').takesMany) return;
      const now = await caller.now();
      await caller.postLocations(1, { deviceTime: now - 9 * MINUTE, ...AUGSBURG });
      const reply = await caller.postLocations(
        1,
        { deviceTime: now - 2 * MINUTE, ...MUNICH },
        { deviceTime: now - 1 * MINUTE, latitude: 91, longitude: 0 },
      );
      caller.refused('invalid', reply, 'BODY_INVALID');
      expect((await caller.lastLocation(1)).latitude).toBeCloseTo(AUGSBURG.latitude, 6);
    });

    test('what one device reports is not the location of another', async () => {
      const caller = await open();
      const now = await caller.now();
      await caller.postLocations(1, { deviceTime: now, ...MUNICH });
      await caller.postLocations(2, { deviceTime: now, ...AUGSBURG });
      expect((await caller.lastLocation(1)).latitude).toBeCloseTo(MUNICH.latitude, 6);
      expect((await caller.lastLocation(2)).latitude).toBeCloseTo(AUGSBURG.latitude, 6);
    });

    test('an id that names no device is refused by every operation', async () => {
      const caller = await open();
      for (const id of [caller.device(9_999), 'nonsense', '__proto__', 'constructor', '%20', '..%2f..']) {
        const body = caller.lens.posting('locations').write([{ deviceTime: 0, ...MUNICH }]);
        caller.refused('unknown-id', await caller.perform('readDevice', { id }), 'UNKNOWN_DEVICE');
        caller.refused('unknown-id', await caller.perform('lastLocation', { id }), 'UNKNOWN_DEVICE');
        caller.refused('unknown-id', await caller.perform('postLocations', { id, body }), 'UNKNOWN_DEVICE');
      }
    });
  });
}

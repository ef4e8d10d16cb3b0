/** Sections 2, 3 and 8: expiry of devices and the licences it releases. */
import { describe, expect, test } from 'vitest';
import type { Caller, Open } from '../caller.ts';

const START = { at: '2026-03-01T12:00:00Z', devices: 2 };
/** A day after the start, and the advance that surely reaches it. */
const TOMORROW = { expires: true, expirationDate: '2026-03-02' };
const PAST_TOMORROW = 'P2D';

export function licenceBehaviour(open: Open): void {
  describe('licences and expiry', () => {
    test('each device that has not expired uses exactly one licence', async () => {
      const caller = await open(START);
      expect(await licences(caller)).toEqual({ total: 2, used: 2, available: 0 });
    });

    test('an expiry is off unless it is set', async () => {
      const caller = await open(START);
      expect(await caller.limits(1)).toMatchObject({ expires: false, expirationDate: null });
    });

    test('a device expires on its date and releases its licence', async () => {
      const caller = await open(START);
      await caller.setLimits(1, TOMORROW);
      const happened = await caller.advance(PAST_TOMORROW);
      expect(happened.filter(({ kind }) => kind === 'device-expired')).toHaveLength(1);
      expect(await licences(caller)).toEqual({ total: 2, used: 1, available: 1 });
      expect((await caller.readDevice(1)).licence ?? 'expired').toBe('expired');
      expect((await caller.readDevice(2)).licence ?? 'used').toBe('used');
    });

    test('an expired device sends nothing and is refused or taken from as the profile says', async () => {
      const caller = await open(START);
      await caller.setLimits(1, TOMORROW);
      await caller.advance(PAST_TOMORROW);
      const { openings } = caller.profile;
      const location = await caller.postLocations(1, {
        deviceTime: await caller.now(),
        latitude: 48,
        longitude: 11,
      });
      if (openings['expired.may'].postLocations) caller.served('postLocations', location);
      else caller.refused('conflict', location, 'DEVICE_EXPIRED');
      const { json } = await caller.control<{ sent: number }>('POST', `/devices/${caller.device(1)}/send`, {
        channel: 'sms',
        count: 3,
      });
      expect(json.sent).toBe(openings['expiry.limits'] === 'sends-nothing' ? 0 : 3);
    });

    test('a date that is moved later in time does not expire the device at the old one', async () => {
      const caller = await open(START);
      await caller.setLimits(1, TOMORROW);
      await caller.setLimits(1, { expires: true, expirationDate: '2026-03-20' });
      await caller.advance(PAST_TOMORROW);
      expect((await licences(caller)).used).toBe(2);
    });

    test('with the expiry switched off a device outlives the date', async () => {
      const caller = await open(START);
      await caller.setLimits(1, TOMORROW);
      await caller.setLimits(1, { expires: false });
      await caller.advance(PAST_TOMORROW);
      expect((await licences(caller)).used).toBe(2);
    });

    test('an expired device is activated while a licence is available, and refused when none is', async () => {
      const caller = await open(START);
      await caller.setLimits(1, TOMORROW);
      await caller.setLimits(2, TOMORROW);
      await caller.advance(PAST_TOMORROW);
      await caller.control('PUT', '/account', { licences: { total: 1 } });
      expect(await licences(caller)).toEqual({ total: 1, used: 0, available: 1 });

      expect((await activate(caller, 1)).status).toBe(200);
      expect(await licences(caller)).toEqual({ total: 1, used: 1, available: 0 });
      expect(await activate(caller, 2)).toMatchObject({
        status: 409,
        json: { code: 'NO_LICENCE_AVAILABLE' },
      });
      expect(await licences(caller)).toEqual({ total: 1, used: 1, available: 0 });
      expect((await caller.readDevice(2)).licence ?? 'expired').toBe('expired');
    });

    test('of two activations at the same time with one licence exactly one succeeds', async () => {
      const caller = await open(START);
      await caller.setLimits(1, TOMORROW);
      await caller.setLimits(2, TOMORROW);
      await caller.advance(PAST_TOMORROW);
      await caller.control('PUT', '/account', { licences: { total: 1 } });
      const statuses = (await Promise.all([activate(caller, 1), activate(caller, 2)])).map(
        ({ status }) => status,
      );
      expect(statuses.sort()).toEqual([200, 409]);
    });
  });
}

async function licences(caller: Caller): Promise<{ total: number; used: number; available: number }> {
  return (await caller.control<{ licences: never }>('GET', '/account')).json.licences;
}

function activate(caller: Caller, device: number): Promise<{ status: number; json: { code?: string } }> {
  return caller.control('POST', `/devices/${caller.device(device)}/activate`, {});
}

/** Sections 2, 3 and 8: expiry of devices and the licences it releases. */
import { expect } from 'vitest';
import type { SimulatorOptions } from '../../../simulator/index.ts';
import { type Caller, START } from '../caller.ts';
import type { Rows } from './row.ts';

const TWO = { at: START, devices: 2 };
/** A day after the start, and the advance that surely reaches it. */
const TOMORROW = { expires: true, expirationDate: '2026-03-02' };
const PAST_TOMORROW = 'P2D';

const ofTwo = (play: (at: Caller) => Promise<void>): readonly [SimulatorOptions, typeof play] => [TWO, play];

/** Both devices are expired, and one licence is there for them. */
const oneLicence = (play: (at: Caller) => Promise<void>) =>
  ofTwo(async (at) => {
    await at.setLimits(1, TOMORROW);
    await at.setLimits(2, TOMORROW);
    await at.advance(PAST_TOMORROW);
    await at.controlled('PUT', '/account', { licences: { total: 1 } });
    expect(await at.licences()).toEqual({ total: 1, used: 0, available: 1 });
    await play(at);
  });

export const licences = {
  'each device that has not expired uses exactly one licence': ofTwo(async (at) =>
    expect(await at.licences()).toEqual({ total: 2, used: 2, available: 0 }),
  ),

  'an expiry is off unless it is set': ofTwo(async (at) =>
    expect(await at.limits(1)).toMatchObject({ expires: false, expirationDate: null }),
  ),

  'a device expires on its date and releases its licence': ofTwo(async (at) => {
    await at.setLimits(1, TOMORROW);
    const happened = await at.advance(PAST_TOMORROW);
    expect(happened.filter(({ kind }) => kind === 'device-expired')).toHaveLength(1);
    expect(await at.licences()).toEqual({ total: 2, used: 1, available: 1 });
    const read = await Promise.all([1, 2].map((id) => at.readDevice(id)));
    expect(read.map(({ licence }, place) => licence ?? ['expired', 'used'][place])).toEqual([
      'expired',
      'used',
    ]);
  }),

  'an expired device sends nothing and is refused or taken from as the profile says': ofTwo(async (at) => {
    await at.setLimits(1, TOMORROW);
    await at.advance(PAST_TOMORROW);
    const { openings } = at.profile;
    const report = { deviceTime: await at.now(), latitude: 48, longitude: 11 };
    const location = await at.postLocations(1, report);
    if (openings['expired.may'].postLocations) at.served('postLocations', location);
    else at.refused('conflict', location, 'DEVICE_EXPIRED');
    const sent = openings['expiry.limits'] === 'sends-nothing' ? 0 : 3;
    expect(await at.send(1, 'sms', 3)).toEqual({ sent, withheld: 3 - sent });
  }),

  'a date that is moved later in time does not expire the device at the old one': ofTwo(async (at) => {
    await at.setLimits(1, TOMORROW);
    await at.setLimits(1, { expires: true, expirationDate: '2026-03-20' });
    await at.advance(PAST_TOMORROW);
    expect(await at.licences()).toMatchObject({ used: 2 });
    await at.advance('P20D');
    expect(await at.licences()).toMatchObject({ used: 1 });
  }),

  'with the expiry switched off a device outlives the date': ofTwo(async (at) => {
    await at.setLimits(1, TOMORROW);
    await at.setLimits(1, { expires: false });
    await at.advance(PAST_TOMORROW);
    expect(await at.licences()).toMatchObject({ used: 2 });
  }),

  'an expired device is activated while a licence is available, and refused when none is': oneLicence(
    async (at) => {
      expect(await at.activate(1)).toMatchObject({ status: 200 });
      expect(await at.licences()).toEqual({ total: 1, used: 1, available: 0 });
      const refused = { status: 409, json: { code: 'NO_LICENCE_AVAILABLE' } };
      expect(await at.activate(2)).toMatchObject(refused);
      expect(await at.licences()).toEqual({ total: 1, used: 1, available: 0 });
      expect({ licence: (await at.readDevice(2)).licence ?? 'expired' }).toEqual({ licence: 'expired' });
    },
  ),

  'of two activations at the same time with one licence exactly one succeeds': oneLicence(async (at) => {
    const answers = await Promise.all([at.activate(1), at.activate(2)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  }),

  'an activated device sends and reports again': oneLicence(async (at) => {
    await at.activate(1);
    expect(await at.send(1, 'sms', 1)).toEqual({ sent: 1, withheld: 0 });
    const report = { deviceTime: await at.now(), latitude: 48, longitude: 11 };
    at.served('postLocations', await at.postLocations(1, report));
  }),

  'an activation of a device in use takes no licence': ofTwo(async (at) => {
    await at.controlled('PUT', '/account', { licences: { total: 3 } });
    await at.activate(1);
    expect(await at.licences()).toEqual({ total: 3, used: 2, available: 1 });
  }),

  'an activation with a date of the past is refused and takes no licence': oneLicence(async (at) => {
    const change = { expirationDate: '2026-03-01' };
    expect(await at.activate(1, change)).toMatchObject({ status: 422 });
    expect(await at.licences()).toMatchObject({ used: 0 });
  }),
} satisfies Rows;

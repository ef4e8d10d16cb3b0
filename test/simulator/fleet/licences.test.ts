import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, refusal, START, type World, world } from './world.ts';

const licences = ({ fleet }: World) => fleet.account.view().licences;
const licence = ({ fleet }: World, id: number) => fleet.devices.get(id)?.licence;

describe('expiry', () => {
  it('is off by default', () => {
    const { fleet } = world();
    expect(fleet.limits.get(1)).toMatchObject({ expires: false, expirationDate: null });
    expect(fleet.devices.get(1)).toMatchObject({ licence: 'used', expiresAt: null });
  });

  it('needs a date, unless one is there already', () => {
    const { fleet } = world();
    const attempt = () => fleet.limits.set(1, { expires: true, dailySms: 3 });
    expect(attempt).toThrowError(expect.objectContaining(refusal('EXPIRY_NEEDS_DATE')));
    expect(fleet.limits.get(1)).toMatchObject({ expires: false, dailySms: null });
    fleet.limits.set(1, { expirationDate: '2026-02-01' });
    expect(fleet.limits.set(1, { expires: true })).toMatchObject({
      expires: true,
      expirationDate: '2026-02-01',
    });
    expect(() => fleet.limits.set(1, { expirationDate: null })).toThrowError(
      expect.objectContaining(refusal('EXPIRY_NEEDS_DATE')),
    );
  });

  it.each(['2026-02-30', '1 February', '2026-02-01T00:00:00Z', ''])('is not on "%s"', (expirationDate) => {
    const { fleet } = world();
    const attempt = () => fleet.limits.set(1, { expires: true, expirationDate });
    expect(attempt).toThrowError(
      expect.objectContaining(refusal('EXPIRY_DATE_INVALID', { field: 'expirationDate' })),
    );
    expect(fleet.limits.get(1).expires).toBe(false);
  });

  it('takes effect from the instant of its date on, not before', () => {
    const made = world();
    made.fleet.limits.set(1, { expires: true, expirationDate: '2026-01-10' });
    expect(made.fleet.devices.get(1)?.expiresAt).toBe(Date.UTC(2026, 0, 10));
    made.until(Date.UTC(2026, 0, 10) - 1);
    expect(licence(made, 1)).toBe('used');
    made.until(Date.UTC(2026, 0, 10));
    expect(licence(made, 1)).toBe('expired');
    expect(made.fleet.log.since(0, 10_000).at(-1)).toMatchObject({ at: Date.UTC(2026, 0, 10) });
  });

  it.each([
    ['start', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['end', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['end', 'UTC', '2026-03-30T00:00:00.000Z'],
    ['18:30', 'Europe/Berlin', '2026-03-29T16:30:00.000Z'],
    ['02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ] as const)('can lie at the %s of its date in %s', (expiryAt, expiryTimeZone, instant) => {
    const { fleet } = world({ policy: { 'expiry.instant': { at: expiryAt, timeZone: expiryTimeZone } } });
    fleet.limits.set(1, { expires: true, expirationDate: '2026-03-29' });
    expect(fleet.devices.get(1)?.expiresAt).toBe(Date.parse(instant));
  });

  it('comes at once when its date has been reached', () => {
    const made = world();
    made.fleet.limits.set(1, { expires: true, expirationDate: '2026-01-05' });
    expect(licence(made, 1)).toBe('expired');
  });

  it('comes at once when its instant is this one', () => {
    const made = world({ policy: { 'expiry.instant': { at: '08:00', timeZone: 'UTC' } } });
    made.fleet.limits.set(1, { expires: true, expirationDate: '2026-01-05' });
    expect(licence(made, 1)).toBe('expired');
  });

  it('has come for a device that begins at its instant', () => {
    const made = world({ policy: { 'expiry.instant': { at: '08:00', timeZone: 'UTC' } } });
    const expiring = { expires: true, expirationDate: '2026-01-05' };
    made.fleet.settle([
      [1, expiring],
      [2, { ...expiring, expirationDate: '2026-01-06' }],
    ]);
    expect([licence(made, 1), licence(made, 2)]).toEqual(['expired', 'used']);
  });

  it('never comes with Expires off, also past a date that was once set', () => {
    const made = world();
    made.fleet.limits.set(1, { expires: true, expirationDate: '2026-01-10' });
    made.fleet.limits.set(1, { expires: false });
    made.pass(30 * DAY);
    expect(licence(made, 1)).toBe('used');
    expect(made.fleet.limits.get(1)).toMatchObject({ expires: false, expirationDate: '2026-01-10' });
    expect(made.timeline.upcoming(9, ['device-expiry'])).toEqual([]);
  });

  it('moves with its date', () => {
    const made = world();
    made.fleet.limits.set(1, { expires: true, expirationDate: '2026-01-10' });
    made.fleet.limits.set(1, { expirationDate: '2026-01-20' });
    expect(made.timeline.upcoming(9, ['device-expiry'])).toHaveLength(1);
    made.until('2026-01-19T23:00:00Z');
    expect(licence(made, 1)).toBe('used');
    made.pass(2 * HOUR);
    expect(licence(made, 1)).toBe('expired');
  });
});

describe('licences', () => {
  it('are as many as devices, and each device that is not expired uses one', () => {
    const made = world({ devices: 7 });
    expect(licences(made)).toEqual({ total: 7, used: 7, available: 0 });
  });

  it('that are fewer than the devices leave the last ones expired', () => {
    const made = world({ devices: 4, licences: 3 });
    expect(licences(made)).toEqual({ total: 3, used: 3, available: 0 });
    expect(made.fleet.devices.list().map((device) => device.licence)).toEqual([
      'used',
      'used',
      'used',
      'expired',
    ]);
  });

  it('are released by an expiry, one each', () => {
    const made = world();
    made.fleet.limits.set(1, { expires: true, expirationDate: '2026-01-10' });
    made.fleet.limits.set(2, { expires: true, expirationDate: '2026-01-10' });
    made.until('2026-01-10T00:00:00Z');
    expect(licences(made)).toEqual({ total: 4, used: 2, available: 2 });
  });

  it('that one device released serve another', () => {
    const made = world({ devices: 2, licences: 1 });
    expect(() => made.fleet.licences.activate(2)).toThrowError(
      expect.objectContaining(refusal('NO_LICENCE_AVAILABLE')),
    );
    expect(licence(made, 2)).toBe('expired');
    made.fleet.limits.set(1, { expires: true, expirationDate: '2026-01-05' });
    expect(made.fleet.licences.activate(2)).toMatchObject({ id: 2, licence: 'used' });
    expect(licences(made)).toEqual({ total: 1, used: 1, available: 0 });
    expect(() => made.fleet.licences.activate(1)).toThrowError(
      expect.objectContaining(refusal('NO_LICENCE_AVAILABLE')),
    );
  });

  it('go to one of two that ask at the same time', () => {
    const made = world({ devices: 3, licences: 1 });
    made.fleet.account.setLicenceTotal(2);
    made.fleet.licences.activate(2);
    expect(() => made.fleet.licences.activate(3)).toThrowError(
      expect.objectContaining(refusal('NO_LICENCE_AVAILABLE')),
    );
  });

  it('are not taken by a device that is not expired', () => {
    const { fleet } = world({ licences: 9 });
    expect(() => fleet.licences.activate(1)).toThrowError(
      expect.objectContaining(refusal('DEVICE_NOT_EXPIRED')),
    );
    expect(() => fleet.licences.activate(99)).toThrowError(
      expect.objectContaining(refusal('UNKNOWN_DEVICE')),
    );
  });

  it('can be set below those in use: none is free then, and no device expires by it', () => {
    const made = world();
    made.fleet.account.setLicenceTotal(1);
    expect(licences(made)).toEqual({ total: 1, used: 4, available: 0 });
    made.pass(DAY);
    expect(licence(made, 4)).toBe('used');
    for (const total of [-1, 0.5, Number.NaN]) {
      expect(() => made.fleet.account.setLicenceTotal(total)).toThrowError(
        expect.objectContaining(refusal('LICENCES_BELOW_ZERO')),
      );
    }
    expect(licences(made).total).toBe(1);
  });

  it('are taken by a new device, which starts expired when none is free', () => {
    const made = world({ devices: 1, licences: 2 });
    expect(made.fleet.devices.create({})).toMatchObject({ id: 2, licence: 'used' });
    expect(made.fleet.devices.create({})).toMatchObject({ id: 3, licence: 'expired' });
    expect(licences(made)).toEqual({ total: 2, used: 2, available: 0 });
  });
});

describe('an activation', () => {
  const expired = (options: Parameters<typeof world>[0] = {}) => {
    const made = world(options);
    made.fleet.limits.set(1, { expires: true, expirationDate: '2026-01-05' });
    return made;
  };

  it('leaves the setting as it was, spent: the device stays used until another date is set', () => {
    const made = expired();
    made.fleet.licences.activate(1);
    made.fleet.limits.set(1, { dailySms: 5, expires: true, expirationDate: '2026-01-05' });
    made.pass(30 * DAY);
    expect(licence(made, 1)).toBe('used');
    made.fleet.limits.set(1, { expirationDate: '2026-02-10' });
    made.until('2026-02-10T00:00:00Z');
    expect(licence(made, 1)).toBe('expired');
  });

  it('switches the expiry off where the policy says so', () => {
    const made = expired({ policy: { 'activation.also': 'switches-expiry-off' } });
    made.fleet.licences.activate(1);
    expect(made.fleet.limits.get(1)).toMatchObject({ expires: false, expirationDate: '2026-01-05' });
  });

  it('moves the date a year ahead where the policy says so', () => {
    const made = expired({ policy: { 'activation.also': 'moves-date' } });
    made.fleet.licences.activate(1);
    expect(made.fleet.limits.get(1)).toMatchObject({ expires: true, expirationDate: '2027-01-05' });
    made.until('2027-01-05T00:00:00Z');
    expect(licence(made, 1)).toBe('expired');
  });

  it.each([
    ['moves-date', { expires: false, expirationDate: null }],
    ['moves-any-date', { expires: true, expirationDate: '2027-01-05' }],
  ] as const)('of a device that does not expire any more: %s', (also, expected) => {
    const made = expired({ policy: { 'activation.also': also } });
    made.fleet.limits.set(1, { expires: false, expirationDate: null });
    made.fleet.licences.activate(1);
    expect(made.fleet.limits.get(1)).toMatchObject(expected);
  });

  it('is refused without a new date where the policy says so', () => {
    const made = expired({ policy: { 'activation.also': 'needs-date' } });
    expect(() => made.fleet.licences.activate(1)).toThrow('needs a new expiration date');
    expect(licence(made, 1)).toBe('expired');
    made.fleet.licences.activate(1, { expirationDate: '2026-03-05' });
    expect(licence(made, 1)).toBe('used');
  });

  it('at the very instant of the expiry leaves that date spent, and takes no date of that instant', () => {
    const made = world({ policy: { 'expiry.instant': { at: '08:00', timeZone: 'UTC' } } });
    made.fleet.limits.set(1, { expires: true, expirationDate: '2026-01-05' });
    expect(() => made.fleet.licences.activate(1, { expirationDate: '2026-01-05' })).toThrowError(
      expect.objectContaining(refusal('EXPIRY_DATE_INVALID', { field: 'expirationDate' })),
    );
    expect(licence(made, 1)).toBe('expired');
    made.fleet.licences.activate(1);
    made.pass(DAY);
    expect(licence(made, 1)).toBe('used');
  });

  it('can bring a new date', () => {
    const made = expired();
    made.fleet.licences.activate(1, { expirationDate: '2026-01-07' });
    expect(made.fleet.limits.get(1)).toMatchObject({ expires: true, expirationDate: '2026-01-07' });
    made.pass(2 * DAY);
    expect(licence(made, 1)).toBe('expired');
  });

  it.each(['2026-01-05', '2026-01-32'])(
    'is refused with the date %s, and counts nothing',
    (expirationDate) => {
      const made = expired();
      const attempt = () => made.fleet.licences.activate(1, { expirationDate });
      expect(attempt).toThrowError(expect.objectContaining(refusal('EXPIRY_DATE_INVALID')));
      expect(licence(made, 1)).toBe('expired');
      expect(licences(made)).toMatchObject({ used: 3, available: 1 });
    },
  );

  it('lets a date count that was set while the device was expired', () => {
    const made = expired();
    made.fleet.limits.set(1, { expirationDate: '2026-01-08' });
    expect(made.timeline.upcoming(9, ['device-expiry'])).toEqual([]);
    made.fleet.licences.activate(1);
    made.until('2026-01-08T00:00:00Z');
    expect(licence(made, 1)).toBe('expired');
  });
});

describe('whatever happens', () => {
  const date = fc
    .integer({ min: -2, max: 12 })
    .map((days) => new Date(START + days * DAY).toISOString().slice(0, 10));
  const step = fc.oneof(
    fc.record({
      do: fc.constant('expire' as const),
      id: fc.integer({ min: 1, max: 5 }),
      expirationDate: date,
    }),
    fc.record({ do: fc.constant('off' as const), id: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ do: fc.constant('activate' as const), id: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ do: fc.constant('total' as const), total: fc.nat(7) }),
    fc.record({ do: fc.constant('create' as const) }),
    fc.record({ do: fc.constant('wait' as const), hours: fc.nat(40) }),
  );

  it('used licences are the devices that are not expired, and no licence is given away twice', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 50 }), fc.integer({ min: 0, max: 6 }), (steps, total) => {
        const made = world({ devices: 5, licences: total });
        const { fleet } = made;
        for (const next of steps) {
          const before = licences(made);
          if (next.do === 'expire')
            fleet.limits.set(next.id, { expires: true, expirationDate: next.expirationDate });
          if (next.do === 'off') fleet.limits.set(next.id, { expires: false });
          if (next.do === 'total') fleet.account.setLicenceTotal(next.total);
          if (next.do === 'create') fleet.devices.create({});
          if (next.do === 'wait') made.pass(next.hours * HOUR);
          if (next.do === 'activate') attempt(() => fleet.licences.activate(next.id));
          const after = licences(made);
          expect(after.used).toBe(fleet.devices.list().filter((device) => device.licence === 'used').length);
          expect(after.available).toBe(Math.max(0, after.total - after.used));
          if (after.used > before.used) expect(after.used).toBeLessThanOrEqual(after.total);
        }
      }),
    );
  });
});

function attempt(action: () => unknown): void {
  try {
    action();
  } catch (error) {
    expect(error).toMatchObject({ name: 'FleetError' });
  }
}

/** The first settings of devices of which more is given than their number. */
import { describe, expect, it } from 'vitest';
import { DAY, refusal, START, world } from './world.ts';

const begin = (settings: Parameters<ReturnType<typeof world>['fleet']['settle']>[0], licences?: number) => {
  const made = world({ devices: 4, licences: 4 });
  made.fleet.settle(settings, licences);
  return made;
};
const licencesOf = ({ fleet }: ReturnType<typeof world>) =>
  fleet.devices.list().map(({ licence }) => licence);

describe('devices that begin with settings', () => {
  it('use the licences in their order; one whose date is reached takes none from the next', () => {
    const reached = { expires: true, expirationDate: '2026-01-05' };
    expect(
      licencesOf(
        begin(
          [
            [1, reached],
            [2, {}],
            [3, {}],
            [4, {}],
          ],
          2,
        ),
      ),
    ).toEqual(['expired', 'used', 'used', 'expired']);
    expect(
      licencesOf(
        begin(
          [
            [1, {}],
            [2, { licence: 'used' }],
            [3, {}],
            [4, { licence: 'expired' }],
          ],
          2,
        ),
      ),
    ).toEqual(['used', 'used', 'expired', 'expired']);
  });

  it('count as what they are said to be, whatever their date', () => {
    const made = begin([
      [1, { expires: true, expirationDate: '2026-01-05', licence: 'used' }],
      [2, { expires: true, expirationDate: '2026-01-08' }],
      [3, { expires: true, expirationDate: '2026-01-08', licence: 'expired' }],
    ]);
    expect(licencesOf(made)).toEqual(['used', 'used', 'expired', 'used']);
    expect(made.fleet.account.view().licences.used).toBe(3);
    expect(made.timeline.upcoming(9, ['device-expiry'])).toHaveLength(1);
    made.pass(4 * DAY);
    expect(licencesOf(made)).toEqual(['used', 'expired', 'expired', 'used']);
    expect(made.fleet.account.view().licences.used).toBe(2);
  });

  it('have their limits, counters and last sign from then on, and the counters until the day ends', () => {
    const made = begin([[1, { dailySms: 2, dailyEmail: null, usage: { sms: 2 }, lastSeenAt: START - 5 }]]);
    expect(made.fleet.limits.get(1)).toMatchObject({ dailySms: 2, usage: { email: 0, sms: 2 } });
    expect(made.fleet.devices.get(1)).toMatchObject({ status: 'online', lastSeenAt: START - 5 });
    expect(made.fleet.outbox.sent).toBe(2);
    expect(made.fleet.limits.send(1, 'sms', 1).sent).toBe(0);
    made.pass(DAY);
    expect(made.fleet.limits.get(1).usage).toEqual({ email: 0, sms: 0 });
    expect(made.fleet.log.counts).toMatchObject({ 'limits-set': 0, 'device-expired': 0, 'message-sent': 0 });
  });

  it.each([
    [{ dailySms: -1 }, 'LIMIT_OUT_OF_RANGE', 'dailySms'],
    [{ dailyEmail: 0.5 }, 'LIMIT_OUT_OF_RANGE', 'dailyEmail'],
    [{ expires: true }, 'EXPIRY_NEEDS_DATE', 'expirationDate'],
    [{ expirationDate: '2026-02-30' }, 'EXPIRY_DATE_INVALID', 'expirationDate'],
  ])('are refused with %o', (settings, code, field) => {
    expect(() => world().fleet.checkSettings(5, settings)).toThrowError(
      expect.objectContaining(refusal(code, { field })),
    );
  });

  it.each([{}, { dailySms: 0, dailyEmail: null }, { expires: false, expirationDate: '2026-01-01' }])(
    'may have %o',
    (settings) => {
      expect(() => world().fleet.checkSettings(5, settings)).not.toThrow();
    },
  );
});

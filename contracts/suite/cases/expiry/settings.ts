/** What the Expires setting asks for and begins with (section 2). */

import { DAY } from '../../../kit/durations.ts';
import { itemAt } from '../../../kit/items.ts';
import type { Cases } from '../../case.ts';
import type { CaseContext } from '../../case-context.ts';
import type { LimitsRead } from '../../controls/api.ts';
import { type Finding, fail, inconclusive, pass, suspect, Unreached } from '../../finding.ts';
import { readLimits } from '../../reading/device.ts';
import { spareDevices } from '../devices/own.ts';
import { aNewDevice } from '../limits/of-new.ts';
import { mustSet } from '../limits/settings.ts';
import { dateIn, FAR_AHEAD } from './dates.ts';

export const settingCases = {
  'expiry/off-by-default': {
    // So that the new device comes after others from which messages were sent.
    touches: 'account',
    cost: { requests: 1, creates: ['device'] },
    async judge(context) {
      if (!context.controls.has('createDevice')) {
        return inconclusive(
          'It is not known whether Expires was ever set on an existing device.',
          'controls.createDevice',
        );
      }
      const { read } = await aNewDevice(context);
      observeDefault(context, read);
      if (read.expires === undefined) throw new Unreached('Expires cannot be read', 'controls.readLimits');
      return read.expires
        ? fail('Expires to be off on a new device', 'it is on', read)
        : pass('Expires is off on a new device.', read);
    },
  },
  'expiry/on-needs-date': {
    touches: 'device',
    cost: { requests: 6, creates: ['device'] },
    async judge(context) {
      // One that was made keeps the date that it gets, and so is no longer like a new one.
      const made = context.controls.has('createDevice');
      const device = itemAt(await (made ? spareDevices(context, 1) : context.devices(1)), 0);
      if (!made) await mustSet(context, device, { expires: false, expirationDate: null });
      const { date } = dateIn(context.clock.now(), FAR_AHEAD);
      const before = await readLimits(context, device);
      const attempt = await context.controls.setLimits(device, { expires: true, expirationDate: null });
      const after = await readLimits(context, device);
      const found = judgeDateless(before, after);
      if (found) return found;
      await mustSet(context, device, { expires: true, expirationDate: date });
      const twin = await context.eventually(
        () => readLimits(context, device),
        ({ expires }) => expires === true,
      );
      if (twin.expires !== true) {
        return suspect(
          'Expires is not read as on with a date either, although the control setLimits was taken.',
          twin,
        );
      }
      if (twin.expirationDate !== undefined && !isNear(twin.expirationDate, date)) {
        return suspect(
          `Expires is read as on with ${twin.expirationDate ?? 'no date'}, although it was set with ${date}.`,
          twin,
        );
      }
      return pass('Expires did not switch on without a date; with one it did.', attempt, after, twin);
    },
  },
} satisfies Cases;

/** A date may be kept as a moment, which lies on another day elsewhere. */
function isNear(read: string | null, set: string): boolean {
  return read !== null && Math.abs(Date.parse(read) - Date.parse(set)) <= DAY;
}

/** What follows from the settings alone, after Expires was to go on without a date. */
function judgeDateless(before: LimitsRead, read: LimitsRead): Finding | undefined {
  if (read.expires === undefined) throw new Unreached('Expires cannot be read', 'controls.readLimits');
  if (!read.expires) return undefined;
  if (read.expirationDate === undefined)
    throw new Unreached('the expiration date cannot be read', 'controls.readLimits');
  if (read.expirationDate === null)
    return fail('Expires to stay off without a date', 'it is on and has none', read);
  // One that it had before may have stayed.
  if (before.expirationDate === null)
    return fail(
      'Expires to stay off without a date',
      `it is on with ${read.expirationDate}, which nobody gave`,
      before,
      read,
    );
  return inconclusive(`Expires was switched on with a date that was not given: ${read.expirationDate}.`);
}

/** A new device shows what the document leaves open too (section 8: the default of the daily limits). */
function observeDefault(context: CaseContext, read: LimitsRead): void {
  const { dailyEmail, dailySms } = read;
  if (dailyEmail === undefined || dailySms === undefined) return;
  const words = (email: number | null, sms: number | null): string =>
    `${email ?? 'no limit'} for e-mails, ${sms ?? 'no limit'} for SMS messages`;
  const observed = words(dailyEmail, dailySms);
  const { email, sms } = context.profile.openings['limits.default'] ?? {};
  const compared = email !== undefined &&
    sms !== undefined && {
      observed,
      pinned: words(email, sms),
      holds: email === dailyEmail && sms === dailySms,
    };
  context.observe('limits.default', compared || observed, read);
}

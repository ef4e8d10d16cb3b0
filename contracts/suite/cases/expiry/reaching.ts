/** Dates that are reached (sections 2, 3 and 8). Beside each device there is one that differs in what the rule is about. */
import type { Cases } from '../../case.ts';
import type { CaseContext } from '../../case-context.ts';
import { clearestLast, fail, inconclusive, pass, suspect } from '../../finding.ts';
import { canRead, readLimits } from '../../reading/device.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { onCast, setExpiry, takeUsed } from '../licences/cast.ts';
import { dateIn, FAR_AHEAD } from './dates.ts';
import { aDeviceExpires, isSet, passDate } from './window.ts';

const cost = { requests: 15, creates: ['device', 'device'] } as const;

export const reachingCases = {
  'expiry/reached-expires': {
    touches: 'account',
    cost,
    judge: onCast(async (context) => {
      const expiry = await aDeviceExpires(context);
      const { date, early, expired, isSet, woken } = expiry;
      const evidence = clearestLast(expiry.evidence, (one) => one === expiry.shown);
      if (early) {
        return fail(
          `a device not to expire before its date, ${date}`,
          'it expired as soon as it was given one',
          ...evidence,
        );
      }
      if (woken)
        return fail(
          'an expired device to stay expired when it posts a location or an alert',
          'it counts as a used licence again',
          woken,
        );
      if (expired.due) return pass(`The device was expired after ${date}.`, ...evidence);
      if (!isSet) return notBroughtAbout('The expiry that was set is not read back');
      return fail(`the device to be expired after ${date}`, 'it still counts as a used licence', ...evidence);
    }),
  },
  'expiry/only-its-own': {
    touches: 'account',
    cost,
    judge: onCast(async (context) => {
      const expiry = await aDeviceExpires(context);
      const { date, early, expired, byState, altered, before, after } = expiry;
      const evidence = clearestLast(expiry.evidence, (one) => one === expiry.shownBeside);
      if (altered)
        return fail(
          'the expiry of one device to leave every other as it was',
          altered.observed,
          ...altered.shown,
        );
      if (!expired.due || early) return inconclusive('The device that was due did not expire on its date.');
      if (expired.others.length > 0) {
        const observed = `${expired.others.length} others expired, too`;
        return fail(`no other device to expire after ${date}`, observed, ...evidence);
      }
      if (!byState && (before?.used ?? 0) - (after?.used ?? 0) !== 1)
        return inconclusive('By the counts alone other devices may have expired, too.', 'records.device');
      return pass(`After ${date} the device was expired, and no other.`, ...evidence);
    }),
  },
  'expiry/off-never-expires': {
    touches: 'account',
    cost,
    judge: onCast(async (context) => {
      // Switched off, on and off again.
      const passed = await passDate(context, { due: ['soon'], other: ['soon', 'off', 'soon', 'off'] });
      const { date, expired, evidence } = passed;
      if (!expired.due || passed.early)
        return inconclusive('The device with Expires on did not expire on its date.');
      if (!expired.other) {
        return pass(
          `With Expires switched off the device was not expired after ${date}; with it on another device was.`,
          ...evidence,
        );
      }
      const limits = canRead(context, 'expires') ? await readLimits(context, passed.other) : undefined;
      if (limits?.expires === true && !(await canSwitchOff(context)))
        return notBroughtAbout('Expires reads as on, though it was switched off');
      return fail(
        'a device with Expires off to remain a used licence',
        `it expired after ${date}`,
        ...evidence,
      );
    }),
  },
  'expiry/change-any-time': {
    touches: 'account',
    cost,
    judge: onCast(async (context) => {
      // Moved earlier and put off: whichever change has no effect, the device expires on the date before it.
      const roles = { due: ['soon'], other: ['soon', 'sooner', 'far'] } as const;
      const { date, expired, early, evidence } = await passDate(context, roles);
      if (!expired.due || early)
        return inconclusive('The device whose date was left as it was did not expire on it.');
      if (!expired.other)
        return pass(
          `The device whose date was put off was not expired after ${date}; the other was.`,
          ...evidence,
        );
      return fail(
        'a device whose date was put off not to expire before',
        `it expired after ${date}`,
        ...evidence,
      );
    }),
  },
  'expiry/earlier-takes-effect': {
    touches: 'account',
    cost,
    judge: onCast(async (context) => {
      // Switched off and on, and moved earlier twice: whichever change has no effect, the date before it is far ahead.
      const other = ['far', 'farther', 'off', 'far', 'soon'] as const;
      const passed = await passDate(context, { due: ['soon'], other, bothDue: true });
      const { date, expired, early, evidence } = passed;
      if (!expired.due || early)
        return inconclusive('The device whose date was left as it was did not expire on it.');
      if (expired.other)
        return pass(
          `The device whose date was moved to ${date} expired like the one that had it.`,
          ...evidence,
        );
      // The same control set that date on the other device, and there it took effect.
      const isRead = await isSet(context, passed.other, date);
      const observed = `it still counts as a used licence${isRead ? '' : ', and the date is not read back'}`;
      return fail(`a device whose date was moved to ${date} to be expired after it`, observed, ...evidence);
    }),
  },
} satisfies Cases;

/** Whether Expires reads as off when it is switched off for the first time, on a device that has just been made. */
async function canSwitchOff(context: CaseContext): Promise<boolean> {
  const [device] = (await takeUsed(context, 1, { fresh: true }).catch(unlessUnreached)) ?? [];
  if (device === undefined) return false;
  const { date } = dateIn(context.clock.now(), FAR_AHEAD);
  await setExpiry(context, device, { expires: true, expirationDate: date });
  const on = await readLimits(context, device);
  await setExpiry(context, device, { expires: false });
  return on.expires === true && (await readLimits(context, device)).expires === false;
}

function notBroughtAbout(what: string) {
  return suspect(`${what}, although the control setLimits was taken.`);
}

/** Dates that are reached (sections 2, 3 and 8). Each device has a twin that differs in the one thing the rule is about. */
import type { AnyId } from '../../../profile/core.ts';
import { type Case, fail, inconclusive, pass } from '../../case.ts';
import type { Kit } from '../../kit.ts';
import { canRead, mustSet, readLimits } from '../limits/settings.ts';
import { dateIn, FAR_AHEAD } from './dates.ts';
import { type Passed, passDate } from './passing.ts';

const cost = { requests: 6, creates: ['device', 'device'] } as const;
const DAY = 24 * 3_600_000;

export const reachingCases: readonly Case[] = [
  {
    rule: 'expiry/reached-expires',
    touches: 'time',
    cost,
    async judge(kit) {
      const passed = await passDate(
        kit,
        { slot: 0, expected: 'subject' },
        ({ subject, deadline: { date } }) => mustSet(kit, subject, { expires: true, expirationDate: date }),
      );
      const { date } = passed.deadline;
      let { subject, twin, telling } = await settled(kit, passed, 'subject');
      if (!subject) {
        // Some deployments look for what is due once a day.
        await kit.clock.reach(passed.deadline.reachedBy + DAY);
        ({ subject, twin, telling } = await settled(kit, passed, 'subject'));
      }
      if (twin)
        return inconclusive('A device without an expiry expired too: the date need not be the cause.');
      if (subject)
        return pass(`The device was expired after ${date}; one without an expiry was not.`, ...telling);
      if (!(await isSet(kit, passed.subject, date))) {
        return inconclusive(
          'The expiry that was set is not read back: the control did not bring it about.',
          'controls.setLimits',
        );
      }
      return fail(`the device to be expired after ${date}`, 'it still counts as a used licence', ...telling);
    },
  },
  {
    rule: 'expiry/off-never-expires',
    touches: 'time',
    cost,
    async judge(kit) {
      const passed = await passDate(
        kit,
        { slot: 2, expected: 'twin' },
        async ({ subject, twin, deadline: { date } }) => {
          for (const device of [subject, twin])
            await mustSet(kit, device, { expires: true, expirationDate: date });
          await mustSet(kit, subject, { expires: false });
        },
      );
      const { date } = passed.deadline;
      const { subject, twin, telling } = await settled(kit, passed, 'twin');
      if (!twin) return inconclusive('The device with Expires on did not expire either.');
      if (!subject)
        return pass(
          `With Expires switched off the device outlived ${date}; with it on another did not.`,
          ...telling,
        );
      const limits = canRead(kit, 'expires') ? await readLimits(kit, passed.subject) : undefined;
      if (limits?.expires === true) {
        return inconclusive(
          'Expires reads as on, though it was switched off: the control did not bring it about.',
          'controls.setLimits',
        );
      }
      return fail(
        'a device with Expires off to remain a used licence',
        `it expired after ${date}`,
        ...telling,
      );
    },
  },
  {
    rule: 'expiry/change-any-time',
    touches: 'time',
    cost,
    async judge(kit) {
      const later = dateIn(kit.clock.now(), FAR_AHEAD).date;
      const passed = await passDate(
        kit,
        { slot: 3, expected: 'twin' },
        async ({ subject, twin, deadline: { date } }) => {
          for (const device of [subject, twin])
            await mustSet(kit, device, { expires: true, expirationDate: date });
          await mustSet(kit, subject, { expirationDate: later, expires: true });
        },
      );
      const { date } = passed.deadline;
      const { subject, twin, telling } = await settled(kit, passed, 'twin');
      if (!twin) return inconclusive('The device whose date was left as it was did not expire either.');
      if (!subject)
        return pass(`The device whose date was put off outlived ${date}; the other did not.`, ...telling);
      return fail(
        `a device whose date was put off to ${later} not to expire before`,
        `it expired after ${date}`,
        ...telling,
      );
    },
  },
];

/** Who is expired, once the one that is to be is: a deployment may take a moment for it. */
function settled(kit: Kit, passed: Passed, due: 'subject' | 'twin') {
  return kit.eventually(
    () => passed.expired(),
    (expired) => expired[due],
  );
}

/** Whether the expiry that was set is still in place, as far as it can be read. */
async function isSet(kit: Kit, device: AnyId, date: string): Promise<boolean> {
  if (!canRead(kit, 'expires', 'expirationDate')) return true;
  const { expires, expirationDate } = await readLimits(kit, device);
  return expires !== false && (expirationDate === undefined || expirationDate === date);
}

/** Dates that are reached (sections 2, 3 and 8). Beside each device there is one that differs in what the rule is about. */
import { DAY } from '../../../kit/durations.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { Cases } from '../../case.ts';
import { fail, inconclusive, pass } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { canRead, readLimits } from '../../reading/device.ts';
import { mustSet } from '../limits/settings.ts';
import { dateIn, FAR_AHEAD } from './dates.ts';
import { observeExpired } from './expired-device.ts';
import { watchInstant } from './instant.ts';
import { type Passed, passDate } from './passing.ts';

const cost = { requests: 6, creates: ['device', 'device'] } as const;

/** Slot 1 is for the licences that an expiry releases; before it all dates are reached that need no slot. */
const slots = { reached: 0, off: 2, putOff: 3 } as const;

export const reachingCases = {
  'expiry/reached-expires': {
    touches: 'time',
    cost,
    async judge(kit) {
      const passed = await passDate(kit, slots.reached, (_, { date }, due) => watchInstant(kit, due, date));
      const { date } = passed.deadline;
      if (passed.early) {
        return fail(
          `a device not to expire before its date, ${date}`,
          'it expired as soon as it was given one',
        );
      }
      let { due, other, telling } = await settled(kit, passed);
      if (!due) {
        // Some deployments look for what is due once a day.
        await kit.clock.reach(passed.deadline.reachedBy + DAY);
        ({ due, other, telling } = await settled(kit, passed));
      }
      if (other)
        return inconclusive('A device without an expiry expired too: the date need not be the cause.');
      if (due) await observeExpired(kit, passed.due);
      if (due)
        return pass(`The device was expired after ${date}; one without an expiry was not.`, ...telling);
      if (!(await isSet(kit, passed.due, date)))
        return notBroughtAbout('The expiry that was set is not read back');
      return fail(`the device to be expired after ${date}`, 'it still counts as a used licence', ...telling);
    },
  },
  'expiry/off-never-expires': {
    touches: 'time',
    cost,
    async judge(kit) {
      const passed = await passDate(kit, slots.off, async (device, { date }) => {
        await mustSet(kit, device, { expires: true, expirationDate: date });
        await mustSet(kit, device, { expires: false });
      });
      const { date } = passed.deadline;
      const { due, other, telling } = await settled(kit, passed);
      if (!due || passed.early) return inconclusive('The device with Expires on did not expire on its date.');
      if (!other) {
        return pass(
          `With Expires switched off the device outlived ${date}; with it on another did not.`,
          ...telling,
        );
      }
      const limits = canRead(kit, 'expires') ? await readLimits(kit, passed.other) : undefined;
      if (limits?.expires === true) return notBroughtAbout('Expires reads as on, though it was switched off');
      return fail(
        'a device with Expires off to remain a used licence',
        `it expired after ${date}`,
        ...telling,
      );
    },
  },
  'expiry/change-any-time': {
    touches: 'time',
    cost,
    async judge(kit) {
      const later = dateIn(kit.clock.now(), FAR_AHEAD).date;
      const passed = await passDate(kit, slots.putOff, async (device, { date }) => {
        await mustSet(kit, device, { expires: true, expirationDate: date });
        await mustSet(kit, device, { expires: true, expirationDate: later });
      });
      const { date } = passed.deadline;
      const { due, other, telling } = await settled(kit, passed);
      if (!due || passed.early) {
        return inconclusive('The device whose date was left as it was did not expire on it.');
      }
      if (!other)
        return pass(`The device whose date was put off outlived ${date}; the other did not.`, ...telling);
      const observed = `it expired after ${date}`;
      return fail(`a device whose date was put off to ${later} not to expire before`, observed, ...telling);
    },
  },
} satisfies Cases;

/** Who is expired, once the one is that is to be: a deployment may take a moment for it. */
function settled(kit: Kit, passed: Passed) {
  return kit.eventually(
    () => passed.expired(),
    ({ due }) => due,
  );
}

function notBroughtAbout(what: string) {
  return inconclusive(`${what}: the control did not bring it about.`, 'controls.setLimits');
}

/** Whether the expiry that was set is still in place, as far as it can be read. */
async function isSet(kit: Kit, device: AnyId, date: string): Promise<boolean> {
  if (!canRead(kit, 'expires', 'expirationDate')) return true;
  const { expires, expirationDate } = await readLimits(kit, device);
  return expires !== false && (expirationDate === undefined || expirationDate === date);
}

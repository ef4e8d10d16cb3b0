/** Expired devices that are activated, with and without a licence for it (sections 3 and 8). */

import { itemAt } from '../../../kit/items.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { Case, Cases } from '../../case.ts';
import { type Finding, fail, inconclusive, pass } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import {
  type Activation,
  activate,
  activated,
  availableOf,
  expireOne,
  freeLicences,
  leaveAvailable,
  takeExpired,
} from './actors.ts';
import { attemptActivation, attemptWithoutDate, observeActivation, readExpiry } from './attempt.ts';
import { countLicences, recordTellsState, stateOf } from './state.ts';

const NEEDED = ['activate', 'setLimits', 'createDevice', 'readLicences'] as const;

export const activatingCases = {
  'licences/activation-takes-one': {
    touches: 'account',
    cost: { requests: 10, creates: ['device'] },
    judge: withControls(async (kit) => {
      const device = itemAt(await takeExpired(kit, 1), 0);
      const before = await countLicences(kit);
      if (availableOf(before) < 1) return inconclusive('The expiry of a device left no licence available.');
      const expiry = await readExpiry(kit, device);
      const alone = await attemptWithoutDate(kit, device);
      const { active, after, telling, insisted } = await activate(kit, device, before, true);
      const taken = after.used - before.used;
      if (active && !insisted) await observeActivation(kit, device, expiry, alone);
      if (active && taken === 1)
        return pass('An expired device that was activated takes one licence again.', ...telling);
      return fail(
        'an activation with a licence available to make the device count again',
        active ? `${taken} more licences used` : 'it is still expired',
        ...telling,
      );
    }),
  },
  'licences/activation-refused-when-none': {
    touches: 'account',
    cost: { requests: 16, creates: ['device'] },
    judge: withControls(async (kit) => {
      const device = itemAt(await takeExpired(kit, 1), 0);
      const none = await leaveAvailable(kit, 0, [device]);
      const refused = await activate(kit, device, none);
      if (refused.active || refused.after.used !== refused.before.used) {
        return fail(
          'a device to stay expired while no licence is available',
          tellChange(refused),
          ...refused.telling,
        );
      }
      // The same device, once there is a licence: then it was the want of one.
      await expireOne(kit);
      const twin = await activate(kit, device, await countLicences(kit), true);
      if (!twin.active)
        return inconclusive('With a licence available the device could not be activated either.');
      return pass(
        'With no licence available the device stayed expired; with one it was activated.',
        ...refused.telling,
        ...twin.telling,
      );
    }),
  },
  'licences/released-serves-another': {
    touches: 'account',
    cost: { requests: 16, creates: ['device'] },
    judge: withControls(async (kit) => {
      const device = itemAt(await takeExpired(kit, 1), 0);
      await leaveAvailable(kit, 0, [device]);
      const holder = await expireOne(kit);
      const before = await countLicences(kit);
      const { active, after, telling } = await activate(kit, device, before, true);
      if (active)
        return pass(
          `The licence that the device ${holder} released was taken by the device ${device}.`,
          ...telling,
        );
      if (before.available === 0)
        return inconclusive('The expiry of a device left no licence available for another.');
      return fail(
        'a released licence to serve another device',
        `it is still expired, with ${after.used} licences used`,
        ...telling,
      );
    }),
  },
  'licences/never-over-allotted': {
    touches: 'account',
    cost: { requests: 16, creates: ['device'] },
    judge: withControls(async (kit) => {
      const devices = await takeExpired(kit, 2);
      const before = await leaveAvailable(kit, 1, devices);
      const attempts = await Promise.all(devices.map((device) => attemptActivation(kit, device)));
      const after = await countLicences(kit);
      const active = await countActive(kit, devices, attempts, after.used - before.used);
      const telling = [before, ...attempts, after];
      if (active > 1 || after.used - before.used > 1) {
        return fail(
          'one of two activations at the same time to succeed, with one licence available',
          `${active} did`,
          ...telling,
        );
      }
      if (active === 0) return inconclusive('Of two activations at the same time neither succeeded.');
      return pass(
        'Of two activations at the same time, with one licence available, one succeeded.',
        ...telling,
      );
    }),
  },
} satisfies Cases;

/** What can only be judged with all of these is not begun without one. */
function withControls(judge: (kit: Kit) => Promise<Finding>): Case['judge'] {
  return async (kit) => {
    const missing = NEEDED.filter((name) => !kit.controls.has(name));
    if (missing.length === 0) {
      // Nobody misses the licences of a simulator before somebody asks for one.
      if (!kit.controls.simulator) kit.afterwards(() => freeLicences(kit));
      return judge(kit);
    }
    return inconclusive(
      `An expired device and a licence for it cannot be brought about without ${missing.join(', ')}.`,
      ...missing.map((name) => `controls.${name}` as const),
    );
  };
}

function tellChange({ active, before, after }: Activation): string {
  return `${active ? 'it was activated' : 'it stayed expired'}, ${after.used} licences used instead of ${before.used}`;
}

/** How many are active, by their records, or by the counts where those do not tell. */
async function countActive(
  kit: Kit,
  devices: readonly AnyId[],
  attempts: readonly { activated: boolean }[],
  taken: number,
): Promise<number> {
  const byRecord = recordTellsState(kit);
  const states = byRecord ? await Promise.all(devices.map((device) => stateOf(kit, device))) : [];
  const isActive = (index: number) =>
    byRecord ? states[index]?.state === 'used' : attempts[index]?.activated;
  const active = devices.filter((_, index) => isActive(index));
  for (const device of active) activated(kit, device);
  return byRecord ? active.length : taken;
}

/** Controls that are refused and have an effect all the same, what begins anew on the same day, and what hangs on a removed record. */
import type { Around } from '../../simulator/deviations/deviation.ts';
import { type Fault, fault } from './fault.ts';
import { recordIn, recordsOf } from './of-records.ts';
import { at, refusal, type Seen } from './wrapping.ts';

const DAY = 86_400_000;

/** Refuses what it says of the settings of a device, and carries it out. */
function refusedSettings(
  isRefused: (seen: Seen, before: { dailyEmail: number | null; expirationDate: string | null }) => boolean,
): Around {
  return at(['setLimits'], () => async (seen) => {
    const device = seen.world.lens.readPathId('device', seen.id);
    const before = device === undefined ? undefined : seen.world.fleet.limits.of(device);
    const reply = await seen.pass();
    return before && reply.status < 300 && isRefused(seen, before) ? refusal(409) : reply;
  });
}

export const effectFaults: readonly Fault[] = [
  fault(
    'refuses to raise the limit of e-mails, and raises it',
    ['limits/stops-at-limit/email', 'limits/raise-takes-effect/email'],
    refusedSettings(
      ({ body: { dailyEmail } }, before) => Number(dailyEmail) > (before.dailyEmail ?? Infinity),
    ),
  ),
  fault(
    'refuses a later date, and takes it',
    ['expiry/change-any-time', 'expiry/reached-expires'],
    refusedSettings(
      ({ body: { expirationDate } }, before) =>
        before.expirationDate !== null && String(expirationDate ?? '') > before.expirationDate,
    ),
  ),
  fault(
    'refuses an activation with a date where a licence is free, and carries it out',
    ['licences/activation-takes-one', 'licences/released-serves-another'],
    at(['activate'], ({ fleet }) => async ({ body, pass }) => {
      const isFree = fleet.account.licencesAvailable > 0;
      const reply = await pass();
      return isFree && body.expirationDate !== undefined && reply.status < 300 ? refusal(409) : reply;
    }),
  ),
  fault(
    'starts the counter of e-mails again later on the same day',
    ['limits/stops-at-limit/email', 'limits/usage-counts/email'],
    at(['advance'], ({ clock, fleet }) => async ({ pass }) => {
      const day = () => Math.floor(clock.now() / DAY);
      const before = day();
      const reply = await pass();
      if (day() !== before) return reply;
      for (const { id, licence } of fleet.devices.list())
        if (licence === 'used') fleet.settle([[id, { usage: { ...fleet.limits.of(id).usage, email: 0 } }]]);
      return reply;
    }),
  ),
  fault(
    'clears the phone of the users of a deleted group',
    ['groups/deleted-spares-others'],
    at(['deleteGroup'], (world) => async (seen) => {
      const group = recordIn(seen, 'group');
      const users = world.fleet.users
        .list()
        .filter(({ id, groupIds }) => id !== 1 && groupIds.includes(group?.id ?? 0));
      const reply = await seen.pass();
      if (reply.status < 300)
        for (const { id } of users) recordsOf(world, 'user').update(id, { phone: null });
      return reply;
    }),
  ),
];

/**
 * The whole suite on two services, in turn by the commit: one that deviates, in some dialect, and one that does nothing behind good
 * answers. `npm run whole` judges all of them.
 */
import { describe, expect, it } from 'vitest';
import { SEED } from '../sample.ts';
import { dialects } from './dialects.ts';
import { fault } from './fault.ts';
import { hollowServices } from './hollow.ts';
import { idsWith, judged } from './judging.ts';
import { passedWrongly, passesOfHollow, spoken } from './whole/judged.ts';
import { at } from './wrapping.ts';

const inTurn = <T>(all: readonly T[]) => all.filter((_, place) => place === SEED % all.length);

/** Devices that were never in a group have their whole limit: what fails on those of other histories does not fail on new ones. */
const lessOnceInGroup = fault(
  'sends one SMS less than the limit of a device that was once in a group which was written',
  ['limits/holds-each-day/sms'],
  at(['createGroup', 'updateGroup', 'replaceGroup', 'send'], ({ lens, fleet }) => {
    const written = new Set<number>();
    return async ({ id, place, body, pass }) => {
      if (place !== 'send') {
        const reply = await pass();
        for (const { deviceIds } of fleet.groups.list()) for (const device of deviceIds) written.add(device);
        return reply;
      }
      const device = lens.readPathId('device', id);
      if (device === undefined || body.channel !== 'sms' || !written.has(device)) return pass();
      const { dailySms } = fleet.limits.of(device);
      if (!dailySms) return pass();
      fleet.limits.set(device, { dailySms: dailySms - 1 });
      const reply = await pass();
      fleet.limits.set(device, { dailySms });
      return reply;
    };
  }),
);

describe('By the whole suite', () => {
  it.each(inTurn(spoken))(
    'a service that deviates passes no rule that it breaks: $does ($profile.name)',
    async (service) => {
      expect(await passedWrongly(service)).toEqual([]);
    },
  );

  it('a service that takes the past of a device for a limit is found on the devices that have it', async () => {
    const run = await judged(lessOnceInGroup, { profile: dialects.enveloped });
    expect(idsWith(run, 'fail').filter((id) => id.startsWith('limits/'))).not.toEqual([]);
    expect(JSON.stringify(run.outcomes)).toContain('on devices with a past and not on new ones');
  });

  it.each(inTurn(hollowServices))(
    'a service $what passes no rule about an effect but those that it keeps',
    async (hollow) => {
      expect(await passesOfHollow(hollow)).toEqual([]);
    },
  );
});

/** Licences that are counted, released or given wrongly (sections 1, 3 and 8). */
import { type Fields, fieldsOf } from '../../contracts/kit/fields.ts';
import type { Around } from '../../simulator/deviations/deviation.ts';
import { documentRules } from '../../simulator/options.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { type Fault, fault, ruled } from './fault.ts';
import { after, at, inAnswer, refusal, refusing, type Seen } from './wrapping.ts';

/** Changes the counts as they are read. */
function counts(
  change: (licences: { total: number; used: number; available: number }, world: Simulator) => Fields,
): Around {
  return inAnswer(['readAccount', 'setAccount'], (body, { world }) => {
    const { total, used, available } = fieldsOf(fieldsOf(body).licences);
    return {
      ...fieldsOf(body),
      licences: change({ total: Number(total), used: Number(used), available: Number(available) }, world),
    };
  });
}

function deviceIn({ id, world: { lens, fleet } }: Seen): number | undefined {
  const device = lens.readPathId('device', id);
  return device !== undefined && fleet.devices.has(device) ? device : undefined;
}

function isExpired(seen: Seen): boolean {
  const device = deviceIn(seen);
  return device !== undefined && seen.world.fleet.devices.isExpired(device);
}

/** Refuses activations of expired devices, as these things are. */
function refuses(make: () => (seen: Seen) => boolean): Around {
  return refusing(
    ['activate'],
    () => {
      const isRefused = make();
      return (seen) => isExpired(seen) && isRefused(seen);
    },
    409,
  );
}

/** Does more after an activation that succeeded. */
function _activated(more: (world: Simulator, device: number) => void): Around {
  return after(['activate'], (world) => (seen) => {
    const device = deviceIn(seen);
    if (device !== undefined) more(world, device);
  });
}

/** Activates where no licence is available, as these things are. */
function activatesWithout(make: () => (seen: Seen) => boolean): Around {
  return at(['activate'], ({ fleet: { account } }) => {
    const may = make();
    return async (seen) => {
      const isTaken = isExpired(seen) && account.licencesAvailable === 0 && may(seen);
      if (!isTaken) return seen.pass();
      const { total } = account.view().licences;
      account.setLicenceTotal(account.licencesUsed + 1);
      const reply = await seen.pass();
      account.setLicenceTotal(total);
      return reply;
    };
  });
}

const one = ['licences/device-uses-one'] as const;
const releases = ['licences/expiry-releases-one'] as const;
const takes = ['licences/activation-takes-one'] as const;
const none = ['licences/activation-refused-when-none', 'licences/never-over-allotted'] as const;
const another = ['licences/released-serves-another', 'licences/activation-takes-one'] as const;
const second = ['licences/active-takes-no-second'] as const;
const again = ['licences/expires-again'] as const;

export const licenceFaults: readonly Fault[] = [
  ruled('counts no new device', one, () => ({ licencesTaken: () => 0 })),
  fault(
    'counts expired devices as well',
    [...releases, ...one],
    counts(({ total }, { fleet }) => ({
      total,
      used: fleet.devices.count,
      available: Math.max(0, total - fleet.devices.count),
    })),
  ),
  ruled(
    'releases one licence where several devices expire one after the other',
    [...releases, ...again],
    () => {
      let isLast = false;
      return {
        usedAfterExpiry({ used }) {
          isLast = !isLast;
          return isLast ? used - 1 : used;
        },
        usedAfterActivation({ used }) {
          isLast = false;
          return used + 1;
        },
      };
    },
  ),
  ruled('takes two licences at an activation', takes, () => ({
    usedAfterActivation: ({ used }) => used + 2,
  })),
  ruled('leaves a device expired that was activated, and counts it', takes, () => ({
    licenceAfterActivation: () => 'expired',
  })),
  fault(
    'activates at the second try where no licence is available',
    none,
    activatesWithout(() => {
      const tried = new Set<string>();
      return ({ id }) => {
        const isSecond = tried.has(id);
        tried.add(id);
        return isSecond;
      };
    }),
  ),
  fault(
    'activates where more licences are in use than there are',
    none,
    activatesWithout(
      () =>
        ({ world: { fleet } }) =>
          fleet.account.licencesUsed > fleet.account.view().licences.total,
    ),
  ),
  fault(
    'activates with a date where no licence is available',
    none,
    activatesWithout(
      () =>
        ({ body }) =>
          body.expirationDate !== undefined,
    ),
  ),
  fault(
    'refuses an activation, and carries it out',
    none,
    at(['activate'], () => {
      const always = activatesWithout(() => () => true);
      return async (seen) => {
        const isOver = isExpired(seen) && seen.world.fleet.account.licencesAvailable === 0;
        const reply = await always((call) => seen.pass(call), seen.world)(seen.call);
        return isOver ? refusal(409) : reply;
      };
    }),
  ),
  ruled('gives a released licence on the next day alone', another, () => {
    const released: number[] = [];
    const now = { at: 0 };
    return {
      usedAfterExpiry(facts) {
        released.push(now.at);
        return documentRules.usedAfterExpiry(facts);
      },
      mayActivate(facts) {
        now.at = facts.at;
        return facts.available > released.length || (facts.available > 0 && released.length === 0);
      },
    };
  }),
  fault(
    'keeps a licence free at all times',
    takes,
    refuses(
      () =>
        ({ world: { fleet } }) =>
          fleet.account.licencesAvailable === 1,
    ),
  ),
  fault(
    'activates each device once',
    [...again, ...takes],
    refuses(() => {
      const seen = new Set<string>();
      return ({ id }) => {
        const isKnown = seen.has(id);
        seen.add(id);
        return isKnown;
      };
    }),
  ),
  fault(
    'releases a licence when a device in use is activated',
    second,
    at(['activate'], ({ fleet: { account } }) => (seen) => {
      if (deviceIn(seen) !== undefined && !isExpired(seen)) account.setLicencesUsed(account.licencesUsed - 1);
      return seen.pass();
    }),
  ),
  fault(
    'takes another licence when a device is activated again at once',
    second,
    at(['activate'], ({ fleet: { account } }) => {
      const known = new Set<string>();
      return (seen) => {
        if (deviceIn(seen) !== undefined && !isExpired(seen) && known.has(seen.id))
          account.setLicencesUsed(account.licencesUsed + 1);
        known.add(seen.id);
        return seen.pass();
      };
    }),
  ),
  ruled('takes no licence at the second activation of a device', [...again, ...takes], () => {
    const times = new Map<number, number>();
    return {
      usedAfterActivation({ deviceId, used }) {
        const time = (times.get(deviceId) ?? 0) + 1;
        times.set(deviceId, time);
        return time > 1 ? used : used + 1;
      },
    };
  }),
  ruled('releases no licence at the second expiry of a device', again, () => {
    const times = new Map<number, number>();
    return {
      usedAfterExpiry({ deviceId, used }) {
        const time = (times.get(deviceId) ?? 0) + 1;
        times.set(deviceId, time);
        return time === 2 ? used : used - 1;
      },
    };
  }),
  ruled('gives a licence back only to the device that released it last', another, () => {
    let last = 0;
    return {
      usedAfterExpiry(facts) {
        last = facts.deviceId;
        return documentRules.usedAfterExpiry(facts);
      },
      mayActivate: (facts) => facts.deviceId === last && documentRules.mayActivate(facts),
    };
  }),
  ruled('never gives away the last available licence', another, () => ({
    mayActivate: ({ available }) => available > 1,
  })),
  ruled('does not see another activation at the same instant', ['licences/never-over-allotted'], () => {
    let earlier = { at: Number.NaN, free: false };
    return {
      mayActivate({ at, available }) {
        if (earlier.at !== at || !earlier.free) earlier = { at, free: available > 0 };
        return earlier.free;
      },
    };
  }),
  ruled('activates each device twice at most', again, () => {
    const times = new Map<number, number>();
    return {
      mayActivate: (facts) => (times.get(facts.deviceId) ?? 0) < 2 && documentRules.mayActivate(facts),
      usedAfterActivation(facts) {
        times.set(facts.deviceId, (times.get(facts.deviceId) ?? 0) + 1);
        return documentRules.usedAfterActivation(facts);
      },
    };
  }),
];

/** Licences that are counted, released or given wrongly (sections 1, 3 and 8). */
import { type Fields, fieldsOf } from '../../contracts/kit/fields.ts';
import type { Around } from '../../simulator/deviations/deviation.ts';
import { documentRules } from '../../simulator/options.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { type Breakage, breakage, ruled } from './breakage.ts';
import { after, at, both, inAnswer, refusal, refusing, type Seen } from './wrapping.ts';

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
function activated(more: (world: Simulator, device: number) => void): Around {
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

export const licenceBreakages: readonly Breakage[] = [
  ruled('counts no new device', one, () => ({ licencesTaken: () => 0 })),
  breakage(
    'counts only devices that have a group',
    [...one, ...releases, ...takes],
    counts(({ total }, { fleet }) => {
      const used = fleet.devices
        .list()
        .filter(({ groupId, licence }) => groupId !== null && licence === 'used').length;
      return { total, used, available: Math.max(0, total - used) };
    }),
  ),
  breakage(
    'counts expired devices as well',
    [...releases, ...one],
    counts(({ total }, { fleet }) => ({
      total,
      used: fleet.devices.count,
      available: Math.max(0, total - fleet.devices.count),
    })),
  ),
  breakage(
    'counts one licence for two devices',
    one,
    counts(({ total, used }) => ({
      total,
      used: Math.ceil(used / 2),
      available: total - Math.ceil(used / 2),
    })),
  ),
  breakage(
    'counts a device that was given limits twice',
    one,
    at(['setLimits'], ({ fleet: { account } }) => {
      const seen = new Set<string>();
      return async ({ id, pass, body }) => {
        const reply = await pass();
        if (reply.status < 300 && !seen.has(id) && typeof body.dailyEmail === 'number')
          account.setLicencesUsed(account.licencesUsed + 1);
        seen.add(id);
        return reply;
      };
    }),
  ),
  breakage(
    'shows no more licences as available after an expiry than before',
    releases,
    ((): Around => {
      return (handle, world) => {
        let least = Number.POSITIVE_INFINITY;
        return counts(({ total, used, available }) => {
          least = Math.min(least, available);
          return { total, used, available: least };
        })(handle, world);
      };
    })(),
  ),
  ruled('releases two licences when a device expires', releases, () => ({
    usedAfterExpiry: ({ used }) => used - 2,
  })),
  breakage(
    'takes a licence from the account when a device expires',
    releases,
    counts(({ used, available }, { fleet }) => {
      const expired = fleet.devices.countWhere(({ licence }) => licence === 'expired');
      return {
        total: used + Math.max(0, available - expired),
        used,
        available: Math.max(0, available - expired),
      };
    }),
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
  breakage(
    'raises the total with each activation',
    takes,
    activated(({ fleet: { account } }) => account.setLicenceTotal(account.view().licences.total + 1)),
  ),
  ruled('leaves a device expired that was activated, and counts it', takes, () => ({
    licenceAfterActivation: () => 'expired',
  })),
  breakage(
    'answers an activation that it does not carry out',
    takes,
    at(['activate'], () => (seen) => (isExpired(seen) ? { ...refusal(200), body: '{}' } : seen.pass())),
  ),
  breakage(
    'lets a device expire again when time goes on after its activation',
    [...takes, ...again],
    ((): Around => {
      return (handle, world) => {
        const waiting = new Set<number>();
        return both(
          activated((_, device) => void waiting.add(device)),
          after(['advance'], ({ fleet }) => () => {
            for (const device of waiting)
              if (fleet.devices.has(device) && !fleet.devices.isExpired(device))
                fleet.limits.set(device, { expires: true, expirationDate: '2020-01-01' });
            waiting.clear();
          }),
        )(handle, world);
      };
    })(),
  ),
  breakage(
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
  breakage(
    'activates where more licences are in use than there are',
    none,
    activatesWithout(
      () =>
        ({ world: { fleet } }) =>
          fleet.account.licencesUsed > fleet.account.view().licences.total,
    ),
  ),
  breakage(
    'activates with a date where no licence is available',
    none,
    activatesWithout(
      () =>
        ({ body }) =>
          body.expirationDate !== undefined,
    ),
  ),
  breakage(
    'activates without a date where no licence is available',
    none,
    activatesWithout(
      () =>
        ({ body }) =>
          body.expirationDate === undefined,
    ),
  ),
  breakage(
    'counts an activation that it refuses',
    none,
    at(['activate'], ({ fleet: { account } }) => async (seen) => {
      const isWaiting = isExpired(seen);
      const reply = await seen.pass();
      if (isWaiting && reply.status >= 400 && account.licencesAvailable === 0)
        account.setLicencesUsed(account.licencesUsed + 1);
      return reply;
    }),
  ),
  breakage(
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
  breakage(
    'keeps a licence free at all times',
    takes,
    refuses(
      () =>
        ({ world: { fleet } }) =>
          fleet.account.licencesAvailable === 1,
    ),
  ),
  breakage(
    'activates no device that was made after the licence was released',
    another,
    refuses(
      () =>
        ({ id, world: { fleet } }) =>
          Number(id.replace(/\D/g, '')) === fleet.devices.last,
    ),
  ),
  breakage(
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
  breakage(
    'releases a licence when a device in use is activated',
    second,
    at(['activate'], ({ fleet: { account } }) => (seen) => {
      if (deviceIn(seen) !== undefined && !isExpired(seen)) account.setLicencesUsed(account.licencesUsed - 1);
      return seen.pass();
    }),
  ),
  breakage(
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
  ruled('takes no licence at the second activation of a device', again, () => {
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
];

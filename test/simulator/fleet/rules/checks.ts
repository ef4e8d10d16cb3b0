/**
 * A check for each rule of the ledger's areas devices, groups, users, limits, expiry and licences: true
 * when a fleet keeps the rule.
 */
import { expect } from 'vitest';
import { type Channel, channels } from '../../../../simulator/fleet/types.ts';
import { DAY, START, type World } from '../world.ts';

export type Check = (world: World) => boolean;
export type Family = 'groups' | 'users';

const setting = { email: 'dailyEmail', sms: 'dailySms' } as const;
const otherOf = { email: 'sms', sms: 'email' } as const;
const EXPIRY = { expires: true, expirationDate: '2026-01-10' };
const place = { deviceTime: START, latitude: 52.5, longitude: 13.4 };

export const checks: { [rule: string]: Check } = {
  ...perChannel({
    'limits/sends-below-limit':
      (channel) =>
      ({ fleet }) => {
        fleet.limits.set(1, { [setting[channel]]: 3 });
        return fleet.limits.send(1, channel, 2).sent + fleet.limits.send(1, channel, 1).sent === 3;
      },
    'limits/stops-at-limit':
      (channel) =>
      ({ fleet }) => {
        fleet.limits.set(1, { [setting[channel]]: 3 });
        return fleet.limits.send(1, channel, 5).sent <= 3;
      },
    'limits/zero-sends-none':
      (channel) =>
      ({ fleet }) => {
        fleet.limits.set(1, { [setting[channel]]: 0 });
        return fleet.limits.send(1, channel, 1).sent === 0;
      },
    'limits/next-day-restores':
      (channel) =>
      ({ fleet, until }) => {
        fleet.limits.set(1, { [setting[channel]]: 1 });
        fleet.limits.send(1, channel, 1);
        until('2026-01-05T23:59:59Z');
        const before = fleet.limits.send(1, channel, 1).sent;
        until('2026-01-06T00:00:00Z');
        return before === 0 && fleet.limits.send(1, channel, 1).sent === 1;
      },
    'limits/per-device':
      (channel) =>
      ({ fleet }) => {
        for (const id of [1, 2]) fleet.limits.set(id, { [setting[channel]]: 1 });
        fleet.limits.send(1, channel, 1);
        return fleet.limits.send(2, channel, 1).sent === 1;
      },
    'limits/channels-apart':
      (channel) =>
      ({ fleet }) => {
        fleet.limits.set(1, { [setting[channel]]: 1 });
        fleet.limits.send(1, otherOf[channel], 1);
        return fleet.limits.send(1, channel, 1).sent === 1;
      },
    'limits/raise-takes-effect':
      (channel) =>
      ({ fleet }) => {
        fleet.limits.set(1, { [setting[channel]]: 1 });
        fleet.limits.send(1, channel, 1);
        fleet.limits.send(1, channel, 1);
        fleet.limits.set(1, { [setting[channel]]: 2 });
        return fleet.limits.send(1, channel, 2).sent === 1;
      },
    'limits/lower-takes-effect':
      (channel) =>
      ({ fleet }) => {
        fleet.limits.set(1, { [setting[channel]]: 9 });
        fleet.limits.send(1, channel, 3);
        fleet.limits.set(1, { [setting[channel]]: 1 });
        return fleet.limits.send(1, channel, 1).sent === 0;
      },
    'limits/usage-counts':
      (channel) =>
      ({ fleet }) => {
        fleet.limits.send(1, channel, 2);
        const counted = fleet.limits.get(1).usage[channel];
        fleet.limits.set(1, { [setting[channel]]: 3 });
        fleet.limits.send(1, channel, 3);
        return counted === 2 && fleet.limits.get(1).usage[channel] === 3;
      },
    'limits/usage-read-only':
      (channel) =>
      ({ fleet }) => {
        fleet.limits.send(1, channel, 2);
        attempt(() => fleet.limits.set(1, { usage: { [channel]: 1 } } as object));
        return fleet.limits.get(1).usage[channel] === 2;
      },
    'limits/usage-restarts':
      (channel) =>
      ({ fleet, until }) => {
        fleet.limits.send(1, channel, 2);
        until('2026-01-06T00:00:00Z');
        return fleet.limits.get(1).usage[channel] === 0;
      },
    'limits/negative-refused':
      (channel) =>
      ({ fleet }) => {
        attempt(() => fleet.limits.set(1, { [setting[channel]]: -1 }));
        return fleet.limits.get(1)[setting[channel]] === null;
      },
  }),
  'expiry/off-by-default': ({ fleet }) =>
    !fleet.limits.get(1).expires && !fleet.limits.get(fleet.devices.create({}).id).expires,
  'expiry/on-needs-date': ({ fleet }) => {
    for (let count = 0; count < 8; count++) fleet.devices.create({});
    return fleet.devices.list().every(({ id }) => {
      attempt(() => fleet.limits.set(id, { expires: true }));
      const { expires, expirationDate } = fleet.limits.get(id);
      return !expires || expirationDate !== null;
    });
  },
  'expiry/off-never-expires': ({ fleet, pass }) => {
    fleet.limits.set(1, EXPIRY);
    fleet.limits.set(1, { expires: false });
    pass(10 * DAY);
    return fleet.devices.get(1)?.licence === 'used';
  },
  'expiry/reached-expires': ({ fleet, pass }) => {
    fleet.limits.set(1, EXPIRY);
    pass(DAY);
    const before = fleet.devices.get(1)?.licence;
    pass(9 * DAY);
    return before === 'used' && fleet.devices.get(1)?.licence === 'expired';
  },
  'expiry/change-any-time': ({ fleet, pass }) => {
    fleet.limits.set(1, EXPIRY);
    fleet.limits.set(1, { expirationDate: '2026-03-01' });
    pass(10 * DAY);
    return fleet.devices.get(1)?.licence === 'used';
  },
  'licences/device-uses-one': ({ fleet }) => {
    fleet.account.setLicenceTotal(9);
    const before = fleet.account.view().licences.used;
    fleet.devices.create({});
    return before === 4 && fleet.account.view().licences.used === 5;
  },
  'licences/expiry-releases-one': ({ fleet, pass }) => {
    const before = fleet.account.view().licences;
    fleet.limits.set(1, EXPIRY);
    pass(10 * DAY);
    const after = fleet.account.view().licences;
    return after.used === before.used - 1 && after.available === before.available + 1;
  },
  'licences/activation-takes-one': ({ fleet, pass }) => {
    fleet.limits.set(1, EXPIRY);
    pass(10 * DAY);
    const before = fleet.account.view().licences.used;
    fleet.licences.activate(1);
    return fleet.devices.get(1)?.licence === 'used' && fleet.account.view().licences.used === before + 1;
  },
  'licences/activation-refused-when-none': ({ fleet, pass }) => {
    fleet.limits.set(1, EXPIRY);
    pass(10 * DAY);
    const { used } = fleet.account.view().licences;
    fleet.account.setLicenceTotal(used);
    pass(1);
    attempt(() => fleet.licences.activate(1));
    return fleet.devices.get(1)?.licence === 'expired' && fleet.account.view().licences.used === used;
  },
  'licences/released-serves-another': ({ fleet, pass }) => {
    fleet.limits.set(1, EXPIRY);
    fleet.limits.set(2, EXPIRY);
    pass(10 * DAY);
    fleet.account.setLicenceTotal(fleet.account.view().licences.used + 1);
    const first = attempt(() => fleet.licences.activate(1));
    fleet.limits.set(1, { expirationDate: '2026-01-11' });
    pass(10 * DAY);
    return first && attempt(() => fleet.licences.activate(2)) && fleet.devices.get(2)?.licence === 'used';
  },
  'licences/never-over-allotted': ({ fleet, pass }) => {
    for (const id of [1, 2]) fleet.limits.set(id, EXPIRY);
    pass(10 * DAY);
    fleet.account.setLicenceTotal(fleet.account.view().licences.used + 1);
    for (const id of [1, 2]) attempt(() => fleet.licences.activate(id));
    return [1, 2].filter((id) => fleet.devices.get(id)?.licence === 'used').length === 1;
  },
  'devices/listed-can-be-read': ({ fleet }) =>
    fleet.devices.list().every(({ id, name }) => fleet.devices.get(id)?.name === name),
  'devices/unknown-device-not-served': ({ fleet }) =>
    !fleet.devices.has(77) && fleet.devices.get(77) === undefined,
  'devices/last-location-of-device': ({ fleet }) => {
    fleet.locations.record(1, place);
    const last = fleet.locations.last(1);
    return last !== undefined && Math.abs(last.latitude) <= 90 && Math.abs(last.longitude) <= 180;
  },
  'devices/posted-location-becomes-last': ({ fleet }) => {
    const lasts = [0, 9, 5].map((later) => {
      fleet.locations.record(1, { ...place, deviceTime: START + later });
      return fleet.locations.last(1)?.deviceTime;
    });
    return JSON.stringify(lasts) === JSON.stringify([START, START + 9, START + 9]);
  },
  'devices/posted-alert-is-taken': ({ fleet }) => attempt(() => fleet.alerts.raise(1, { type: 'sos' })),
  ...perFamily({
    'created-can-be-read':
      (family) =>
      ({ fleet }) => {
        const { id } = fleet[family].create(full[family]);
        const record = fleet[family].get(id);
        return JSON.stringify({ ...record, ...full[family] }) === JSON.stringify(record);
      },
    'created-is-listed':
      (family) =>
      ({ fleet }) => {
        const created = ['North', 'South', 'West'].map((name) => fleet[family].create({ name }).id);
        const listed = fleet[family].list().map(({ id }) => id);
        return created.every((id) => listed.includes(id));
      },
    replaced:
      (family) =>
      ({ fleet }) => {
        const { id } = fleet[family].create(full[family]);
        fleet[family].replace(id, { name: 'South' });
        const record = fleet[family].get(id);
        return JSON.stringify({ ...record, ...emptied[family], name: 'South' }) === JSON.stringify(record);
      },
    'updated-keeps-rest':
      (family) =>
      ({ fleet }) => {
        const { id } = fleet[family].create(full[family]);
        fleet[family].update(id, { name: 'South' });
        const record = fleet[family].get(id);
        return JSON.stringify({ ...record, ...full[family], name: 'South' }) === JSON.stringify(record);
      },
    'deleted-is-gone':
      (family) =>
      ({ fleet }) => {
        const { id } = fleet[family].create({ name: 'Gone' });
        fleet[family].create({ name: 'Neighbour' });
        fleet[family].delete(id);
        return (
          fleet[family].get(id) === undefined && !fleet[family].list().some((record) => record.id === id)
        );
      },
    'deleted-spares-others':
      (family) =>
      ({ fleet }) => {
        const { id } = fleet[family].create({ name: 'Gone' });
        const neighbour = fleet[family].create(full[family]);
        fleet[family].replace(id, { name: 'Changed' });
        const before = [id, neighbour.id].map((one) => fleet[family].get(one)).at(-1);
        fleet[family].delete(id);
        return JSON.stringify(fleet[family].get(neighbour.id)) === JSON.stringify(before);
      },
  }),
  'users/countries-listed': ({ fleet }) => fleet.reference.countries().length > 0,
  'users/time-zones-listed': ({ fleet }) => fleet.reference.timeZones(START).length > 0,
};

const full = {
  groups: { name: 'North and beyond', description: 'Up there', deviceIds: [2] },
  users: {
    name: 'Ann with a long name',
    email: 'ann@example.com',
    notify: ['sms'] as Channel[],
    disabled: true,
  },
};
const emptied = { groups: { description: '', deviceIds: [] }, users: { email: '' } };

function perChannel(make: { [rule: string]: (channel: Channel) => Check }): { [rule: string]: Check } {
  return Object.fromEntries(
    Object.entries(make).flatMap(([rule, check]) =>
      channels.map((channel) => [`${rule}/${channel}`, check(channel)]),
    ),
  );
}

function perFamily(make: { [rule: string]: (family: Family) => Check }): { [rule: string]: Check } {
  const families: Family[] = ['groups', 'users'];
  return Object.fromEntries(
    Object.entries(make).flatMap(([rule, check]) =>
      families.map((family) => [`${family}/${rule}`, check(family)]),
    ),
  );
}

/** Whether it could be done. */
function attempt(action: () => unknown): boolean {
  try {
    action();
    return true;
  } catch (error) {
    expect(error).toMatchObject({ name: 'FleetError' });
    return false;
  }
}

/** Whether a fleet keeps a rule. A check that cannot be carried out shows that it does not. */
export function keeps(id: string, made: World): boolean {
  let kept = false;
  attempt(() => {
    kept = checks[id]?.(made) ?? false;
  });
  return kept;
}

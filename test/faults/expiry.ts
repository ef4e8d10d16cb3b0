/** Expiry dates that are taken, kept or reached wrongly (sections 2, 3 and 8). */
import type { Affected, Around } from '../../simulator/deviations/deviation.ts';
import { documentRules, type Rules } from '../../simulator/options.ts';
import { type Fault, fault, ruled } from './fault.ts';
import { after, at, inRequest, withBody, without } from './wrapping.ts';

type Instant = Parameters<Rules['expiryInstant']>[0];

const DAY = 86_400_000;

/** Devices expire at another moment. */
function expires(
  does: string,
  breaks: readonly Affected[],
  instant: (facts: Instant, right: number | null) => number | null,
): Fault {
  return ruled(does, breaks, () => ({
    expiryInstant: (facts) => instant(facts, documentRules.expiryInstant(facts)),
  }));
}

/** A change of the date is not taken, as the old and the new one are. */
function keepsDate(
  does: string,
  breaks: readonly Affected[],
  isKept: (before: number, next: number, change: number) => boolean,
): Fault {
  return ruled(does, breaks, () => {
    const kept = new Map<number, { at: number; changes: number }>();
    return {
      expiryInstant(facts) {
        const next = documentRules.expiryInstant(facts);
        const before = kept.get(facts.deviceId);
        if (next === null) return next;
        const changes = (before?.changes ?? 0) + (before && before.at !== next ? 1 : 0);
        const at = before && before.at !== next && isKept(before.at, next, changes) ? before.at : next;
        kept.set(facts.deviceId, { at, changes });
        return at;
      },
    };
  });
}

/** Other devices are given something when the expiry of one is set. */
function alsoSets(
  others: (
    device: number,
    all: readonly { id: number; groupId: number | null; licence: string }[],
  ) => readonly number[],
): Around {
  return after(['setLimits'], ({ fleet, lens }) => ({ id, body }) => {
    const device = lens.readPathId('device', id);
    if (device === undefined || body.expires !== true || typeof body.expirationDate !== 'string') return;
    for (const other of others(device, fleet.devices.list()))
      fleet.limits.set(other, { expires: true, expirationDate: body.expirationDate });
  });
}

const reached = [
  'expiry/reached-expires',
  'expiry/earlier-takes-effect',
  'licences/expiry-releases-one',
] as const;
const later = ['expiry/change-any-time'] as const;
const earlier = ['expiry/earlier-takes-effect'] as const;
const off = ['expiry/off-never-expires'] as const;
const needsDate = ['expiry/on-needs-date'] as const;
const own = ['expiry/only-its-own', 'licences/expiry-releases-one'] as const;

const tomorrow = (now: number): string => new Date(now + DAY).toISOString().slice(0, 10);

export const expiryFaults: readonly Fault[] = [
  fault(
    'switches Expires on when a limit is set',
    ['expiry/off-by-default', 'expiry/off-never-expires'],
    inRequest(['setLimits'], (body, { world }) =>
      typeof body.dailyEmail === 'number' && body.expires === undefined
        ? { ...body, expires: true, expirationDate: tomorrow(world.clock.now() + 300 * DAY) }
        : body,
    ),
  ),
  ruled('has Expires on for each device, with the date left open', ['expiry/off-by-default'], () => ({
    expiresByDefault: () => true,
    expiryComplete: () => true,
  })),
  fault(
    'takes Expires with `null` as the date',
    needsDate,
    onWithout((body) => body.expirationDate === null),
  ),
  fault(
    'takes Expires with the date left out',
    needsDate,
    onWithout((body) => body.expires === true && body.expirationDate === undefined),
  ),
  ruled('lets a device expire whose Expires was switched off after the date was set', off, () => {
    const dates = new Map<number, string>();
    return {
      expiryInstant(facts) {
        const { deviceId, expirationDate } = facts;
        if (facts.expires && expirationDate !== null) dates.set(deviceId, expirationDate);
        const date = dates.get(deviceId);
        return documentRules.expiryInstant(
          date === undefined ? facts : { ...facts, expires: true, expirationDate: expirationDate ?? date },
        );
      },
    };
  }),
  expires('expires two days late', reached, (_, right) => right && right + 2 * DAY),
  expires('never expires on the last day of a month', reached, ({ expirationDate }, right) =>
    expirationDate !== null && new Date(Date.parse(expirationDate) + DAY).getUTCDate() === 1 ? null : right,
  ),
  expires('never expires on a Sunday', reached, ({ expirationDate }, right) =>
    expirationDate !== null && new Date(expirationDate).getUTCDay() === 0 ? null : right,
  ),
  expires("reads month and day of a date in each other's place where it can", reached, (facts, right) => {
    const [year, month = '', day = ''] = facts.expirationDate?.split('-') ?? [];
    return Number(day) <= 12 && month !== day
      ? documentRules.expiryInstant({ ...facts, expirationDate: `${year}-${day}-${month}` })
      : right;
  }),
  ruled(
    'lets no device expire that has been activated',
    ['licences/expires-again', 'expiry/reached-expires'],
    () => {
      const activated = new Set<number>();
      return {
        licenceAfterActivation(facts) {
          activated.add(facts.deviceId);
          return documentRules.licenceAfterActivation(facts);
        },
        licenceAtExpiry: (facts) =>
          activated.has(facts.deviceId) ? facts.licence : documentRules.licenceAtExpiry(facts),
      };
    },
  ),
  fault(
    'takes no date that is set beside a limit',
    reached,
    inRequest(['setLimits'], (body) =>
      body.dailyEmail !== undefined || body.dailySms !== undefined
        ? without(body, 'expires', 'expirationDate')
        : body,
    ),
  ),
  fault(
    'takes no date without Expires in the same request',
    [...later, ...earlier],
    inRequest(['setLimits'], (body) => (body.expires === undefined ? without(body, 'expirationDate') : body)),
  ),
  keepsDate('moves no date later by more than a week', later, (before, next) => next > before + 7 * DAY),
  keepsDate('moves a date later once', later, (before, next, change) => next > before && change > 1),
  keepsDate('moves no date earlier by one day', earlier, (before, next) => next === before - DAY),
  keepsDate('moves a date earlier once', earlier, (before, next, change) => next < before && change > 1),
  fault(
    'sets the expiry of a device for the device after it, too',
    own,
    alsoSets((device, all) => all.filter(({ id }) => id === device + 1).map(({ id }) => id)),
  ),
  fault(
    'sets the expiry of a device for all of its group, too',
    own,
    alsoSets((device, all) => {
      const group = all.find(({ id }) => id === device)?.groupId;
      return all
        .filter(({ id, groupId }) => id !== device && groupId === group && groupId !== null)
        .map(({ id }) => id);
    }),
  ),
  ruled('takes two dates for a device, and no third one', later, () => {
    const taken = new Map<number, string[]>();
    return {
      expiryInstant(facts) {
        const { deviceId, expirationDate } = facts;
        if (expirationDate === null) return documentRules.expiryInstant(facts);
        const dates = taken.get(deviceId) ?? [];
        const isNew = dates.at(-1) !== expirationDate;
        if (isNew && dates.length < 2) taken.set(deviceId, [...dates, expirationDate]);
        const date = isNew && dates.length === 2 ? dates.at(-1) : expirationDate;
        return documentRules.expiryInstant({ ...facts, expirationDate: date ?? expirationDate });
      },
    };
  }),
  fault(
    'activates an expired device at its locations',
    ['expiry/reached-expires'],
    at(['postLocations'], ({ fleet, lens }) => async ({ id, pass }) => {
      const reply = await pass();
      const device = lens.readPathId('device', id);
      if (device !== undefined && fleet.devices.has(device) && fleet.devices.isExpired(device))
        fleet.licences.revive(device);
      return reply;
    }),
  ),
  fault(
    'takes the limits of the device after it away when a device expires',
    ['expiry/only-its-own'],
    (handle, { fleet: { devices, limits } }) => {
      const expired = new Set<number>();
      return async (call) => {
        const reply = await handle(call);
        for (const { id, licence } of devices.list()) {
          const isNew = licence === 'expired' && !expired.has(id);
          if (licence === 'used') expired.delete(id);
          else expired.add(id);
          if (isNew && devices.has(id + 1)) limits.set(id + 1, { dailyEmail: null, dailySms: null });
        }
        return reply;
      };
    },
  ),
];

/** Takes settings with Expires on and no date. */
function onWithout(isTaken: (body: { expires?: unknown; expirationDate?: unknown }) => boolean): Around {
  return (handle, world) => {
    const without = new Set<string>();
    const inner = at(['setLimits', 'readLimits'], () => async ({ place, body, call, id, pass }) => {
      if (place === 'setLimits' && isTaken(body)) {
        const reply = await pass(withBody(call, { expires: false, expirationDate: null }));
        if (reply.status < 300) without.add(id);
        return reply.status < 300
          ? { ...reply, body: reply.body.replace('"expires":false', '"expires":true') }
          : reply;
      }
      const reply = await pass();
      const isSet = body.expires !== undefined || body.expirationDate !== undefined;
      if (place === 'setLimits' && isSet && reply.status < 300) without.delete(id);
      return without.has(id)
        ? { ...reply, body: reply.body.replace('"expires":false', '"expires":true') }
        : reply;
    });
    return inner(handle, world);
  };
}

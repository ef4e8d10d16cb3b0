/** Locations and alerts that are lost, changed, or another device's (sections 1 and 4.2). */
import { type Fields, fieldsOf } from '../../contracts/kit/fields.ts';
import { jsonIn } from '../../contracts/kit/json.ts';
import type { Affected, Around } from '../../simulator/deviations/deviation.ts';
import type { Device } from '../../simulator/fleet/types.ts';
import { documentRules } from '../../simulator/options.ts';
import { type Fault, fault, ruled } from './fault.ts';
import { at, inAnswer, refusing, type Seen, withBody, withJson } from './wrapping.ts';

/** Changes each location that is posted. */
function posted(change: (location: Fields) => Fields): Around {
  return at(['postLocations'], () => ({ call, pass }) => {
    const body = jsonIn(call.body ?? '');
    const changed = Array.isArray(body) ? body.map((one) => change(fieldsOf(one))) : change(fieldsOf(body));
    return pass(withBody(call, changed));
  });
}

/** Changes the last location as it is read. */
function shown(change: (location: Fields, seen: Seen) => unknown): Around {
  return inAnswer(['lastLocation'], (body, seen) => change(fieldsOf(body), seen));
}

/** Records a location for other devices, too. */
function alsoFor(others: (device: Device, all: readonly Device[]) => readonly Device[]): Around {
  return at(['postLocations'], ({ fleet, lens }) => async ({ call, id, pass }) => {
    const reply = await pass();
    const number = lens.readPathId('device', id);
    const device = number === undefined ? undefined : fleet.devices.get(number);
    if (!device || reply.status >= 300) return reply;
    const known = others(device, fleet.devices.list()).filter((other) => other.id !== device.id);
    for (const other of known)
      await pass({ ...call, target: call.target.replace(id, lens.pathId('device', other.id)) });
    return reply;
  });
}

/** Forgets what was posted, by how many were posted for the device before. */
function forgets(isForgotten: (earlier: number) => boolean): Around {
  return at(['postLocations'], () => {
    const counts = new Map<string, number>();
    return async ({ id, call, pass }) => {
      const earlier = counts.get(id) ?? 0;
      counts.set(id, earlier + 1);
      if (!isForgotten(earlier)) return pass();
      const reply = await pass(withBody(call, []));
      return withJson({ ...reply, status: 200 }, jsonIn(call.body ?? ''));
    };
  });
}

const tenth = (degrees: unknown): number => Math.round(Number(degrees) * 10) / 10;

const last = [
  'devices/posted-location-becomes-last',
  'devices/last-location-of-device',
] as const satisfies readonly Affected[];
const earth = [
  'devices/last-location-of-device',
  'devices/posted-location-becomes-last',
] as const satisfies readonly Affected[];
const own = ['devices/location-is-own'] as const satisfies readonly Affected[];
const alert = ['devices/posted-alert-is-taken'] as const satisfies readonly Affected[];

export const locationFaults: readonly Fault[] = [
  fault(
    'exchanges latitude and longitude',
    last,
    posted(({ latitude, longitude, ...rest }) => ({ ...rest, latitude: longitude, longitude: latitude })),
  ),
  fault(
    'loses the sign of longitudes',
    last,
    posted((location) => ({ ...location, longitude: Math.abs(Number(location.longitude)) })),
  ),
  fault(
    'forgets the second location of each device',
    last,
    forgets((earlier) => earlier === 1),
  ),
  fault(
    'keeps the last location that was read first',
    last,
    at(['lastLocation'], () => {
      const kept = new Map<string, string>();
      return async ({ id, pass }) => {
        const reply = await pass();
        if (reply.status !== 200) return reply;
        const body = kept.get(id) ?? reply.body;
        kept.set(id, body);
        return { ...reply, body };
      };
    }),
  ),
  ruled('loses the location that follows an alert', last, () => {
    let wasRaised = false;
    return {
      takesAlerts(...licence) {
        wasRaised = true;
        return documentRules.takesAlerts(...licence);
      },
      becomesLast(...times) {
        const isFirst = wasRaised;
        wasRaised = false;
        return !isFirst && documentRules.becomesLast(...times);
      },
    };
  }),
  ruled('loses what a device reports on 29 February', last, () => ({
    becomesLast: (...times) =>
      !new Date(times[1]).toISOString().includes('-02-29T') && documentRules.becomesLast(...times),
  })),
  fault(
    'takes the 180th meridian for Greenwich',
    last,
    shown((location) => ({
      ...location,
      longitude: Math.abs(Number(location.longitude)) === 180 ? 0 : location.longitude,
    })),
  ),
  fault(
    'keeps a posted location rounded to a tenth of a degree',
    last,
    posted(({ latitude, longitude, ...rest }) => ({
      ...rest,
      latitude: tenth(latitude),
      longitude: tenth(longitude),
    })),
  ),
  fault(
    'writes degrees as text with a comma',
    earth,
    shown((location) => ({
      ...location,
      latitude: String(location.latitude).replace('.', ','),
      longitude: String(location.longitude).replace('.', ','),
    })),
  ),
  fault(
    'finds no last location once a device has sent two',
    earth,
    refusing(['lastLocation', 'postLocations'], () => {
      const counts = new Map<string, number>();
      return ({ id, place }) => {
        if (place === 'lastLocation') return (counts.get(id) ?? 0) > 1;
        counts.set(id, (counts.get(id) ?? 0) + 1);
        return false;
      };
    }),
  ),
  fault(
    'records a location for all devices of the same group',
    own,
    alsoFor(({ groupId }, all) => all.filter((other) => groupId !== null && other.groupId === groupId)),
  ),
  fault(
    'records a location for the first device',
    own,
    alsoFor((_, all) => all.slice(0, 1)),
  ),
  fault(
    'records a location for devices whose id begins alike',
    own,
    alsoFor(({ id }, all) =>
      all.filter(
        (other) => String(other.id).startsWith(String(id)) || String(id).startsWith(String(other.id)),
      ),
    ),
  ),
  fault(
    'tells the location that was posted last, whichever device is asked for',
    own,
    at(['postLocations', 'lastLocation'], () => {
      let newest: Fields | undefined;
      return async ({ body, place, pass }) => {
        const reply = await pass();
        if (reply.status !== 200) return reply;
        if (place === 'postLocations') newest = body;
        return place === 'lastLocation' && newest
          ? withJson(reply, {
              ...fieldsOf(JSON.parse(reply.body)),
              latitude: newest.latitude,
              longitude: newest.longitude,
            })
          : reply;
      };
    }),
  ),
  fault(
    'takes one alert of each device',
    alert,
    refusing(
      ['postAlerts'],
      () => {
        const seen = new Set<string>();
        return ({ id }) => {
          const isKnown = seen.has(id);
          seen.add(id);
          return isKnown;
        };
      },
      409,
    ),
  ),
  fault(
    'answers each alert with a failure in the body',
    alert,
    inAnswer(['postAlerts'], () => ({ success: false, error: 'No recipient' })),
  ),
];

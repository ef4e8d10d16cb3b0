/** Expectations of each of some devices: its licence, status and counters, its last location, and how many are held. */
import pointInPolygon from 'point-in-polygon-hao';
import { itemAt } from '../../contracts/kit/items.ts';
import type { Location } from '../../simulator/fleet/types.ts';
import { durationOf, metresOf } from '../language/resolve/durations.ts';
import { describe, object, option, optional, text } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import type { Devices, Site, Wanted, Position as Written } from '../language/terms.ts';
import { channelWord, devicesInWords, durationInWords, numberInWords, siteName } from '../language/words.ts';
import { distanceBetween, distanceToLine, type Position } from '../motion/geodesy.ts';
import { idsOf, type Scene } from '../player/scene.ts';
import { licenceStates, statuses } from './account.ts';
import { defineExpectation } from './define.ts';
import { type Finding, fact, number, rounded, wantedOf } from './finding.ts';

/** A number of a device, which may be none. */
interface Measured {
  of(device: number, scene: Scene): number | null;
  /** `who` is the devices in words. */
  words(who: string, wanted: Wanted): string;
  shown?(value: number | null): string;
}

const measured = {
  email: usage('email'),
  sms: usage('sms'),
  speed: ofLast('speed', ({ speed }) => speed, inUnit('km/h')),
  odometer: ofLast('odometer', ({ odometer }) => odometer, inUnit('km')),
  fuel: ofLast('fuel', ({ fuel }) => fuel, inUnit('%')),
  battery: ofLast('battery', ({ battery }) => battery, inUnit('%')),
  age: ofLast('age', ({ deviceTime }, now) => now - deviceTime, durationInWords, durationInWords),
  locations: {
    of: (device, { fleet }) =>
      fleet.locations.between(device, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY).length,
    words: (who, wanted) => `locations of ${who}: ${numberInWords(wanted)}`,
  },
} satisfies { readonly [fact: string]: Measured };

function usage(channel: 'email' | 'sms'): Measured {
  return {
    of: (device, { fleet }) => fleet.limits.get(device).usage[channel],
    words: (who, wanted) => `${channelWord(channel)} sent today by ${who}: ${numberInWords(wanted)}`,
  };
}

function ofLast(
  name: string,
  of: (location: Location, now: number) => number | null,
  shown: (value: number) => string,
  inWords?: (value: number) => string,
): Measured {
  return {
    of(device, { fleet, timeline }) {
      const last = fleet.locations.last(device);
      return last === undefined ? null : of(last, timeline.now);
    },
    words: (who, wanted) => `${who}: ${name} of the last location ${numberInWords(wanted, inWords)}`,
    shown: (value) => (value === null ? 'none' : shown(value)),
  };
}

function inUnit(unit: string) {
  return (value: number) => `${rounded(value)} ${unit}`;
}

/** The state that a device is to have. */
type DeviceFacts = { devices: Devices } & (
  | { licence: 'used' | 'expired' }
  | { status: 'online' | 'offline' | 'unknown' }
  | { fact: keyof typeof measured; wanted: Wanted }
  /** The place of the last location. */
  | { site: number; within: number; not: boolean }
);

/** Metres that are near, where the story does not say. */
const NEAR = 100;

const wanted = optional(ref('wanted'));
const counters = object({ email: wanted, sms: wanted });
const ofLastLocation = object({
  speed: optional(describe('km/h', ref('wanted'))),
  odometer: optional(describe('km', ref('wanted'))),
  fuel: optional(describe('Percent', ref('wanted'))),
  battery: optional(describe('Percent', ref('wanted'))),
  age: option('How long ago it was measured.', ref('wantedAge')),
});

export const device = defineExpectation({
  summary: 'What holds of each of these devices.',
  value: ref('devices'),
  beside: {
    licence: optional(licenceStates),
    status: optional(statuses),
    usage: option("The day's counters.", counters),
    near: option('Where the last location is: near this place, or within its area.', text),
    notNear: option('Where the last location is not.', text),
    within: option('What is near; default 100m, and 0m for an area.', ref('length')),
    last: option('Facts of the last location.', ofLastLocation),
    locations: option('How many the service holds.', ref('wanted')),
  },
  read({ value, fields, path, here, names, mayBeIt }) {
    const devices = names.those(value, here, mayBeIt);
    if (devices === undefined) return [];
    if (Object.keys(fields).length === 0) {
      const hint = 'give licence, status, usage, near, last or locations';
      names.wrong('NOTHING_SAID', path, 'nothing is said of the device', hint);
    }
    const { licence, status, usage = {}, last = {}, locations } = fields;
    const wanted = <Value>(
      fact: keyof typeof measured,
      written: Value | { atLeast?: Value; atMost?: Value } | undefined,
      of?: (value: Value) => number,
    ): DeviceFacts[] => {
      const section = fact in usage ? ['usage'] : fact in last ? ['last'] : [];
      if (written === undefined) return [];
      return [{ devices, fact, wanted: wantedOf(written, [...path, ...section, fact], names, of) }];
    };
    const near = (['near', 'notNear'] as const).flatMap((field): DeviceFacts[] => {
      const name = fields[field];
      const site = name === undefined ? undefined : names.site(name, [...path, field]);
      if (site === undefined) return [];
      const usual = names.sites[site]?.area ? 0 : NEAR;
      const within = fields.within === undefined ? usual : metresOf(fields.within);
      return [{ devices, site, within, not: field === 'notNear' }];
    });
    return [
      ...(licence === undefined ? [] : [{ devices, licence }]),
      ...(status === undefined ? [] : [{ devices, status }]),
      ...(['email', 'sms'] as const).flatMap((channel) => wanted(channel, usage[channel])),
      ...near,
      ...(['speed', 'odometer', 'fuel', 'battery'] as const).flatMap((fact) => wanted(fact, last[fact])),
      ...wanted('age', last.age, (text) => durationOf(text) ?? 0),
      ...wanted('locations', locations),
    ];
  },
  words(expectation, names) {
    const who = devicesInWords(expectation.devices, names);
    if ('licence' in expectation) return `${who}: licence ${expectation.licence}`;
    if ('status' in expectation) return `${who}: ${expectation.status}`;
    if ('fact' in expectation) return measured[expectation.fact].words(who, expectation.wanted);
    const { site, within, not } = expectation;
    const near = within > 0 ? ` within ${within} m` : '';
    return `${who}: last location ${not ? 'not ' : ''}at ${siteName(site, names)}${near}`;
  },
  /** All devices have to meet it: the finding of the first that does not, else of the last. */
  check(expectation, scene, it) {
    const ids = idsOf(expectation.devices, it);
    let finding: Finding = { met: false, wanted: 'a device', actual: 'none' };
    for (const device of ids) {
      if (!scene.fleet.devices.has(device))
        return { ...finding, met: false, actual: `there is no device ${device}` };
      finding = lookAt(expectation, device, scene);
      if (finding.met) continue;
      const name = ids.length > 1 ? `${scene.fleet.devices.nameOf(device)}: ` : '';
      return { ...finding, actual: name + finding.actual };
    }
    return finding;
  },
});

function lookAt(expectation: DeviceFacts, device: number, scene: Scene): Finding {
  const { fleet, story } = scene;
  if ('licence' in expectation)
    return fact<string | undefined>(fleet.devices.get(device)?.licence, expectation.licence);
  if ('status' in expectation)
    return fact<string | undefined>(fleet.devices.get(device)?.status, expectation.status);
  if ('fact' in expectation) {
    const { of, shown }: Measured = measured[expectation.fact];
    return number(of(device, scene), expectation.wanted, shown);
  }
  const { within, not } = expectation;
  const place = itemAt(story.sites, expectation.site);
  const last = fleet.locations.last(device);
  const near = within > 0 ? `within ${rounded(within)} m of` : 'in';
  const wanted = `${not ? 'not ' : ''}${near} ${place.name}`;
  if (last === undefined) return { met: false, wanted, actual: 'no location yet' };
  const metres = metresFrom(place, last);
  const actual = metres === 0 ? `in ${place.name}` : `${rounded(metres)} m from ${place.name}`;
  return { met: metres <= within !== not, wanted, actual };
}

/** Metres to a place, or to the edge of an area; 0 within it. */
function metresFrom({ at, area }: Site, position: Position): number {
  if (area === undefined) return distanceBetween(pointOf(at), position);
  if ('radius' in area) return Math.max(0, distanceBetween(pointOf(area.centre), position) - area.radius);
  const corners = area.corners.map(pointOf);
  const ring = [...corners, ...corners.slice(0, 1)];
  const closed = ring.map(({ latitude, longitude }) => [longitude, latitude]);
  if (pointInPolygon([position.longitude, position.latitude], [closed]) !== false) return 0;
  const sides = ring.slice(1).map((corner, index) => distanceToLine(position, itemAt(ring, index), corner));
  return Math.min(...sides);
}

function pointOf([latitude, longitude]: Written): Position {
  return { latitude, longitude };
}

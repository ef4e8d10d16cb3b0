/** Expectations of each of some devices: its licence, status and counters, its last location, and how many are held. */
import { itemAt } from '../../contracts/kit/items.ts';
import { entriesOf } from '../../contracts/kit/tables.ts';
import type { Location } from '../../simulator/fleet/types.ts';
import { describe, object, oneOf, option, optional } from '../language/builders.ts';
import { ref, site } from '../language/forms.ts';
import type { Devices, Wanted } from '../language/terms.ts';
import { channelWord, devicesInWords, durationInWords, numberInWords, siteName } from '../language/words.ts';
import { areaOf, metresTo } from '../motion/fences.ts';
import { idsOf, type Scene } from '../player/scene.ts';
import { defineExpectation } from './define.ts';
import { type Finding, fact, number, rounded } from './finding.ts';

export const licenceStates = oneOf('used', 'expired');
export const statuses = oneOf('online', 'offline', 'unknown');

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
  | { state: 'licence' | 'status'; is: string }
  | { fact: keyof typeof measured; wanted: Wanted }
  /** The place of the last location. */
  | { site: number; within: number; not: boolean }
);

/** Metres that are near, where the story does not say. */
const NEAR = 100;

const wanted = optional(ref('wanted'));

export const device = defineExpectation({
  summary: 'What holds of each of these devices.',
  value: ref('devices'),
  beside: {
    licence: optional(licenceStates),
    status: optional(statuses),
    usage: option("The day's counters.", object({ email: wanted, sms: wanted })),
    near: option('Where the last location is: near this place, or within its area.', site),
    notNear: option('Where the last location is not.', site),
    within: option('What is near; default 100m, and 0m for an area.', ref('length')),
    last: option(
      'Facts of the last location.',
      object({
        speed: optional(describe('km/h', ref('wanted'))),
        odometer: optional(describe('km', ref('wanted'))),
        fuel: optional(describe('Percent', ref('wanted'))),
        battery: optional(describe('Percent', ref('wanted'))),
        age: option('How long ago it was measured.', ref('wantedAge')),
      }),
    ),
    locations: option('How many the service holds.', ref('wanted')),
  },
  read({ main: devices, ...fields }, { path, names }) {
    const hint = 'give licence, status, usage, near, last or locations';
    if (Object.keys(fields).length === 0)
      names.wrong('NOTHING_SAID', path, 'nothing is said of the device', hint);
    const { licence, status, usage, near, notNear, last, locations } = fields;
    const state = (state: 'licence' | 'status', is: string | undefined): DeviceFacts[] =>
      is === undefined ? [] : [{ devices, state, is }];
    const numbers = (of: { readonly [Fact in keyof typeof measured]?: Wanted } = {}): DeviceFacts[] =>
      entriesOf(measured).flatMap(([fact]) => {
        const wanted = of[fact];
        return wanted === undefined ? [] : [{ devices, fact, wanted }];
      });
    const place = (site: number | undefined, not: boolean): DeviceFacts[] => {
      if (site === undefined) return [];
      const { within = names.sites[site]?.area ? 0 : NEAR } = fields;
      return [{ devices, site, within, not }];
    };
    return [
      ...state('licence', licence),
      ...state('status', status),
      ...numbers(usage),
      ...place(near, false),
      ...place(notNear, true),
      ...numbers(last),
      ...numbers(locations && { locations }),
    ];
  },
  words(expectation, names) {
    const who = devicesInWords(expectation.devices, names);
    if ('state' in expectation)
      return `${who}: ${expectation.state === 'licence' ? 'licence ' : ''}${expectation.is}`;
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
  if ('state' in expectation)
    return fact<string | undefined>(fleet.devices.get(device)?.[expectation.state], expectation.is);
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
  const metres = Math.max(0, metresTo(areaOf(place), last));
  const actual = metres === 0 ? `in ${place.name}` : `${rounded(metres)} m from ${place.name}`;
  return { met: metres <= within !== not, wanted, actual };
}

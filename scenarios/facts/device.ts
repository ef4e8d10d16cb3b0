/** Facts of each of some devices: its licence, status and counters, its last location, and how many are held. */
import { itemAt } from '../../contracts/kit/items.ts';
import { namesOf } from '../../contracts/kit/tables.ts';
import type { Location } from '../../simulator/fleet/types.ts';
import { describe, object, oneOf, option, optional } from '../language/builders.ts';
import { ref, site } from '../language/forms.ts';
import { type Devices, idsOf, type Wanted } from '../language/terms.ts';
import {
  channelWord,
  devicesInWords,
  durationInWords,
  numberInWords,
  type StoryNames,
  siteName,
} from '../language/words.ts';
import { areaOf, metresTo } from '../motion/fences.ts';
import type { Scene } from '../player/scene.ts';
import { expectationRow, type Finding, fact, number, rounded } from './finding.ts';

export const licenceStates = oneOf('used', 'expired');
export const statuses = oneOf('online', 'offline', 'unknown');

/** A fact of a device, how it is to be put into words and looked at; `within` are metres. */
interface Aspect<Value> {
  /** `who` is the devices in words. */
  words(who: string, wanted: Value, names: StoryNames, within?: number): string;
  look(device: number, wanted: Value, scene: Scene, within?: number): Finding;
}

/** In the order in which they are judged. */
const aspects = {
  licence: state('licence', 'licence '),
  status: state('status', ''),
  email: usage('email'),
  sms: usage('sms'),
  near: place(false),
  notNear: place(true),
  speed: ofLast('speed', ({ speed }) => speed, inUnit('km/h')),
  odometer: ofLast('odometer', ({ odometer }) => odometer, inUnit('km')),
  fuel: ofLast('fuel', ({ fuel }) => fuel, inUnit('%')),
  battery: ofLast('battery', ({ battery }) => battery, inUnit('%')),
  age: ofLast('age', ({ deviceTime }, now) => now - deviceTime, durationInWords, durationInWords),
  locations: {
    words: (who, wanted) => `locations of ${who}: ${numberInWords(wanted)}`,
    look: (device, wanted, { fleet }) =>
      number(fleet.locations.between(device, -Infinity, Infinity).length, wanted),
  } satisfies Aspect<Wanted>,
};

function state(of: 'licence' | 'status', before: string): Aspect<string> {
  return {
    words: (who, wanted) => `${who}: ${before}${wanted}`,
    look: (device, wanted, { fleet }) => fact<string | undefined>(fleet.devices.get(device)?.[of], wanted),
  };
}

function usage(channel: 'email' | 'sms'): Aspect<Wanted> {
  return {
    words: (who, wanted) => `${channelWord(channel)} sent today by ${who}: ${numberInWords(wanted)}`,
    look: (device, wanted, { fleet }) => number(fleet.limits.get(device).usage[channel], wanted),
  };
}

/** Metres that are near, where the story does not say; an area has to be entered. */
const NEAR = 100;
const nearOf = (site: number, { sites }: Pick<StoryNames, 'sites'>) => (sites[site]?.area ? 0 : NEAR);

/** The place of the last location. */
function place(not: boolean): Aspect<number> {
  return {
    words(who, site, names, within = nearOf(site, names)) {
      const near = within > 0 ? ` within ${within} m` : '';
      return `${who}: last location ${not ? 'not ' : ''}at ${siteName(site, names)}${near}`;
    },
    look(device, site, { fleet, story }, within = nearOf(site, story)) {
      const place = itemAt(story.sites, site);
      const last = fleet.locations.last(device);
      const near = within > 0 ? `within ${rounded(within)} m of` : 'in';
      const wanted = `${not ? 'not ' : ''}${near} ${place.name}`;
      if (last === undefined) return { met: false, wanted, actual: 'no location yet' };
      const metres = Math.max(0, metresTo(areaOf(place), last));
      const actual = metres === 0 ? `in ${place.name}` : `${rounded(metres)} m from ${place.name}`;
      return { met: metres <= within !== not, wanted, actual };
    },
  };
}

/** A number of the last location, which may be none. */
function ofLast(
  name: string,
  of: (location: Location, now: number) => number | null,
  shown: (value: number) => string,
  inWords?: (value: number) => string,
): Aspect<Wanted> {
  return {
    words: (who, wanted) => `${who}: ${name} of the last location ${numberInWords(wanted, inWords)}`,
    look(device, wanted, { fleet, timeline }) {
      const last = fleet.locations.last(device);
      const value = last === undefined ? null : of(last, timeline.now);
      return number(value, wanted, (value) => (value === null ? 'none' : shown(value)));
    },
  };
}

function inUnit(unit: string) {
  return (value: number) => `${rounded(value)} ${unit}`;
}

/** The table, to be asked by the name of what it is asked about, which says the type of what is wanted. */
const table: { readonly [name in keyof typeof aspects]: Aspect<never> } = aspects;

export interface DeviceFact {
  devices: Devices;
  fact: keyof typeof aspects;
  wanted: string | number | Wanted;
  within?: number;
}

const wanted = optional(ref('wanted'));

export const device = expectationRow({
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
  read({ main: devices, within, usage, last, ...facts }, { path, names }): DeviceFact[] {
    const said: { [name in keyof typeof aspects]?: DeviceFact['wanted'] } = { ...facts, ...usage, ...last };
    const found = namesOf(aspects).flatMap((fact): DeviceFact[] => {
      const wanted = said[fact];
      return wanted === undefined ? [] : [{ devices, fact, wanted, ...(within !== undefined && { within }) }];
    });
    const hint = 'give licence, status, usage, near, last or locations';
    if (Object.keys(said).length === 0)
      names.wrong('NOTHING_SAID', path, 'nothing is said of the device', hint);
    return found;
  },
  words: ({ devices, fact, wanted, within }, names) =>
    table[fact].words(devicesInWords(devices, names), wanted as never, names, within),
  /** All devices have to meet it: the finding of the first that does not, else of the last. */
  check({ devices, fact, wanted, within }, scene, it) {
    const ids = idsOf(devices, it);
    let finding: Finding = { met: false, wanted: 'a device', actual: 'none' };
    for (const device of ids) {
      if (!scene.fleet.devices.has(device))
        return { ...finding, met: false, actual: `there is no device ${device}` };
      finding = table[fact].look(device, wanted as never, scene, within);
      if (finding.met) continue;
      const name = ids.length > 1 ? `${scene.fleet.devices.nameOf(device)}: ` : '';
      return { ...finding, actual: name + finding.actual };
    }
    return finding;
  },
});

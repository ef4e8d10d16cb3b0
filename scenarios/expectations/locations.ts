/** Locations of devices: where each was last, the facts of it, and how many are held. */
import pointInPolygon from 'point-in-polygon-hao';
import { itemAt } from '../../contracts/kit/items.ts';
import type { Location } from '../../simulator/fleet/types.ts';
import { metresOf } from '../language/resolve/durations.ts';
import { describe, object, option, optional, text } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import type { Site, Wanted, Position as Written } from '../language/terms.ts';
import { durationInWords, numberInWords, siteName } from '../language/words.ts';
import { distanceBetween, distanceToLine, type Position } from '../motion/geodesy.ts';
import { defineDeviceExpectation } from './define.ts';
import { each, number, rounded } from './finding.ts';
import { ageOf, wantedOf } from './wanted.ts';

/** Metres that are near, where the story does not say. */
const NEAR = 100;

interface Measured {
  of(location: Location, now: number): number | null;
  shown(value: number): string;
}

/** The facts of a last location, and how each is shown. */
const measured = {
  speed: { of: ({ speed }) => speed, shown: (value) => `${rounded(value)} km/h` },
  odometer: { of: ({ odometer }) => odometer, shown: (value) => `${rounded(value)} km` },
  fuel: { of: ({ fuel }) => fuel, shown: (value) => `${rounded(value)} %` },
  battery: { of: ({ battery }) => battery, shown: (value) => `${rounded(value)} %` },
  age: { of: ({ deviceTime }, now) => now - deviceTime, shown: durationInWords },
} satisfies { [fact: string]: Measured };

type Fact = keyof typeof measured;

export interface FactWanted {
  fact: Fact;
  wanted: Wanted;
}

const facts = object({
  speed: optional(describe('km/h', ref('wanted'))),
  odometer: optional(describe('km', ref('wanted'))),
  fuel: optional(describe('Percent', ref('wanted'))),
  battery: optional(describe('Percent', ref('wanted'))),
  age: option('How long ago it was measured.', ref('wantedAge')),
});

export const locationExpectations = {
  /** The place of the last location. */
  position: defineDeviceExpectation({
    beside: {
      near: option('Where the last location is: near this place, or within its area.', text),
      notNear: option('Where the last location is not.', text),
      within: option('What is near; default 100m, and 0m for an area.', ref('length')),
    },
    read: ({ fields, path, names }) =>
      (['near', 'notNear'] as const).flatMap((field) => {
        const name = fields[field];
        const site = name === undefined ? undefined : names.site(name, [...path, field]);
        if (site === undefined) return [];
        const usual = names.sites[site]?.area ? 0 : NEAR;
        const within = fields.within === undefined ? usual : metresOf(fields.within);
        return [{ site, within, not: field === 'notNear' }];
      }),
    words({ site, within, not }, who, names) {
      const near = within > 0 ? ` within ${within} m` : '';
      return `${who}: last location ${not ? 'not ' : ''}at ${siteName(site, names)}${near}`;
    },
    check: ({ devices, site, within, not }, scene, it) =>
      each(scene, devices, it, (id) => {
        const place = scene.story.sites[site];
        const last = scene.fleet.locations.last(id);
        const near = within > 0 ? `within ${rounded(within)} m of` : 'in';
        const wanted = `${not ? 'not ' : ''}${near} ${place?.name}`;
        if (place === undefined || last === undefined) {
          return { met: false, wanted, actual: 'no location yet' };
        }
        const metres = metresFrom(place, last);
        const actual = metres === 0 ? `in ${place.name}` : `${rounded(metres)} m from ${place.name}`;
        return { met: metres <= within !== not, wanted, actual };
      }),
  }),

  'last-location': defineDeviceExpectation({
    beside: { last: option('Facts of the last location.', facts) },
    read({ fields: { last = {} }, path, names }): FactWanted[] {
      const { age } = last;
      const here = (fact: Fact) => [...path, 'last', fact];
      const numbers = (['speed', 'odometer', 'fuel', 'battery'] as const).flatMap((fact) => {
        const written = last[fact];
        return written === undefined ? [] : [{ fact, wanted: wantedOf(written, here(fact), names) }];
      });
      return age === undefined
        ? numbers
        : [...numbers, { fact: 'age', wanted: ageOf(age, here('age'), names) }];
    },
    words({ fact, wanted }, who) {
      const value = fact === 'age' ? numberInWords(wanted, durationInWords) : numberInWords(wanted);
      return `${who}: ${fact} of the last location ${value}`;
    },
    check: ({ devices, fact, wanted }, scene, it) =>
      each(scene, devices, it, (id) => {
        const last = scene.fleet.locations.last(id);
        const { of, shown }: Measured = measured[fact];
        const actual = last === undefined ? null : of(last, scene.timeline.now);
        return number(actual, wanted, (value) => (value === null ? 'none' : shown(value)));
      }),
  }),

  /** The locations that the service holds of a device. */
  locations: defineDeviceExpectation({
    beside: { locations: option('How many the service holds.', ref('wanted')) },
    read: ({ fields: { locations }, path, names }) =>
      locations === undefined ? [] : [{ wanted: wantedOf(locations, [...path, 'locations'], names) }],
    words: ({ wanted }, who) => `locations of ${who}: ${numberInWords(wanted)}`,
    check: ({ devices, wanted }, scene, it) =>
      each(scene, devices, it, (id) => {
        const held = scene.fleet.locations.between(id, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
        return number(held.length, wanted);
      }),
  }),
};

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

/** Where devices were last, and what was reported of them. */
import type { Location } from '../../../simulator/fleet/types.ts';
import { durationInWords } from '../../language/words.ts';
import type { ExpectationOf, Finding, Looks } from './finding.ts';
import { each, number } from './finding.ts';
import { metresFrom } from './places.ts';

type Fact = ExpectationOf<'last-location'>['fact'];

/** What is asked of a last location, and how it is shown. */
const facts: {
  readonly [F in Fact]: {
    of: (location: Location, now: number) => number | null;
    shown: (value: number) => string;
  };
} = {
  speed: { of: ({ speed }) => speed, shown: (value) => `${rounded(value)} km/h` },
  odometer: { of: ({ odometer }) => odometer, shown: (value) => `${rounded(value)} km` },
  fuel: { of: ({ fuel }) => fuel, shown: (value) => `${rounded(value)} %` },
  battery: { of: ({ battery }) => battery, shown: (value) => `${rounded(value)} %` },
  age: { of: ({ deviceTime }, now) => now - deviceTime, shown: durationInWords },
};

export const locations = {
  position: (scene, { devices, site, within, not }, it) =>
    each(scene, devices, it, (id) => {
      const place = scene.story.sites[site];
      const last = scene.fleet.locations.last(id);
      const wanted = `${not ? 'not ' : ''}${within > 0 ? `within ${rounded(within)} m of` : 'in'} ${place?.name}`;
      if (place === undefined || last === undefined) return { met: false, wanted, actual: 'no location yet' };
      const metres = metresFrom(place, last);
      const actual = metres === 0 ? `in ${place.name}` : `${rounded(metres)} m from ${place.name}`;
      return { met: metres <= within !== not, wanted, actual };
    }),
  'last-location': (scene, { devices, fact, wanted }, it) =>
    each(scene, devices, it, (id): Finding => {
      const last = scene.fleet.locations.last(id);
      const { of, shown } = facts[fact];
      const actual = last === undefined ? null : of(last, scene.timeline.now);
      return number(actual, wanted, (value) => (value === null ? 'none' : shown(value)));
    }),
  locations: (scene, { devices, wanted }, it) =>
    each(scene, devices, it, (id) =>
      number(
        scene.fleet.locations.between(id, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY).length,
        wanted,
      ),
    ),
} satisfies Partial<Looks>;

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

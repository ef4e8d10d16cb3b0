import type { Location } from '../../simulator/fleet/types.ts';
import { describe, object, option, optional } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import type { Wanted } from '../language/terms.ts';
import { durationInWords, numberInWords } from '../language/words.ts';
import { defineDeviceExpectation } from './define.ts';
import { each, number, rounded } from './finding.ts';
import { eachOnTarget, lastLocation as lastOnTarget, numberOnTarget } from './on-target.ts';
import { ageOf, wantedOf } from './wanted.ts';

export interface Measured {
  of(location: Location, now: number): number | null;
  shown(value: number): string;
}

/** What is asked of a last location, and how it is shown. */
const measured = {
  speed: { of: ({ speed }) => speed, shown: (value) => `${rounded(value)} km/h` },
  odometer: { of: ({ odometer }) => odometer, shown: (value) => `${rounded(value)} km` },
  fuel: { of: ({ fuel }) => fuel, shown: (value) => `${rounded(value)} %` },
  battery: { of: ({ battery }) => battery, shown: (value) => `${rounded(value)} %` },
  age: { of: ({ deviceTime }, now) => now - deviceTime, shown: durationInWords },
} satisfies { [fact: string]: Measured };

export type Fact = keyof typeof measured;

const facts = object({
  speed: optional(describe('km/h', ref('wanted'))),
  odometer: optional(describe('km', ref('wanted'))),
  fuel: optional(describe('Percent', ref('wanted'))),
  battery: optional(describe('Percent', ref('wanted'))),
  age: option('How long ago it was measured.', ref('wantedAge')),
});

export interface FactWanted {
  fact: Fact;
  wanted: Wanted;
}

export const lastLocation = defineDeviceExpectation({
  kind: 'last-location',
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
  onTarget: {
    check: ({ devices, fact, wanted }, view) =>
      eachOnTarget(devices, view.it, async (device) => {
        // How old it is depends on when it is asked for.
        if (fact === 'age') return undefined;
        const found = (await lastOnTarget(device, view))?.[fact];
        return typeof found === 'number' ? numberOnTarget(found, wanted) : undefined;
      }),
  },
});

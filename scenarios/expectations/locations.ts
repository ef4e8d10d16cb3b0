import { option } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { numberInWords } from '../language/words.ts';
import { defineDeviceExpectation } from './define.ts';
import { each, number } from './finding.ts';
import { wantedOf } from './wanted.ts';

/** Locations that the service holds of a device. */
export const locations = defineDeviceExpectation({
  kind: 'locations',
  beside: { locations: option('How many the service holds.', ref('wanted')) },
  read: ({ fields: { locations }, path, names }) =>
    locations === undefined ? [] : [{ wanted: wantedOf(locations, [...path, 'locations'], names) }],
  words: ({ wanted }, who) => `locations of ${who}: ${numberInWords(wanted)}`,
  check: ({ devices, wanted }, scene, it) =>
    each(scene, devices, it, (id) => {
      const held = scene.fleet.locations.between(id, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
      return number(held.length, wanted);
    }),
  onTarget: { notJudged: 'the deployment holds locations that are not of the story' },
});

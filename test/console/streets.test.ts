import { afterEach, expect, it } from 'vitest';
import { placeInWords } from '../../simulator/console/look/format.ts';
import { roads } from '../../simulator/console/state/story.ts';
import { whereabouts } from '../../simulator/console/state/streets.ts';

const feature = <G>(kind: string, name: string, geometry: G) => ({
  type: 'Feature' as const,
  properties: { class: kind, name },
  geometry,
});

afterEach(() => {
  roads.value = null;
});

it('says where something is: at a place, in the nearest street, or nothing away from both', () => {
  expect(whereabouts(47, 19)).toBeNull();
  const line = (latitude: number) => ({
    type: 'LineString' as const,
    coordinates: [
      [19, latitude],
      [19.01, latitude],
    ],
  });
  roads.value = {
    type: 'FeatureCollection',
    features: [
      feature('street', 'Harbour Street', line(47)),
      feature('street', 'Mill Lane', line(47.0005)),
      feature('place', 'Town Hall', { type: 'Point' as const, coordinates: [19.005, 47] }),
      feature('district', 'Old Town', { type: 'Point' as const, coordinates: [19.002, 47] }),
    ],
  };
  expect(whereabouts(47.0001, 19.002)).toBe('Harbour Street');
  expect(whereabouts(47.0004, 19.002)).toBe('Mill Lane');
  expect(whereabouts(47.0003, 19.005)).toBe('Town Hall');
  expect(whereabouts(47.01, 19.005)).toBeNull();
});

it("writes the places of a story as people do, and leaves a name of one's own as it is", () => {
  expect(placeInWords('central-station')).toBe('Central Station');
  expect(placeInWords('Gate 4, north')).toBe('Gate 4, north');
});

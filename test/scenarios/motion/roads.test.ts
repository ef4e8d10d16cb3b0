import { describe, expect, it } from 'vitest';
import { distanceBetween, type Position } from '../../../scenarios/motion/geodesy.ts';
import { MotionError } from '../../../scenarios/motion/motion-error.ts';
import { pathThrough, pieceFlags } from '../../../scenarios/motion/path.ts';
import { townAsGeoJson } from '../../../scenarios/motion/roads/geojson.ts';
import { town } from '../../../scenarios/motion/roads/town.ts';

const named = (name: string) => {
  const place = town().placeNamed(name);
  if (place === undefined) throw new Error(`no ${name}`);
  return place;
};

describe('the bundled town', () => {
  it('is another one from another seed', async () => {
    const script = new URL('../../../.build/town.mjs', import.meta.url).href;
    const { townModule } = (await import(/* @vite-ignore */ script)) as {
      townModule: (seed: number) => string;
    };
    expect(townModule(1)).not.toBe(townModule(2));
  });

  it('has the places that stories speak of, each at a crossing of its own', () => {
    const { places } = town();
    expect(places.length).toBeGreaterThanOrEqual(40);
    expect(new Set(places.map(({ node }) => node)).size).toBe(places.length);
    expect(new Set(places.map(({ name }) => name)).size).toBe(places.length);
    for (const name of 'depot north-school city-hospital market-square central-station harbour cold-store office-park'.split(
      ' ',
    )) {
      expect(town().placeNamed(name)?.name).toBe(name);
    }
  });

  it('has a way between any two of its places', () => {
    const { places } = town();
    for (const [number, from] of places.entries()) {
      const to = places[(number * 7 + 5) % places.length] as Position;
      if (to === from) continue;
      const path = pathThrough(town().wayBetween(from, to));
      expect(path.length).toBeGreaterThanOrEqual(distanceBetween(from, to) - 1);
      expect(path.length).toBeLessThan(4 * distanceBetween(from, to) + 1_500);
    }
  });

  it('is not a chessboard: its crossings lead in many directions', () => {
    const { nodes, roads } = town();
    const courses = new Set<number>();
    for (const { nodes: along } of roads) {
      const [a, b] = [nodes[along[0] as number] as Position, nodes[along[1] as number] as Position];
      courses.add(
        Math.round((Math.atan2(b.latitude - a.latitude, b.longitude - a.longitude) * 180) / Math.PI),
      );
    }
    expect(courses.size).toBeGreaterThan(60);
  });

  it('leads through the tunnel between its two ends, and says so', () => {
    const path = pathThrough(town().wayBetween(named('tunnel-south'), named('tunnel-north')));
    const dark = Array.from(path.flags).filter((flags) => (flags & pieceFlags.tunnel) !== 0).length;
    expect(dark).toBeGreaterThan(3);
  });

  it('finds the nearest crossing', () => {
    const { node, latitude, longitude } = named('market-square');
    expect(town().nearestNode({ latitude: latitude + 0.0001, longitude })).toMatchObject({ node });
  });

  it('has blocks between its streets, parks among them, and districts', () => {
    const kinds = townAsGeoJson().features.map(({ properties }) => properties.class);
    const count = (wanted: string) => kinds.filter((kind) => kind === wanted).length;
    expect(count('block')).toBeGreaterThan(300);
    expect(count('park')).toBeGreaterThan(20);
    expect(count('district')).toBe(12);
  });

  it('can be drawn: every road as a line with its class, its name and whether it is a tunnel', () => {
    const { features } = townAsGeoJson();
    const lines = features.filter(({ geometry }) => geometry.type === 'LineString');
    expect(new Set(lines.map(({ properties }) => properties.class))).toEqual(
      new Set(['main', 'ring', 'arterial', 'street', 'river']),
    );
    expect(features.some(({ properties }) => properties.tunnel)).toBe(true);
    const positions = features.flatMap(({ geometry }) => {
      if (geometry.type === 'Point') return [geometry.coordinates];
      return geometry.type === 'Polygon' ? geometry.coordinates.flat() : geometry.coordinates;
    });
    for (const [longitude, latitude] of positions) {
      expect(Math.abs((latitude as number) - 47.21)).toBeLessThan(0.06);
      expect(Math.abs((longitude as number) - 19.548)).toBeLessThan(0.09);
    }
  });
});

describe('a route off the map is refused', () => {
  const refusal = (to: Position): MotionError => {
    try {
      town().wayBetween(named('depot'), to);
    } catch (error) {
      return error as MotionError;
    }
    throw new Error('it was not refused');
  };

  it.each([
    ['in another town', { latitude: 48.1, longitude: 11.5 }, 'ROUTE_OFF_MAP'],
    ['in a field nearby', { latitude: 47.25, longitude: 19.6 }, 'ROUTE_OFF_MAP'],
    [
      'with latitude and longitude swapped',
      { latitude: 19.5482, longitude: 47.2105 },
      'POSITION_AXES_SWAPPED',
    ],
    [
      'with a latitude that can only be a longitude',
      { latitude: 119.5, longitude: 47.2 },
      'POSITION_AXES_SWAPPED',
    ],
    ['nowhere on earth', { latitude: 119.5, longitude: 247.2 }, 'POSITION_OUT_OF_RANGE'],
    ['that is not a number', { latitude: Number.NaN, longitude: 19 }, 'POSITION_OUT_OF_RANGE'],
  ])('%s', (_, position, code) => {
    const error = refusal(position);
    expect(error).toBeInstanceOf(MotionError);
    expect(error.code).toBe(code);
    expect(error.hint).not.toBe('');
  });
});

import { expect, it } from 'vitest';
import { recordedPieces } from '../../../simulator/console/map/recordedLine.ts';

const start = Date.UTC(2026, 0, 5, 8);
/** Eastwards, a bit faster from fix to fix; then ten minutes without one. */
const fixes = {
  seconds: [...Array.from({ length: 101 }, (_, index) => index), 700],
  latitude: Array<number>(102).fill(48),
  longitude: [...Array.from({ length: 101 }, (_, index) => 11 + index / 5_000), 11.1],
  speed: [...Array.from({ length: 101 }, (_, index) => index), null],
};

it('a recorded drive is coloured by speed from fix to fix, and where nothing was recorded that can be seen', () => {
  const pieces = recordedPieces(fixes, start);
  expect(pieces.map(({ properties }) => properties?.colour ?? '-').join('')).toBe(
    `${'0'.repeat(19)}${'1'.repeat(30)}${'2'.repeat(40)}${'3'.repeat(11)}-`,
  );
  expect(pieces[49]).toMatchObject({
    properties: { until: start + 50_000 },
    geometry: {
      coordinates: [
        [11 + 49 / 5_000, 48],
        [11 + 50 / 5_000, 48],
      ],
    },
  });
});

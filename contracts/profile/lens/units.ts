/** Units of speed, distance, altitude and course (opening `records.units`), each by its size in the canonical unit. */
import type { Openings } from '../../specification/openings/index.ts';

type Units = Openings['records.units'];

/** One unit in km/h, km, m or degrees. */
const sizes: { [Quantity in keyof Units]: { [Unit in Units[Quantity]]: number } } = {
  speed: { 'km/h': 1, 'm/s': 3.6, mph: 1.609344, knots: 1.852 },
  distance: { km: 1, m: 0.001, mi: 1.609344 },
  altitude: { m: 1, ft: 0.3048 },
  course: { degrees: 1, radians: 180 / Math.PI },
};

export interface Conversion {
  write(canonical: number): number;
  read(written: number): number;
}

const same: Conversion = { write: (value) => value, read: (value) => value };

/**
 * From the canonical unit and back. Six decimals are written, far finer than any receiver measures;
 * more are kept of what is read, so that it is written again exactly as it came.
 */
export function conversion<Quantity extends keyof Units>(quantity: Quantity, units: Units): Conversion {
  const size: number = sizes[quantity][units[quantity]];
  if (size === 1) return same;
  return { write: (value) => rounded(value / size, 1e6), read: (value) => rounded(value * size, 1e10) };
}

/** `+ 0` so that a negative value rounded to nothing is 0 and not -0. */
function rounded(value: number, scale: number): number {
  return Math.round(value * scale) / scale + 0;
}

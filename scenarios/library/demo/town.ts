/**
 * The town: a grid of streets laid over the Eixample of Barcelona, whose blocks measure 133 m and
 * whose streets run from south-west to north-east and across, so that the vans stand on streets.
 */
import type { Position } from '../../motion/index.ts';

/** A crossing: `along` the Gran Via to the north-east, `up` the hill to the north-west. */
export interface Crossing {
  along: number;
  up: number;
}

/** The part of the grid that the vans deliver to, corners included. */
export const bounds = { along: [-9, 12], up: [0, 7] } as const;
/** Where the vans start and end their rounds. */
export const depot: Crossing = { along: -9, up: 0 };

const origin: Position = { latitude: 41.38885, longitude: 2.16795 }; // Gran Via and Passeig de Gràcia
const block = 133.3; // m
const bearing = (45 * Math.PI) / 180; // of the Gran Via, from north
const metresPerDegree = 111_195;

export function positionOf({ along, up }: Crossing): Position {
  const east = block * (along * Math.sin(bearing) - up * Math.cos(bearing));
  const north = block * (along * Math.cos(bearing) + up * Math.sin(bearing));
  return {
    latitude: origin.latitude + north / metresPerDegree,
    longitude: origin.longitude + east / (metresPerDegree * Math.cos((origin.latitude * Math.PI) / 180)),
  };
}

/** The crossings at which a vehicle starts, turns and ends: with one turn, or none. */
export function wayBetween(from: Crossing, to: Crossing, alongFirst: boolean): Crossing[] {
  const corner = alongFirst ? { along: to.along, up: from.up } : { along: from.along, up: to.up };
  return [from, corner, to].filter((crossing, i, way) => i === 0 || !same(crossing, way[i - 1]));
}

export function same(a: Crossing, b: Crossing | undefined): boolean {
  return a.along === b?.along && a.up === b.up;
}

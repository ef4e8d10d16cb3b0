/**
 * A crowd: so many vehicles in view that their marks would lie on each other. In place of each it is drawn how many there
 * are about each place: the more, the deeper the colour.
 */
import type { VehicleState } from '../state/known.ts';
import type { VehicleColours } from './palette.ts';
import { packed, type Raster, type Sprite } from './raster.ts';

/** From how many vehicles in view on they are a crowd, and below how many no more: the look of the map is not to flicker. */
const CROWD = { from: 4_000, until: 3_000 };
/** The radius of a vehicle there, in CSS pixels, with the edge that is left out. */
export const CROWD_RADIUS = 3.5;
/** From so many vehicles about a place on the colour is full; opacity of a single one. */
const MOST = 48;
const PALEST = 0.5;

/** Those of which it is drawn how many there are; others are rare, and are drawn on top. The later is above. */
const COUNTED = ['parked', 'moving'] as const satisfies readonly VehicleState[];
type Counted = (typeof COUNTED)[number];

export class Crowd {
  private readonly raster: Raster;
  private readonly counted: { readonly [C in Counted]: Places };
  /** By place of the raster: how many are about it. */
  private readonly about: Uint32Array;

  constructor(raster: Raster, colours: VehicleColours) {
    this.raster = raster;
    const placesOf = (state: Counted): Places => ({
      exactly: new Uint32Array(raster.places),
      taken: [],
      shades: shadesOf(colours[state]),
    });
    this.counted = { parked: placesOf('parked'), moving: placesOf('moving') };
    this.about = new Uint32Array(raster.places);
  }

  /** Counts a vehicle at a place of the raster; whether those of its state are counted. */
  add(state: VehicleState, x: number, y: number): boolean {
    if (state !== 'moving' && state !== 'parked') return false;
    const { exactly, taken } = this.counted[state];
    const place = this.raster.placeOf(x, y);
    const before = exactly[place] ?? 0;
    if (before === 0) taken.push(place);
    exactly[place] = before + 1;
    return true;
  }

  /** Draws what was counted, and forgets it; a vehicle is about each place that its dot covers. */
  draw({ offsets, covering }: Sprite): void {
    const { about } = this;
    for (const state of COUNTED) {
      const { exactly, taken, shades } = this.counted[state];
      for (const place of taken) {
        const count = exactly[place] ?? 0;
        exactly[place] = 0;
        for (let index = 0; index < covering; index++) {
          const at = place + (offsets[index] ?? 0);
          about[at] = (about[at] ?? 0) + count;
        }
      }
      taken.length = 0;
      this.raster.shade(about, shades);
      about.fill(0);
    }
  }
}

/** Vehicles of a state. */
interface Places {
  /** By place of the raster: how many are exactly there. */
  exactly: Uint32Array;
  /** The places with any. */
  taken: number[];
  /** By how many are about a place: its colour. */
  shades: Uint32Array;
}

/** Whether so many vehicles in view are a crowd, where they were one before or not. */
export function isCrowd(seen: number, before: boolean): boolean {
  return seen >= (before ? CROWD.until : CROWD.from);
}

/** The colour of each number of vehicles about a place, up to the one that is full. */
function shadesOf(colour: string): Uint32Array {
  return Uint32Array.from({ length: MOST + 1 }, (_, count) =>
    packed(colour, PALEST + (1 - PALEST) * (Math.log(Math.max(1, count)) / Math.log(MOST))),
  );
}

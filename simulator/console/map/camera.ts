/**
 * The camera as numbers: north is up and the ground is flat, so that a place on the screen is a product and a sum.
 * World coordinates are those of Web Mercator from 0 to 1.
 */
import type { Map as BaseMap, LngLatBoundsLike } from 'maplibre-gl';

/** Place of the world on the screen, in CSS pixels. */
export interface View {
  /** Pixels from one side of the world to the other. */
  scale: number;
  left: number;
  top: number;
  width: number;
  height: number;
  zoom: number;
}

/** World coordinates. */
export type WorldPoint = readonly [x: number, y: number];

const TILE = 512;
/** Mercator ends here. */
const MAX_LATITUDE = 85.051129;

export function worldX(longitude: number): number {
  return (longitude + 180) / 360;
}

export function worldY(latitude: number): number {
  const angle = (Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * Math.PI) / 180;
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI);
}

export function longitudeOf(x: number): number {
  return x * 360 - 180;
}

export function latitudeOf(y: number): number {
  return (Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) * 360) / Math.PI - 90;
}

/** Metres around the equator of WGS 84: the width of the world. */
export const EQUATOR = 40_075_017;

/** Returns how many metres the width of the world stands for at a latitude. */
export function worldMetres(latitude: number): number {
  return EQUATOR * Math.cos((latitude * Math.PI) / 180);
}

export function viewOf(map: BaseMap): View {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const zoom = map.getZoom();
  const scale = TILE * 2 ** zoom;
  const { lng, lat } = map.getCenter();
  return {
    scale,
    left: worldX(lng) * scale - width / 2,
    top: worldY(lat) * scale - height / 2,
    width,
    height,
    zoom,
  };
}

/** The smallest box around points of the world; `undefined` around none. */
export function boundsOf(points: Iterable<WorldPoint>): LngLatBoundsLike | undefined {
  let [west, north, east, south] = [1, 1, 0, 0];
  for (const [x, y] of points) {
    if (Number.isNaN(x)) continue;
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
  }
  if (west > east) return undefined;
  return [longitudeOf(west), latitudeOf(south), longitudeOf(east), latitudeOf(north)];
}

/** A distance that no vehicle drives between two fixes: thirty kilometres, in world coordinates. */
const LEAP = 30_000 / EQUATOR;

/** Returns whether two places are further apart than a distance in world coordinates. */
export function isLeap([x, y]: WorldPoint, [otherX, otherY]: WorldPoint, distance = LEAP): boolean {
  return Math.hypot(x - otherX, y - otherY) > distance;
}

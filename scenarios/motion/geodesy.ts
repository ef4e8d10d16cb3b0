/** Distances and directions on a sphere, which is accurate enough between the points of a drive. */

/** Degrees, WGS 84. */
export interface Position {
  latitude: number;
  longitude: number;
}

const meanRadius = 6_371_008.8; // m, IUGG
const radians = Math.PI / 180;

/** Metres per degree of latitude, and of longitude at the equator. */
export const metresPerDegree = 111_195.08;

/** The length of a degree of longitude at a latitude, as a share of the length of a degree of latitude. */
export function longitudeScale(latitude: number): number {
  return Math.cos((latitude * Math.PI) / 180);
}

/** Degrees of longitude between -180 and 180, from at most one turn off. */
export function wrapped(degrees: number): number {
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
}

/** Metres between two positions, by the haversine formula. */
export function distanceBetween(a: Position, b: Position): number {
  const dLatitude = ((b.latitude - a.latitude) * radians) / 2;
  const dLongitude = ((b.longitude - a.longitude) * radians) / 2;
  const h =
    Math.sin(dLatitude) ** 2 +
    Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * Math.sin(dLongitude) ** 2;
  return 2 * meanRadius * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Degrees clockwise from north, 0 up to 360, in which `b` is as seen from `a`. */
export function courseBetween(a: Position, b: Position): number {
  const dLongitude = (b.longitude - a.longitude) * radians;
  const [from, to] = [a.latitude * radians, b.latitude * radians];
  const east = Math.sin(dLongitude) * Math.cos(to);
  const north = Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(dLongitude);
  return (Math.atan2(east, north) / radians + 360) % 360;
}

/** Metres from a position to the straight line between two others; on a plane, so for short lines. */
export function distanceToLine(position: Position, from: Position, to: Position): number {
  const scale = longitudeScale(position.latitude);
  const x = (other: Position) => wrapped(other.longitude - position.longitude) * scale * metresPerDegree;
  const y = (other: Position) => (other.latitude - position.latitude) * metresPerDegree;
  return distanceToSegment(x(from), y(from), x(to) - x(from), y(to) - y(from));
}

/** The distance from the origin to the segment that begins at (x, y) and goes on by (dx, dy). */
export function distanceToSegment(x: number, y: number, dx: number, dy: number): number {
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, -(x * dx + y * dy) / square));
  return Math.sqrt((x + share * dx) ** 2 + (y + share * dy) ** 2);
}

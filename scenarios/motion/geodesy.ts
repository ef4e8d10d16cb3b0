/** Distances and directions on a sphere, which is near enough between the points of a drive. */

/** Degrees, WGS 84. */
export interface Position {
  latitude: number;
  longitude: number;
}

const meanRadius = 6_371_008.8; // m, IUGG
const radians = Math.PI / 180;

/** Metres between two positions, by the haversine formula. */
export function distanceBetween(a: Position, b: Position): number {
  const dLatitude = ((b.latitude - a.latitude) * radians) / 2;
  const dLongitude = ((b.longitude - a.longitude) * radians) / 2;
  const h =
    Math.sin(dLatitude) ** 2 +
    Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * Math.sin(dLongitude) ** 2;
  return 2 * meanRadius * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Degrees clockwise from north, 0 up to 360, in which `b` lies as seen from `a`. */
export function courseBetween(a: Position, b: Position): number {
  const dLongitude = (b.longitude - a.longitude) * radians;
  const [from, to] = [a.latitude * radians, b.latitude * radians];
  const east = Math.sin(dLongitude) * Math.cos(to);
  const north = Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(dLongitude);
  return (Math.atan2(east, north) / radians + 360) % 360;
}

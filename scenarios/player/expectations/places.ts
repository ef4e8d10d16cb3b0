/** How far a position lies from a place or an area. */
import pointInPolygon from 'point-in-polygon-hao';
import type { Position, Site } from '../../language/story.ts';
import { distanceBetween } from '../../motion/index.ts';

interface Point {
  latitude: number;
  longitude: number;
}

/** Metres to a place, or to the edge of an area; 0 within it. */
export function metresFrom({ at, area }: Site, position: Point): number {
  if (area === undefined) return distanceBetween(pointOf(at), position);
  if ('radius' in area) return Math.max(0, distanceBetween(pointOf(area.centre), position) - area.radius);
  const ring = area.corners.map(([latitude, longitude]) => [longitude, latitude]);
  const closed = [...ring, ring[0] as number[]];
  if (pointInPolygon([position.longitude, position.latitude], [closed]) !== false) return 0;
  const sides = area.corners.map((corner, index) =>
    metresToSide(position, corner, area.corners[(index + 1) % area.corners.length] as Position),
  );
  return Math.min(...sides);
}

/** To the nearest point of a side; on the flat, which is near enough for an area that vehicles drive in. */
function metresToSide(position: Point, from: Position, to: Position): number {
  const squeeze = Math.cos((position.latitude * Math.PI) / 180);
  const [dx, dy] = [(to[1] - from[1]) * squeeze, to[0] - from[0]];
  const [px, py] = [(position.longitude - from[1]) * squeeze, position.latitude - from[0]];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length));
  const nearest = {
    latitude: from[0] + share * (to[0] - from[0]),
    longitude: from[1] + share * (to[1] - from[1]),
  };
  return distanceBetween(nearest, position);
}

function pointOf([latitude, longitude]: Position): Point {
  return { latitude, longitude };
}

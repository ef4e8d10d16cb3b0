/** How far a position is from a place or an area. */
import pointInPolygon from 'point-in-polygon-hao';
import { distanceBetween, distanceToLine, type Position } from '../../contracts/kit/geodesy.ts';
import { itemAt } from '../../contracts/kit/items.ts';
import type { Site, Position as Written } from '../language/terms.ts';

/** Metres to a place, or to the edge of an area; 0 within it. */
export function metresFrom({ at, area }: Site, position: Position): number {
  if (area === undefined) return distanceBetween(pointOf(at), position);
  if ('radius' in area) return Math.max(0, distanceBetween(pointOf(area.centre), position) - area.radius);
  const corners = area.corners.map(pointOf);
  const ring = [...corners, ...corners.slice(0, 1)];
  const closed = ring.map(({ latitude, longitude }) => [longitude, latitude]);
  if (pointInPolygon([position.longitude, position.latitude], [closed]) !== false) return 0;
  const sides = ring.slice(1).map((corner, index) => distanceToLine(position, itemAt(ring, index), corner));
  return Math.min(...sides);
}

function pointOf([latitude, longitude]: Written): Position {
  return { latitude, longitude };
}

/** Position of something as people say it: at a place of the town, or in a street. */
import { computed } from '@preact/signals';
import { worldMetres, worldX, worldY } from '../map/camera.ts';
import { roads } from './story.ts';

/** Metres within which something is at a place, or in a street. */
const AT_PLACE = 45;
const IN_STREET = 60;

interface Line {
  name: string;
  /** Longitude and latitude. */
  corners: readonly (readonly number[])[];
  reach: number;
}

/** The lines and places that have a name: places first. */
const named = computed<readonly Line[]>(() => {
  const lines = (roads.value?.features ?? []).flatMap(({ properties, geometry }): Line[] => {
    const { name, class: kind } = properties;
    if (typeof name !== 'string') return [];
    if (geometry.type === 'LineString') return [{ name, corners: geometry.coordinates, reach: IN_STREET }];
    if (geometry.type !== 'Point' || kind !== 'place') return [];
    return [{ name, corners: [geometry.coordinates], reach: AT_PLACE }];
  });
  return lines.sort((one, other) => one.reach - other.reach);
});

/** The name of the place there, or of the nearest street; `null` away from the town. */
export function whereabouts(latitude: number, longitude: number): string | null {
  let nearest: { name: string; metres: number } | null = null;
  for (const { name, corners, reach } of named.value) {
    const metres = distanceTo(corners, latitude, longitude);
    if (metres > reach || (nearest !== null && metres >= nearest.metres)) continue;
    nearest = { name, metres: reach === AT_PLACE ? 0 : metres };
  }
  return nearest?.name ?? null;
}

/** Metres from a position to the nearest point of a line. */
function distanceTo(corners: Line['corners'], latitude: number, longitude: number): number {
  const [scale, hereX, hereY] = [worldMetres(latitude), worldX(longitude), worldY(latitude)];
  const offsets = corners.map(([x = 0, y = 0]) => [(worldX(x) - hereX) * scale, (worldY(y) - hereY) * scale]);
  let least = Number.POSITIVE_INFINITY;
  for (const [index, [x = 0, y = 0]] of offsets.entries()) {
    const [fromX = x, fromY = y] = offsets[index - 1] ?? [];
    const [alongX, alongY] = [x - fromX, y - fromY];
    const square = alongX ** 2 + alongY ** 2;
    const share = square === 0 ? 0 : Math.min(1, Math.max(0, -(fromX * alongX + fromY * alongY) / square));
    least = Math.min(least, Math.hypot(fromX + share * alongX, fromY + share * alongY));
  }
  return least;
}

/** Rings of land that cross the 180th meridian. */
import type { Position } from 'geojson';

/**
 * The outline leaps from one side of the world to the other where land crosses the 180th meridian, and so
 * would its picture. A ring that does goes on beyond the meridian instead.
 */
export function unwrapped(ring: Position[]): Position[] {
  let turn = 0;
  let last = 0;
  const found = ring.map(([longitude = 0, latitude = 0]) => {
    if (longitude - last > 180) turn -= 360;
    else if (longitude - last < -180) turn += 360;
    last = longitude;
    return [longitude + turn, latitude];
  });
  // A ring around the whole world has no other side: Antarctica.
  return turn === 0 ? found : ring;
}

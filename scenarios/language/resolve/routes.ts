/** Ways that vehicles drive. */

import { excerpt, quoted } from '../../../contracts/kit/untrusted.ts';
import { readTrack } from '../../motion/track.ts';
import { TrackError } from '../../motion/track-error.ts';
import { storyBounds } from '../bounds.ts';
import type { Path } from '../problems.ts';
import type { Named } from '../schema/builders.ts';
import type { WrittenPosition } from '../schema/forms.ts';
import type { WrittenRoute } from '../schema/setting.ts';
import type { Position, Route } from '../terms.ts';
import { isNearRoad } from './geography.ts';
import { isMap } from './loose.ts';
import type { Names } from './names.ts';

/** Gives the text of a file by its path from the story. */
export type TrackReader = (path: string) => string | Promise<string>;

const SPEED_LIMIT = 50;
const NO_TIMES =
  'give a recording with times, or say { track: …, rhythm: own } to drive it as a vehicle would';

/** Puts the routes of the file among the names, in its order. */
export async function readRoutes(
  written: Named<WrittenRoute> | undefined,
  names: Names,
  reader: TrackReader | undefined,
): Promise<void> {
  if (haveTooManyStops(written, names)) return;
  for (const [name, route] of Object.entries(written ?? {})) {
    names.routeOf.set(name, null);
    const path = ['routes', name];
    if (!names.diagnostics.sound(path)) continue;
    const read = await readRoute(name, route, path, names, reader);
    if (read) names.routeOf.set(name, names.routes.push(read) - 1);
  }
}

/** Returns whether the quickest ways between all stops would take too long to find. */
function haveTooManyStops(written: Named<WrittenRoute> | undefined, names: Names): boolean {
  const stops = Object.values(written ?? {}).reduce(
    (sum, route) =>
      isMap(route) && 'roads' in route && Array.isArray(route.roads) ? sum + route.roads.length : sum,
    0,
  );
  if (stops <= storyBounds.roadStops) return false;
  for (const name of Object.keys(written ?? {})) names.routeOf.set(name, null);
  const message = `all routes by road together have ${stops.toLocaleString('en')} stops, and at most ${storyBounds.roadStops.toLocaleString('en')} may be`;
  names.diagnostics.wrong('TOO_MANY', ['routes'], message, 'leave some out, or give a recorded track');
  return true;
}

async function readRoute(
  name: string,
  written: WrittenRoute,
  path: Path,
  names: Names,
  reader: TrackReader | undefined,
): Promise<Route | undefined> {
  if (written === 'roaming') return { name, kind: 'roaming' };
  if ('roads' in written) {
    const stops = positions(written.roads, [...path, 'roads'], names, true);
    return stops && { name, kind: 'roads', stops };
  }
  if ('waypoints' in written) {
    const points = positions(written.waypoints, [...path, 'waypoints'], names, false);
    return points && { name, kind: 'waypoints', points, speedLimit: written.speedLimit ?? SPEED_LIMIT };
  }
  return track(name, written.track, written.rhythm ?? 'recorded', [...path, 'track'], names, reader);
}

/** At least two different ones; on roads only those near a road. */
function positions(
  written: readonly WrittenPosition[],
  path: Path,
  names: Names,
  onRoads: boolean,
): Position[] | undefined {
  const found = written.map((position, index) => {
    const here = [...path, index];
    const at = names.position(position, here);
    if (at === undefined || !onRoads || isNearRoad(at)) return at;
    return names.diagnostics.wrong(
      'ROUTE_OFF_MAP',
      here,
      `${typeof position === 'string' ? `${quoted(position)}` : `[${at.join(', ')}]`} is not on a road of the bundled town`,
      'a route elsewhere is one of waypoints, or a track',
    );
  });
  const known = found.filter((at) => at !== undefined);
  if (known.length < written.length) return undefined;
  if (known.some((at) => at[0] !== known[0]?.[0] || at[1] !== known[0]?.[1])) return known;
  return names.diagnostics.wrong(
    'ROUTE_TOO_SHORT',
    path,
    'all stops of the route are one and the same place',
  );
}

async function track(
  name: string,
  file: string,
  rhythm: 'recorded' | 'own',
  path: Path,
  names: Names,
  reader: TrackReader | undefined,
): Promise<Route | undefined> {
  const { diagnostics } = names;
  if (reader === undefined)
    return diagnostics.wrong('TRACK_NOT_READABLE', path, 'no other files can be read here');
  try {
    const { fixes, leftOut } = await readTrack(await reader(file), file, { rhythm });
    const begin = fixes[0]?.time ?? 0;
    return {
      name,
      kind: 'track',
      rhythm,
      fixes: fixes.map(({ time, ...fix }) => ({ after: time - begin, ...fix })),
      leftOut,
    };
  } catch (error) {
    if (error instanceof TrackError) {
      const hint = error.code === 'TRACK_NO_TIMES' ? NO_TIMES : error.hint;
      return diagnostics.wrong(error.code, path, error.message, hint);
    }
    return diagnostics.wrong(
      'TRACK_NOT_READABLE',
      path,
      `${excerpt(file)} cannot be read: ${(error as Error).message}`,
    );
  }
}

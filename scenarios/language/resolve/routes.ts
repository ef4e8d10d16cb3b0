/** Ways that vehicles drive. */
import { excerpt, quoted } from '../../../contracts/kit/untrusted.ts';
import { town } from '../../motion/roads/town.ts';
import { readTrack } from '../../motion/track.ts';
import { TrackError } from '../../motion/track-error.ts';
import { storyBounds } from '../bounds.ts';
import type { Path } from '../problems.ts';
import type { Named } from '../schema/builders.ts';
import type { WrittenPosition } from '../schema/forms.ts';
import type { WrittenRoute } from '../schema/setting.ts';
import type { Position, Route } from '../terms.ts';
import type { FileReader } from './cast.ts';
import type { Names } from './names.ts';

const SPEED_LIMIT = 50;
const NO_TIMES =
  'give a recording with times, or say { track: …, rhythm: own } to drive it as a vehicle would';

/** Puts the routes of the file among the names, in its order. */
export async function readRoutes(
  written: Named<WrittenRoute> = {},
  names: Names,
  reader: FileReader | undefined,
): Promise<void> {
  const stops = Object.values(written).flatMap((route) => (Object(route).roads as unknown[]) ?? []).length;
  // The quickest ways between more would take too long to find.
  if (stops > storyBounds.roadStops) {
    const [are, max] = [stops, storyBounds.roadStops].map((count) => count.toLocaleString('en'));
    const message = `all routes by road together have ${are} stops, and at most ${max} may be`;
    names.wrong('TOO_MANY', ['routes'], message, 'leave some out, or give a recorded track');
    return;
  }
  for (const [name, route] of Object.entries(written)) {
    const read = await readRoute(name, route, ['routes', name], names, reader);
    if (read) names.routeOf.set(name, names.routes.push(read) - 1);
  }
}

async function readRoute(
  name: string,
  written: WrittenRoute,
  path: Path,
  names: Names,
  reader: FileReader | undefined,
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
  const known = written.flatMap((position, index) => {
    const here = [...path, index];
    const at = names.position(position, here);
    if (at === undefined) return [];
    if (!onRoads || town().holds({ latitude: at[0], longitude: at[1] })) return [at];
    const which = typeof position === 'string' ? quoted(position) : `[${at.join(', ')}]`;
    const hint = 'a route elsewhere is one of waypoints, or a track';
    names.wrong('ROUTE_OFF_MAP', here, `${which} is not on a road of the bundled town`, hint);
    return [];
  });
  if (known.length < written.length) return undefined;
  if (new Set(known.map(String)).size > 1) return known;
  return names.wrong('ROUTE_TOO_SHORT', path, 'all stops of the route are one and the same place');
}

async function track(
  name: string,
  file: string,
  rhythm: 'recorded' | 'own',
  path: Path,
  names: Names,
  reader: FileReader | undefined,
): Promise<Route | undefined> {
  if (reader === undefined) return names.wrong('TRACK_NOT_READABLE', path, 'no other files can be read here');
  try {
    const { fixes, leftOut } = await readTrack(await reader(file), file, { rhythm });
    const begin = fixes[0]?.time ?? 0;
    const driven = fixes.map(({ time, ...fix }) => ({ after: time - begin, ...fix }));
    return { name, kind: 'track', rhythm, fixes: driven, leftOut };
  } catch (error) {
    if (error instanceof TrackError) {
      const hint = error.code === 'TRACK_NO_TIMES' ? NO_TIMES : error.hint;
      return names.wrong(error.code, path, error.message, hint);
    }
    const message = `${excerpt(file)} cannot be read: ${(error as Error).message}`;
    return names.wrong('TRACK_NOT_READABLE', path, message);
  }
}

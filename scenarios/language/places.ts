/** Places, areas and the ways that vehicles drive: as they are written, and as they are read. */
import type { Static } from '../../contracts/kit/schema.ts';
import { excerpt, quoted } from '../../contracts/kit/untrusted.ts';
import { distanceBetween } from '../motion/geodesy.ts';
import { town } from '../motion/roads/town.ts';
import { readTrack } from '../motion/track.ts';
import { TrackError } from '../motion/track-error.ts';
import { storyBounds } from './bounds.ts';
import {
  type At,
  choice,
  describe,
  inFull,
  listOf,
  named,
  number,
  oneOf,
  option,
  plainText,
  readBy,
  readFields,
  reads,
  within,
} from './builders.ts';
import { type definitions, ref } from './forms.ts';
import type { Names } from './names.ts';
import type { Path } from './problems.ts';
import type { Position, Route, Site } from './terms.ts';

/** An area without a name: the place itself, or the middle of the area. */
type Spot = Omit<Site, 'name'>;

const around = { around: ref('position'), radius: describe('Of the circle.', ref('length')) };
const corners = listOf(ref('position'));
const areas = choice(
  'a place',
  {
    around: {
      summary: 'An area: a circle around a place.',
      value: around.around,
      beside: { radius: around.radius },
    },
    corners: { summary: 'An area: its corners, in order; not closed.', value: corners, beside: {} },
  },
  {},
);

/** A place is a position or a name of the town, or an object. */
const place = inFull(
  reads(areas, (written, at): Spot => {
    if ('corners' in written) return polygon(readBy(corners, written.corners, within(at, 'corners')), at);
    const { around: centre, radius } = readFields(around, written, at);
    const message = 'the area has no extent: its radius is 0';
    if (radius === 0) at.names.wrong('AREA_TOO_SMALL', within(at, 'radius').path, message);
    return { at: centre, area: { centre, radius } };
  }),
  reads(ref('position'), (written, at): Spot => ({ at: readBy(ref('position'), written, at) })),
);
export const places = describe(
  'Places and areas by name; one may refer to those above it. Those of the bundled town need not be listed.',
  named(place),
);

function polygon(given: readonly (Position | undefined)[], at: At): Spot {
  const known = given.filter((corner) => corner !== undefined);
  if (known.length < given.length) return { at: [0, 0] };
  // A ring that is closed by hand says its first corner twice.
  const isClosed = known.length > 1 && String(known[0]) === String(known.at(-1));
  const corners = isClosed ? known.slice(0, -1) : known;
  const different = new Set(corners.map(String)).size;
  const message = `an area has three corners or more, not ${different}`;
  if (different < 3) return at.names.wrong('AREA_TOO_FEW_CORNERS', within(at, 'corners').path, message);
  const middle = (axis: 0 | 1) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  return { at: [middle(0), middle(1)], area: { corners } };
}

/** Puts the places of the file among the names, in their order. */
export function readPlaces(written: Static<typeof places> = {}, names: Names): void {
  for (const name of Object.keys(written)) names.sitesBelow.add(name);
  for (const [name, given] of Object.entries(written)) {
    const spot: Spot | undefined = readBy(place, given, { path: ['places', name], names, mayBeIt: false });
    names.sitesBelow.delete(name);
    names.addSite({ name, ...(spot ?? { at: [0, 0] }) });
  }
}

const route = inFull(
  choice(
    'a route',
    {
      roads: {
        summary: 'Along the roads of the bundled town, from stop to stop.',
        value: listOf(ref('position'), 2),
        beside: {},
      },
      waypoints: {
        summary: 'Straight from point to point.',
        value: listOf(ref('position'), 2),
        beside: { speedLimit: option('km/h; default 50.', number(1, 300)) },
      },
      track: {
        summary: 'A recorded drive: a GPX, KML, GeoJSON, CSV or NMEA file beside this one.',
        value: plainText,
        beside: {
          rhythm: option(
            "The recording's own rhythm (default), or that of the vehicle.",
            oneOf('recorded', 'own'),
          ),
        },
      },
    },
    {},
  ),
  describe('from one place of the town to another, for ever, each chosen at random', oneOf('roaming')),
);
export const routes = describe('Ways that vehicles drive, by name.', named(route));

/** Gives the text of a file by its path from the story. What is thrown may have a hint. */
export type FileReader = (path: string) => string | Promise<string>;

const SPEED_LIMIT = 50;
const NO_TIMES =
  'give a recording with times, or say { track: …, rhythm: own } to drive it as a vehicle would';

/** Puts the routes of the file among the names, in its order. */
export async function readRoutes(
  written: Static<typeof routes> = {},
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
    const read = await readRoute(name, route, names, reader);
    if (read) names.routeOf.set(name, names.routes.push(read) - 1);
  }
}

async function readRoute(
  name: string,
  written: Static<typeof route>,
  names: Names,
  reader: FileReader | undefined,
): Promise<Route | undefined> {
  const path = ['routes', name];
  if (written === 'roaming') return { name, kind: 'roaming' };
  if ('roads' in written) {
    const stops = positions(written.roads, [...path, 'roads'], names, true);
    return stops && { name, kind: 'roads', stops };
  }
  if ('waypoints' in written) {
    const points = positions(written.waypoints, [...path, 'waypoints'], names, false);
    return points && { name, kind: 'waypoints', points, speedLimit: written.speedLimit ?? SPEED_LIMIT };
  }
  const { track: file, rhythm = 'recorded' } = written;
  const wrong = (code: string, message: string, hint?: string) =>
    names.wrong<undefined>(code, [...path, 'track'], message, hint);
  if (reader === undefined) return wrong('TRACK_NOT_READABLE', 'no other files can be read here');
  try {
    const { fixes, leftOut } = await readTrack(await reader(file), file, { rhythm });
    const begin = fixes[0]?.time ?? 0;
    const driven = fixes.map(({ time, ...fix }) => ({ after: time - begin, ...fix }));
    return { name, kind: 'track', rhythm, fixes: driven, leftOut };
  } catch (error) {
    if (error instanceof TrackError)
      return wrong(error.code, error.message, error.code === 'TRACK_NO_TIMES' ? NO_TIMES : error.hint);
    return wrong('TRACK_NOT_READABLE', `${excerpt(file)} cannot be read: ${(error as Error).message}`);
  }
}

type WrittenPosition = Static<(typeof definitions)['position']>;

/** Metres within which two stops are one place. */
const SAME_PLACE = 2;

/** At least two different ones; on roads only those near a road. */
function positions(
  written: readonly WrittenPosition[],
  path: Path,
  names: Names,
  onRoads: boolean,
): Position[] | undefined {
  const known = written.flatMap((position, index) => {
    const here = [...path, index];
    const at: Position | undefined = names.position(position, here);
    if (at === undefined) return [];
    const [latitude, longitude] = at;
    if (!onRoads || town().holds({ latitude, longitude })) return [at];
    const which = typeof position === 'string' ? quoted(position) : `[${at.join(', ')}]`;
    const hint = 'a route elsewhere is one of waypoints, or a track';
    names.wrong('ROUTE_OFF_MAP', here, `${which} is not on a road of the bundled town`, hint);
    return [];
  });
  if (known.length < written.length) return undefined;
  const [first, ...others] = known.map(([latitude, longitude]) => ({ latitude, longitude }));
  if (first && others.some((other) => distanceBetween(first, other) > SAME_PLACE)) return known;
  return names.wrong('ROUTE_TOO_SHORT', path, 'all stops of the route are one and the same place');
}

/** Places, areas and the ways that vehicles drive: as they are written, and as they are read. */
import type { Static } from '../../contracts/kit/schema.ts';
import { excerpt, quoted } from '../../contracts/kit/untrusted.ts';
import { town } from '../motion/roads/town.ts';
import { readTrack } from '../motion/track.ts';
import { TrackError } from '../motion/track-error.ts';
import { storyBounds } from './bounds.ts';
import { choice, describe, inFull, listOf, named, number, oneOf, option, plainText } from './builders.ts';
import { type definitions, metresOf, ref } from './forms.ts';
import type { Names } from './names.ts';
import type { Path } from './problems.ts';
import type { Position, Route, Site } from './terms.ts';

/** A place is a position or a name of the town, or an object. */
const place = inFull(
  choice(
    'a place',
    {
      around: {
        summary: 'An area: a circle around a place.',
        value: ref('position'),
        beside: { radius: describe('Of the circle.', ref('length')) },
      },
      corners: {
        summary: 'An area: its corners, in order; not closed.',
        value: listOf(ref('position')),
        beside: {},
      },
    },
    {},
  ),
  ref('position'),
);
export const places = describe(
  'Places and areas by name. Those of the bundled town need not be listed.',
  named(place),
);

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

type WrittenPosition = Static<(typeof definitions)['position']>;

/** Places that refer to others more deeply are taken for a circle. */
const DEEPEST = 50;

/** Puts the places of the file among the names; a place may refer to one further down. */
export function readPlaces(written: Static<typeof places> = {}, names: Names): void {
  const refused = new Set<string>();
  for (const name of Object.keys(written)) siteNamed(name, ['places', name], []);

  /** @param open the places that are being read, each for the one before */
  function siteNamed(name: string, asked: Path, open: readonly string[]): Site | undefined {
    const known = names.siteOf.get(name);
    if (known !== undefined) return names.sites[known];
    if (refused.has(name)) return undefined;
    if (open.includes(name) || open.length > DEEPEST)
      return names.wrong('PLACE_AROUND_ITSELF', asked, `the place ${quoted(name)} refers to itself`);
    const site = siteOf(name, [...open, name]);
    if (site) names.addSite(site);
    else refused.add(name);
    return site;
  }

  function siteOf(name: string, open: readonly string[]): Site | undefined {
    const given = written[name];
    const path = ['places', name];
    const position = (of: WrittenPosition, at: Path) =>
      typeof of === 'string' && Object.hasOwn(written, of)
        ? siteNamed(of, at, open)?.at
        : names.position(of, at);
    if (typeof given !== 'object' || 'length' in given) {
      const at = position(given ?? '', path);
      return at && { name, at };
    }
    if ('around' in given) {
      const centre = position(given.around, [...path, 'around']);
      const radius = metresOf(given.radius);
      if (radius > 0) return centre && { name, at: centre, area: { centre, radius } };
      return names.wrong('AREA_TOO_SMALL', [...path, 'radius'], 'the area has no extent: its radius is 0');
    }
    const corners = given.corners.flatMap((corner, at) => {
      const found = position(corner, [...path, 'corners', at]);
      return found ? [found] : [];
    });
    if (corners.length < given.corners.length) return undefined;
    // A ring that is closed by hand says its first corner twice.
    if (corners.length > 1 && String(corners[0]) === String(corners.at(-1))) corners.pop();
    const different = new Set(corners.map(String)).size;
    if (different < 3)
      return names.wrong(
        'AREA_TOO_FEW_CORNERS',
        [...path, 'corners'],
        `an area has three corners or more, not ${different}`,
      );
    const middle = (axis: 0 | 1) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
    return { name, at: [middle(0), middle(1)], area: { corners } };
  }
}

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
  if (new Set(known.map(String)).size > 1) return known;
  return names.wrong('ROUTE_TOO_SHORT', path, 'all stops of the route are one and the same place');
}

/** The ways and the roads of a story as GeoJSON, for maps (RFC 7946). */
import { itemAt } from '../../../contracts/kit/items.ts';
import type { StoryView } from '../../../simulator/control/schemas/index.ts';
import type { Story } from '../../language/story.ts';
import type { Position, Route } from '../../language/terms.ts';
import { townAsGeoJson } from '../../motion/roads/geojson.ts';
import { town } from '../../motion/roads/town.ts';

type Drawing = StoryView['routes'];

/** The bundled town. Made when it is first asked for, and always the same. */
export function roadsOf(): Drawing {
  roads ??= townAsGeoJson();
  return roads;
}
let roads: Drawing | undefined;

const drawings = new WeakMap<Story['routes'], Drawing>();

/**
 * Every fixed way; vehicles that roam have none, and nobody knows the way of one that is towed away. To draw it once takes
 * long enough.
 */
export function routesOf(story: Story): Drawing {
  const { routes } = story;
  const drawn = drawings.get(routes) ?? drawingOf(routes, planned(story));
  drawings.set(routes, drawn);
  return drawn;
}

/** The places of the routes that are not those of towed vehicles alone. */
function planned({ routes, fleet, timeline }: Story): ReadonlySet<number> {
  const later = timeline.flatMap(({ actions }) =>
    actions.flatMap((action) => (action.kind === 'drive' ? [action.driving] : [])),
  );
  const drives = [...fleet.flatMap(({ drives }) => drives ?? []), ...later];
  return new Set(
    [...routes.keys()].filter((route) => {
      const own = drives.filter((drive) => drive.route === route);
      return own.length === 0 || own.some(({ towed }) => !towed);
    }),
  );
}

function drawingOf(routes: Story['routes'], drawn: ReadonlySet<number>): Drawing {
  const features = routes.flatMap((route, place) => {
    const positions = wayOf(route);
    if (positions.length < 2 || !drawn.has(place)) return [];
    const coordinates = positions.map(([latitude, longitude]) => [longitude, latitude]);
    return {
      type: 'Feature' as const,
      properties: { name: route.name },
      geometry: { type: 'LineString' as const, coordinates },
    };
  });
  return { type: 'FeatureCollection', features };
}

function wayOf(route: Route): readonly Position[] {
  switch (route.kind) {
    case 'waypoints':
      return route.points;
    case 'track':
      return route.fixes.map(({ latitude, longitude }) => [latitude, longitude]);
    case 'roads':
      return route.stops.slice(1).flatMap((stop, index) => {
        const [from, to] = [itemAt(route.stops, index), stop];
        return town()
          .wayBetween(at(from), at(to))
          .map(({ latitude, longitude }): Position => [latitude, longitude]);
      });
    case 'roaming':
      return [];
  }
}

function at([latitude, longitude]: Position): { latitude: number; longitude: number } {
  return { latitude, longitude };
}

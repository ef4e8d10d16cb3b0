/** The ways and the roads of a story as GeoJSON, for maps (RFC 7946). */
import type { StoryView } from '../../../simulator/control/schemas/index.ts';
import type { Story } from '../../language/story.ts';
import type { Position } from '../../motion/geodesy.ts';
import { townAsGeoJson } from '../../motion/roads/geojson.ts';
import { legsOf } from '../traffic/legs.ts';

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
  const known = drawings.get(story.routes) ?? drawingOf(story);
  drawings.set(story.routes, known);
  return known;
}

function drawingOf({ routes, fleet, timeline }: Story): Drawing {
  const later = timeline.flatMap(({ actions }) =>
    actions.flatMap((action) => (action.kind === 'drive' ? [action.driving] : [])),
  );
  const drives = [...fleet.flatMap(({ drives }) => drives ?? []), ...later];
  const features = routes.flatMap((route, place) => {
    const own = drives.filter((drive) => drive.route === place);
    const isUnknown = own.length > 0 && own.every(({ towed }) => towed);
    if (route.kind === 'roaming' || isUnknown) return [];
    const legs = legsOf(route, { route: place, repeat: 'once', above: 0, dwell: 0 });
    const coordinates = legs.flatMap((leg) => {
      const positions: readonly Position[] = 'fixes' in leg ? leg.fixes : leg.points;
      return positions.map(({ latitude, longitude }) => [longitude, latitude]);
    });
    const geometry = { type: 'LineString' as const, coordinates };
    return { type: 'Feature' as const, properties: { name: route.name }, geometry };
  });
  return { type: 'FeatureCollection', features };
}

/** Places and areas. */
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { Path } from '../problems.ts';
import type { Named } from '../schema/builders.ts';
import type { WrittenPlace } from '../schema/setting.ts';
import type { Position, Site } from '../terms.ts';
import { metresOf } from './durations.ts';
import type { Names } from './names.ts';

/** Places that refer to others more deeply are taken for a circle. */
const DEEPEST = 50;

/** Puts the places of the file among the names; a place may refer to one further down. */
export function readPlaces(written: Named<WrittenPlace> = {}, names: Names): void {
  const refused = new Set<string>();
  /** @param open the places that are being read, each for the one before */
  const siteNamed = (name: string, asked: Path, open: readonly string[]): Site | undefined => {
    const known = names.siteOf.get(name);
    if (known !== undefined) return names.sites[known];
    const place = written[name];
    if (place === undefined || refused.has(name)) return undefined;
    if (open.includes(name) || open.length > DEEPEST)
      return names.wrong('PLACE_AROUND_ITSELF', asked, `the place ${quoted(name)} refers to itself`);
    const position = (of: string | readonly number[], at: Path) =>
      typeof of === 'string' && Object.hasOwn(written, of)
        ? siteNamed(of, at, [...open, name])?.at
        : names.position(of, at);
    const site = siteOf(name, place, ['places', name], position, names);
    if (site) names.addSite(site);
    else refused.add(name);
    return site;
  };
  for (const name of Object.keys(written)) siteNamed(name, ['places', name], []);
}

type PositionOf = (of: string | readonly number[], at: Path) => Position | undefined;

function siteOf(
  name: string,
  place: WrittenPlace,
  path: Path,
  position: PositionOf,
  names: Names,
): Site | undefined {
  if (typeof place === 'string' || 'length' in place) {
    const at = position(place, path);
    return at && { name, at };
  }
  if ('corners' in place) return polygon(name, place.corners, [...path, 'corners'], position, names);
  const centre = position(place.around, [...path, 'around']);
  const radius = metresOf(place.radius);
  if (radius <= 0) {
    const message = 'the area has no extent: its radius is 0';
    return names.wrong('AREA_TOO_SMALL', [...path, 'radius'], message);
  }
  return centre && { name, at: centre, area: { centre, radius } };
}

function polygon(
  name: string,
  written: readonly (string | readonly number[])[],
  path: Path,
  position: PositionOf,
  names: Names,
): Site | undefined {
  const known = written
    .map((corner, index) => position(corner, [...path, index]))
    .filter((corner) => corner !== undefined);
  if (known.length < written.length) return undefined;
  const [first, last] = [known[0], known.at(-1)];
  // A ring that is closed by hand says its first corner twice.
  if (known.length > 1 && String(first) === String(last)) known.pop();
  const different = new Set(known.map(String)).size;
  if (different < 3) {
    const message = `an area has three corners or more, not ${different}`;
    return names.wrong('AREA_TOO_FEW_CORNERS', path, message);
  }
  const middle = (axis: 0 | 1): number => known.reduce((sum, corner) => sum + corner[axis], 0) / known.length;
  return { name, at: [middle(0), middle(1)], area: { corners: known } };
}

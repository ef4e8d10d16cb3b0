/** Places and areas. */
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { Path } from '../problems.ts';
import type { Named } from '../schema/builders.ts';
import type { WrittenPlace } from '../schema/setting.ts';
import type { Position, Site } from '../terms.ts';
import type { Diagnostics } from './diagnostics.ts';
import { metresOf } from './durations.ts';
import type { Names } from './names.ts';

/** Places that refer to others more deeply are taken for a circle. */
const DEEPEST = 50;

/** Puts the places of the file among the names; a place may refer to one further down. */
export function readPlaces(written: Named<WrittenPlace> | undefined, names: Names): void {
  const { diagnostics } = names;
  const read = new Set<string>();
  /** The places that are being read, each for the one before. */
  const open = new Set<string>();
  // Until it is read a place counts as known, so that its name is not reported as unknown because of an error in it.
  for (const name of Object.keys(written ?? {})) names.siteOf.set(name, null);

  const siteOf = (name: string, place: WrittenPlace, path: Path): Site | undefined => {
    const position = (of: string | readonly number[], at: Path): Position | undefined => {
      if (typeof of === 'string' && written && Object.hasOwn(written, of)) {
        return siteNamed(of, at)?.at;
      }
      return names.position(of, at);
    };
    if (typeof place === 'string' || 'length' in place) {
      const at = position(place, path);
      return at && { name, at };
    }
    if ('corners' in place) return polygon(name, place.corners, path, position, diagnostics);
    const centre = position(place.around, [...path, 'around']);
    const radius = metresOf(place.radius);
    if (radius <= 0)
      return diagnostics.wrong(
        'AREA_TOO_SMALL',
        [...path, 'radius'],
        'the area has no extent: its radius is 0',
      );
    return centre && { name, at: centre, area: { centre, radius } };
  };

  const siteNamed = (name: string, asked: Path): Site | undefined => {
    const known = names.siteOf.get(name);
    if (typeof known === 'number') return names.sites[known];
    const path = ['places', name];
    const place = written?.[name];
    if (place === undefined || !diagnostics.sound(path)) return undefined;
    if (open.has(name) || open.size > DEEPEST)
      return diagnostics.wrong('PLACE_AROUND_ITSELF', asked, `the place ${quoted(name)} refers to itself`);
    if (read.has(name)) return undefined;
    read.add(name);
    open.add(name);
    const site = siteOf(name, place, path);
    open.delete(name);
    if (site) names.siteOf.set(name, names.sites.push(site) - 1);
    return site;
  };

  for (const name of Object.keys(written ?? {})) siteNamed(name, ['places', name]);
}

function polygon(
  name: string,
  written: readonly (string | readonly number[])[],
  path: Path,
  position: (of: string | readonly number[], at: Path) => Position | undefined,
  diagnostics: Diagnostics,
): Site | undefined {
  const here = [...path, 'corners'];
  const corners = written.map((corner, index) => position(corner, [...here, index]));
  const known = corners.filter((corner) => corner !== undefined);
  if (known.length < corners.length) return undefined;
  const [first, last] = [known[0], known.at(-1)];
  // A ring that is closed by hand says its first corner twice.
  if (known.length > 1 && first && last && first[0] === last[0] && first[1] === last[1]) known.pop();
  const different = new Set(known.map((corner) => corner.join())).size;
  if (different < 3) {
    return diagnostics.wrong(
      'AREA_TOO_FEW_CORNERS',
      here,
      `an area has three corners or more, not ${different}`,
    );
  }
  const middle = (axis: 0 | 1): number => known.reduce((sum, corner) => sum + corner[axis], 0) / known.length;
  return { name, at: [middle(0), middle(1)], area: { corners: known } };
}

/** Latitude and longitude the wrong way round, where both ways are on earth. */

import { quoted } from '../../../contracts/kit/untrusted.ts';
import { distanceBetween } from '../../motion/geodesy.ts';
import { town } from '../../motion/roads/town.ts';
import { storyBounds } from '../bounds.ts';
import type { Named } from '../schema/builders.ts';
import type { WrittenPlace } from '../schema/setting.ts';
import type { Position } from '../terms.ts';
import type { Names } from './names.ts';

/** No fleet of a story drives so far. */
const FAR = 1_000_000;
const NEAR = 300_000;

/** A place that is far from all others, and among them when it is turned round, is reported. */
export function reportSwappedAxes(written: Named<WrittenPlace> | undefined, names: Names): void {
  const known = names.sites.map(({ at }) => at);
  if (known.length > storyBounds.comparedPlaces) return;
  for (const [name, place] of Object.entries(written ?? {})) {
    if (!Array.isArray(place)) continue;
    const [latitude = 0, longitude = 0] = place;
    const here: Position = [latitude, longitude];
    const others = known.filter((at) => at[0] !== here[0] || at[1] !== here[1]);
    if (!isSwapped(here, others)) continue;
    names.diagnostics.wrong(
      'POSITION_AXES_SWAPPED',
      ['places', name],
      `${quoted(name)} is far from everything else, and near it when latitude and longitude are swapped`,
      `latitude comes first: [${longitude}, ${latitude}]`,
    );
  }
}

/** Returns whether a position is far from all others (or from the town where there are none), and near one of them turned round. */
export function isSwapped([latitude, longitude]: Position, others: readonly Position[]): boolean {
  if (Math.abs(longitude) > 90) return false;
  const around = others.length > 0 ? others : [middleOfTown()];
  const isOutlier = around.every((other) => metres([latitude, longitude], other) > FAR);
  return isOutlier && around.some((other) => metres([longitude, latitude], other) < NEAR);
}

function metres(a: Position, b: Position): number {
  return distanceBetween({ latitude: a[0], longitude: a[1] }, { latitude: b[0], longitude: b[1] });
}

function middleOfTown(): Position {
  const { latitude, longitude } = town().nodes[0] ?? { latitude: 0, longitude: 0 };
  return [latitude, longitude];
}

/** A recorded drive as pieces of a line that are coloured by speed. */
import type { Feature } from 'geojson';

/** km/h from which on a piece has the next colour. */
export const SPEED_STEPS = [20, 50, 90] as const;
/** Seconds without a fix after which it is not known where the vehicle drove. */
const LONGEST_STEP = 60;

/** A recorded drive as the server sends it: columns by fix. */
export interface RecordedFixes {
  readonly seconds: readonly number[];
  readonly latitude: readonly number[];
  readonly longitude: readonly number[];
  readonly speed: readonly (number | null)[];
}

/** Pieces from fix to fix: `until` when each is driven, and its `colour` where it is known how it was. */
export function recordedPieces(
  { seconds, latitude, longitude, speed }: RecordedFixes,
  start: number,
): Feature[] {
  const place = (index: number) => [longitude[index] ?? 0, latitude[index] ?? 0];
  return seconds.slice(1).map((second, before) => ({
    type: 'Feature',
    properties: {
      until: start + second * 1000,
      ...(second - (seconds[before] ?? second) <= LONGEST_STEP && {
        colour: colourOf(speed[before + 1] ?? 0),
      }),
    },
    geometry: { type: 'LineString', coordinates: [place(before), place(before + 1)] },
  }));
}

export function colourOf(speed: number): number {
  const step = SPEED_STEPS.findIndex((least) => speed < least);
  return step < 0 ? SPEED_STEPS.length : step;
}

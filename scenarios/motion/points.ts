/** Reads a list of points with their times: `[{ "point": "POINT(lon lat)", "time": "…" }, …]`, each with its `vehicle` where there are several. */
import { fieldsOf } from '../../contracts/kit/fields.ts';
import { PointCollector, type Reading } from './reading.ts';
import { TrackError } from './track-error.ts';

const wellKnownText = /^POINT(?:\s*Z)?\s*\(([^()]*)\)$/i;

/** @throws {TrackError} */
export function readPoints(list: readonly unknown[]): Reading {
  const collector = new PointCollector();
  for (const [index, entry] of list.entries()) {
    const { point, time, vehicle } = fieldsOf(entry);
    const inside = typeof point === 'string' ? wellKnownText.exec(point.trim())?.[1] : undefined;
    const [longitude, latitude, altitude, ...more] = inside?.trim().split(/\s+/) ?? [];
    if (latitude === undefined || more.length > 0) {
      throw new TrackError(
        'TRACK_NOT_READABLE',
        'an entry of the list has no "point" of the form "POINT(lon lat)".',
        'Write each entry as { "point": "POINT(11.56 48.16)", "time": "2024-05-13T08:30:00Z" }.',
        { point: index + 1 },
      );
    }
    collector.add(
      { longitude, latitude, altitude, time },
      { point: index + 1 },
      vehicle === undefined ? {} : { vehicle: String(vehicle) },
    );
  }
  return { recordings: collector.recordings };
}

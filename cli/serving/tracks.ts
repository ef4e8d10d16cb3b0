/** Devices that drive along recorded tracks: the first device along the first track, and so on. A file may hold several. */
import { manyLeftOut } from '../../scenarios/motion/left-out.ts';
import { FIRST_TIME } from '../../scenarios/motion/points.ts';
import { readTracks as read, startingAt, type Track } from '../../scenarios/motion/track.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { CliError, type Io, warn } from '../command.ts';
import { readText } from './reading.ts';

/** A device on its track. */
export interface Driver {
  /** The device's id, as the profile writes it. */
  deviceId: string | number;
  track: Track;
}

/**
 * Reads the tracks of all vehicles in the files. A warning is written where one is refused, or more than a tenth of it
 * left out.
 *
 * @throws CliError for a file that cannot be read, TrackError for one without a track
 */
export async function readTracks(files: readonly string[], io: Io): Promise<Track[]> {
  const each = await Promise.all(files.map(async (file) => read(await readText(file, 'track', io), file)));
  for (const { tracks, refused } of each) {
    for (const { message } of refused) warn(`left out: ${message}`, io);
    for (const { name, fixes, leftOut } of tracks) {
      const many = manyLeftOut(name, fixes.length, leftOut);
      if (many !== undefined) warn(many, io);
    }
  }
  return each.flatMap(({ tracks }) => tracks);
}

/** The moment of the first of their fixes; `undefined` where they count from the beginning and have no dates. */
export function startOf(tracks: readonly Track[]): number | undefined {
  const first = Math.min(...tracks.map(({ fixes }) => fixes[0]?.time ?? FIRST_TIME));
  return first < FIRST_TIME ? undefined : first;
}

/**
 * Plans what the first devices report when each drives along its track, in the track's own rhythm: from `start` on, or
 * at its own dates.
 */
export function planTracks(
  tracks: readonly Track[],
  fleet: Simulator['fleet'],
  start: number | undefined,
): void {
  if (fleet.devices.count < tracks.length) {
    throw new CliError(
      'TOO_FEW_DEVICES',
      `${tracks.length} tracks need ${tracks.length} devices, and there are ${fleet.devices.count}.`,
      { hint: `Give --devices ${tracks.length} or more, or fewer tracks.` },
    );
  }
  tracks.forEach((track, index) => {
    const { fixes } = start === undefined ? track : startingAt(track, start);
    const reports = fixes.map(({ time, ...facts }) => ({ deviceTime: time, ...facts }));
    fleet.locations.plan(index + 1, reports);
  });
}

/** The device of each track. */
export function driversOf(tracks: readonly Track[], simulator: Simulator): Driver[] {
  return tracks.map((track, index) => ({ deviceId: simulator.lens.writeId('device', index + 1), track }));
}

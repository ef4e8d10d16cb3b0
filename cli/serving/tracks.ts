/** Devices that drive along recorded tracks: the first device along the first track, and so on. A file may hold several. */
import { manyLeftOut, readTracks as read, type Track } from '../../scenarios/motion/track.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { type Io, warn } from '../command.ts';
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

/** The device of each track. */
export function driversOf(tracks: readonly Track[], simulator: Simulator): Driver[] {
  return tracks.map((track, index) => ({ deviceId: simulator.lens.writeId('device', index + 1), track }));
}

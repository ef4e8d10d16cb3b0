/** Devices that drive along recorded tracks: the first device along the first track, and so on. */
import { readTrack, startingAt, type Track } from '../../scenarios/index.ts';
import type { Simulator } from '../../simulator/index.ts';
import { CliError, type Io } from '../command.ts';
import { readText } from './files.ts';

/** A device on its track. */
export interface Driver {
  /** The device's id, as the profile writes it. */
  deviceId: string | number;
  track: Track;
}

/** @throws CliError for a file that cannot be read, TrackError for one that is no track */
export function readTracks(files: readonly string[], io: Io): Promise<Track[]> {
  return Promise.all(files.map(async (file) => readTrack(await readText(file, 'track', io), file)));
}

/** Lets the first devices drive along the tracks, each in its own rhythm, from the simulated now. */
export function driveAlong(tracks: readonly Track[], simulator: Simulator): Driver[] {
  const devices = simulator.fleet.devices.list({ limit: tracks.length });
  if (devices.length < tracks.length) {
    throw new CliError(
      'TOO_FEW_DEVICES',
      `${tracks.length} tracks need ${tracks.length} devices, and there are ${devices.length}.`,
      { hint: `Give --devices ${tracks.length} or more, or fewer tracks.` },
    );
  }
  return devices.map(({ id }, index) => {
    const track = tracks[index] as Track;
    const { fixes } = startingAt(track, simulator.clock.now());
    simulator.fleet.locations.plan(
      id,
      fixes.map(({ time, ...facts }) => ({ deviceTime: time, ...facts })),
    );
    return { deviceId: simulator.lens.writeId('device', id), track };
  });
}

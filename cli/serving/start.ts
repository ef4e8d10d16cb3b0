/**
 * From what a command was given to a running server. Everything is read and checked first: when
 * anything is wrong, no port has been opened and nothing is left running.
 */
import type { Profile } from '../../contracts/profile/index.ts';
import type { Track } from '../../scenarios/index.ts';
import { type Server, serve } from '../../simulator/hosts/node.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from '../../simulator/index.ts';
import { CliError, type Io } from '../command.ts';
import type { Deviation } from '../deviating/index.ts';
import { type Access, accessFor } from './access.ts';
import { consolePages } from './console.ts';
import { checkWritable, readText } from './files.ts';
import type { Driver } from './tracks.ts';

export interface Settings {
  port: number;
  host: string;
  /** Map tiles under the live page: an address or a file. */
  tiles?: string | undefined;
  /** Files. */
  profile?: string | undefined;
  tracks?: readonly string[];
  import?: string | undefined;
  exportOnExit?: string | undefined;
  /** The rule that is broken. */
  deviate?: string | undefined;
  devices?: number | undefined;
  seed?: number | undefined;
  /** ISO 8601 UTC. */
  at?: string | undefined;
  speed?: number | undefined;
  frozen: boolean;
}

export interface Running {
  simulator: Simulator;
  server: Server;
  access: Access;
  drivers: Driver[];
  /** What it does otherwise than the document says. */
  deviation: Deviation | undefined;
  /** Base address of the public API, with the profile's prefix. */
  baseUrl: string;
  controlUrl: string;
  /** The live page. */
  pageUrl: string;
}

const usualDevices = 10;

/** @throws CliError, ServeError, and the errors of profiles, tracks, snapshots and times: all with a code */
export async function start(settings: Settings, io: Io): Promise<Running> {
  const given = await read(settings, io);
  const access = accessFor(settings.host, io);
  const pages = await consolePages({ hostNames: access.hostNames, tiles: settings.tiles }, io);
  // Only with tracks: what is not asked for is not loaded.
  const driving = given.tracks.length === 0 ? undefined : await import('./tracks.ts');
  const { deviation } = given;
  const simulator = createSimulator({
    ...optionsFor(settings, given),
    ...access,
    ...(deviation?.rules && { rules: deviation.rules }),
    ...(driving && { prepare: (fleet, now) => driving.planTracks(given.tracks, fleet, now) }),
  });
  try {
    if (given.snapshot !== undefined) {
      simulator.restore(given.snapshot);
      driving?.planTracks(given.tracks, simulator.fleet, simulator.clock.now());
    }
    const runs = runsFrom(settings, simulator);
    await simulator.clock.set({ frozen: true }); // time begins when the first call can be answered
    const handle = deviation?.around?.(simulator.handle, simulator) ?? simulator.handle;
    const server = await serve(
      { ...simulator, handle },
      {
        port: settings.port,
        host: settings.host,
        pages,
        onError: (error) => io.err(`${error instanceof Error ? error.stack : String(error)}\n`),
      },
    );
    const { speed } = settings;
    await simulator.clock.set({ frozen: !runs, ...(speed !== undefined && { speed }) });
    const drivers = driving?.driversOf(given.tracks, simulator) ?? [];
    return running({ simulator, server, access, drivers, deviation });
  } catch (error) {
    simulator.stop();
    throw error;
  }
}

/** Whether the clock runs: as the command line says, or else as it did in the snapshot. */
function runsFrom({ frozen, speed }: Settings, simulator: Simulator): boolean {
  if (frozen) return false;
  return speed !== undefined || !simulator.clock.view().frozen;
}

interface Given {
  profile: Profile | undefined;
  tracks: Track[];
  snapshot: unknown;
  deviation: Deviation | undefined;
}

/** What is not asked for is not loaded: neither the reader of profiles nor those of tracks, nor deviations. */
async function read(
  { profile, tracks = [], import: snapshot, exportOnExit, deviate }: Settings,
  io: Io,
): Promise<Given> {
  if (exportOnExit !== undefined) await checkWritable(exportOnExit, 'snapshot', io);
  return {
    profile: profile === undefined ? undefined : await readProfile(profile, io),
    tracks: tracks.length === 0 ? [] : await (await import('./tracks.ts')).readTracks(tracks, io),
    snapshot: snapshot === undefined ? undefined : await readSnapshot(snapshot, io),
    deviation:
      deviate === undefined ? undefined : (await import('../deviating/index.ts')).deviationFrom(deviate),
  };
}

async function readProfile(file: string, io: Io): Promise<Profile> {
  const text = await readText(file, 'profile', io);
  const { parseProfile } = await import('../../contracts/profile/index.ts');
  return parseProfile(text, file);
}

async function readSnapshot(file: string, io: Io): Promise<unknown> {
  const text = await readText(file, 'snapshot', io);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CliError('SNAPSHOT_INVALID', `${file} is no snapshot: ${(error as Error).message}.`, {
      hint: 'roadtest serve --export-on-exit writes one, and GET /_control/snapshot answers with one.',
    });
  }
}

function optionsFor(settings: Settings, { profile, tracks, snapshot }: Given): SimulatorOptions {
  // A snapshot fits the seed that it was taken at alone, so that seed is taken from it.
  const seed = settings.seed ?? (snapshot as { seed?: unknown } | null | undefined)?.seed;
  return {
    ...(profile && { profile }),
    ...(Number.isSafeInteger(seed) && { seed: seed as number }),
    ...(settings.at !== undefined && { at: settings.at }),
    devices: settings.devices ?? Math.max(usualDevices, tracks.length),
    speed: settings.speed ?? 1,
    frozen: settings.frozen,
  };
}

function running(parts: Omit<Running, 'baseUrl' | 'controlUrl' | 'pageUrl'>): Running {
  const { server, simulator } = parts;
  return {
    ...parts,
    baseUrl: server.url + simulator.profile.basePath,
    controlUrl: `${server.url}/_control`,
    pageUrl: `${server.url}/_console/`,
  };
}

/**
 * From what a command was given to a running server. Everything is read and checked first: when
 * anything is wrong, no port has been opened and nothing is left running.
 */
import { parseJson } from '../../contracts/kit/json.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import type { Story } from '../../scenarios/language/story.ts';
import type { Track } from '../../scenarios/motion/track.ts';
import { createStage, type Stage, type StageOptions } from '../../scenarios/player/stage/stage.ts';
import { type Server, serve } from '../../simulator/hosts/node.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from '../../simulator/simulator.ts';
import type { Speed } from '../../simulator/time/clock.ts';
import { CliError, type Io } from '../command.ts';
import { stackOf } from '../run.ts';
import { type Access, accessFor, ownCredentials } from './access.ts';
import { consolePages } from './console.ts';
import type { ChosenDeviation } from './deviation.ts';
import { checkWritable } from './files.ts';
import { readText } from './reading.ts';
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
  /** The story that is played from its start: a name or a file. */
  scenario?: string | undefined;
  /** The rule that is broken. */
  deviate?: string | undefined;
  devices?: number | undefined;
  seed?: number | undefined;
  /** ISO 8601 UTC. */
  at?: string | undefined;
  speed?: Speed | undefined;
  frozen: boolean;
}

export interface Running {
  stage: Stage;
  /** What is on the stage now. */
  readonly simulator: Simulator;
  server: Server;
  access: Access;
  drivers: Driver[];
  /** What it does otherwise than the document says. */
  deviation: ChosenDeviation | undefined;
  /** Base address of the public API, with the profile's prefix. */
  baseUrl: string;
  controlUrl: string;
  /** The live page. */
  pageUrl: string;
}

const usualDevices = 10;

/** @throws CliError, ServeError, and the errors of profiles, tracks, stories, snapshots and times: all with a code */
export async function start(settings: Settings, io: Io): Promise<Running> {
  const given = await read(settings, io);
  const access = accessFor(settings.host, io);
  const pages = await consolePages({ hostNames: access.hostNames, tiles: settings.tiles }, io);
  const stage = createStage(stageOptions(settings, given, access, io));
  try {
    const { speed } = settings;
    const runs = runsFrom(settings, given, stage.simulator);
    if (given.story) await stage.load(given.story, { speed, frozen: true });
    await stage.simulator.clock.set({ frozen: true }); // time begins when the first call can be answered
    const server = await serve(stage, {
      port: settings.port,
      host: settings.host,
      pages,
      onError: (error) => io.err(stackOf(error)),
    });
    await stage.simulator.clock.set({ frozen: !runs, ...(speed !== undefined && { speed }) });
    return running({ stage, server, access, drivers: driversFrom(given, stage), deviation: given.deviation });
  } catch (error) {
    stage.stop();
    throw error;
  }
}

function stageOptions(settings: Settings, given: Given, access: Access, io: Io): StageOptions {
  const { deviation, profile } = given;
  const rules = deviation?.rules && { rules: deviation.rules };
  const { controlToken, hostNames } = access;
  return {
    plain: (added) => plainFleet({ ...optionsFor(settings, given), ...access, ...rules, ...added }, given),
    playing: {
      ...(profile && { profile }),
      ...rules,
      ...(controlToken !== undefined && { controlToken }),
      hostNames,
    },
    account: ownCredentials(io),
    ...(deviation?.around && { around: deviation.around }),
    async verify(onProgress, signal) {
      const { verifyTwin } = await import('./twin.ts');
      return verifyTwin({ profile, deviation: settings.deviate }, onProgress, signal);
    },
  };
}

/** The fleet without a story: new, with tracks to drive along, or going on from a snapshot. */
function plainFleet(options: SimulatorOptions, { driving, snapshot, tracks }: Given): Simulator {
  const simulator = createSimulator({
    ...options,
    ...(driving && { prepare: (fleet, now) => driving.planTracks(tracks, fleet, now) }),
  });
  if (snapshot === undefined) return simulator;
  try {
    simulator.restore(snapshot);
    driving?.planTracks(tracks, simulator.fleet, simulator.clock.now());
    return simulator;
  } catch (error) {
    simulator.stop();
    throw error;
  }
}

function driversFrom({ driving, tracks, story }: Given, { simulator }: Stage): Driver[] {
  return story === undefined ? (driving?.driversOf(tracks, simulator) ?? []) : [];
}

/** Whether the clock runs: as the command line says, or else as it did in the snapshot. */
function runsFrom({ frozen, speed }: Settings, { story }: Given, simulator: Simulator): boolean {
  if (frozen) return false;
  return story !== undefined || speed !== undefined || !simulator.clock.view().frozen;
}

interface Given {
  profile: Profile | undefined;
  tracks: Track[];
  snapshot: unknown;
  deviation: ChosenDeviation | undefined;
  story: Story | undefined;
  /** Only with tracks: what is not asked for is not loaded. */
  driving: typeof import('./tracks.ts') | undefined;
}

/** What is not asked for is not loaded: neither the reader of profiles nor those of tracks, nor deviations. */
async function read(
  { profile, tracks = [], import: snapshot, exportOnExit, deviate, scenario, seed }: Settings,
  io: Io,
): Promise<Given> {
  if (exportOnExit !== undefined) await checkWritable(exportOnExit, 'snapshot', io);
  const driving = tracks.length === 0 ? undefined : await import('./tracks.ts');
  return {
    profile: profile === undefined ? undefined : await readProfile(profile, io),
    driving,
    tracks: driving ? await driving.readTracks(tracks, io) : [],
    snapshot: snapshot === undefined ? undefined : await readSnapshot(snapshot, io),
    deviation: deviate === undefined ? undefined : (await import('./deviation.ts')).deviationFrom(deviate),
    story: scenario === undefined ? undefined : await readStory(scenario, seed, io),
  };
}

async function readProfile(file: string, io: Io): Promise<Profile> {
  const text = await readText(file, 'profile', io);
  const { parseProfile } = await import('../../contracts/profile/load.ts');
  return parseProfile(text, file);
}

async function readStory(scenario: string, seed: number | undefined, io: Io): Promise<Story> {
  const { findStory } = await import('../playing/stories.ts');
  return (await findStory(scenario, { seed }, io)).story;
}

async function readSnapshot(file: string, io: Io): Promise<unknown> {
  const text = await readText(file, 'snapshot', io);
  try {
    return parseJson(text);
  } catch (error) {
    throw new CliError('SNAPSHOT_INVALID', `${file} is not a snapshot: ${(error as Error).message}.`, {
      hint: 'roadtest serve --export-on-exit writes one, and GET /_control/snapshot returns one.',
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

function running(parts: Omit<Running, 'simulator' | 'baseUrl' | 'controlUrl' | 'pageUrl'>): Running {
  const { server, stage } = parts;
  return {
    ...parts,
    get simulator() {
      return stage.simulator;
    },
    baseUrl: server.url + stage.simulator.profile.basePath,
    controlUrl: `${server.url}/_control`,
    pageUrl: `${server.url}/_console/`,
  };
}

/**
 * From what a command was given to a running server. Everything is read and checked first: when
 * anything is wrong, no port has been opened and nothing is left running.
 */
import { parseJson } from '../../contracts/kit/json.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import type { Story } from '../../scenarios/language/story.ts';
import { createStage, type Stage, type StageOptions } from '../../scenarios/player/stage/stage.ts';
import { type Server, serve } from '../../simulator/hosts/node.ts';
import type { SimulatorOptions } from '../../simulator/options.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { type ClassUsual, classRoutes } from '../../simulator/worlds/class.ts';
import { worldRoutes } from '../../simulator/worlds/routes.ts';
import type { Worlds } from '../../simulator/worlds/worlds.ts';
import { CliError, type Io } from '../command.ts';
import type { StoryOptions } from '../playing/stories.ts';
import { stackOf } from '../run.ts';
import { type Access, accessFor, newToken, originFor } from './access.ts';
import { consolePages } from './console.ts';
import type { ChosenDeviation } from './deviation.ts';
import { checkWritable } from './files.ts';
import { movesOf, plainFleet } from './plain-fleet.ts';
import { readFixture, readProfile, readText } from './reading.ts';
import type { Given, Settings } from './settings.ts';
import { type ServerParts, stageParts } from './stage-parts.ts';
import type { Driver } from './tracks.ts';
import { watchFixture } from './watch.ts';
import { serverWorlds } from './worlds.ts';

export interface Running {
  /** At the plain address. */
  stage: Stage;
  worlds: Worlds<Stage>;
  /** The simulator that is on the stage now. */
  readonly simulator: Simulator;
  server: Server;
  access: Access;
  drivers: Driver[];
  /** How many devices drive about the town by themselves. */
  driving: number;
  /** The rule that it breaks on purpose. */
  deviation: ChosenDeviation | undefined;
  /** Base address of the public API, with the profile's prefix. */
  baseUrl: string;
  controlUrl: string;
  /** The live page. */
  pageUrl: string;
}

/** The parts that a command adds to the server. */
export interface HostParts {
  controls?: StageOptions['controls'];
  onRequest?: SimulatorOptions['onRequest'];
  /** Goes around the service of each simulator. */
  around?: StageOptions['around'];
  /** The profile in place of the one that was read. */
  profiled?: (given: Profile | undefined) => Profile | undefined;
  /** The account's time zone. */
  timeZone?: string;
  /** How the worlds of trainees begin. */
  ofClass?: ClassUsual<Stage>;
}

/** @throws CliError, ServeError, and the errors of profiles, fixtures, tracks, stories, snapshots and times: all with a code */
export async function start(settings: Settings, io: Io, host: HostParts = {}): Promise<Running> {
  const { controls = {}, profiled = (profile) => profile, ofClass = {}, ...handlers } = host;
  const found = await read(settings, io);
  const given = { ...found, profile: profiled(found.profile) };
  const access = accessFor(settings, io);
  const pages = await consolePages(
    {
      hostNames: access.hostNames,
      tiles: settings.tiles,
      worldOf: (target) => worlds.servedPrefix(target),
    },
    io,
  );
  const server: ServerParts = { settings, given, access, ...handlers, io };
  const parts = stageParts(server, given.deviation);
  const scheme = given.tls ? 'https' : 'http';
  let listening: Server | undefined;
  let unwatch: (() => void) | undefined;
  const stage = createStage({
    ...parts.stage,
    ended: () => unwatch?.(),
    plain: () => plainFleet(settings, given, parts.simulator),
    controls: {
      ...controls,
      ...worldRoutes(() => worlds, scheme),
      ...classRoutes(() => worlds, {
        usual: ofClass,
        scheme,
        outside: () => listening && originFor(listening, settings.host),
      }),
    },
    beginsWithStory: given.story !== undefined,
  });
  const begun = { fixture: given.fixture, snapshot: given.snapshot };
  const worlds = serverWorlds(
    stage,
    settings,
    begun,
    async (world) => stageParts(server, await deviationOf(settings), world),
    access.controlToken === undefined ? undefined : newToken,
  );
  try {
    const { speed, ownSpeeds } = settings;
    const runs = runsFrom(settings, given, stage);
    if (given.story) await stage.load(given.story, { speed, ownSpeeds, frozen: true });
    await stage.simulator.clock.set({ frozen: true }); // time begins when the first call can be answered
    listening = await serve(worlds, {
      port: settings.port,
      host: settings.host,
      origins: access.origins,
      ...(given.tls && { tls: given.tls }),
      pages,
      onError: (error) => io.err(stackOf(error)),
    });
    const end = stage.performance?.story.clock.end;
    const begins = {
      frozen: !runs,
      ...(speed !== undefined && { speed }),
      ...(end !== undefined && Number.isFinite(end) && { until: end }),
    };
    stage.simulator.resetsTo(begins);
    await stage.simulator.clock.set(begins);
    if (settings.watch && settings.fixture !== undefined && given.fixture)
      unwatch = watchFixture(settings.fixture, given.fixture, {
        ...{ access, handle: stage.handle, io },
        begun: (fixture) => Object.assign(begun, { fixture }),
      });
    return running({
      stage,
      worlds,
      server: listening,
      access,
      drivers: driversFrom(given, stage),
      driving: given.story || given.tracks.length > 0 ? 0 : (given.moves?.story.devices ?? 0),
      deviation: given.deviation,
    });
  } catch (error) {
    worlds.stop();
    throw error;
  }
}

function driversFrom({ trackModule, tracks, story }: Given, { simulator }: Stage): Driver[] {
  return story === undefined ? (trackModule?.driversOf(tracks, simulator) ?? []) : [];
}

/** Returns whether the clock runs: as the command line says, or else as it did in the snapshot. */
function runsFrom({ frozen, speed }: Settings, { story }: Given, stage: Pick<Stage, 'simulator'>): boolean {
  if (frozen) return false;
  return story !== undefined || speed !== undefined || !stage.simulator.clock.view().frozen;
}

/** Readers of profiles and tracks, and deviations, are loaded only where they are asked for. */
async function read(settings: Settings, io: Io): Promise<Given> {
  const { track = [], import: imported, fixture, 'export-on-exit': exported, scenario, seed } = settings;
  if (exported !== undefined) await checkWritable(exported, 'snapshot', io);
  const trackModule = track.length === 0 ? undefined : await import('./tracks.ts');
  const snapshot = imported === undefined ? undefined : await readSnapshot(imported, io);
  const profile = settings.profile === undefined ? undefined : await readProfile(settings.profile, io);
  const cast = fixture === undefined ? undefined : await readFixture(fixture, io);
  const tracks = trackModule ? await trackModule.readTracks(track, io) : [];
  return {
    profile,
    trackModule,
    tracks,
    snapshot,
    fixture: cast,
    moves: await movesOf(settings, { tracks, snapshot }),
    tls: await readTls(settings, io),
    deviation: await deviationOf(settings),
    story:
      scenario === undefined ? undefined : await readStory(scenario, { seed, fixture: cast, profile }, io),
  };
}

async function deviationOf({ deviate }: Pick<Settings, 'deviate'>): Promise<ChosenDeviation | undefined> {
  return deviate === undefined ? undefined : (await import('./deviation.ts')).deviationFrom(deviate);
}

async function readTls({ 'tls-cert': tlsCert, 'tls-key': tlsKey }: Settings, io: Io): Promise<Given['tls']> {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  return {
    cert: await readText(tlsCert, 'certificate', io),
    key: await readText(tlsKey, 'private key', io),
  };
}

async function readStory(scenario: string, options: StoryOptions, io: Io): Promise<Story> {
  const { findStory } = await import('../playing/stories.ts');
  return (await findStory(scenario, options, io)).story;
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

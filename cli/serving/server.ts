/** A server from its start to its end: by a signal, by the control API, or when its work is done. */
import { setMaxListeners } from 'node:events';
import { createStage, type Stage } from '../../scenarios/player/stage/stage.ts';
import type { Routes } from '../../simulator/control/routes/route.ts';
import { type Server, serve } from '../../simulator/hosts/node.ts';
import { classRoutes } from '../../simulator/worlds/class.ts';
import { worldRoutes } from '../../simulator/worlds/routes.ts';
import type { Worlds } from '../../simulator/worlds/worlds.ts';
import type { Io } from '../command.ts';
import { stackOf } from '../run.ts';
import { originFor } from './access.ts';
import { consolePages } from './console.ts';
import { movesOf, plainFleet } from './plain-fleet.ts';
import { type ServerOptions, type Settings, settingsFrom } from './settings.ts';
import { serverWorlds, sharedBy } from './worlds.ts';

export interface Running {
  settings: Settings;
  /** At the plain address. */
  stage: Stage;
  worlds: Worlds<Stage>;
  server: Server;
  /** How many devices drive about the town by themselves. */
  driving: number;
  /** Base address of the public API, with the profile's prefix. */
  baseUrl: string;
  controlUrl: string;
  /** The live page. */
  pageUrl: string;
}

/**
 * Serves while `meanwhile` is under way, then lets calls that are being answered finish. The `Io` that `meanwhile` is given
 * is stopped by everything that is to end the server.
 */
export async function serving<T>(
  options: ServerOptions,
  io: Io,
  meanwhile: (running: Running, io: Io) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const stop = AbortSignal.any([io.stop, ending.signal]);
  setMaxListeners(0, stop); // whatever is under way listens
  const running = await start(options, io, () => ending.abort());
  try {
    return await meanwhile(running, { ...io, stop });
  } finally {
    await running.server.close();
    running.worlds.stop();
  }
}

/** Settles when a command is asked to stop. */
export function stopped({ stop }: Io): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve();
    else stop.addEventListener('abort', () => resolve(), { once: true });
  });
}

/**
 * Starts a server. Where anything is wrong, no port has been opened and nothing is left running.
 *
 * @param end called when the control API is asked to end the server
 * @throws CliError, ServeError, and the errors of profiles, fixtures, tracks, stories, snapshots and times: all with a code
 */
export async function start(options: ServerOptions, io: Io, end = () => {}): Promise<Running> {
  const settings = await settingsFrom(options, io);
  const { access, ofClass = {}, frozen, speed, story, tracks } = settings;
  const worldOf = (target: string) => worlds.servedPrefix(target);
  const pages = await consolePages({ ...access, tiles: settings.tiles, worldOf }, io);
  const moves = await movesOf(settings);
  const shared = sharedBy(settings, io);
  let server: Server | undefined;
  // Ends the server, for platforms and tools that cannot send a signal.
  const shutdown = {
    'POST /shutdown'() {
      end();
      return { status: 'stopping' };
    },
  } satisfies Routes;
  const stage = createStage({
    ...shared.stage,
    plain: () => plainFleet(settings, moves, shared.simulator),
    controls: {
      ...(!settings.keepsOn && shutdown),
      ...worldRoutes(() => worlds),
      ...classRoutes(() => worlds, {
        usual: ofClass,
        outside: () => server && originFor(server, settings.host),
      }),
    },
    beginsWithStory: story !== undefined,
  });
  const worlds = serverWorlds(stage, settings, io);
  try {
    const runs =
      !frozen && (story !== undefined || speed !== undefined || !stage.simulator.clock.view().frozen);
    if (story) await stage.load(story, { speed, frozen: true });
    await stage.simulator.clock.set({ frozen: true }); // time begins when the first call can be answered
    const { port, host } = settings;
    const onError = (error: unknown) => io.err(stackOf(error));
    server = await serve(worlds, { port, host, origins: access.origins, pages, onError });
    const until = stage.performance?.story.clock.end;
    const begins = {
      frozen: !runs,
      ...(speed !== undefined && { speed }),
      ...(until !== undefined && Number.isFinite(until) && { until }),
    };
    stage.simulator.resetsTo(begins);
    await stage.simulator.clock.set(begins);
    return {
      ...{ settings, stage, worlds, server },
      driving: story || tracks.length > 0 ? 0 : (moves?.story.devices ?? 0),
      baseUrl: server.url + stage.simulator.profile.basePath,
      controlUrl: `${server.url}/_control`,
      pageUrl: `${server.url}/_console/`,
    };
  } catch (error) {
    worlds.stop();
    throw error;
  }
}

/** A server from its start to its end: by a signal, by the control API, or when its work is done. */
import { setMaxListeners } from 'node:events';
import type { Routes } from '../../simulator/control/routes/route.ts';
import { CliError, type Io } from '../command.ts';
import { report } from '../run.ts';
import { writeWhole } from './files.ts';
import type { Settings } from './settings.ts';
import { type HostParts, type Running, start } from './start.ts';

export interface ServingSettings extends Settings {
  /** True if callers of the control API may not end the server. */
  keepsOn?: boolean;
  /** Parts that a command adds to the server. */
  parts?: Omit<HostParts, 'controls'>;
  /** Called when the snapshot of `--export-on-exit` is written. */
  exported?(file: string): void;
}

/**
 * Serves while `meanwhile` is under way, then lets calls that are being answered finish, and writes the
 * snapshot. The `Io` that `meanwhile` is given is stopped by everything that is to end the server.
 */
export async function serving<T>(
  { keepsOn, parts, exported, ...settings }: ServingSettings,
  io: Io,
  meanwhile: (running: Running, io: Io) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const stop = AbortSignal.any([io.stop, ending.signal]);
  setMaxListeners(0, stop); // whatever is under way listens
  const running = await start(settings, io, {
    ...parts,
    ...(!keepsOn && { controls: shutdownRoute(() => ending.abort()) }),
  });
  try {
    const result = await meanwhile(running, { ...io, stop });
    await running.server.close(); // calls under way are still part of the world that is written
    const file = settings['export-on-exit'];
    if (file !== undefined) {
      try {
        await writeWhole(file, io.outlet.writtenJson(running.simulator.snapshot()), 'snapshot', io);
        exported?.(file);
      } catch (error) {
        if (!(error instanceof CliError) || !result) throw error;
        report(error, io); // what a command beside it has failed with counts for more
      }
    }
    return result;
  } finally {
    await running.server.close();
    running.worlds.stop();
  }
}

/** Ends the server, for platforms and tools that cannot send a signal. It is behind the guard of the control API. */
export function shutdownRoute(end: () => void) {
  return {
    'POST /shutdown'() {
      end();
      return { status: 'stopping' };
    },
  } satisfies Routes;
}

/** Settles when a command is asked to stop. */
export function stopped({ stop }: Io): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve();
    else stop.addEventListener('abort', () => resolve(), { once: true });
  });
}

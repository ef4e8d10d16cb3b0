/** A command that runs beside a server: it gets addresses and credentials in its environment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { causeOf } from '../../contracts/hosts/command.ts';
import { ended, endGroupBy, onWindows, started } from '../../contracts/hosts/process-groups.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { CliError, type Io, Stopped } from '../command.ts';
import { environment } from './access.ts';
import { launchOf } from './launching.ts';
import type { Running } from './server.ts';

/** How long a command has to end by itself after it was interrupted or asked to, in ms: after two signals it is ended. */
const PATIENCE = 3_000;

export interface BesideOptions {
  /** Takes what the command writes, in place of this process's terminal. */
  output?: (text: string) => void;
  /** Variables beside those of the server. */
  variables?: { readonly [name: string]: string };
}

/**
 * Runs it to its end, on the terminal of this process and without a shell. When this process is asked to stop,
 * the command is as well.
 *
 * @param words the command and its arguments
 * @returns its exit code; for one that a signal ended 128 and the number of the signal, as a shell says it
 * @throws CliError COMMAND_NOT_STARTED
 */
export async function runBeside(
  running: Running,
  words: readonly string[],
  io: Io,
  { output, variables }: BesideOptions = {},
): Promise<number> {
  const [command = ''] = words;
  if (command === '')
    throw new CliError('COMMAND_NOT_STARTED', 'The command is empty.', {
      hint: 'Name a program after --, such as roadtest exec -- npm test. If a variable stands there, it may be empty.',
    });
  const isAtTerminal = io.interactive || process.stdin.isTTY === true;
  const isAlone = output !== undefined || !isAtTerminal;
  const { file, args, ...how } = launchOf(words, io);
  const child = spawn(file, args, {
    ...how,
    stdio: output ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    cwd: io.cwd,
    env: { ...io.env, ...variablesOf(running), ...variables },
    // A group of its own, so that what it starts ends with it; at a terminal it stays in the one that Ctrl+C reaches.
    detached: !onWindows && isAlone,
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => output?.(text));
  started(child);
  const group = stopWith(child, io, isAlone);
  try {
    return await exitCodeOf(child);
  } catch (error) {
    const why = error instanceof Error ? causeOf(error, command) : String(error);
    throw new CliError('COMMAND_NOT_STARTED', `${quoted(command)} could not be started: ${why}.`, {
      hint: 'It is looked up in PATH and run without a shell; sh -c runs a shell command.',
      cause: error,
    });
  } finally {
    await group.ended();
    ended(child);
  }
}

/** The environment variables that tell the command about the server. */
export function variablesOf({ baseUrl, controlUrl, settings, stage }: Running): { [name: string]: string } {
  const { userName, apiKey } = stage.simulator.fleet.account;
  const { controlToken } = settings.access;
  return {
    ROADTEST_BASE_URL: baseUrl,
    ROADTEST_CONTROL_URL: controlUrl,
    [environment.userName]: userName,
    [environment.apiKey]: apiKey,
    ...(controlToken !== undefined && { [environment.controlToken]: controlToken }),
  };
}

/**
 * The end of a command and of all that it started, once this process is asked to stop, and after the command itself. It gets
 * the signal that this process got; an interrupt at the terminal reaches it by itself. Then it is asked to end, and at last
 * it is ended.
 */
function stopWith(child: ChildProcess, { stop }: Io, isAlone: boolean): { ended(): Promise<void> } {
  let ending: Promise<void> | undefined;
  const end = () => {
    const last = ['SIGTERM', 'SIGKILL'] as const;
    const first =
      stop.reason instanceof Stopped && stop.reason.signal !== last[0] ? [stop.reason.signal] : [];
    ending = isAlone
      ? endGroupBy(child, [...first, ...last], PATIENCE)
      : sleep(PATIENCE, undefined, { ref: false }).then(() => endGroupBy(child, last, PATIENCE));
  };
  if (stop.aborted) end();
  else stop.addEventListener('abort', end, { once: true });
  return {
    async ended() {
      stop.removeEventListener('abort', end);
      await (isAlone ? (ending ?? endGroupBy(child, ['SIGTERM', 'SIGKILL'], PATIENCE)) : undefined);
    },
  };
}

function exitCodeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

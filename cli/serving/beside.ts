/** A command that runs beside a server: it gets addresses and credentials in its environment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { constants, platform } from 'node:os';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { CliError, type Io } from '../command.ts';
import { environment } from './access.ts';
import { reasonOf } from './reasons.ts';
import type { Running } from './start.ts';

/** How long a command that a person interrupted at the terminal has to end by itself, in ms. */
const PATIENCE = 5_000;

/**
 * Runs it to its end, on the terminal of this process and without a shell. When this process is asked to stop,
 * the command is as well.
 *
 * @param words the command and its arguments
 * @returns its exit code; for one that a signal ended 128 and the number of the signal, as a shell says it
 * @throws CliError COMMAND_NOT_STARTED
 */
export async function runBeside(running: Running, words: readonly string[], io: Io): Promise<number> {
  const [command = '', ...args] = words;
  const child = spawn(command, args, {
    stdio: 'inherit',
    cwd: io.cwd,
    env: { ...io.env, ...variablesOf(running) },
    shell: platform() === 'win32', // npm and npx are scripts there
  });
  const forget = stopWith(child, io);
  try {
    return await exitCodeOf(child);
  } catch (error) {
    throw new CliError(
      'COMMAND_NOT_STARTED',
      `${quoted(command)} could not be started: ${reasonOf(error).replace('file', 'command')}.`,
      {
        hint: 'It is looked for in PATH, and run without a shell: sh -c runs a line of a shell.',
        cause: error,
      },
    );
  } finally {
    forget();
  }
}

/** What the command is told of the server. */
export function variablesOf({ baseUrl, controlUrl, access, simulator }: Running): { [name: string]: string } {
  const { userName, apiKey } = simulator.fleet.account;
  const { controlToken } = access;
  return {
    ROADTEST_BASE_URL: baseUrl,
    ROADTEST_CONTROL_URL: controlUrl,
    [environment.userName]: userName,
    [environment.apiKey]: apiKey,
    ...(controlToken !== undefined && { [environment.controlToken]: controlToken }),
  };
}

/** An interrupt at the terminal reaches the command by itself; it is asked again where that did not end it. */
function stopWith(child: ChildProcess, { stop, interactive }: Io): () => void {
  let timer: NodeJS.Timeout | undefined;
  const ask = () => {
    timer = setTimeout(() => child.kill('SIGTERM'), interactive ? PATIENCE : 0);
  };
  if (stop.aborted) ask();
  stop.addEventListener('abort', ask, { once: true });
  return () => {
    clearTimeout(timer);
    stop.removeEventListener('abort', ask);
  };
}

function exitCodeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

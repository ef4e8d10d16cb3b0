/**
 * Runs commands without a shell: what a deployment or a profile puts into an argument stays an argument.
 *
 * `commandRunner` is the permission to run any. It is made only where it is known that the user chose
 * the profile: where the command line reads the file that it names, and where code gives a profile.
 */
import { spawn } from 'node:child_process';
import process from 'node:process';
import type { Readable } from 'node:stream';
import type { RunCommand } from '../deployment/host.ts';
import { ended, endGroup, onWindows, started } from './process-groups.ts';

export type Environment = { readonly [name: string]: string | undefined };

/** Every command is given these variables of the environment. It never gets all of it: that holds secrets. */
const USUAL = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'SystemRoot'];
/** A control prints a few facts; more than this is a mistake. */
const MAX_OUTPUT = 1024 * 1024;
/** The longest delay of a timer. */
const LONGEST = 2 ** 31 - 1;
/** A shorter value of a variable is not looked for in what a command complains of. */
const SHORTEST_SECRET = 8;

/**
 * Gives the exit code of a command and what it printed. Rejects when it cannot be started, prints or
 * takes too much, or is aborted; then it has been ended, together with all that it started.
 */
export function commandRunner(environment: Environment = process.env): RunCommand {
  return ([file = '', ...args], { timeoutMs, signal, environment: named }) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const child = spawn(file, args, {
        env: picked(environment, [...USUAL, ...named]),
        stdio: ['ignore', 'pipe', 'pipe'],
        // A process group of its own, so that what it starts ends with it.
        detached: !onWindows,
        windowsHide: true,
      });
      started(child);
      const over = (): void => {
        clearTimeout(late);
        signal.removeEventListener('abort', onAbort);
        ended(child);
      };
      const fail = (reason: unknown): void => {
        endGroup(child);
        over();
        reject(reason);
      };
      const onAbort = (): void => fail(signal.reason);
      const late = setTimeout(
        () => fail(new Error(`${file} took longer than ${timeoutMs / 1000} s`)),
        Math.min(timeoutMs, LONGEST),
      );
      signal.addEventListener('abort', onAbort, { once: true });
      const tooMuch = (): void => fail(new Error(`${file} printed more than ${MAX_OUTPUT} bytes`));
      const stdout = printed(child.stdout, tooMuch);
      const stderr = printed(child.stderr, tooMuch);
      child.on('error', (error) => fail(new Error(causeOf(error, file), { cause: error })));
      child.on('close', (exitCode) => {
        over();
        if (exitCode === null) reject(new Error(`${file} was ended by a signal`));
        else resolve({ exitCode, stdout: stdout(), stderr: withoutValues(stderr(), environment, named) });
      });
    });
}

function picked(environment: Environment, names: readonly string[]): { [name: string]: string } {
  const given = names.flatMap((name): [string, string][] => {
    const value = valueIn(environment, name);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(given);
}

function valueIn(environment: Environment, name: string): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}

/** Collects the output of a stream; the function gives what has come so far. */
function printed(stream: Readable, tooMuch: () => void): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_OUTPUT) tooMuch();
    else chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString('utf8');
}

/** A complaint is printed in reports: the variables that the command was trusted with must not. */
function withoutValues(text: string, environment: Environment, named: readonly string[]): string {
  return named.reduce((redacted, name) => {
    const value = valueIn(environment, name) ?? '';
    return value.length < SHORTEST_SECRET ? redacted : redacted.replaceAll(value, () => `$${name}`);
  }, text);
}

/** Why a command could not be started, in words. */
export function causeOf({ code, message }: NodeJS.ErrnoException, file: string): string {
  if (code === 'ENOENT') return `there is no command ${file}`;
  if (code === 'EACCES') return `this user may not run ${file}`;
  return message;
}

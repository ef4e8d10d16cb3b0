/** The process as an `Io`. */
import { setMaxListeners } from 'node:events';
import process from 'node:process';
import { entriesOf } from '../contracts/kit/tables.ts';
import { CliError, type Io, Stopped } from './command.ts';
import type { Clean } from './outlet.ts';
import { createIo } from './process-streams.ts';
import { adviceFor, reasonOf } from './serving/reasons.ts';

/** Widest line of help: beyond this the eye loses it. */
const WIDEST = 100;
/** `npm start` passes an interrupt on that the process has already had: within this time it is the same one. */
const SAME_INTERRUPT_MS = 300;

/** The process as an `Io`, and what became of its outputs. */
export interface ProcessIo extends Io {
  /** The error of an output that could not be written to its end, as on a full disk. */
  lost(): CliError | undefined;
}

/** @param kill what a second interrupt does, when the command has not ended after the first */
export function processIo(kill: (exitCode: number) => void): ProcessIo {
  const { stdout, stderr, env } = process;
  const interactive = stdout.isTTY === true;
  const stopping = stopController(kill);
  let lost: CliError | undefined;
  const losing = (what: string) => (cause: Error) => {
    lost ??= new CliError('OUTPUT_NOT_WRITABLE', `${what} cannot be written: ${reasonOf(cause)}.`, {
      hint: adviceFor(cause, 'Send it to another file.'),
      cause,
    });
    // Nobody can read what comes. Without standard error only the progress is lost.
    if (what === OUTPUT) stopping.abort();
  };
  const io = createIo({
    out: writerTo(stdout, losing(OUTPUT)),
    err: writerTo(stderr, losing('Standard error')),
    coloured: isColoured(interactive, env),
    interactive,
    watched: stderr.isTTY === true && env.TERM !== 'dumb',
    columns: Math.min(stdout.columns || WIDEST, WIDEST),
    env,
    cwd: process.cwd(),
    stop: stopping.signal,
  });
  return { ...io, lost: () => lost };
}

/**
 * Returns whether standard output has colours. `FORCE_COLOR` counts for more than `NO_COLOR`, as in Node itself: `0` and `false`
 * switch them off, any other value switches them on, also where no terminal reads them.
 */
export function isColoured(interactive: boolean, env: Io['env']): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused, TERM: terminal } = env;
  if (forced !== undefined) return !['0', 'false'].includes(forced);
  return interactive && !refused && terminal !== 'dumb';
}

const OUTPUT = 'Standard output';

/** Errors of a stream whose reader has gone: `| head` has ended, or the terminal was closed. */
const READER_GONE = new Set(['EPIPE', 'EIO']);

/** Writes until the reader has gone or nothing can be written, and nothing after that. */
function writerTo(stream: NodeJS.WriteStream, lost: (cause: Error) => void): (text: Clean) => void {
  let open = true;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    open = false;
    if (!READER_GONE.has(error.code ?? '')) lost(error);
  });
  return (text) => {
    if (open) stream.write(text);
  };
}

/** The signals that end a command, with the exit code of a process that a second one ends at once. */
const STOPPING = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

function stopController(kill: (exitCode: number) => void): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal); // whatever is under way listens
  let first: number | undefined;
  const onSignal = (signal: NodeJS.Signals, exitCode: number) => () => {
    if (first === undefined) {
      first = Date.now();
      controller.abort(new Stopped(signal));
    } else if (Date.now() - first > SAME_INTERRUPT_MS) kill(exitCode);
  };
  for (const [signal, exitCode] of entriesOf(STOPPING)) process.on(signal, onSignal(signal, exitCode));
  process.once('SIGHUP', endByHangUp);
  return controller;
}

/**
 * A process whose terminal was closed ends by the signal itself: Node sets a terminal back when it exits,
 * and aborts, with all of its memory in a core dump, where there is none any more.
 */
function endByHangUp(): void {
  if (![process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)) return;
  process.on('exit', () => {
    process.removeAllListeners('SIGHUP');
    process.kill(process.pid, 'SIGHUP');
  });
}

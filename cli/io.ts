/** The process as an `Io`. */
import { setMaxListeners } from 'node:events';
import process from 'node:process';
import type { Clean } from '../contracts/kit/outlet.ts';
import type { Io } from './command.ts';
import { ioOf } from './outer.ts';

/** Widest line of help: beyond this the eye loses it. */
const WIDEST = 100;
/** `npm start` passes an interrupt on that the process has already had: within this time it is the same one. */
const SAME_INTERRUPT_MS = 300;

/** @param kill what a second interrupt does, when the command has not ended after the first */
export function processIo(kill: (exitCode: number) => void): Io {
  const { stdout, stderr, env } = process;
  const interactive = stdout.isTTY === true;
  return ioOf({
    out: writerTo(stdout),
    err: writerTo(stderr),
    coloured: interactive && !env.NO_COLOR && env.TERM !== 'dumb',
    interactive,
    parent: process.ppid,
    watched: stderr.isTTY === true && env.TERM !== 'dumb',
    // Standard input is touched when a question is asked: an open one would keep the process alive.
    keyboard: () => ({
      input: process.stdin,
      output: stderr,
      terminal: process.stdin.isTTY === true && stderr.isTTY === true,
    }),
    columns: Math.min(stdout.columns || WIDEST, WIDEST),
    env,
    cwd: process.cwd(),
    stop: stopSignal(kill),
  });
}

/** What a stream reports whose reader has gone: `| head` has ended, or the terminal was closed. */
const READER_GONE = new Set(['EPIPE', 'EIO']);

/** Writes until the reader has gone, and nothing after that. */
function writerTo(stream: NodeJS.WriteStream): (text: Clean) => void {
  let open = true;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!READER_GONE.has(error.code ?? '')) throw error;
    open = false;
  });
  return (text) => {
    if (open) stream.write(text);
  };
}

/** The signals that end a command, with the exit code of a process that a second one ends at once. */
const STOPPING = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

function stopSignal(kill: (exitCode: number) => void): AbortSignal {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal); // whatever is under way listens
  let first: number | undefined;
  const onSignal = (exitCode: number) => () => {
    if (first === undefined) {
      first = Date.now();
      controller.abort();
    } else if (Date.now() - first > SAME_INTERRUPT_MS) kill(exitCode);
  };
  for (const [signal, exitCode] of Object.entries(STOPPING)) process.on(signal, onSignal(exitCode));
  process.once('SIGHUP', endByHangUp);
  return controller.signal;
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

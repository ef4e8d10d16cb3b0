/** The installed command under way. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { endWithFile } from '../command/started.ts';
import { emptyFolder } from './folder.ts';
import { installed } from './installed.ts';

/** The version of Node that the product runs on: that of the tests, unless `npm run test:nodes` names another. */
export const node = process.env.ROADTEST_PRODUCT_NODE ?? process.execPath;

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface Surroundings {
  env?: { [name: string]: string };
  cwd?: string;
  input?: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** The first line that it prints. */
  readonly firstLine: Promise<string>;
  /** The text that it has printed, on its output or beside it, once that matches. */
  printed(sign: RegExp): Promise<string>;
  /** Ends its input, and waits. */
  close(): Promise<Ended>;
  /** Sends SIGINT, and waits. */
  stop(): Promise<Ended>;
}

/** A server gets none: they would count more than those of a story. */
const servers = ['serve', 'exec', 'demo'];
const credentials = { ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'demo-key' };
/** Starts a program in the project of the user. `roadtest` and `node` are the installed ones. */
export async function start(
  program: string,
  words: readonly string[],
  around: Surroundings = {},
): Promise<Started> {
  const { project, command } = await installed();
  const [file, first] =
    program === 'roadtest' ? [node, [command]] : [program === 'node' ? node : program, []];
  const child = spawn(file, [...first, ...words], {
    cwd: around.cwd ?? project,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      XDG_STATE_HOME: emptyFolder(),
      ...(!servers.includes(words[0] ?? '') && credentials),
      ...around.env,
    },
  });
  let open = true;
  endWithFile(() => open && child.kill('SIGKILL'));
  const written = { out: '', err: '' };
  const ended = once(child, 'close').then(([code]): Ended => {
    open = false;
    return { code: code as number | null, ...written };
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.err += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.out += text;
  });
  const printed = (sign: RegExp, text = () => written.out + written.err): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (sign.test(text())) resolve(text());
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      look();
      ended.then(
        ({ code, err }) => reject(new Error(`${program} ${words.join(' ')} ended with ${code}: ${err}`)),
        reject,
      );
    });
  const firstLine = printed(/\n/, () => written.out).then((text) => text.slice(0, text.indexOf('\n')));
  firstLine.catch(() => undefined);
  child.stdin.on('error', () => undefined);
  if (around.input !== undefined) child.stdin.end(around.input);
  return {
    child,
    ended,
    firstLine,
    printed,
    close() {
      child.stdin.end();
      return ended;
    },
    stop() {
      child.kill('SIGINT');
      return ended;
    },
  };
}

/** Runs a program to its end. */
export async function run(
  program: string,
  words: readonly string[],
  around: Surroundings = {},
): Promise<Ended> {
  return (await start(program, words, { input: '', ...around })).ended;
}

/** Runs the installed command to its end. */
export function roadtest(words: readonly string[], around?: Surroundings): Promise<Ended> {
  return run('roadtest', words, around);
}

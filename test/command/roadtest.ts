/** The command under way: as a process of its own, as people and scripts run it, or in this process, which is far quicker. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commands } from '../../cli/commands/table.ts';
import { createIo } from '../../cli/process-streams.ts';
import { run } from '../../cli/run.ts';
import { endWithFile } from './started.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const command = fileURLToPath(new URL('../../dist/bin/roadtest.js', import.meta.url));
const running = new Set<ChildProcess>();
/** The functions that end the commands that are under way in this process. */
const here = new Set<() => Promise<Ended>>();
/** Temporary files of the processes, gone with the tests. */
const scratch = join(tmpdir(), `roadtest-scratch-${randomUUID()}`);

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface Running {
  /** Its output so far. */
  readonly out: string;
  readonly err: string;
  /** Settles when it has ended. */
  ended: Promise<Ended>;
  /** The first line of its output. */
  firstLine(): Promise<string>;
  /** Asks it to stop, as an interrupt does, and waits. */
  stop(): Promise<Ended>;
}

export interface Process extends Running {
  child: ChildProcess;
}

export interface Surroundings {
  env?: { [name: string]: string };
  cwd?: string;
  /** It runs in this process as if a person read it. */
  interactive?: boolean;
}

export interface ProcessSurroundings extends Surroundings {
  /** The file that standard output goes to, in place of what is returned. */
  out?: string;
  /** A shell command whose output it may read, as a pipe. */
  from?: string;
  /** The command that is started, in place of the one that is built. */
  program?: string;
}

export function launch(
  args: readonly string[],
  { env = {}, cwd = root, out, from, program: file = command }: ProcessSurroundings = {},
): Process {
  endWithFile(endAll);
  mkdirSync(scratch, { recursive: true });
  const [program, words] =
    from === undefined
      ? [process.execPath, [file, ...args]]
      : ['sh', ['-c', `(${from}) | "$@"`, 'sh', process.execPath, file, ...args]];
  const child = spawn(program, words, {
    cwd,
    env: { PATH: process.env.PATH, TMPDIR: scratch, ...env },
    stdio: ['ignore', out === undefined ? 'pipe' : openSync(out, 'w'), 'pipe'],
  });
  running.add(child);
  const written = new Written();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => written.add('out', text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => written.add('err', text));
  const ended = once(child, 'close').then(([code]): Ended => {
    running.delete(child);
    return { code: code as number | null, ...written.texts };
  });
  const stop = () => {
    child.kill('SIGINT');
    return ended;
  };
  return Object.assign(runningOf(written, ended, stop), { child });
}

/** The command from its sources in this process: for what is neither of signals nor of the build. */
export function launchHere(
  args: readonly string[],
  { env = {}, cwd = root, interactive = false }: Surroundings = {},
): Running {
  endWithFile(endAll);
  const controller = new AbortController();
  const written = new Written();
  const io = createIo({
    out: (text) => written.add('out', text),
    err: (text) => written.add('err', text),
    coloured: false,
    interactive,
    watched: false,
    columns: 100,
    env,
    cwd,
    stop: controller.signal,
  });
  const ended = run(commands, args, io).then((code): Ended => ({ code, ...written.texts }));
  const stop = () => {
    controller.abort();
    return ended;
  };
  here.add(stop);
  void ended.then(() => here.delete(stop));
  return runningOf(written, ended, stop);
}

/** The output of a command, and a wait for more of it. */
class Written {
  readonly texts = { out: '', err: '' };
  readonly #more = new EventEmitter();

  add(to: 'out' | 'err', text: string): void {
    this.texts[to] += text;
    this.#more.emit('more');
  }

  more(): Promise<unknown> {
    return once(this.#more, 'more');
  }
}

function runningOf(written: Written, ended: Promise<Ended>, stop: () => Promise<Ended>): Running {
  const { texts } = written;
  return {
    ended,
    stop,
    get out() {
      return texts.out;
    },
    get err() {
      return texts.err;
    },
    async firstLine() {
      while (!texts.out.includes('\n')) {
        const over = await Promise.race([written.more().then(() => undefined), ended]);
        if (over && !texts.out.includes('\n'))
          throw new Error(`roadtest ended with ${over.code}: ${over.err}`);
      }
      return texts.out.slice(0, texts.out.indexOf('\n'));
    },
  };
}

/** Runs it to its end. */
export function roadtest(args: readonly string[], surroundings?: Surroundings): Promise<Ended> {
  return launch(args, surroundings).ended;
}

export interface Answer<T> {
  status: number;
  body: T;
}

export interface Service {
  baseUrl: string;
  controlUrl: string;
  userName: string;
  apiKey: string;
  controlToken?: string;
  process: Running;
  /** Asks it to stop, and waits. */
  stop(): Promise<Ended>;
  /** A call of the control API. */
  control<T>(method: string, path: string, body?: object): Promise<Answer<T>>;
  /** A call of the public API, with a fresh token. */
  api<T>(method: string, path: string, body?: unknown): Promise<Answer<T>>;
}

/** Starts `roadtest serve` on a free port, in this process. */
export function serve(args: readonly string[] = [], surroundings?: Surroundings): Promise<Service> {
  return serviceOf(launchHere(['serve', '--port', '0', '--json', ...args], surroundings));
}

/** The service that a command serves, once it is up. */
export async function serviceOf<P extends Running>(process: P): Promise<Service & { process: P }> {
  const access = JSON.parse(await process.firstLine()) as Omit<
    Service,
    'process' | 'stop' | 'control' | 'api'
  >;
  const { baseUrl, controlUrl, userName, apiKey, controlToken } = access;
  return {
    ...access,
    process,
    stop: process.stop,
    control: (method, path, body) => call(method, controlUrl + path, body, controlToken),
    async api(method, path, body) {
      const issued = await call<{ token: string }>('POST', `${baseUrl}/api/Auth/Token`, { userName, apiKey });
      return call(method, `${baseUrl}/api${path}`, body, issued.body.token);
    },
  };
}

async function call<T>(method: string, url: string, body?: unknown, token?: string): Promise<Answer<T>> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
}

/** Ends what a test has left running, and takes its temporary files away. */
async function endAll(): Promise<void> {
  for (const child of running) child.kill('SIGKILL');
  await Promise.all([...here].map((stop) => stop()));
  rmSync(scratch, { recursive: true, force: true });
}

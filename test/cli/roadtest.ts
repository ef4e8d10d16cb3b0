/** Runs the built command as a process of its own, as people and scripts do. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const command = fileURLToPath(new URL('../../dist/bin/roadtest.js', import.meta.url));
const running = new Set<ChildProcess>();
/** Temporary files of the processes, gone with the tests. */
const scratch = join(tmpdir(), `roadtest-scratch-${randomUUID()}`);

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface Process {
  child: ChildProcess;
  /** What it has written so far. */
  readonly out: string;
  readonly err: string;
  /** Settles when it has ended. */
  ended: Promise<Ended>;
  /** The first line of its output. */
  firstLine(): Promise<string>;
}

export interface Surroundings {
  env?: { [name: string]: string };
  cwd?: string;
}

export function launch(args: readonly string[], { env = {}, cwd = root }: Surroundings = {}): Process {
  mkdirSync(scratch, { recursive: true });
  const child = spawn(process.execPath, [command, ...args], {
    cwd,
    env: { PATH: process.env.PATH, TMPDIR: scratch, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const written = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.err += text));
  const ended = once(child, 'close').then(([code]): Ended => {
    running.delete(child);
    return { code: code as number | null, ...written };
  });
  return {
    child,
    get out() {
      return written.out;
    },
    get err() {
      return written.err;
    },
    ended,
    async firstLine() {
      while (!written.out.includes('\n')) {
        const over = await Promise.race([once(child.stdout, 'data').then(() => undefined), ended]);
        if (over && !written.out.includes('\n'))
          throw new Error(`roadtest ended with ${over.code}: ${over.err}`);
      }
      return written.out.slice(0, written.out.indexOf('\n'));
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
  process: Process;
  /** Asks it to stop, and waits. */
  stop(): Promise<Ended>;
  /** A call of the control API. */
  control<T>(method: string, path: string, body?: object): Promise<Answer<T>>;
  /** A call of the public API, with a fresh token. */
  api<T>(method: string, path: string, body?: unknown): Promise<Answer<T>>;
}

/** Starts `roadtest serve` on a free port. */
export async function serve(args: readonly string[] = [], surroundings?: Surroundings): Promise<Service> {
  const process = launch(['serve', '--port', '0', '--json', ...args], surroundings);
  const access = JSON.parse(await process.firstLine()) as Omit<
    Service,
    'process' | 'stop' | 'control' | 'api'
  >;
  const { baseUrl, controlUrl, userName, apiKey, controlToken } = access;
  return {
    ...access,
    process,
    stop() {
      process.child.kill('SIGINT');
      return process.ended;
    },
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

/** Ends what a test that failed has left running, and takes its temporary files away. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
}

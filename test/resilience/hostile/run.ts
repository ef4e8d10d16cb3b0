/** One run of the command against a kind of misbehaviour, and everything that it wrote. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Io } from '../../../cli/command.ts';
import { explore } from '../../../cli/commands/explore.ts';
import { learn } from '../../../cli/commands/learn.ts';
import { sweep } from '../../../cli/commands/sweep.ts';
import { verify } from '../../../cli/commands/verify.ts';
import { run } from '../../../cli/run.ts';
import { testIo } from '../../cli/world.ts';
import { randomFrom } from '../random.ts';
import { type Hostile, startHostile } from './deployment.ts';
import type { Kind } from './kind.ts';
import { environment } from './secrets.ts';

/** The outcome of a run. */
export interface Ended {
  /** `null` for a process that was ended from outside, `undefined` for a run that did not end in time. */
  code: number | null | undefined;
  ms: number;
  /** Everything that was written, under the name of its stream or file. */
  written: ReadonlyMap<string, string>;
  /** Tokens that the deployment issued or was sent. */
  tokens: ReadonlySet<string>;
  /** The requests to another origin. */
  elsewhere: readonly string[];
  /** Whether something that the deployment named was executed. */
  executed: boolean;
}

/** The longest that any run may take, whatever the deployment does. */
export const LONGEST_MS = 90_000;
/** The heap of a process: what a deployment sends must not add up to more. */
const HEAP_MB = 256;
/** The bytes of one stream that are kept. */
const MOST_WRITTEN = 64 * 1024 * 1024;

const roadtest = fileURLToPath(new URL('../../../dist/bin/roadtest.js', import.meta.url));
const impatient = ['--timeout', '2', '--patience', '1'];
/** Waits for every answer: only a deployment that keeps some back is to be timed out. */
const patient = ['--timeout', '60', '--patience', '30'];
const reports = ['--reporter', 'text,json,junit,html,github,markdown', '--output', 'reports'];
const journal = ['--journal', 'journal.jsonl'];
const words: {
  readonly [C in NonNullable<Kind['command']>]: (url: string, waits: readonly string[]) => string[];
} = {
  verify: (url, waits) => ['verify', url, ...waits, ...journal, ...reports],
  explore: (url, waits) => ['explore', url, '--requests', '60', ...waits],
  learn: (url) => ['learn', url, '--write', '--timeout', '2', '-o', 'learned.yaml'],
  sweep: () => ['sweep', 'journal.jsonl', '--timeout', '2'],
};
/** The run before a sweep is killed when it has created so many records. */
const KILLED_AT = 3;

export interface RunOptions {
  seed: number;
  /** In a process of its own, as people run it, or in this one, which is quicker. */
  apart: boolean;
  /** The longest that the run may take by its own option, in seconds. */
  maxTime?: number;
}

export async function runAgainst(kind: Kind, { seed, apart, maxTime }: RunOptions): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'roadtest-hostile-'));
  const marker = join(folder, 'executed');
  const interrupt = new AbortController();
  const hostile = await startHostile(kind.behaviour, {
    marker,
    random: randomFrom(seed),
    onHit: (number) => {
      if (number === kind.interruptAt) interrupt.abort();
    },
  });
  try {
    const env = environmentIn(folder, hostile);
    if (kind.command === 'sweep') await leaveBehind(hostile, { folder, env });
    const limit = maxTime === undefined ? [] : ['--max-time', String(maxTime)];
    const waits = answersAll(kind) ? patient : impatient;
    const line = [...words[kind.command ?? 'verify'](hostile.url, waits), ...(kind.args ?? []), ...limit];
    const started = performance.now();
    const run = apart ? runApart : runHere;
    const { code, out, err } = await run(line, { folder, env, signal: interrupt.signal });
    const ms = performance.now() - started;
    const executed = existsSync(marker);
    rmSync(marker, { force: true });
    if (hostile.ca) rmSync(join(folder, 'ca.pem'));
    const written = new Map([['stdout', out], ['stderr', err], ...filesIn(folder)]);
    return { code, ms, written, tokens: hostile.tokens, elsewhere: hostile.elsewhere, executed };
  } finally {
    await hostile.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether a deployment is known to keep no answer back: one that has to pass, and one that tells an odd profile. */
function answersAll({ codes, name }: Kind): boolean {
  return codes.every((code) => code === 0) || name.startsWith('profile/');
}

/** A journal with something to remove: the deployment is sound while a run is killed. */
async function leaveBehind(hostile: Hostile, world: Omit<World, 'signal'>): Promise<void> {
  const kill = new AbortController();
  hostile.rest(KILLED_AT, () => kill.abort());
  const line = ['verify', hostile.url, ...journal, '--only', 'groups/,users/'];
  await runApart(line, { ...world, signal: kill.signal }, 'SIGKILL');
  hostile.attack();
}

interface World {
  folder: string;
  env: { readonly [name: string]: string };
  /** Aborted when SIGINT comes. */
  signal: AbortSignal;
}

type Written = Pick<Ended, 'code'> & { out: string; err: string };

function environmentIn(folder: string, { ca }: Hostile): World['env'] {
  const certificates = join(folder, 'ca.pem');
  if (ca) writeFileSync(certificates, ca);
  return { ...environment, XDG_STATE_HOME: folder, ...(ca && { NODE_EXTRA_CA_CERTS: certificates }) };
}

function runApart(
  line: readonly string[],
  { folder, env, signal }: World,
  by: NodeJS.Signals = 'SIGINT',
): Promise<Written> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, roadtest, ...line], {
      cwd: folder,
      env: { PATH: process.env.PATH, TMPDIR: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, LONGEST_MS);
    signal.addEventListener('abort', () => child.kill(by));
    const texts = { out: '', err: '' };
    const keep = (name: 'out' | 'err') => (text: string) => {
      if (texts[name].length < MOST_WRITTEN) texts[name] += text;
    };
    child.stdout.setEncoding('utf8').on('data', keep('out'));
    child.stderr.setEncoding('utf8').on('data', keep('err'));
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code: late ? undefined : code, ...texts });
    });
  });
}

async function runHere(line: readonly string[], { folder, env, signal }: World): Promise<Written> {
  const late = new AbortController();
  const given: Partial<Io> = { cwd: folder, env, stop: AbortSignal.any([signal, late.signal]) };
  const io = testIo(given);
  const commands = {
    verify: async () => verify,
    explore: async () => explore,
    learn: async () => learn,
    sweep: async () => sweep,
  };
  let timer: NodeJS.Timeout | undefined;
  const bound = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), LONGEST_MS);
  });
  const code = await Promise.race([run(commands, line, io), bound]);
  clearTimeout(timer);
  late.abort();
  return { code, ...io.written() };
}

function filesIn(folder: string, below = ''): [string, string][] {
  return readdirSync(join(folder, below)).flatMap((name): [string, string][] => {
    const path = join(below, name);
    return statSync(join(folder, path)).isDirectory()
      ? filesIn(folder, path)
      : [[path, readFileSync(join(folder, path), 'utf8')]];
  });
}

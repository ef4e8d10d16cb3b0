/** One run at a time changes a deployment: a file for each address, made with `wx`, says which. */
import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { kill, pid } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonIn } from '../../contracts/kit/json.ts';
import { CliError, type Io } from '../command.ts';
import { reasonOf } from '../serving/reasons.ts';
import { fileNameFor, stateFolder } from './state.ts';

/** Time between two looks at a file that is being written, in ms: it is whole at the last one. */
const PAUSES = [0, 50, 450];
/** A lock that comes and goes so often is not worth another look. */
const MAX_ATTEMPTS = 20;

interface Holder {
  /** Unlike that of any other lock. */
  token: string;
  pid: number;
  host: string;
  /** ISO 8601 UTC. */
  since: string;
  /** The command as it was typed, without options. */
  command: string;
}

export interface Lock {
  /** Lets others in. */
  release(): Promise<void>;
}

export interface Locking {
  /** The base address, with every prefix of the path. */
  address: string;
  /** The command and its argument, for those who find the lock. */
  command: string;
  /** A journal that the user names; where the state folder cannot be written, the lock is beside it. */
  journal: string | undefined;
}

/** The tokens of this process: a container that starts again has the number of the one before. */
const own = new Set<string>();

/** @throws CliError TARGET_LOCKED, LOCK_NOT_WRITABLE, STATE_NOT_WRITABLE */
export async function lockTarget({ address, command, journal }: Locking, io: Io): Promise<Lock> {
  const target = address.replace(/(?<!\/)\/+$/, '');
  const path = join(await lockFolder(journal, io), `${fileNameFor(target)}.lock`);
  const mine = { token: randomUUID(), pid, host: hostname(), since: new Date().toISOString(), command };
  own.add(mine.token);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (await create(path, mine)) return { release: () => remove(path, mine.token, mine) };
    const holder = await holderOf(path);
    if (holder && isRunning(holder)) throw lockedBy(holder, target, path);
    await remove(path, holder?.token, mine);
  }
  throw notWritable(path, new Error('it is created and removed again and again'));
}

async function lockFolder(journal: string | undefined, io: Io): Promise<string> {
  return stateFolder(io).catch((error: unknown) => {
    if (journal === undefined) throw error;
    return dirname(resolve(io.cwd, journal));
  });
}

/** Returns whether this run made it; does nothing where it is there. */
async function create(path: string, mine: Holder): Promise<boolean> {
  try {
    await writeFile(path, `${JSON.stringify(mine)}\n`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // On a full disk the file is made, and stays empty.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') await rm(path, { force: true });
    throw notWritable(path, error);
  }
}

/** The holder; `undefined` where the file is gone, or is that of a run that ended while writing it. */
async function holderOf(path: string): Promise<Holder | undefined> {
  for (const pause of PAUSES) {
    await sleep(pause);
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw notWritable(path, error);
    });
    const holder = text === undefined ? undefined : (jsonIn(text) as Partial<Holder> | null | undefined);
    if (text === undefined || typeof holder?.token === 'string') return holder as Holder | undefined;
  }
  return undefined;
}

/** Another machine's process cannot be asked, and counts as running. */
function isRunning({ pid: number, host, token }: Holder): boolean {
  if (host !== hostname()) return true;
  if (number === pid) return own.has(token);
  try {
    return kill(number, 0);
  } catch (error) {
    // Another user's process may not be signalled, and runs.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Takes the lock of one holder away. It is moved aside first: that of another, who came in between, is put back. */
async function remove(path: string, token: string | undefined, mine: Holder): Promise<void> {
  const aside = `${path}.${mine.token}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw notWritable(path, error);
  }
  const holder = await holderOf(aside);
  if (holder?.token === token) await rm(aside, { force: true });
  else await rename(aside, path);
}

function lockedBy({ pid, host, since, command }: Holder, address: string, path: string): CliError {
  return new CliError(
    'TARGET_LOCKED',
    `Another run is changing ${address}: process ${pid} on ${host}, since ${since} (${command}).`,
    {
      hint: `Wait until it has ended, or end it; if it was cut off, remove ${path}. roadtest verify --read-only changes nothing and need not wait.`,
    },
  );
}

function notWritable(path: string, cause: unknown): CliError {
  return new CliError('LOCK_NOT_WRITABLE', `The lock ${path} cannot be written: ${reasonOf(cause)}.`, {
    hint: 'XDG_STATE_HOME names another folder for it. roadtest verify --read-only needs no lock.',
    cause,
  });
}

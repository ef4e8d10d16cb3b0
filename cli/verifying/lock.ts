/**
 * One run at a time changes a deployment: a file for each address, in the journal folder, says which. Its
 * time of change is the lease, which the holder renews for as long as it runs.
 */
import { randomUUID } from 'node:crypto';
import { rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileBytes } from '../../contracts/kit/bounds.ts';
import { CliError, type Io } from '../command.ts';
import { FileFault, textIn } from '../serving/reading.ts';
import { reasonOf } from '../serving/reasons.ts';
import { type Holder, holderHere, holderIn, isAlive } from './holder.ts';
import { fileNameFor, stateFolder } from './state.ts';

/** A holder elsewhere that has not renewed for so long has ended. */
export const LEASE_MS = 60_000;
const RENEWAL_MS = 15_000;
/** A file that is being written is whole after this at the latest. */
const WRITING_MS = 500;
const WRITING_PAUSE_MS = 25;

/** A lock that comes and goes so often is not worth another look. */
const MOST_ATTEMPTS = 100;

const unreadable: Holder = { token: 'unreadable', pid: 0, machine: '', host: '', since: '', command: '' };

export interface Lock {
  readonly path: string;
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
  /** Called once if another machine has taken the lock over: this one was thought to have ended. */
  onLost: () => void;
}

/** @throws CliError TARGET_LOCKED, LOCK_NOT_WRITABLE, STATE_NOT_WRITABLE */
export async function lockTarget({ address, command, journal, onLost }: Locking, io: Io): Promise<Lock> {
  const path = join(await lockFolder(journal, io), `${fileNameFor(normalAddress(address))}.lock`);
  const mine = await holderHere(randomUUID(), command);
  const other = await take(path, mine);
  if (other) throw lockedBy(other, address);
  const renewal = setInterval(() => void renew(path, mine, onLost), RENEWAL_MS);
  renewal.unref();
  return {
    path,
    async release() {
      clearInterval(renewal);
      const holder = await holderOf(path).catch(() => undefined);
      if (holder !== 'being written' && holder?.token === mine.token) await rm(path, { force: true });
    },
  };
}

/** The address in the one way to write it, so that the same deployment has the same lock. */
export function normalAddress(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  const path = pathname.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });
  return `${protocol}//${host.replace(/\.(?=:|$)/, '')}${path.replace(/(?<!\/)\/+$/, '')}`;
}

async function lockFolder(journal: string | undefined, io: Io): Promise<string> {
  return stateFolder('journals', io).catch((error: unknown) => {
    if (journal === undefined) throw error;
    return dirname(resolve(io.cwd, journal));
  });
}

/**
 * Takes the lock, or gives who holds it. The lock of a holder that has ended is replaced by the run that first
 * creates the file named after that holder: two can never replace the same one, and the second finds another.
 */
async function take(path: string, mine: Holder): Promise<Holder | undefined> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    await create(path, mine);
    const holder = await wholeHolder(path);
    if (!holder) continue;
    if (holder.token === mine.token) return undefined;
    if (holder !== unreadable && (await isAlive(holder, await leaseRuns(path)))) return holder;
    const claim = `${path}.${holder.token}`;
    const other = await take(claim, mine);
    if (other) return other;
    try {
      const still = await wholeHolder(path);
      if (still?.token === holder.token) return await replace(path, mine);
    } finally {
      await rm(claim, { force: true });
    }
  }
  throw notWritable(path, new Error('it is created and removed again and again'));
}

/** Does nothing where it is there. */
async function create(path: string, mine: Holder): Promise<void> {
  try {
    await writeFile(path, `${JSON.stringify(mine)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    // On a full disk the file is made, and stays empty.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') await rm(path, { force: true });
    throw notWritable(path, error);
  }
}

async function replace(path: string, mine: Holder): Promise<undefined> {
  const draft = `${path}.${mine.token}.tmp`;
  try {
    await writeFile(draft, `${JSON.stringify(mine)}\n`, { mode: 0o600 });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw notWritable(path, error);
  }
}

/** `undefined`: there is no such file. What cannot be read for long is the lock of one that ended while writing it. */
async function wholeHolder(path: string): Promise<Holder | undefined> {
  for (let waited = 0; waited < WRITING_MS; waited += WRITING_PAUSE_MS) {
    const holder = await holderOf(path);
    if (holder !== 'being written') return holder;
    await sleep(WRITING_PAUSE_MS);
  }
  return unreadable;
}

async function holderOf(path: string): Promise<Holder | 'being written' | undefined> {
  try {
    return holderIn(await textIn(path, fileBytes.lock, 'a file')) ?? 'being written';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    // The machine broke down while it wrote this file.
    if (error instanceof FileFault && error.code !== 'FILE_NOT_READABLE') return 'being written';
    throw notWritable(path, error);
  }
}

async function leaseRuns(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs < LEASE_MS;
}

async function renew(path: string, mine: Holder, onLost: () => void): Promise<void> {
  const holder = await holderOf(path).catch(() => 'being written' as const);
  if (holder === 'being written' || holder === undefined) return;
  if (holder.token !== mine.token) return onLost();
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}

function lockedBy({ pid, host, since, command }: Holder, address: string): CliError {
  return new CliError(
    'TARGET_LOCKED',
    `Another run is changing ${address}: process ${pid} on ${host}, since ${since} (${command}).`,
    {
      hint: 'Wait until it has ended, or end it. roadtest verify --read-only changes nothing and need not wait.',
    },
  );
}

function notWritable(path: string, cause: unknown): CliError {
  return new CliError('LOCK_NOT_WRITABLE', `The lock ${path} cannot be written: ${reasonOf(cause)}.`, {
    hint: 'XDG_STATE_HOME names another folder for it. roadtest verify --read-only needs no lock.',
    cause,
  });
}

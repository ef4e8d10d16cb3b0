/** One run at a time changes a deployment: a file for each address, made with `wx`, says which. */
import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { kill, pid } from 'node:process';
import { errorFacts, type Fields, fieldsOf } from '../../contracts/kit/fields.ts';
import { jsonIn } from '../../contracts/kit/json.ts';
import { CliError, type Io } from '../command.ts';
import { reasonOf } from '../serving/reasons.ts';
import { fileNameFor, stateFolder } from './state.ts';

export interface Lock {
  /** Lets others in. */
  release(): Promise<void>;
}

/** The tokens of this process: a container that starts again has the number of the one before. */
const own = new Set<unknown>();

/**
 * @param address the base address, with every prefix of the path
 * @param command the command and its argument, for those who find the lock
 * @throws CliError TARGET_LOCKED, LOCK_NOT_WRITABLE, STATE_NOT_WRITABLE
 */
export async function lockTarget(address: string, command: string, io: Io): Promise<Lock> {
  const target = address.replace(/(?<!\/)\/+$/, '');
  const path = join(await stateFolder(io), `${fileNameFor(target)}.lock`);
  const mine = { token: randomUUID(), pid, host: hostname(), since: new Date().toISOString(), command };
  own.add(mine.token);
  try {
    take(path, mine, target);
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError('LOCK_NOT_WRITABLE', `The lock ${path} cannot be written: ${reasonOf(error)}.`, {
      hint: 'XDG_STATE_HOME names another folder for it. roadtest verify --read-only needs no lock.',
      cause: error,
    });
  }
  return {
    async release() {
      if (holderOf(path)?.token === mine.token) rmSync(path, { force: true });
    },
  };
}

/** Makes the lock, or takes the place of a run that was cut off. @throws CliError TARGET_LOCKED, and the errors of the system */
function take(path: string, mine: object, target: string): void {
  while (!create(path, mine)) {
    const holder = holderOf(path);
    if (!holder) continue;
    if (isRunning(holder)) throw lockedBy(holder, target, path);
    // Others may find the same at once. Only who made this file may replace it, and what came in between stays.
    const next = `${path}.next`;
    if (!create(next, mine)) throw lockedBy(holderOf(next) ?? {}, target, next);
    if (holderOf(path)?.token === holder.token) {
      renameSync(next, path);
      return;
    }
    rmSync(next);
  }
}

/** Returns whether this run made it; does nothing where it is there. */
function create(path: string, holder: object): boolean {
  try {
    // At once, so that whoever finds the file finds its text.
    writeFileSync(path, `${JSON.stringify(holder)}\n`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    const { code } = errorFacts(error);
    if (code === 'EEXIST') return false;
    // On a full disk the file is made, and stays empty.
    if (code === 'ENOSPC') rmSync(path, { force: true });
    throw error;
  }
}

/** The run that holds it; `undefined` where the file is gone. One that is being written has no fields yet. */
function holderOf(path: string): Fields | undefined {
  try {
    return fieldsOf(jsonIn(readFileSync(path, 'utf8')));
  } catch (error) {
    if (errorFacts(error).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Another machine's process cannot be asked, and counts as running; so does one that is not known. */
function isRunning({ pid: number, host, token }: Fields): boolean {
  if (host !== hostname() || typeof number !== 'number') return true;
  if (number === pid) return own.has(token);
  try {
    return kill(number, 0);
  } catch (error) {
    // Another user's process may not be signalled, and runs.
    return errorFacts(error).code === 'EPERM';
  }
}

function lockedBy({ pid, host, since, command }: Fields, address: string, path: string): CliError {
  const who = pid === undefined ? '' : `: process ${pid} on ${host}, since ${since} (${command})`;
  return new CliError('TARGET_LOCKED', `Another run is changing ${address}${who}.`, {
    hint: `Wait until it has ended, or end it; if it was cut off, remove ${path}. roadtest verify --read-only changes nothing and need not wait.`,
  });
}

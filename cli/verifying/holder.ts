/** The holder of a lock, and whether that process still runs. */
import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname, platform } from 'node:os';
import { kill, pid as ownPid } from 'node:process';
import { promisify } from 'node:util';

export interface Holder {
  /** Unlike that of any other lock. */
  token: string;
  pid: number;
  /** When that process began, in the words of its machine; absent where the machine does not expose it. */
  start?: string;
  /** Where process ids mean the same: one start of one machine, one container. */
  machine: string;
  host: string;
  /** ISO 8601 UTC. */
  since: string;
  /** The command as it was typed, without options. */
  command: string;
}

/** This process, about to hold a lock. */
export async function holderHere(token: string, command: string): Promise<Holder> {
  const start = await processStart(ownPid);
  return {
    token,
    pid: ownPid,
    ...(start !== undefined && { start }),
    machine: await machineHere(),
    host: hostname(),
    since: new Date().toISOString(),
    command,
  };
}

/** `undefined` for a text that names no holder. */
export function holderIn(text: string): Holder | undefined {
  try {
    const { token, pid, start, machine, host, since, command } = JSON.parse(text) as {
      [field: string]: unknown;
    };
    const texts = [token, machine, host, since, command];
    if (!texts.every((one) => typeof one === 'string') || !Number.isSafeInteger(pid)) return undefined;
    if (!/^[\w-]{1,64}$/.test(String(token))) return undefined;
    if (start !== undefined && typeof start !== 'string') return undefined;
    return { token, pid, start, machine, host, since, command } as Holder;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a holder still runs. On this machine its process shows it, at once; of another machine, or where the
 * process cannot be distinguished from a later one with its number, the lease does.
 */
export async function isAlive(holder: Holder, leaseRuns: boolean): Promise<boolean> {
  if (holder.machine !== (await machineHere())) return leaseRuns;
  if (!isRunning(holder.pid)) return false;
  const start = await processStart(holder.pid);
  return start === undefined || holder.start === undefined ? leaseRuns : start === holder.start;
}

function isRunning(pid: number): boolean {
  try {
    return kill(pid, 0);
  } catch (error) {
    // Another user's process may not be signalled, and runs.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

let machine: Promise<string> | undefined;

function machineHere(): Promise<string> {
  machine ??= Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ]).then((parts) => [hostname(), ...parts.map((part) => part.trim())].join(' '));
  return machine;
}

/** `undefined` where it cannot be read. What has ended and was not waited for yet has no start. */
async function processStart(pid: number): Promise<string | undefined> {
  if (platform() === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    // The name of the program, in parentheses, may hold anything.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields?.[0] === 'Z' || fields?.[0] === 'X' ? 'ended' : fields?.[19];
  }
  if (platform() === 'win32') return undefined;
  return promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], { timeout: 2_000 }).then(
    ({ stdout }) => stdout.trim() || undefined,
    () => undefined,
  );
}

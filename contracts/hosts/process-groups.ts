/** Commands that this process runs: they, and what they start in their process groups, end with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

export const onWindows = process.platform === 'win32';
const running = new Set<ChildProcess>();

/** A command outlives this process, unless it is ended with it. */
export function started(child: ChildProcess): void {
  if (running.size === 0) process.once('exit', endAll);
  running.add(child);
}

export function ended(child: ChildProcess): void {
  running.delete(child);
  if (running.size === 0) process.off('exit', endAll);
}

function endAll(): void {
  for (const child of running) endGroup(child);
}

/** Ends a command and what it started. */
export function endGroup(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
  if (child.pid === undefined) return;
  if (onWindows) {
    const taskkill = `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\taskkill.exe`;
    const killer = spawn(taskkill, ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' });
    killer.on('error', () => child.kill('SIGKILL'));
    return;
  }
  signalGroup(child, 'SIGKILL');
}

/** Real time between two looks at a group, in ms. */
const LOOK_MS = 25;

/**
 * Sends these signals to a command and what it started, one after the other, each as long as any of them is left. Windows has
 * no signal that asks: there all are ended at once.
 *
 * @param patienceMs how long they may take after each signal
 */
export async function endGroupBy(
  child: ChildProcess,
  signals: readonly NodeJS.Signals[],
  patienceMs: number,
): Promise<void> {
  if (onWindows) return endGroup(child);
  for (const signal of signals) {
    if (!isLeft(child)) return;
    signalGroup(child, signal);
    for (let waited = 0; waited < patienceMs && isLeft(child); waited += LOOK_MS) await sleep(LOOK_MS);
  }
}

/** Returns whether a command, or something of its group, is still there. */
function isLeft(child: ChildProcess): boolean {
  if (child.pid === undefined) return false;
  if (child.exitCode === null && child.signalCode === null) return true;
  try {
    return process.kill(-child.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Sends a signal to a command and what it started; to the command alone where it has no group of its own. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}

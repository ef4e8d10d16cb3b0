/** Commands that this process runs: they, and what they start in their process groups, end with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';

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

/** Windows has no signal that asks: there it is ended. */
export function askGroupToEnd(child: ChildProcess): void {
  if (onWindows) endGroup(child);
  else signalGroup(child, 'SIGTERM');
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

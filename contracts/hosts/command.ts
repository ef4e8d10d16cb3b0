/** Runs a command without a shell: what a deployment or a profile puts into an argument stays an argument. */
import { execFile } from 'node:child_process';
import type { CommandResult, Host } from '../suite/host.ts';

/** What a control prints is a few facts; more than this is a mistake. */
const MOST_OUTPUT = 1024 * 1024;

/**
 * Its exit code and what it printed. Rejects when it cannot be started, takes too long or is
 * aborted; then it has been ended.
 */
export const runCommand: NonNullable<Host['run']> = ([file = '', ...args], { timeoutMs, signal }) =>
  new Promise<CommandResult>((resolve, reject) => {
    const options = { timeout: timeoutMs, killSignal: 'SIGKILL', signal, maxBuffer: MOST_OUTPUT } as const;
    const child = execFile(file, args, { ...options, windowsHide: true }, (error, stdout, stderr) => {
      if (signal.aborted) return reject(signal.reason);
      if (!error) return resolve({ exitCode: 0, stdout, stderr });
      if (typeof error.code === 'number') return resolve({ exitCode: error.code, stdout, stderr });
      reject(new Error(causeOf(error, file, timeoutMs), { cause: error }));
    });
    child.stdin?.end();
  });

function causeOf(
  error: Error & { code?: unknown; killed?: boolean },
  file: string,
  timeoutMs: number,
): string {
  if (error.code === 'ENOENT') return `there is no command ${file}`;
  if (error.code === 'EACCES') return `this user may not run ${file}`;
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return `${file} printed more than ${MOST_OUTPUT} bytes`;
  if (error.killed) return `${file} took longer than ${timeoutMs / 1000} s`;
  return `${file} was ended by a signal`;
}

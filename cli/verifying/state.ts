/** The folder in which a user's programs keep what outlives a run. */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import { CliError, type Io } from '../command.ts';
import { reasonOf } from '../serving/reasons.ts';

/** The folder of journals and locks, below the user's own state folder; it is made when it is not there. */
export async function stateFolder(io: Io): Promise<string> {
  const folder = join(stateRoot(io), 'roadtest', 'journals');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  } catch (error) {
    throw new CliError('STATE_NOT_WRITABLE', `The folder ${folder} cannot be made: ${reasonOf(error)}.`, {
      hint: 'XDG_STATE_HOME names another one.',
      cause: error,
    });
  }
}

function stateRoot({ env }: Io): string {
  const home = env.HOME || homedir();
  if (env.XDG_STATE_HOME) return env.XDG_STATE_HOME;
  if (platform() === 'win32') return env.LOCALAPPDATA || join(home, 'AppData', 'Local');
  if (platform() === 'darwin') return join(home, 'Library', 'Application Support');
  return join(home, '.local', 'state');
}

/** A name for a file about a deployment, from its address. */
export function fileNameFor(target: string): string {
  const readable = target
    .replace(/^https?:\/\//, '')
    .replace(/[^a-z0-9.]+/gi, '-')
    .slice(0, 60);
  return `${readable}-${createHash('sha256').update(target).digest('hex').slice(0, 16)}`;
}

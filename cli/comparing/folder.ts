/** The reports of a folder, and of the folders in it: `verify --reporter json --output runs/monday` writes `runs/monday/run.json`. */
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { plural } from '../../contracts/kit/phrases.ts';
import { CliError, type Io } from '../command.ts';
import { readError, readText } from '../serving/reading.ts';
import { type PastRun, readPastRun } from './past-run.ts';

/** Files of a folder that are read: others may lie there, too. */
const MAX_FILES = 200;

/** A file of the folder that is left out, and why. */
interface Unread {
  readonly file: string;
  readonly problem: string;
}

/** The runs of a folder, and the files that are none: each with what is wrong with it. */
export async function runsIn(folder: string, io: Io): Promise<{ runs: PastRun[]; unread: Unread[] }> {
  const names = await reportsIn(folder, io);
  const runs: PastRun[] = [];
  const unread: Unread[] = [];
  for (const file of names.slice(-MAX_FILES)) {
    const read = await readOne(join(folder, file), io);
    if ('run' in read) runs.push(read.run);
    else unread.push({ file, problem: read.problem });
  }
  const left = names.length - MAX_FILES;
  if (left > 0)
    unread.push({
      file: `${plural(left, 'file')} before ${names.at(-MAX_FILES)}`,
      problem: `a history is read up to ${MAX_FILES} files`,
    });
  return { runs, unread };
}

async function reportsIn(folder: string, io: Io): Promise<string[]> {
  const path = resolve(io.cwd, folder);
  const found = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    throw readError(folder, 'history', io, error);
  });
  const names = found.map(async (entry) => {
    if (!entry.isDirectory()) return entry.name.endsWith('.json') ? [entry.name] : [];
    const inside = await readdir(join(path, entry.name)).catch((): string[] => []);
    return inside.includes('run.json') ? [join(entry.name, 'run.json')] : [];
  });
  return (await Promise.all(names)).flat().sort();
}

async function readOne(file: string, io: Io): Promise<{ run: PastRun } | { problem: string }> {
  try {
    return readPastRun(await readText(file, 'report', io, 'a file'));
  } catch (error) {
    if (error instanceof CliError) return { problem: error.message.replace(/\.$/, '') };
    throw error;
  }
}

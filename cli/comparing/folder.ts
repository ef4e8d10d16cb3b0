/** A folder of reports. What is kept has a name by its time and its run, so that no run is written over another. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { plural } from '../../contracts/kit/phrases.ts';
import { renderJson } from '../../contracts/report/json.ts';
import { redactedRun } from '../../contracts/verify/redacted.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { CliError, type Io } from '../command.ts';
import { notWritable, readError, writeWhole } from '../serving/files.ts';
import { readText } from '../serving/reading.ts';
import { type PastRun, readPastRun } from './past-run.ts';

/** So many runs are kept in a folder: the last ones. */
const KEPT = 100;
/** Files of a folder that are read: others may lie there, too. */
const MOST_FILES = 200;

const kept = /^run-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z-\w+\.json$/;

/**
 * Keeps a run, without its exchanges, and takes away what was kept here before the last hundred.
 *
 * @throws CliError FILE_NOT_WRITABLE
 */
export async function keepRun(run: Run, folder: string, io: Io): Promise<void> {
  const path = resolve(io.cwd, folder);
  const outcomes = run.outcomes.map((outcome) => ({ ...outcome, exchanges: [] }));
  const observations = run.observations.map((seen) => ({ ...seen, exchanges: [] }));
  const shown = redactedRun({ ...run, outcomes, observations, exchanges: [] }, io.outlet.secrets);
  const time = run.startedAt.slice(0, 19).replaceAll(':', '-');
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    throw notWritable(folder, 'history', error);
  }
  const name = join(path, `run-${time}Z-${run.nonce || 'none'}.json`);
  await writeWhole(name, io.outlet.writtenJsonText(renderJson(shown)), 'history', io);
  const names = (await readdir(path)).filter((one) => kept.test(one)).sort();
  for (const one of names.slice(0, -KEPT)) await rm(join(path, one), { force: true });
}

/** A file of the folder that is left out, and why. */
interface Unread {
  readonly file: string;
  readonly problem: string;
}

/** The runs of a folder, and the files that are none: each with what is wrong with it. */
export async function runsIn(folder: string, io: Io): Promise<{ runs: PastRun[]; unread: Unread[] }> {
  const found = await readdir(resolve(io.cwd, folder)).catch((error: unknown) => {
    throw readError(folder, 'history', io, error);
  });
  const names = found.filter((name) => name.endsWith('.json')).sort();
  const runs: PastRun[] = [];
  const unread: Unread[] = [];
  for (const file of names.slice(-MOST_FILES)) {
    const read = await readOne(join(folder, file), io);
    if ('run' in read) runs.push(read.run);
    else unread.push({ file, problem: read.problem });
  }
  const left = names.length - MOST_FILES;
  if (left > 0)
    unread.push({
      file: `${plural(left, 'file')} before ${names.at(-MOST_FILES)}`,
      problem: `a history is read up to ${MOST_FILES} files`,
    });
  return { runs, unread };
}

async function readOne(file: string, io: Io): Promise<{ run: PastRun } | { problem: string }> {
  try {
    return readPastRun(await readText(file, 'report', io, 'a file'));
  } catch (error) {
    if (error instanceof CliError) return { problem: error.message.replace(/\.$/, '') };
    throw error;
  }
}

/** The ids that failed or were suspect when last judged, by deployment, for `--rerun-failed`. */
import { join } from 'node:path';
import { fileBytes } from '../../contracts/kit/bounds.ts';
import { jsonIn } from '../../contracts/kit/json.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { CliError, type Io } from '../command.ts';
import { writeWhole } from '../serving/files.ts';
import { textIn } from '../serving/reading.ts';
import { type Selection, selected } from './selection.ts';
import { fileNameFor, stateFolder } from './state.ts';

/**
 * Keeps in mind what failed now; of what was not judged this time, what failed before. The run is
 * as it is when this cannot be kept.
 */
export async function rememberFailed(run: Run, target: string, io: Io): Promise<void> {
  const judged = new Set<string>(run.outcomes.map(({ id }) => id));
  const failed = run.outcomes.filter(({ verdict }) => ['fail', 'error', 'suspect'].includes(verdict));
  try {
    const before = await readFailed(target, io);
    const all = [...failed.map(({ id }) => id), ...(before ?? []).filter((id) => !judged.has(id))];
    if (all.length === 0 && before === undefined) return;
    const text = io.outlet.json({ target, failed: all });
    await writeWhole(await fileOf(target, io), text, 'record of failures', io);
  } catch (error) {
    io.err(`The failures could not be recorded for --rerun-failed: ${(error as Error).message}\n`);
  }
}

/**
 * The selection, as far as it failed last.
 *
 * @throws CliError NOTHING_TO_RERUN
 */
export async function onlyFailed(selection: Selection, target: string, io: Io): Promise<Selection> {
  const failed = await readFailed(target, io);
  const asked = selected(selection).map(({ id }) => id as string);
  const only = asked.filter((id) => failed?.includes(id));
  // An id may begin with another one.
  if (only.length > 0) return { only, skip: asked.filter((id) => !only.includes(id)) };
  const what =
    failed === undefined
      ? 'It was not verified before'
      : 'None of the selected rules failed when last judged';
  throw new CliError('NOTHING_TO_RERUN', `${what}: ${target}.`, { hint: 'Run without --rerun-failed.' });
}

async function readFailed(target: string, io: Io): Promise<string[] | undefined> {
  const file = await fileOf(target, io);
  try {
    const text = await textIn(file, fileBytes['record of failures'], 'a file');
    const { failed } = Object(jsonIn(text)) as { failed?: unknown };
    return Array.isArray(failed) ? failed.filter((id) => typeof id === 'string') : undefined;
  } catch {
    return undefined; // none yet, or one that was cut off
  }
}

async function fileOf(target: string, io: Io): Promise<string> {
  return join(await stateFolder('last', io), `${fileNameFor(target)}.json`);
}

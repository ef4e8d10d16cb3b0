/** From a journal to what is undone by it. */
import { readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { beforeSweep, type Swept, sweep } from '../../contracts/deployment/sweep.ts';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { CliError, type Io } from '../command.ts';
import { readText } from '../serving/reading.ts';
import { journalAt } from './journal.ts';
import { readProfile } from './profile.ts';
import { fetchFor } from './proxy.ts';
import { lockFor, meet, optionsFor } from './reach.ts';
import { stateFolder } from './state.ts';
import { parseTarget } from './target.ts';

export interface SweepOptions {
  profile: string | undefined;
  credentials: string | undefined;
  timeout: number | undefined;
  'max-time': number | undefined;
}

/** @throws CliError JOURNAL_INVALID, and what prevents any run */
export async function sweepJournal(file: string, options: SweepOptions, io: Io): Promise<Swept> {
  // The sweep appends to the journal, so a pipe will not do.
  const journal = await readText(file, 'journal', io, 'a file');
  const { runs, open, swept } = beforeSweep(journal);
  if (runs.length === 0 && !isUnbegun(journal)) throw invalid(file, 'it does not name a deployment');
  const last = open.at(-1);
  // A run that left nothing to undo needs no deployment.
  if (!last) return swept;
  const target = parseTarget(last.head.target);
  io.stop.addEventListener('abort', () => io.err('Stopping. Ctrl+C again ends at once.\n'), { once: true });
  const fetch = await fetchFor(io.env);
  const profile = await readProfile(options.profile, io);
  const { run, ...met } = await meet({ target, profile, given: options }, fetch, io);
  const lock = await lockFor(`sweep ${file}`, target, met.profile, file, io);
  const notes = journalAt(resolve(io.cwd, file), io);
  try {
    const { timeout, 'max-time': maxTime } = options;
    const settings = {
      ...optionsFor(target, met, io),
      signal: io.stop,
      ...(maxTime !== undefined && { maxTimeMs: maxTime * 1000 }),
      ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
    };
    const host = { ...nodeHost(fetch), ...(run && { run }), journal: notes };
    return await sweep(journal, settings, host);
  } finally {
    await notes.end();
    await lock.release();
  }
}

/** A run that ended while it wrote its first line has changed nothing yet. */
function isUnbegun(journal: string): boolean {
  const beginning = '{"entry":"run"';
  return !journal.includes('\n') && (journal.startsWith(beginning) || beginning.startsWith(journal));
}

function invalid(file: string, why: string): CliError {
  return new CliError('JOURNAL_INVALID', `${file} is not a journal of a run: ${why}.`, {
    hint: 'roadtest sweep without a name lists the journals that there are.',
  });
}

/** A journal in a folder of ours has done its work; one that the user named is the user's. */
export async function deleteSwept(file: string, io: Io): Promise<void> {
  const path = resolve(io.cwd, file);
  if (dirname(path) === (await stateFolder(io))) await rm(path, { force: true });
}

/** The error for a call without a journal; it lists the known ones. */
export async function missingJournal(io: Io): Promise<CliError> {
  const folder = await stateFolder(io);
  const journals = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  const found = journals.map((name) => `\n    ${join(folder, name)}`);
  const hint = found.length > 0 ? `There are:${found.join('')}` : `There is none in ${folder}.`;
  return new CliError('MISSING_ARGUMENT', 'JOURNAL is missing: the journal of the run to clean up after.', {
    hint,
  });
}

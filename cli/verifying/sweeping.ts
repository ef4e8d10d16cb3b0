/** `roadtest sweep`: from a journal to what is undone by it. */
import { readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { beforeSweep, type Swept, sweep } from '../../contracts/deployment/sweep.ts';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { defined } from '../../contracts/kit/fields.ts';
import { CliError, exitCodes, type Io } from '../command.ts';
import { Beside } from '../serving/files.ts';
import { readText } from '../serving/reading.ts';
import { journalAt, journalLost } from './journal.ts';
import type { SweepValues } from './options.ts';
import { namedProfile } from './profile.ts';
import { lockFor, meet, optionsFor } from './reach.ts';
import { inMs, waitsOf } from './settings.ts';
import { stateFolder } from './state.ts';
import { parseTarget } from './target.ts';

/** At most this many invalid lines of a journal are printed. */
const MAX_IGNORED = 10;

/** Returns the exit code. */
export async function sweepOnce(file: string | undefined, options: SweepValues, io: Io): Promise<number> {
  if (file === undefined) throw await missingJournal(io);
  const path = resolve(io.cwd, file);
  const swept = await sweepJournal(file, path, options, io);
  const isDone = swept.left.length === 0;
  // A journal in a folder of ours has done its work; one that was put elsewhere is the user's.
  if (isDone && dirname(path) === (await stateFolder(io))) await rm(path, { force: true });
  if (options.json) io.json(swept);
  else print(swept, io);
  if (swept.ended !== undefined) io.err(`${swept.ended} What is left can be swept again.\n`);
  const beside = new Beside(io);
  if (swept.journalLost !== undefined) beside.lose(journalLost(swept.journalLost));
  const isCutOff = swept.ended !== undefined;
  return beside.exitCode(isDone ? exitCodes.ok : isCutOff ? exitCodes.inconclusive : exitCodes.failed);
}

function print({ removed, restored, left, lasting, ignored }: Swept, io: Io): void {
  const { green, yellow, dim } = io.colors;
  const rows: readonly [word: string, lines: readonly string[]][] = [
    [green('removed '), removed],
    [green('restored'), restored],
    [yellow('left    '), left],
    [dim('lasting '), lasting],
    [yellow('ignored '), ignored.slice(0, MAX_IGNORED)],
  ];
  for (const [word, lines] of rows) for (const line of lines) io.out(`${word}  ${line}\n`);
  if (ignored.length > MAX_IGNORED) io.out(`and ${ignored.length - MAX_IGNORED} more lines\n`);
  if (removed.length + restored.length + left.length === 0) io.out('Nothing to undo.\n');
}

/** @throws CliError JOURNAL_INVALID, and what prevents any run */
async function sweepJournal(file: string, path: string, options: SweepValues, io: Io): Promise<Swept> {
  // The sweep appends to the journal, so a pipe will not do.
  const journal = await readText(file, 'journal', io, 'a file');
  const { runs, open, swept } = beforeSweep(journal);
  if (runs.length === 0 && !isUnbegun(journal))
    throw new CliError(
      'JOURNAL_INVALID',
      `${file} is not a journal of a run: it does not name a deployment.`,
      { hint: 'roadtest sweep without a name lists the journals that there are.' },
    );
  const last = open.at(-1);
  // A run that left nothing to undo needs no deployment.
  if (!last) return swept;
  const target = parseTarget(last.head.target);
  io.stop.addEventListener('abort', () => io.err('Stopping. Ctrl+C again ends at once.\n'), { once: true });
  const profile = await namedProfile(options.profile, io);
  const { run, asking, ...met } = await meet({ ...options, target, profile }, io);
  const lock = await lockFor(`sweep ${file}`, target, met.profile, io);
  const notes = journalAt(path, io);
  try {
    const asked = {
      ...optionsFor(target, met, io),
      signal: io.stop,
      ...{ ...waitsOf(options), ...defined({ maxTimeMs: inMs(options['max-time']) }) },
    };
    return await sweep(journal, asked, { ...nodeHost(asking.fetch), journal: notes, ...defined({ run }) });
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

/** The error for a call without a journal; it lists the known ones. */
async function missingJournal(io: Io): Promise<CliError> {
  const folder = await stateFolder(io);
  const journals = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  const found = journals.map((name) => `\n    ${join(folder, name)}`);
  return new CliError('MISSING_ARGUMENT', 'JOURNAL is missing: the journal of the run to clean up after.', {
    hint: found.length > 0 ? `There are:${found.join('')}` : `There is none in ${folder}.`,
  });
}

/** `--baseline` and `--write-baseline`: the file of failures that are known and accepted. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { plural } from '../../contracts/kit/phrases.ts';
import { baselineOf } from '../../contracts/report/baseline.ts';
import { type BaselineEntry, baselineText, parseBaseline } from '../../contracts/report/baseline-file.ts';
import type { Run } from '../../contracts/verify/run.ts';
import type { Io } from '../command.ts';
import { type Beside, checkWritable, writeWhole } from '../serving/files.ts';
import { readText } from '../serving/reading.ts';

/** @throws CliError FILE_NOT_READABLE, and ReportError BASELINE_SYNTAX, BASELINE_INVALID */
export async function readBaseline(file: string | undefined, io: Io): Promise<BaselineEntry[]> {
  return file === undefined ? [] : parseBaseline(await readText(file, 'baseline', io), file);
}

/** A baseline that is to be written, and what it keeps. */
export interface NewBaseline {
  file: string;
  entries: readonly BaselineEntry[];
}

/**
 * Entries of a new baseline: those of the file as it is, and of the baseline that the run goes by. A file that is
 * anything else is not written over.
 *
 * @throws CliError FILE_NOT_WRITABLE and the errors of `readBaseline`
 */
export async function newBaseline(
  file: string | undefined,
  given: readonly BaselineEntry[],
  io: Io,
): Promise<NewBaseline | undefined> {
  if (file === undefined) return undefined;
  await checkWritable(file, 'baseline', io);
  const found = await stat(resolve(io.cwd, file)).catch(() => undefined);
  const there = found ? await readBaseline(file, io) : [];
  const known = new Set(there.map(({ id }) => id));
  return { file, entries: [...there, ...given.filter(({ id }) => !known.has(id))] };
}

/** The fields of an entry that hold words of our own. */
const OWN: ReadonlySet<string> = new Set<keyof BaselineEntry>(['id', 'until']);

export async function writeBaseline(
  run: Run,
  { file, entries }: NewBaseline,
  beside: Beside,
  io: Io,
): Promise<void> {
  const written = io.outlet.secrets.deep(baselineOf(run, entries), OWN);
  const text = io.outlet.written(baselineText(written, file));
  if (await beside.attempt(() => writeWhole(file, text, 'baseline', io)))
    io.err(`Written: ${file}, ${plural(written.length, 'entry', 'entries')}\n`);
}

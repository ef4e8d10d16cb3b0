/** The reports of a run: which are wanted, and where they go. */

import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { suggestion } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { type Reporter, type ReporterName, reporters } from '../../contracts/report/index.ts';
import type { ReportOptions } from '../../contracts/report/text.ts';
import { redactedRun } from '../../contracts/verify/redacted.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { CliError, type Io } from '../command.ts';
import type { Clean } from '../outlet.ts';
import { type Beside, writeWhole } from '../serving/files.ts';
import { adviceFor, reasonOf } from '../serving/reasons.ts';
import { listed } from './selection.ts';

const names = Object.keys(reporters) as ReporterName[];

export interface Delivery {
  wanted: readonly ReporterName[];
  /** The folder for files. */
  output: string | undefined;
}

/**
 * Takes away the reports of the run before, so that none of them is taken for those of a run that ends without any.
 *
 * @throws CliError UNKNOWN_REPORTER, OUTPUT_NEEDED, FILE_NOT_WRITABLE
 */
export async function prepareDelivery(
  reporter: string,
  output: string | undefined,
  io: Io,
): Promise<Delivery> {
  const wanted = listed(reporter, 'reporter').map((name) => {
    if (Object.hasOwn(reporters, name)) return name as ReporterName;
    const hint = suggestion(name, names) ?? `There are: ${names.join(', ')}.`;
    throw new CliError('UNKNOWN_REPORTER', `${quoted(name)} is not a report.`, { hint });
  });
  const files = wanted.filter((name) => !reporters[name].printed);
  // One report of any kind can be printed, and those that are read as they are printed.
  if (output === undefined && files.length > 0 && wanted.length > 1)
    throw new CliError(
      'OUTPUT_NEEDED',
      `The reports ${files.join(', ')} are files, and no folder is named.`,
      { hint: 'Name one with --output DIR. A single report can be printed without.' },
    );
  if (output !== undefined) {
    await makeFolder(output, io);
    // A file that cannot be removed cannot be written either: that is said at the end.
    const old = wanted.map((name) => rm(resolve(io.cwd, output, reporters[name].file), { force: true }));
    await Promise.allSettled(old);
  }
  return { wanted, output };
}

/** @throws CliError FILE_NOT_WRITABLE, before a request is sent */
async function makeFolder(folder: string, io: Io): Promise<void> {
  try {
    await mkdir(resolve(io.cwd, folder), { recursive: true });
  } catch (error) {
    throw new CliError('FILE_NOT_WRITABLE', `The folder ${folder} cannot be made: ${reasonOf(error)}.`, {
      hint: adviceFor(error, 'Name a folder below one that can be written to.'),
      cause: error,
    });
  }
}

/**
 * Prints what is read on a terminal, and writes what is a file; says what was written. A disk that is full loses no
 * verdict: the other reports are written all the same, and what is lost is printed: a single one as it is, of several
 * the one for people.
 */
export async function deliver(run: Run, { wanted, output }: Delivery, beside: Beside, io: Io): Promise<void> {
  const shown = redactedRun(run, io.outlet.secrets);
  const textFor = (name: ReporterName, how: ReportOptions): Clean => {
    const { kind, render }: Reporter = reporters[name];
    return io.outlet[kind](render(shown, how));
  };
  const print = (name: ReporterName) => io.print(textFor(name, { palette: io.colors, width: io.width }));
  const written: string[] = [];
  let lost = false;
  for (const name of wanted) {
    const { file, printed }: Reporter = reporters[name];
    if (output !== undefined) {
      const path = join(output, file);
      const text = textFor(name, {});
      if (await beside.attempt(() => writeWhole(path, text, 'report', io))) written.push(path);
      else lost = true;
    }
    // A run that could not begin has no text to print; programs still get its record.
    if (printed ? !run.problem : output === undefined) print(name);
  }
  if (written.length > 0) io.err(`Written: ${written.join(', ')}\n`);
  if (!lost || (wanted.includes('text') && !run.problem)) return;
  const [only = 'text', ...others] = wanted.filter((name) => !reporters[name].printed);
  print(others.length === 0 ? only : 'text');
}

/** A run that could not begin, as the error that it is. */
export function refuseProblem({ problem }: Pick<Run, 'problem'>): void {
  if (problem) throw new CliError(problem.code, problem.message, problem);
}

/** `roadtest diff`: what changed from one JSON report to another, or over the runs of a folder. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { suggestion } from '../../contracts/kit/suggest.ts';
import { nameIn, namesOf } from '../../contracts/kit/tables.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { CliError, type Io, warn } from '../command.ts';
import { readText } from '../serving/reading.ts';
import { type Diff, diffOf } from './diff.ts';
import { diffMarkdown, diffText } from './diff-text.ts';
import { runsIn } from './folder.ts';
import { type History, historyOf } from './history.ts';
import { historyText } from './history-text.ts';
import { type PastRun, readPastRun } from './past-run.ts';

interface Forms<T> {
  readonly [name: string]: (compared: T, io: Io) => void;
}

const ofTwo: Forms<Diff> = {
  text: (diff, io) => io.out(diffText(diff, layoutFor(io))),
  json: (diff, io) => io.json(diff, 2),
  markdown: (diff, io) => io.out(diffMarkdown(diff)),
};

const ofMany: Forms<History> = {
  text: (history, io) => io.out(historyText(history, layoutFor(io))),
  json: (history, io) => io.json(history, 2),
};

function layoutFor(io: Io) {
  return { palette: io.colors, width: io.width };
}

/** @throws CliError UNKNOWN_REPORTER, REPORT_INVALID, FILE_NOT_READABLE, HISTORY_EMPTY */
export async function printDiff(
  [before, after]: readonly string[],
  reporter: string,
  io: Io,
): Promise<number> {
  if (before !== undefined && after === undefined && !(await isFile(before, io))) {
    const print = formIn(ofMany, reporter);
    print(await historyIn(before, io), io);
    return 0;
  }
  const print = formIn(ofTwo, reporter);
  if (before === undefined || after === undefined)
    throw new CliError(
      'MISSING_ARGUMENT',
      'AFTER is missing: two reports are compared, or the runs of a folder.',
      { hint: MADE_BY },
    );
  const diff = diffOf(await reportIn(before, io), await reportIn(after, io));
  print(diff, io);
  return diff.exitCode;
}

function formIn<T>(forms: Forms<T>, reporter: string): Forms<T>[string] {
  const print = forms[nameIn(forms, reporter) ?? ''];
  if (print) return print;
  const hint = suggestion(reporter, namesOf(forms)) ?? `There are: ${namesOf(forms).join(', ')}.`;
  throw new CliError('UNKNOWN_REPORTER', `${quoted(reporter)} is not a report.`, { hint });
}

async function isFile(name: string, io: Io): Promise<boolean> {
  return (await stat(resolve(io.cwd, name)).catch(() => undefined))?.isFile() ?? false;
}

async function historyIn(folder: string, io: Io): Promise<History> {
  const { runs, unread } = await runsIn(folder, io);
  for (const { file, problem } of unread) warn(`${file} is left out: ${problem}.`, io);
  if (runs.length > 0) return historyOf(runs);
  throw new CliError('HISTORY_EMPTY', `${folder} contains no report of a run.`, {
    hint: 'roadtest verify URL --history DIR keeps each run there.',
  });
}

const MADE_BY = 'roadtest verify URL --reporter json --output DIR writes DIR/run.json.';

async function reportIn(file: string, io: Io): Promise<PastRun> {
  const read = readPastRun(await readText(file, 'report', io));
  if ('run' in read) return read.run;
  throw new CliError('REPORT_INVALID', `The report ${quoted(file)} cannot be compared: ${read.problem}.`, {
    hint: MADE_BY,
  });
}

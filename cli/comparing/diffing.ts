/** `roadtest diff`: two JSON reports, and what changed from one to the other. */
import { suggestion } from '../../contracts/kit/suggest.ts';
import { nameIn, namesOf } from '../../contracts/kit/tables.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { type Diff, diffOf } from '../../contracts/report/compare/diff.ts';
import { diffMarkdown, diffText } from '../../contracts/report/compare/diff-text.ts';
import { type PastRun, readPastRun } from '../../contracts/report/compare/past-run.ts';
import { CliError, type Io } from '../command.ts';
import { readText } from '../serving/reading.ts';

const forms: { readonly [name: string]: (diff: Diff, io: Io) => void } = {
  text: (diff, io) =>
    io.out(
      diffText(diff, { palette: io.colors, width: io.interactive ? io.columns : Number.POSITIVE_INFINITY }),
    ),
  json: (diff, io) => io.json(diff, 2),
  markdown: (diff, io) => io.out(diffMarkdown(diff)),
};

/** @throws CliError UNKNOWN_REPORTER, REPORT_INVALID, FILE_NOT_READABLE */
export async function printDiff(
  [before, after]: readonly string[],
  reporter: string,
  io: Io,
): Promise<number> {
  const form = nameIn(forms, reporter);
  if (form === undefined) {
    const hint = suggestion(reporter, namesOf(forms)) ?? `There are: ${namesOf(forms).join(', ')}.`;
    throw new CliError('UNKNOWN_REPORTER', `${quoted(reporter)} is not a report.`, { hint });
  }
  if (before === undefined || after === undefined)
    throw new CliError('MISSING_ARGUMENT', 'Two reports are compared: BEFORE and AFTER.', { hint: MADE_BY });
  const diff = diffOf(await reportIn(before, io), await reportIn(after, io));
  forms[form]?.(diff, io);
  return diff.exitCode;
}

const MADE_BY = 'roadtest verify URL --reporter json --output DIR writes DIR/run.json.';

async function reportIn(file: string, io: Io): Promise<PastRun> {
  const read = readPastRun(await readText(file, 'report', io));
  if ('run' in read) return read.run;
  throw new CliError('REPORT_INVALID', `The report ${quoted(file)} cannot be compared: ${read.problem}.`, {
    hint: MADE_BY,
  });
}

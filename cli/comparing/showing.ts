/** `roadtest history`: the runs of a folder as text, JSON or a page. */

import { historyOf } from '../../contracts/report/compare/history.ts';
import { historyHtml } from '../../contracts/report/compare/history-html.ts';
import { historyText } from '../../contracts/report/compare/history-text.ts';
import { CliError, type Io, warn } from '../command.ts';
import { Beside, checkWritable, writeWhole } from '../serving/files.ts';
import { runsIn } from './folder.ts';

/** @throws CliError FILE_NOT_READABLE, FILE_NOT_WRITABLE, HISTORY_EMPTY */
export async function printHistory(
  folder: string | undefined,
  { html, json }: { html: string | undefined; json: boolean },
  io: Io,
): Promise<number> {
  if (folder === undefined)
    throw new CliError('MISSING_ARGUMENT', 'DIR is missing: the folder of the history.', { hint: MADE_BY });
  if (html !== undefined) await checkWritable(html, 'page', io);
  const { runs, unread } = await runsIn(folder, io);
  for (const { file, problem } of unread) warn(`${file} is left out: ${problem}.`, io);
  if (runs.length === 0)
    throw new CliError('HISTORY_EMPTY', `${folder} contains no report of a run.`, { hint: MADE_BY });
  const history = historyOf(runs);
  const width = io.interactive ? io.columns : Number.POSITIVE_INFINITY;
  if (json) io.json(history, 2);
  else io.out(historyText(history, { palette: io.colors, width }));
  if (html === undefined) return 0;
  const beside = new Beside(io);
  const page = io.outlet.text(historyHtml(history, unread));
  if (await beside.attempt(() => writeWhole(html, page, 'page', io))) io.err(`Written: ${html}\n`);
  return beside.exitCode(0);
}

const MADE_BY = 'roadtest verify URL --history DIR keeps each run there.';

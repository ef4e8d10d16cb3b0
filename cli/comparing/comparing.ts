/** `roadtest diff`: what changed from one JSON report to another, or over the runs of a folder. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { hang } from '../../contracts/kit/columns.ts';
import { groupedBy } from '../../contracts/kit/items.ts';
import { capitalised, plural } from '../../contracts/kit/phrases.ts';
import { suggestion } from '../../contracts/kit/suggest.ts';
import { entriesOf, nameIn, namesOf } from '../../contracts/kit/tables.ts';
import { inert, quoted, shortened, visible } from '../../contracts/kit/untrusted.ts';
import { code, itemsThatFit } from '../../contracts/report/markdown.ts';
import { inShort } from '../../contracts/report/summary.ts';
import {
  countStatuses,
  countsIn,
  mark,
  type Status,
  statuses,
  statusOrder,
} from '../../contracts/report/verdicts.ts';
import { CliError, type Io, warn } from '../command.ts';
import { readText } from '../serving/reading.ts';
import { type Change, causes, type Diff, diffOf, type Facts, kinds } from './diff.ts';
import { runsIn } from './folder.ts';
import { type Column, type History, historyOf } from './history.ts';
import { type PastRun, readPastRun } from './past-run.ts';

interface Forms<T> {
  readonly [name: string]: (compared: T, io: Io) => void;
}

const ofTwo: Forms<Diff> = {
  text: (diff, io) => io.out(diffText(diff, io)),
  json: (diff, io) => io.json(diff, 2),
  markdown: (diff, io) => io.out(diffMarkdown(diff)),
};

const ofMany: Forms<History> = {
  text: (history, io) => io.out(historyText(history, io)),
  json: (history, io) => io.json(history, 2),
};

const MADE_BY = 'roadtest verify URL --reporter json --output DIR writes DIR/run.json.';

/** @throws CliError UNKNOWN_REPORTER, REPORT_INVALID, FILE_NOT_READABLE, HISTORY_EMPTY, MISSING_ARGUMENT */
export async function printDiff(
  [before, after]: readonly string[],
  reporter: string,
  io: Io,
): Promise<number> {
  if (before !== undefined && after === undefined && !(await isFile(before, io))) {
    const print = formIn(ofMany, reporter);
    const { runs, unread } = await runsIn(before, io);
    for (const { file, problem } of unread) warn(`${file} is left out: ${problem}.`, io);
    if (runs.length === 0)
      throw new CliError('HISTORY_EMPTY', `${before} contains no report of a run.`, { hint: MADE_BY });
    print(historyOf(runs), io);
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

async function reportIn(file: string, io: Io): Promise<PastRun> {
  const read = readPastRun(await readText(file, 'report', io));
  if ('run' in read) return read.run;
  throw new CliError('REPORT_INVALID', `The report ${quoted(file)} cannot be compared: ${read.problem}.`, {
    hint: MADE_BY,
  });
}

/** `1: 2 new failures, 1 check out of reach`. */
function conclusionOf({ counts, exitCode }: Diff): string {
  const told = entriesOf(kinds).flatMap(([kind, { words }]) =>
    counts[kind] > 0 ? [plural(counts[kind], words[0], words[1])] : [],
  );
  const worse = exitCode === 0 ? 'nothing is worse' : '';
  return `${exitCode}: ${[worse, told.join(', ')].filter((part) => part !== '').join('; ')}`;
}

/** Characters of a reason, and how many changes of one kind are told one by one. */
const MOST = 300;
const EACH = 40;

/** Changes in one line: one, or several that are told with the same words. */
interface Group {
  status: Status | null;
  names: string;
  words: string;
  reason: string;
}

/** The changes of each kind: failures and drift one by one, other changes with the same words together. */
function groupsOf({ changes }: Diff): { title: string; groups: Group[] }[] {
  return [...groupedBy(changes, ({ kind }) => kind)].map(([kind, own]) => {
    const each = kind === 'new-failure' || kind === 'new-drift' ? own.slice(0, EACH) : [];
    const others = groupedBy(own.slice(each.length), (change) => `${wordsOf(change)}${change.after}`);
    const groups = [
      ...each.map((change) => groupOf(change, change.id, shortened(change.reason, MOST))),
      ...[...others.values()].flatMap((some) =>
        some.slice(0, 1).map((change) => groupOf(change, inShort(some).join(', '), '')),
      ),
    ];
    return { title: `${capitalised(kinds[kind].words[1])}  ${own.length}`, groups };
  });
}

function groupOf(change: Change, names: string, reason: string): Group {
  return { status: change.after, names, words: wordsOf(change), reason };
}

/** `: pass before, fail now`. */
function wordsOf({ before, after }: Change): string {
  const word = (status: Status | null) => (status ? statuses[status].word : 'no part of the run');
  return before === after ? '' : `: ${word(before)} before, ${word(after)} now`;
}

function diffText(diff: Diff, { colors: palette, width }: Io): string {
  const { before, after, differing } = diff;
  const blocks = groupsOf(diff).map(({ title, groups }) => {
    const lines = groups.map(({ status, names, words, reason }) => {
      const head = `  ${status ? mark(status, palette) : ' '} `;
      const why = reason === '' ? '' : hang('    ', 4, visible(reason), width, palette.dim);
      return hang(head, 4, visible(`${names}${words}`), width) + why;
    });
    return `\n${palette.bold(title)}\n${lines.join('')}`;
  });
  const told = [
    hang('', 0, `before  ${factsLine(before)}`, width, palette.dim),
    hang('', 0, `after   ${factsLine(after)}`, width, palette.dim),
    hang('', 0, `Any change may come from: ${differing.map((cause) => causes[cause]).join(', ')}.`, width),
    ...blocks,
    `\n${hang('', 0, `Exit code ${conclusionOf(diff)}`, width, palette.bold)}`,
  ];
  return inert(told.join(''));
}

function factsLine({ startedAt, target, profile, tool, seed, exitCode, given }: Facts): string {
  const by = profile === null ? 'no profile' : `profile ${profile}`;
  const options = given?.options.length ? `, ${given.options.join(' ')}` : '';
  return visible(
    `${startedAt.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')}  ${target}  ${by}, ${tool}, --seed ${seed}${shortened(options, MOST)}: exit code ${exitCode}`,
  );
}

/** Characters of a value in a comment. */
const VALUE = 160;

function diffMarkdown(diff: Diff): string {
  const { before, after, exitCode } = diff;
  const items = groupsOf(diff).flatMap(({ groups }) =>
    groups.map(({ status, names, words, reason }) => {
      const why = reason === '' ? '' : `: ${code(reason, VALUE)}`;
      const sign = status ? `${statuses[status].symbol} ` : '';
      return { said: `${sign}${code(names, VALUE)}${words.replace(/^:/, ',')}${why}`, more: [] };
    }),
  );
  const blocks = [
    exitCode === 0 ? '### ✔ Nothing is worse' : '### ✘ Something is worse',
    `- before ${code(factsLine(before), 2 * VALUE)}\n- after ${code(factsLine(after), 2 * VALUE)}`,
    itemsThatFit(items),
    `Exit code ${code(conclusionOf(diff), 2 * VALUE)}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** Many runs: a line for each run, then a line of symbols for each check that was ever not a pass. */
function historyText({ columns, rows, latest }: History, { colors: palette, width }: Io): string {
  const widest = Math.max(0, ...rows.map(({ id }) => visible(id).length));
  const lines = columns.map((column) => {
    const { startedAt, exitCode, counts } = column;
    const told = countsIn({ ...countStatuses([]), ...counts }).join('  ');
    return `${startedAt.slice(0, 16).replace('T', ' ')}  exit ${exitCode}  ${told}${palette.dim(changedIn(column))}\n`;
  });
  const matrix = rows.map(({ id, cells, flaky, turns }) => {
    const signs = cells.map((status) => (status ? mark(status, palette) : ' ')).join('');
    const said = flaky ? `  flaky: turned ${turns} times` : '';
    return `  ${palette.cyan(visible(id).padEnd(widest))}  ${signs}${said}\n`;
  });
  const found = new Set(rows.flatMap(({ cells }) => cells));
  const legend = statusOrder
    .filter((status) => found.has(status))
    .map((status) => `${statuses[status].symbol} ${statuses[status].word}`);
  const title = `${palette.bold('Not always passed')}  ${rows.length}, the oldest run first\n`;
  const last = latest && `Last run against the one before: ${conclusionOf(latest).replace(/^\d: /, '')}`;
  const blocks = [
    lines.join(''),
    rows.length === 0 ? '' : `${title}${matrix.join('')}  ${legend.join('  ')}\n`,
    last ? hang('', 0, last, width, palette.bold) : '',
    `${plural(columns.length, 'run')}, ${plural(rows.filter(({ flaky }) => flaky).length, 'flaky check')}\n`,
  ];
  return inert(blocks.filter((block) => block !== '').join('\n'));
}

/** `  changed: the address, the profile` */
function changedIn({ changed }: Column): string {
  const words = changed.map((cause) => (cause === 'target' ? 'the address' : causes[cause]));
  return words.length === 0 ? '' : `  changed: ${words.join(', ')}`;
}

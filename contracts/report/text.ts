/**
 * The report on a terminal: notices, what was not reached, what wants attention with the worst last, right above the numbers, what
 * unlocks more, and the exit code. Symbols and words say everything that colours say. Each section, opening and reason besides is in
 * the page and in the record.
 */
import { cut, hang } from '../kit/columns.ts';
import { type Palette, plain } from '../kit/palette.ts';
import { plural } from '../kit/phrases.ts';
import { inert, shortened, visible, visibleLines } from '../kit/untrusted.ts';
import type { Outcome, Run } from '../verify/run.ts';
import { conclusionOf } from './exit.ts';
import { type Finding, findingsOf } from './findings.ts';
import { duration, notices, summarise } from './summary.ts';
import { type Locked, lockedOf, nextSteps } from './unlock.ts';
import { countsIn, mark, statuses, statusOf } from './verdicts.ts';

/** How wide and in which colours a report is printed. */
export interface ReportOptions {
  /** Default: no colours. */
  palette?: Palette;
  /** Columns to keep to. Default: none, each text on its line, as a reader like grep wants it. */
  width?: number;
}

export type Layout = Required<ReportOptions>;

export function layoutOf({ palette = plain, width = Number.POSITIVE_INFINITY }: ReportOptions): Layout {
  return { palette, width };
}

/** The whole report. */
export function renderText(run: Run, options: ReportOptions = {}): string {
  const layout = layoutOf(options);
  const blocks = [
    headBlock(run, layout),
    lockedBlock(run, layout),
    ...findingsOf(run)
      .toReversed()
      .map((finding) => findingBlock(finding, layout)),
    summaryLine(run, layout) +
      nextBlock(run, layout) +
      hang('', 0, `Exit code ${visible(conclusionOf(run))}`, layout.width, layout.palette.bold),
  ];
  return inert(blocks.filter((block) => block !== '').join('\n'));
}

function headBlock(run: Run, { palette, width }: Layout): string {
  const profile = run.profile === null ? 'no profile' : `profile ${visible(run.profile)}`;
  return [
    hang('', 0, visible(run.target), width, palette.bold),
    hang('', 0, `${profile}, ${visible(run.tool)}, --seed ${run.seed}`, width, palette.dim),
    ...notices(run).map((notice) => hang(`${palette.yellow('!')} `, 2, notice, width)),
  ].join('');
}

/** `✘ 2 fail · ✔ 160 pass · 840 requests in 1.8 s` */
export function summaryLine(run: Run, options: ReportOptions = {}): string {
  const { palette, width } = layoutOf(options);
  const { counts, drifted, requests, milliseconds } = summarise(run);
  const isNothing = run.outcomes.length === 0 && !run.explored;
  const pieces = [
    ...(isNothing ? ['nothing was judged'] : countsIn(counts)),
    ...(drifted > 0 ? [`${statuses.drift.symbol} ${plural(drifted, 'opening')} drifted`] : []),
    `${plural(requests, 'request')} in ${duration(milliseconds)}`,
  ];
  return hang('', 0, pieces.join(' · '), width, palette.bold);
}

/** Characters of a text that a terminal shows; the other reports hold all of it. */
const MAX_TEXT = 800;
/** Column at which the texts beside `expected`, `observed` and the like begin. */
const TEXTS = 12;

/** A finding: its texts under their names, then its steps, each above its lines for `sh`, which are not broken. */
function findingBlock({ status, word, about, facts, steps }: Finding, layout: Layout): string {
  const { palette, width } = layout;
  const head = `${mark(status, palette)} ${palette[statuses[status].colour](word)}  `;
  return [
    hang(head, word.length + 4, visible(about), width, palette.bold),
    ...facts.map(([label, text]) =>
      hang(
        `  ${palette.dim(label.padEnd(TEXTS - 2))}`,
        TEXTS,
        shortened(visibleLines(text), MAX_TEXT),
        width,
        label === 'rule' ? palette.dim : undefined,
      ),
    ),
    ...steps.flatMap(({ said, run }) => [
      hang('  ', 5, visibleLines(said), width),
      ...run.map((line) => `     ${palette.cyan(line)}\n`),
    ]),
  ].join('');
}

/** The most groups of what was not reached, and how many may be with their reasons, of which so many. */
const GROUPS = { most: 5, explained: 2, reasons: 3 };

/** The outcomes that were not reached, grouped by what is missing. */
function lockedBlock(run: Run, { palette, width }: Layout): string {
  const groups = lockedOf(run);
  if (groups.length === 0) return '';
  const count = (these: readonly Locked[]) => these.reduce((sum, { outcomes }) => sum + outcomes.length, 0);
  const left = count(groups.slice(GROUPS.most));
  const reasonCount = groups.length <= GROUPS.explained ? GROUPS.reasons : 0;
  const lines = groups.slice(0, GROUPS.most).flatMap(({ words, reasons, outcomes }) => {
    const needs = words.length === 0 ? 'no known way to reach these' : words.map(visible).join('; ');
    return [
      hang(`  ${mark('inconclusive', palette)} `, 4, `${outcomes.length}: ${needs}`, width),
      ...reasons
        .slice(0, reasonCount)
        .map((reason) => hang('    ', 4, shortened(visible(reason), MAX_TEXT), width, palette.dim)),
    ];
  });
  const rest = left > 0 ? hang('    ', 4, `… and ${left} more`, width, palette.dim) : '';
  return `${palette.bold('Not reached')}  ${count(groups)}, by what is missing\n${lines.join('')}${rest}`;
}

/** The next steps, with their price. */
function nextBlock(run: Run, { palette, width }: Layout): string {
  const steps = nextSteps(run);
  if (steps.length === 0) return '';
  const said = steps.map(
    (step) =>
      hang('  ', 4, `${step.do}: unlocks ${plural(step.checks, 'check')}`, width) +
      step.lines.map((line) => `    ${palette.cyan(line)}\n`).join(''),
  );
  const howTo =
    'Addresses, places and values are examples; roadtest rules NAME prints what else can be said.';
  return `${palette.bold('Next')}\n${said.join('')}${hang('  ', 2, howTo, width, palette.dim)}`;
}

/** The number of characters of a reason that a log prints. */
const MAX_REASON = 300;

/** ` 82/244  ✔ auth/header-required/listDevices`, without a line end, at most `width` columns. */
export function progressLine(
  done: number,
  total: number,
  last: Pick<Outcome, 'id' | 'verdict' | 'accepted'> | undefined,
  options: ReportOptions = {},
): string {
  const { palette, width } = layoutOf(options);
  const numbers = `${String(done).padStart(String(total).length)}/${total}`;
  const room = width - numbers.length - 2;
  if (!last || room <= 0) return cut(numbers, width);
  const { symbol, colour } = statuses[statusOf(last)];
  const shown = cut(`${symbol} ${visible(last.id)}`, room);
  return `${numbers}  ${palette[colour](shown.slice(0, symbol.length))}${shown.slice(symbol.length)}`;
}

/** One line for an outcome that wants attention, for logs without a live display; `undefined` for others. */
export function outcomeLine(outcome: Outcome, options: ReportOptions = {}): string | undefined {
  const { palette, width } = layoutOf(options);
  const status = statusOf(outcome);
  if (status === 'pass' || status === 'not-applicable') return undefined;
  const { symbol, word, colour } = statuses[status];
  const shown = cut(
    visible(`${symbol} ${word} ${outcome.id}: ${shortened(outcome.reason, MAX_REASON)}`),
    width,
  );
  const head = symbol.length + 1 + word.length;
  return `${palette[colour](shown.slice(0, head))}${shown.slice(head)}`;
}

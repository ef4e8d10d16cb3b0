/**
 * The report on a terminal: notices, what was not reached, what wants attention with the worst last, right above the numbers, what
 * unlocks more, and the exit code. Symbols and words say everything that colours say. The whole report, as in a file, has each
 * section, opening and reason besides.
 */
import { cut, hang, pad, widthOf } from '../kit/columns.ts';
import { type Palette, plain } from '../kit/palette.ts';
import { plural } from '../kit/phrases.ts';
import { inert, shortened, visible, visibleLines } from '../kit/untrusted.ts';
import type { Run } from '../verify/run.ts';
import { conclusionOf } from './exit.ts';
import { byPin, type Finding, findingsOf } from './findings.ts';
import {
  duration,
  historiesAlone,
  inShort,
  notices,
  type RuleSummary,
  sectionName,
  sectionsOf,
  sharpnessIn,
  summarise,
} from './summary.ts';
import { lockedOf, nextSteps } from './unlock.ts';
import { countsIn, mark, statuses } from './verdicts.ts';

/** How wide and in which colours a report is printed. */
export interface ReportOptions {
  /** Default: no colours. */
  palette?: Palette;
  /** Columns to keep to. Default: none, each text on its line, as a reader like grep wants it. */
  width?: number;
  /** Default: what wants attention; `true` has rules that hold, too, and all that was observed. */
  full?: boolean;
}

export type Layout = Required<ReportOptions>;

export function layoutOf({
  palette = plain,
  width = Number.POSITIVE_INFINITY,
  full = false,
}: ReportOptions): Layout {
  return { palette, width, full };
}

/** The whole report. */
export function renderText(run: Run, options: ReportOptions = {}): string {
  const layout = layoutOf(options);
  const blocks = [
    headBlock(run, layout),
    ...(layout.full
      ? [sectionBlock(run, layout), openingBlock(run, layout), sharpnessBlock(run, layout)]
      : []),
    lockedBlock(run, layout),
    ...findingsOf(run)
      .toReversed()
      .map((finding) => findingBlock(finding, layout)),
    `${summaryLine(run, layout)}${nextBlock(run, layout)}${lastLine(run, layout)}`,
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
  const isNothing = run.outcomes.length === 0 && !historiesAlone(run);
  const pieces = [
    ...(isNothing ? ['nothing was judged'] : countsIn(counts)),
    ...(drifted > 0 ? [`${statuses.drift.symbol} ${plural(drifted, 'opening')} drifted`] : []),
    `${plural(requests, 'request')} in ${duration(milliseconds)}`,
  ];
  return hang('', 0, pieces.join(' · '), width, palette.bold);
}

/** The exit code, why, and how much was judged. */
export function lastLine(run: Run, options: ReportOptions = {}): string {
  const { palette, width } = layoutOf(options);
  return hang('', 0, `Exit code ${visible(conclusionOf(run))}`, width, palette.bold);
}

/** Characters of a text that a terminal shows; the other reports hold all of it. */
const MOST = 800;
/** Column at which the texts beside `expected`, `observed` and the like begin. */
const TEXTS = 12;

/** A finding: its texts under their names, then its steps, each above its lines for `sh`, which are not broken. */
export function findingBlock({ status, word, about, facts, steps }: Finding, layout: Layout): string {
  const { palette, width } = layout;
  const head = `${mark(status, palette)} ${palette[statuses[status].colour](word)}  `;
  return [
    hang(head, word.length + 4, visible(about), width, palette.bold),
    ...facts.map(([label, text]) =>
      hang(
        `  ${palette.dim(pad(label, TEXTS - 2))}`,
        TEXTS,
        shortened(visibleLines(text), MOST),
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

/** The most groups of what was not reached, and how many may be with their reasons; the reasons of one of them. */
const GROUPS = { most: 5, explained: 2 };
const REASONS = { most: 3, length: 300 };

/** The outcomes that were not reached, grouped by what is missing. */
function lockedBlock(run: Run, { palette, width, full }: Layout): string {
  const groups = lockedOf(run);
  if (groups.length === 0) return '';
  const all = groups.reduce((sum, { outcomes }) => sum + outcomes.length, 0);
  const shown = groups.slice(0, full ? groups.length : GROUPS.most);
  const isExplained = full || groups.length <= GROUPS.explained;
  const left = groups.slice(shown.length).reduce((sum, { outcomes }) => sum + outcomes.length, 0);
  const lines = shown.flatMap(({ unlock, words, reasons, outcomes }) => {
    const needs = words.length === 0 ? 'no known way to reach these' : words.map(visible).join('; ');
    const names = full && unlock.length > 0 ? ` (${unlock.map(visible).join(', ')})` : '';
    const said = reasons.slice(0, REASONS.most).map((reason) => shortened(visible(reason), REASONS.length));
    const more = reasons.length - said.length;
    if (more > 0) said.push(`… and ${plural(more, 'more reason')}`);
    return [
      hang(`  ${mark('inconclusive', palette)} `, 4, `${outcomes.length}: ${needs}${names}`, width),
      ...(full ? [hang('    ', 4, inShort(outcomes).join(', '), width, palette.cyan)] : []),
      ...(isExplained ? said.map((reason) => hang('    ', 4, reason, width, palette.dim)) : []),
    ];
  });
  const rest = left > 0 ? hang('    ', 4, `… and ${left} more`, width, palette.dim) : '';
  return `${palette.bold('Not reached')}  ${all}, by what is missing\n${lines.join('')}${rest}`;
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

/** The sections of the document, a line each, and under it their rules. */
function sectionBlock(run: Run, layout: Layout): string {
  const sections = sectionsOf(run);
  const widest = Math.max(0, ...sections.map(({ section }) => widthOf(sectionName(section.id))));
  const names = Math.max(0, ...sections.flatMap(({ rules }) => rules.map(({ name }) => widthOf(name))));
  const { palette, width } = layout;
  return sections
    .map(
      ({ section, counts, rules }) =>
        hang(
          `${palette.bold(pad(sectionName(section.id), widest))}  `,
          widest + 2,
          countsIn(counts).join('  '),
          width,
        ) + rules.map((rule) => ruleLine(rule, layout, names)).join(''),
    )
    .join('');
}

/** In fewer columns than this a text is under its name, not beside it. */
const READABLE = 36;

function ruleLine(rule: RuleSummary, { palette, width }: Layout, names: number): string {
  const { worst, name } = rule;
  const beside = width - names - 6 >= READABLE;
  const head = `  ${mark(worst, palette)} ${palette.cyan(beside ? pad(name, names) : name)}`;
  const text = `${rule.text}${stakesOf(rule)}`;
  if (beside) return hang(`${head}  `, names + 6, text, width, palette.dim);
  return `${head}\n${hang('    ', 4, text, width, palette.dim)}`;
}

/** How often the rule was at stake, as a sentence. */
function stakesOf({ outcomes }: RuleSummary): string {
  const stakes = outcomes.reduce((sum, { stakes = 0 }) => sum + stakes, 0);
  const alone = outcomes.filter(({ byStatus }) => byStatus).length;
  const those = alone === outcomes.length ? ', by status alone' : `, by status alone in ${alone}`;
  return stakes === 0 ? '' : ` At stake ${plural(stakes, 'time')}${alone > 0 ? those : ''}.`;
}

/** The number of characters of an observation that a line shows. */
const OBSERVED = 200;

/** The openings: what was seen of each, and how many answers are as the profile says. */
function openingBlock({ observations }: Run, { palette, width }: Layout): string {
  if (observations.length === 0) return '';
  const { drifted, held, open, free } = byPin(observations);
  const counts = [
    `${drifted.length} not as the profile pins`,
    `${held.length} as the profile pins`,
    `${open.length} pinned and not compared`,
    `${free.length} not pinned`,
  ].filter((text) => !text.startsWith('0 '));
  const rows = [...drifted, ...free, ...held, ...open];
  const widest = Math.max(...rows.map(({ opening }) => widthOf(opening)));
  const lines = rows.map(({ opening, observed, notCompared }) => {
    const seen = notCompared === undefined ? observed : `not compared: ${notCompared}`;
    // No more is looked at than can be shown: a body can be very long.
    const shown = cut(
      visible(seen.slice(0, 2 * OBSERVED)),
      Math.min(OBSERVED, Math.max(10, width - widest - 6)),
    );
    return `    ${palette.cyan(pad(opening, widest))}  ${palette.dim(shown)}\n`;
  });
  return hang(`${palette.bold('Openings')}  `, 10, counts.join(' · '), width) + lines.join('');
}

/** The share of other answers that would have been noticed. */
function sharpnessBlock(run: Run, { palette, width }: Layout): string {
  const said = sharpnessIn(run);
  return said === undefined ? '' : hang(`${palette.bold('Sharpness')}  `, 11, said, width);
}

/**
 * The report on a terminal: what is suspect, what was judged, section by section, then what wants attention, the
 * failures last, right above the numbers and the exit code. Symbols and words say everything that colours say.
 *
 * The blocks are in `text/`, each of them text that ends in a line end, or nothing.
 */

import { hang } from '../kit/columns.ts';
import { plural } from '../kit/phrases.ts';
import { inert, shortened, visible } from '../kit/untrusted.ts';
import type { Run } from '../verify/run.ts';
import { conclusionOf } from './conclusion.ts';
import { nextSteps } from './next.ts';
import { notices } from './notices.ts';
import { type Layout, layoutOf, type ReportOptions } from './options.ts';
import { sharpnessIn } from './sharpness.ts';
import { historiesAlone, inShort, type Summary, summarise, withStatus } from './summary.ts';
import { failureBlock } from './text/failures.ts';
import { openingBlock } from './text/openings.ts';
import { countsIn, flow, mark, type Piece } from './text/parts.ts';
import { sectionBlock } from './text/sections.ts';
import { suspectBlock } from './text/suspects.ts';
import { type Locked, lockedOf } from './unlock.ts';
import { duration } from './words.ts';

/** The whole report. */
export function renderText(run: Run, options: ReportOptions = {}): string {
  const layout = layoutOf(options);
  const summary = summarise(run);
  const blocks = [
    headBlock(run, layout),
    suspectBlock(run, layout),
    sectionBlock(summary, layout, run.gone),
    openingBlock(run, layout),
    sharpnessBlock(run, layout),
    lockedBlock(run, layout),
    failureBlock(run, layout),
    `${summaryLine(run, layout, summary)}\n${unseenBlock(run, layout)}${nextBlock(run, layout)}${lastLine(run, layout)}`,
  ];
  return inert(blocks.filter((block) => block !== '').join('\n'));
}

/** The share of other answers that would have been noticed. */
function sharpnessBlock(run: Run, { palette, width }: Layout): string {
  const said = sharpnessIn(run);
  return said === undefined ? '' : hang(`${palette.bold('Sharpness')}  `, 11, said, width);
}

/** The run in one line (two where it is too wide): `✘ 2 fail · ✔ 160 pass · 840 requests in 1.8 s`. */
export function summaryLine(
  run: Run,
  options: ReportOptions = {},
  summary: Summary = summarise(run),
): string {
  const { palette, width } = layoutOf(options);
  const { counts, drifted, requests, milliseconds } = summary;
  const pieces: Piece[] = [
    ...(run.outcomes.length === 0 && !historiesAlone(run)
      ? [{ text: 'nothing was judged', paint: palette.bold }]
      : countsIn(counts, palette)),
    ...(drifted > 0 ? [{ text: `≠ ${plural(drifted, 'opening')} drifted`, paint: palette.magenta }] : []),
    { text: `${plural(requests, 'request')} in ${duration(milliseconds)}` },
  ];
  return flow(pieces, { text: ' · ', paint: palette.dim }, width, 0, 0);
}

/** The exit code, why, and how much was judged. */
export function lastLine(run: Run, options: ReportOptions = {}): string {
  const { palette, width } = layoutOf(options);
  return hang('', 0, `Exit code ${visible(conclusionOf(run))}`, width, palette.bold);
}

function headBlock(run: Run, { palette, width }: Layout): string {
  const profile = run.profile === null ? 'no profile' : `profile ${visible(run.profile)}`;
  return [
    hang('', 0, visible(run.target), width, palette.bold),
    hang('', 0, `${profile}, ${visible(run.tool)}, --seed ${run.seed}`, width, palette.dim),
    ...notices(run).map((notice) => hang(`${palette.yellow('!')} `, 2, notice, width)),
  ].join('');
}

/** The last lines of a report without a profile: what the run did not look at, and what would let it. */
function unseenBlock(run: Run, { palette, width }: Layout): string {
  const unseen = withStatus(run, 'inconclusive');
  if (run.profile !== null || unseen.length === 0) return '';
  const areas = new Map<string, number>();
  for (const { rule } of unseen) {
    const [area = rule] = rule.split('/');
    areas.set(area, (areas.get(area) ?? 0) + 1);
  }
  const counts = [...areas].map(([area, count]) => `${area} (${count})`).join(', ');
  return [
    hang(`${palette.yellow('!')} `, 2, `Without a profile this run did not look at: ${counts}.`, width),
    hang('  ', 2, 'A profile says what the document leaves open: --profile FILE.', width, palette.dim),
  ].join('');
}

/** The last lines: what to do next, with its price. */
function nextBlock(run: Run, { palette, width }: Layout): string {
  const steps = nextSteps(run);
  if (steps.length === 0 || run.problem || run.interrupted) return '';
  const said = steps.map(
    (step) =>
      hang('  ', 4, `${step.do}: unlocks ${plural(step.checks, 'check')}`, width) +
      step.lines.map((line) => `    ${palette.cyan(line)}\n`).join(''),
  );
  const howTo =
    'Addresses, places and values are examples; roadtest rules NAME prints what else can be said.';
  return `${palette.bold('Next')}\n${said.join('')}${hang('  ', 2, howTo, width, palette.dim)}`;
}

/** The number of reasons of a group that are printed, and the length of each. */
const REASONS = 3;
const REASON_LENGTH = 300;

/** The outcomes that were not reached, grouped by what is missing. */
function lockedBlock(run: Run, layout: Layout): string {
  const groups = lockedOf(run);
  if (groups.length === 0) return '';
  const count = groups.reduce((sum, { outcomes }) => sum + outcomes.length, 0);
  const title = `${layout.palette.bold('Not reached')}  ${count}, grouped by what is missing\n`;
  return title + groups.map((group) => lockedLines(group, layout)).join('');
}

function lockedLines({ unlock, words, reasons, outcomes }: Locked, { palette, width }: Layout): string {
  const head = `  ${mark('inconclusive', palette)} `;
  const needs =
    unlock.length === 0
      ? 'no known way to reach these'
      : `${words.map(visible).join('; ')} (${unlock.map(visible).join(', ')})`;
  const listed = reasons.slice(0, REASONS).map((reason) => shortened(visible(reason), REASON_LENGTH));
  if (reasons.length > REASONS) listed.push(`… and ${reasons.length - REASONS} more reasons`);
  return [
    hang(head, 4, `${outcomes.length}: ${needs}`, width),
    hang('    ', 4, inShort(outcomes).join(', '), width, palette.cyan),
    ...listed.map((reason) => hang('    ', 4, reason, width, palette.dim)),
  ].join('');
}

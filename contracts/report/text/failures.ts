/** Broken rules: what each asks for, what came, and how to see it again. The worst comes last. */

import { hang, pad } from '../../kit/columns.ts';
import { shortened, visible, visibleLines } from '../../kit/untrusted.ts';
import type { Outcome, Run } from '../../verify/run.ts';
import { alikeIn, baselineFaults } from '../baseline.ts';
import { type Layout, layoutOf, type ReportOptions } from '../options.ts';
import { sectionName, stepLines } from '../prose.ts';
import { inShort, textOf, withStatus } from '../summary.ts';
import type { Status } from '../verdicts.ts';
import { flow, mark } from './parts.ts';

/** The number of characters of a reply that a terminal shows; the other reports hold all of it. */
const MOST = 800;
const INDENT = 4;
/** Column at which the texts beside `expected`, `observed` and the like begin. */
const TEXTS = 14;

export function failureBlock(run: Run, layout: Layout): string {
  const blocks = [
    acceptedBlock(run, layout),
    baselineBlock(run, layout),
    detailBlock('Drift', 'drift', run, layout),
    detailBlock('Errors of the suite itself', 'error', run, layout),
    detailBlock('Failures', 'fail', run, layout),
  ].filter((block) => block !== '');
  return blocks.join('\n');
}

function detailBlock(title: string, status: Status, run: Run, layout: Layout): string {
  const outcomes = withStatus(run, status);
  if (outcomes.length === 0) return '';
  const blocks = outcomes.map((outcome) => outcomeLines(outcome, status, layout));
  return `${headline(title, outcomes.length, layout)}\n${blocks.join('\n')}`;
}

function outcomeLines(outcome: Outcome, status: Status, layout: Layout): string {
  const { palette, width } = layout;
  const row = (label: string, text: string | undefined) =>
    text === undefined
      ? ''
      : hang(labelled(label, layout), TEXTS, shortened(visibleLines(text), MOST), width);
  const title = [
    { text: outcome.id, paint: palette.bold },
    { text: sectionName(outcome.section), paint: palette.dim },
  ];
  return [
    `  ${mark(status, palette)} ${flow(title, { text: '  ' }, width, INDENT, INDENT)}\n`,
    hang(' '.repeat(INDENT), INDENT, textOf(outcome.rule), width, palette.dim),
    row('expected', outcome.expected),
    row('observed', outcome.observed),
    row('because', outcome.observed === undefined ? outcome.reason : undefined),
    stepBlock(outcome, layout),
  ].join('');
}

/** The steps that show it, each above its lines for `sh`, which are not broken. */
function stepBlock(outcome: Outcome, { palette, width }: Layout): string {
  const steps = stepLines(outcome).map(({ said, run }) => {
    const text = hang(' '.repeat(INDENT), INDENT + 3, visibleLines(said), width);
    return text + run.map((line) => `${' '.repeat(INDENT + 3)}${palette.cyan(line)}\n`).join('');
  });
  return steps.length === 0
    ? ''
    : `${' '.repeat(INDENT)}${palette.dim('steps, with lines for sh')}\n${steps.join('')}`;
}

function acceptedBlock(run: Run, layout: Layout): string {
  const accepted = withStatus(run, 'accepted');
  if (accepted.length === 0) return '';
  const head = `  ${mark('accepted', layout.palette)} `;
  const title = headline('Failures that the baseline accepts', accepted.length, layout);
  const lines = alikeIn(accepted).map(([why, outcomes]) => {
    const said = why === undefined ? '' : `: ${shortened(visible(why), MOST)}`;
    return hang(head, INDENT, `${inShort(outcomes).join(', ')}${said}`, layout.width);
  });
  return title + lines.join('');
}

/** Entries of the baseline that are to go, or to be looked at again. */
export function baselineBlock(run: Run, options: ReportOptions): string {
  const layout = layoutOf(options);
  const faults = baselineFaults(run);
  if (faults.length === 0) return '';
  const head = `  ${mark('fail', layout.palette)} `;
  const lines = faults.map(({ code, id, message }) =>
    hang(head, INDENT, `${visible(`${id}: ${message}`)} ${layout.palette.dim(`[${code}]`)}`, layout.width),
  );
  return (
    headline('Entries of the baseline that are stale or expired', faults.length, layout) + lines.join('')
  );
}

function headline(title: string, count: number, { palette, width }: Layout): string {
  return hang('', 0, `${title} (${count})`, width, palette.bold);
}

function labelled(label: string, { palette }: Layout): string {
  return `${' '.repeat(INDENT)}${palette.dim(pad(label, TEXTS - INDENT))}`;
}

/** The sections of the document: a line each, and under it the rules that want attention. */

import { hang, pad, widthOf } from '../../kit/columns.ts';
import { plural } from '../../kit/phrases.ts';
import type { Outcome } from '../../verify/run.ts';
import type { Layout } from '../options.ts';
import { sectionName } from '../prose.ts';
import type { RuleSummary, SectionSummary, Summary } from '../summary.ts';
import { statusOf } from '../verdicts.ts';
import { countsIn, flow, mark } from './parts.ts';

/** In fewer columns than this a text is under its name, not beside it. */
const READABLE = 36;

/** @param gone the deployment went away: what is suspect by that stands before, and is not listed again */
export function sectionBlock({ sections }: Summary, layout: Layout, gone = false): string {
  const judged = sections
    .filter(({ rules }) => rules.length > 0)
    .map((it) => (gone ? { ...it, rules: it.rules.filter(({ worst }) => worst !== 'suspect') } : it));
  const widest = Math.max(0, ...judged.map((it) => widthOf(titleOf(it))));
  const names = Math.max(0, ...judged.flatMap((it) => shown(it, layout)).map((it) => widthOf(nameOf(it))));
  return judged.map((it) => sectionLines(it, layout, widest, names)).join('');
}

function sectionLines(it: SectionSummary, layout: Layout, widest: number, names: number): string {
  const { palette, width } = layout;
  const counts = flow(countsIn(it.counts, palette), { text: '  ' }, width, widest + 2, 4);
  const rules = shown(it, layout).map((rule) => ruleLine(rule, layout, names));
  return `${palette.bold(pad(titleOf(it), widest))}  ${counts}\n${rules.join('')}`;
}

/** Rules that simply hold are only counted, unless all are asked for. */
function shown({ rules }: SectionSummary, { full }: Layout): RuleSummary[] {
  return full ? rules : rules.filter(({ worst }) => worst !== 'pass' && worst !== 'not-applicable');
}

function ruleLine(it: RuleSummary, { palette, width, full }: Layout, names: number): string {
  const indent = names + 6;
  const beside = width - indent >= READABLE;
  const name = palette.cyan(beside ? pad(nameOf(it), names) : nameOf(it));
  const head = `  ${mark(it.worst, palette)} ${name}`;
  const text = full ? `${it.text}${stakesOf(it)}` : it.text;
  if (beside) return hang(`${head}  `, indent, text, width, palette.dim);
  return `${head}\n${hang('    ', 4, text, width, palette.dim)}`;
}

/** How often the rule was at stake, as a sentence. */
function stakesOf({ outcomes }: RuleSummary): string {
  const stakes = outcomes.reduce((sum, { stakes = 0 }) => sum + stakes, 0);
  const alone = outcomes.filter(({ byStatus }) => byStatus).length;
  const those = alone === outcomes.length ? ', by status alone' : `, by status alone in ${alone}`;
  return stakes === 0 ? '' : ` At stake ${plural(stakes, 'time')}${alone > 0 ? those : ''}.`;
}

function titleOf({ section }: SectionSummary): string {
  return sectionName(section.id);
}

/** The rule, and how many of its operations or channels have the verdict of its symbol. */
function nameOf({ rule, worst, outcomes }: RuleSummary): string {
  const [only] = outcomes;
  if (outcomes.length === 1 && only) return only.id;
  const alike = outcomes.filter((outcome: Outcome) => statusOf(outcome) === worst).length;
  return `${rule} ${alike} of ${outcomes.length}`;
}

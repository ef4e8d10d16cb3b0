/** An outcome as a few lines of plain text, for the reports that are read inside other tools. */

import { visibleLines } from '../kit/untrusted.ts';
import { type SectionId, section } from '../specification/sections.ts';
import type { Outcome, Run } from '../verify/run.ts';
import { acceptedFor } from './baseline.ts';
import { textOf } from './summary.ts';
import { inWords } from './unlock.ts';
import { statuses, statusOf } from './verdicts.ts';

/** `§ 8 Limits`. */
export function sectionName(id: SectionId): string {
  return `§ ${id} ${section(id).title}`;
}

/** A step of a failure in one line, and the lines for `sh` that take it again. */
export interface StepLine {
  said: string;
  run: readonly string[];
}

/** The steps that show a failure: what was done, what came, what was expected. */
export function stepLines({ steps = [] }: Pick<Outcome, 'steps'>): StepLine[] {
  return steps.map(({ step, came = 'could not be done', expected, run = [] }, index) => ({
    said: `${index + 1}. ${step} → ${came}${expected === undefined ? '' : `; expected ${expected}`}`,
    run,
  }));
}

/** Why it is neither kept nor broken, or why that is accepted, in one line. */
export function whyOpen(outcome: Outcome): string {
  return [statuses[statusOf(outcome)].word, acceptedFor(outcome), outcome.reason]
    .filter((words) => words !== undefined)
    .join(': ');
}

/** All that is known of an outcome, a line for each part. */
export function proseOf(run: Run, outcome: Outcome): string {
  const parts: [string, string | undefined][] = [
    ['rule', `${textOf(outcome.rule)} (${sectionName(outcome.section)})`],
    ['expected', outcome.expected],
    ['observed', outcome.observed],
    ['reason', outcome.observed === undefined ? outcome.reason : undefined],
    ['accepted', acceptedFor(outcome)],
    ['needs', outcome.unlock?.map(inWords).join('; ')],
    ['drawn by', outcome.verdict === 'fail' ? `--seed ${run.seed}` : undefined],
  ];
  const told = parts.flatMap(([label, text]) => (text ? [`${label}: ${visibleLines(text)}`] : []));
  const steps = stepLines(outcome).flatMap(({ said, run }) => [visibleLines(said), ...run]);
  return [...told, ...(steps.length > 0 ? ['steps, as lines for sh:', ...steps] : [])].join('\n');
}

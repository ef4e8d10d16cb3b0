/** An outcome as a few lines of plain text, for the reports that are read inside other tools. */

import { curlOf } from '../kit/curl.ts';
import { visibleLines } from '../kit/untrusted.ts';
import { type SectionId, section } from '../specification/sections.ts';
import type { Exchange, Outcome, Run } from '../verify/run.ts';
import { acceptedFor } from './baseline.ts';
import { textOf } from './summary.ts';
import { inWords } from './unlock.ts';
import { statuses, statusOf } from './verdicts.ts';

/** `§ 8 Limits`. */
export function sectionName(id: SectionId): string {
  return `§ ${id} ${section(id).title}`;
}

/** The exchange that shows an outcome best. */
export function evidenceOf(run: Run, { exchanges }: Pick<Outcome, 'exchanges'>): Exchange | undefined {
  const last = exchanges.at(-1);
  return run.exchanges.find(({ index }) => index === last);
}

/** Why it is neither kept nor broken, or why that is accepted, in one line. */
export function whyOpen(outcome: Outcome): string {
  return [statuses[statusOf(outcome)].word, acceptedFor(outcome), outcome.reason]
    .filter((words) => words !== undefined)
    .join(': ');
}

/** All that is known of an outcome, a line for each part. */
export function proseOf(run: Run, outcome: Outcome): string {
  const evidence = evidenceOf(run, outcome);
  const parts: [string, string | undefined][] = [
    ['rule', `${textOf(outcome.rule)} (${sectionName(outcome.section)})`],
    ['expected', outcome.expected],
    ['observed', outcome.observed],
    ['reason', outcome.observed === undefined ? outcome.reason : undefined],
    ['accepted', acceptedFor(outcome)],
    ['needs', outcome.unlock?.map(inWords).join('; ')],
    ['request alone', evidence && curlOf(evidence.request)],
    ['drawn by', outcome.verdict === 'fail' ? `--seed ${run.seed}` : undefined],
  ];
  return parts
    .filter(([, text]) => text)
    .map(([label, text]) => `${label}: ${visibleLines(text ?? '')}`)
    .join('\n');
}

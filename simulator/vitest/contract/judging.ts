/** From the outcome of a rule to the result of a test. */

import { proseOf } from '../../../contracts/report/findings.ts';
import { inWords } from '../../../contracts/report/unlock.ts';
import { statusOf } from '../../../contracts/report/verdicts.ts';
import type { Outcome, Run } from '../../../contracts/verify/run.ts';

export type Result = { passed: true } | { skipped: string } | { failed: string };

/** @param strict whether what could not be concluded fails */
export function resultOf(outcome: Outcome | undefined, run: Run, strict: boolean): Result {
  if (!outcome) return { failed: 'The run was ended before this rule was judged.' };
  const { verdict, reason, unlock = [] } = outcome;
  if (verdict === 'pass') return { passed: true };
  if (verdict === 'not-applicable') return { skipped: reason };
  if (statusOf(outcome) === 'inconclusive') {
    const message = [reason, ...(unlock.length > 0 ? [`Needs ${unlock.map(inWords).join('; ')}.`] : [])].join(
      ' ',
    );
    return strict ? { failed: message } : { skipped: message };
  }
  return { failed: proseOf(run, outcome) };
}

/** Answers that are not what the profile pins, in words. */
export function driftIn({ observations }: Run): string[] {
  return observations
    .filter(({ drift }) => drift)
    .map(({ opening, observed, pinned }) => `${opening}: observed ${observed}, pinned ${pinned}`);
}

/** A test that fails with these words: a stack trace into our own code would not help. */
export class BrokenContract extends Error {
  override readonly name = 'BrokenContract';

  constructor(text: string) {
    super(text);
    this.stack = `${this.name}: ${text}`;
  }
}

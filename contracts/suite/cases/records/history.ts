/**
 * The history of some records of one family, lived once in a run: several are created, changed in turn, read before and
 * after each step, and deleted. Rules look at the steps that they are about, so that a fault which only shows after
 * certain others is seen where it shows.
 */
import type { CaseContext } from '../../case-context.ts';
import { perRun } from '../per-run.ts';
import type { Family } from './family.ts';
import type { History } from './steps.ts';
import { type Left, Walk } from './walk.ts';

export function historyOf(context: CaseContext, family: Family): Promise<History> {
  return context.shared(`the history of some ${family}s`, async () => {
    const { history, left } = await new Walk(context, family).go();
    leftByHistory(context).set(family, left);
    return history;
  });
}

/** The records that the history left. */
export const leftByHistory = perRun(() => new Map<Family, readonly Left[]>());

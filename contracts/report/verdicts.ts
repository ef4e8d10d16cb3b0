/** How verdicts are shown: one table for every report. Each has a symbol and a word, so that no colour is needed. */
import type { Palette } from '../kit/palette.ts';
import { mapTable, namesOf } from '../kit/tables.ts';
import type { Outcome, Verdict } from '../verify/run.ts';

/** A verdict; `left-open` for a rule that could be reached and stayed inconclusive, `accepted` for what the baseline accepts. */
export type Status = Verdict | 'left-open' | 'accepted';

interface Presentation {
  symbol: string;
  /** To be read after a number: "3 inconclusive". */
  word: string;
  /** Says what it means for the deployment. */
  meaning: string;
  colour: keyof Palette;
}

/** In the order in which they want attention. */
export const statuses: { readonly [S in Status]: Presentation } = {
  fail: { symbol: '✘', word: 'fail', colour: 'red', meaning: 'the deployment breaks the rule' },
  error: { symbol: '!', word: 'error', colour: 'red', meaning: 'the suite itself broke' },
  suspect: { symbol: '~', word: 'suspect', colour: 'red', meaning: 'it broke off or contradicted itself' },
  drift: { symbol: '≠', word: 'drift', colour: 'magenta', meaning: 'what the profile pins no longer holds' },
  'left-open': {
    symbol: '◌',
    word: 'left open',
    colour: 'red',
    meaning: 'all was there, and no verdict came',
  },
  inconclusive: {
    symbol: '?',
    word: 'not reached',
    colour: 'yellow',
    meaning: 'something for it was missing',
  },
  accepted: {
    symbol: '○',
    word: 'accepted',
    colour: 'yellow',
    meaning: 'not kept, and the baseline accepts it',
  },
  'not-applicable': {
    symbol: '–',
    word: 'not offered',
    colour: 'dim',
    meaning: 'not offered, by the profile',
  },
  pass: { symbol: '✔', word: 'pass', colour: 'green', meaning: 'the deployment keeps the rule' },
};

/** The statuses, those that want attention first. */
export const statusOrder = namesOf(statuses);

export function statusOf({
  verdict,
  accepted,
  leftOpen,
}: Pick<Outcome, 'verdict' | 'accepted' | 'leftOpen'>): Status {
  if (accepted && (leftOpen || isAcceptable({ verdict }))) return 'accepted';
  return verdict === 'inconclusive' && leftOpen ? 'left-open' : verdict;
}

/** Returns whether a baseline can accept it: each of these gives an exit code other than 0. */
export function isAcceptable({ verdict, leftOpen = false }: Pick<Outcome, 'verdict' | 'leftOpen'>): boolean {
  return verdict === 'fail' || verdict === 'suspect' || leftOpen;
}

/** How many outcomes there are of each status. */
export type Counts = { [S in Status]: number };

export function countStatuses(outcomes: readonly Outcome[]): Counts {
  const counts: Counts = mapTable(statuses, () => 0);
  for (const outcome of outcomes) counts[statusOf(outcome)]++;
  return counts;
}

/** `✘ 1 fail`, `✔ 12 pass`: the statuses that occur. */
export function countsIn(counts: Counts): string[] {
  return statusOrder
    .filter((status) => counts[status] > 0)
    .map((status) => `${statuses[status].symbol} ${counts[status]} ${statuses[status].word}`);
}

/** The symbol of a status in its colour. */
export function mark(status: Status, palette: Palette): string {
  const { symbol, colour } = statuses[status];
  return palette[colour](symbol);
}

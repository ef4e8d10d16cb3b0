/** Notices that a reader of a run needs before its verdicts. */

import { plural } from '../kit/phrases.ts';
import { shortened, visible } from '../kit/untrusted.ts';
import type { Run } from '../verify/run.ts';
import { wholeRun } from './verdict-exit.ts';

/** The number of reasons that are printed, and the length of each. */
const REASONS = 3;
const REASON_LENGTH = 200;

export function notices(run: Run): string[] {
  const left = leftTogether(run.leftBehind).map(visible).join('; ');
  return [
    ...(run.fault === undefined ? [] : [visible(wholeRun.fault(run.fault))]),
    ...(run.journalLost === undefined ? [] : [visible(wholeRun.journalLost(run.journalLost))]),
    ...(run.gone ? [wentAway(run)] : []),
    ...(run.interrupted ? [wholeRun.interrupted] : []),
    ...(run.unmet ?? []).map(visible),
    ...run.warnings.map(visible),
    ...judgedAgain(run),
    ...(left === '' ? [] : [`Created and not removed again: ${left}`]),
  ];
}

/** The deployment went away, and when. */
function wentAway({ exchanges }: Run): string {
  const last = exchanges.findLastIndex(({ reply }) => reply !== undefined) + 1;
  return `${wholeRun.gone.replace(/\.$/, '')}: it went away after request ${last} of ${exchanges.length}.`;
}

/** Records that were left for the same reason are listed once: `device dev-11, dev-12: the API …`. */
function leftTogether(left: readonly string[]): string[] {
  const together = new Map<string, string[]>();
  for (const each of left) {
    const [, resource = '', id = each, reason = ''] = /^(\w+) (.*?)(: .*)?$/s.exec(each) ?? [];
    const alike = `${resource} …${reason}`;
    together.set(alike, [...(together.get(alike) ?? []), id]);
  }
  return [...together].map(([alike, ids]) => alike.replace('…', () => ids.join(', ')));
}

/** Rules that were judged more than once, and came to an end then. */
function judgedAgain({ outcomes }: Run): string[] {
  const again = outcomes.filter(({ retries, verdict }) => retries && verdict !== 'suspect');
  if (again.length === 0) return [];
  const reasons = [...new Set(again.flatMap(({ retries = [] }) => retries))];
  const listed = reasons.slice(0, REASONS).map((reason) => shortened(visible(reason), REASON_LENGTH));
  const more = reasons.length > REASONS ? [`and ${plural(reasons.length - REASONS, 'more reason')}`] : [];
  return [`${plural(again.length, 'check')} judged again: ${[...listed, ...more].join(' · ')}`];
}

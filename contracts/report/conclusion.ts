/** The conclusion of a run in one line: its exit code, why, and how much was judged. Each report ends with it. */
import { plural } from '../kit/phrases.ts';
import { shortened } from '../kit/untrusted.ts';
import type { Run } from '../verify/run.ts';
import { historiesAlone, summarise } from './summary.ts';
import { asPart, exitMeanings, exitOf, wholeRunCauses } from './verdict-exit.ts';

/** Characters of one reason: a fault can have any text. */
const MOST = 200;

/** `4: drift of errors.body; 53 of 244 judged, 34 of these by status alone`. It may hold text from outside. */
export function conclusionOf(run: Run): string {
  const parts = [...reasonsOf(run), ...extentOf(run)];
  return `${run.exitCode}: ${parts.map((part) => shortened(part, MOST)).join('; ')}`;
}

function reasonsOf(run: Run): string[] {
  if (run.problem) return [`${asPart(run.problem.message)} [${run.problem.code}]`];
  const { code, why } = exitOf(run);
  // The exit code of histories alone is that of the search.
  const known = code === run.exitCode ? why : wholeRunCauses(run).map(asPart);
  if (known.length > 0) return known;
  return [run.exitCode === 0 && historiesAlone(run) ? EXPLAINED : exitMeanings[run.exitCode]];
}

const EXPLAINED = 'each history is explained by some reading of the document';

function extentOf(run: Run): string[] {
  const { judged, applicable, byStatus } = summarise(run);
  const alone = byStatus > 0 ? `, ${byStatus} of these by status alone` : '';
  const { explored } = run;
  return [
    ...(applicable > 0 && !historiesAlone(run) ? [`${judged} of ${applicable} judged${alone}`] : []),
    ...(explored
      ? [
          `${explored.judged} of ${explored.steps} steps of ${plural(explored.histories, 'history', 'histories')} judged`,
        ]
      : []),
  ];
}

/**
 * Annotations of GitHub Actions: a line each on standard output. An error for what is wrong with the run as a whole, for each reason to suspect the deployment,
 * for each failure and for what was left open, a warning for what drifted and for each group of what was not reached. A
 * notice says the exit code.
 */

import { inert, shortened, visible, visibleLines } from '../kit/untrusted.ts';
import type { Run } from '../verify/run.ts';
import { baselineFaults } from './baseline.ts';
import { conclusionOf } from './conclusion.ts';
import { notices } from './notices.ts';
import { proseOf } from './prose.ts';
import { inShort, withStatus } from './summary.ts';
import { byReason, type Doubtful } from './suspects.ts';
import { lockedOf } from './unlock.ts';
import { wholeRunCauses } from './verdict-exit.ts';
import { statuses, statusOf } from './verdicts.ts';

/** GitHub cuts annotations at 4 KB, and shows ten of a kind for a step: the most important ones come first. */
const MOST = 3000;

export function renderGithub(run: Run): string {
  const causes = wholeRunCauses(run);
  return [
    ...causes.map((cause) => annotation('error', `exit code ${run.exitCode}`, cause)),
    ...doubtsIn(run, 'suspect'),
    ...withStatus(run, 'fail', 'error').map((outcome) =>
      annotation('error', `${statuses[statusOf(outcome)].word}: ${outcome.id}`, proseOf(run, outcome)),
    ),
    ...baselineFaults(run).map(({ code, id, message }) => annotation('error', `${code}: ${id}`, message)),
    ...doubtsIn(run, 'left-open'),
    ...withStatus(run, 'drift').map((outcome) =>
      annotation('warning', `drift: ${outcome.id}`, proseOf(run, outcome)),
    ),
    ...run.observations
      .filter(({ drift }) => drift)
      .map(({ opening, observed, pinned = '' }) =>
        annotation('warning', `drift: ${opening}`, `observed: ${observed}\npinned: ${pinned}`),
      ),
    ...notices(run)
      .filter((notice) => !causes.map(visible).includes(notice))
      .map((notice) => annotation('warning', 'roadtest', notice)),
    ...lockedOf(run).map(({ words, reasons, outcomes }) => {
      const needs = words.length > 0 ? [`needs ${words.join('; ')}`] : [];
      const message = [inShort(outcomes).join(', '), ...needs, ...reasons].join('\n');
      return annotation('warning', `not reached: ${outcomes.length}`, message);
    }),
    annotation('notice', 'exit code', conclusionOf(run)),
  ].join('');
}

function doubtsIn(run: Run, status: Doubtful): string[] {
  return byReason(run, status).map(({ reason, outcomes }) =>
    annotation(
      'error',
      `${statuses[status].word}: ${outcomes.length}`,
      `${reason}\n${inShort(outcomes).join(', ')}`,
    ),
  );
}

/** A quotation speaks to no other build server either: those look for commands anywhere in a line. */
function annotation(level: 'error' | 'warning' | 'notice', title: string, message: string): string {
  const property = inert(escapeProperty(visible(title)));
  return `::${level} title=${property}::${inert(escapeData(shortened(visibleLines(message), MOST)))}\n`;
}

/** Escapes the characters that the runner reads; `%` first, so that no text can pretend to be escaped. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

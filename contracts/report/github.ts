/**
 * Annotations of GitHub Actions: a line each on standard output. An error for what is wrong with the run as a whole and for
 * each finding but drift, a warning for drift, notices, and each group of what was not reached. The last one says the exit code.
 */
import { inert, shortened, visible, visibleLines } from '../kit/untrusted.ts';
import type { Run } from '../verify/run.ts';
import { conclusionOf, wholeRunCauses } from './exit.ts';
import { findingsOf, proseIn } from './findings.ts';
import { inShort, notices } from './summary.ts';
import { lockedOf } from './unlock.ts';

/** GitHub cuts annotations at 4 KB, and shows ten of a kind for a step: the most important ones come first. */
const MAX_MESSAGE = 3000;

export function renderGithub(run: Run): string {
  const causes = wholeRunCauses(run);
  const findings = findingsOf(run).filter(({ status }) => status !== 'accepted');
  return [
    ...causes.map((cause) => annotation('error', `exit code ${run.exitCode}`, cause)),
    ...findings.map((finding) =>
      annotation(
        finding.status === 'drift' ? 'warning' : 'error',
        `${finding.word}: ${finding.about}`,
        proseIn(finding),
      ),
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

/** A quotation speaks to no other build server either: those look for commands anywhere in a line. */
function annotation(level: 'error' | 'warning' | 'notice', title: string, message: string): string {
  const property = escaped(visible(title)).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${level} title=${inert(property)}::${inert(escaped(shortened(visibleLines(message), MAX_MESSAGE)))}\n`;
}

/** Escapes the characters that the runner reads; `%` first, so that no text can pretend to be escaped. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

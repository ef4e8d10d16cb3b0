/** Suspect and left-open outcomes, by the reason. They come first: they cast doubt on the rest. */

import { hang } from '../../kit/columns.ts';
import { namesOf } from '../../kit/tables.ts';
import { shortened, visible } from '../../kit/untrusted.ts';
import type { Run } from '../../verify/run.ts';
import type { Layout } from '../options.ts';
import { inShort } from '../summary.ts';
import { byReason, type Doubtful, doubts, type Suspects } from '../suspects.ts';
import { mark } from './parts.ts';

/** The number of reasons that are printed, and the length of each. */
const REASONS = 8;
const REASON_LENGTH = 300;

export function suspectBlock(run: Run, layout: Layout): string {
  return namesOf(doubts)
    .map((status) => blockOf(status, byReason(run, status), layout))
    .filter((block) => block !== '')
    .join('\n');
}

function blockOf(status: Doubtful, groups: readonly Suspects[], { palette, width }: Layout): string {
  if (groups.length === 0) return '';
  const { title, meaning } = doubts[status];
  const count = groups.reduce((sum, { outcomes }) => sum + outcomes.length, 0);
  const rest = groups.slice(REASONS);
  return [
    hang(`${palette.bold(title)}  `, title.length + 2, `${count}: ${meaning}`, width),
    ...groups
      .slice(0, REASONS)
      .flatMap(({ reason, outcomes }) => [
        hang(
          `  ${mark(status, palette)} `,
          4,
          `${outcomes.length}: ${shortened(visible(reason), REASON_LENGTH)}`,
          width,
        ),
        hang('    ', 4, inShort(outcomes).join(', '), width, palette.cyan),
      ]),
    rest.length === 0 ? '' : hang('    ', 4, `… and ${rest.length} more reasons`, width, palette.dim),
  ].join('');
}

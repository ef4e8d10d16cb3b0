/** What is suspect, by how the deployment broke off. It comes first: it casts doubt on the rest. */

import { hang } from '../../kit/columns.ts';
import { shortened, visible } from '../../kit/untrusted.ts';
import type { Run } from '../../suite/run.ts';
import type { Layout } from '../options.ts';
import { inShort } from '../summary.ts';
import { suspectsOf } from '../suspects.ts';
import { mark } from './parts.ts';

/** So many reasons are printed, each so long. */
const REASONS = 8;
const REASON_LENGTH = 300;

export function suspectBlock(run: Run, { palette, width }: Layout): string {
  const groups = suspectsOf(run);
  if (groups.length === 0) return '';
  const count = groups.reduce((sum, { outcomes }) => sum + outcomes.length, 0);
  const rest = groups.slice(REASONS);
  return [
    hang(
      `${palette.bold('Suspect')}  `,
      9,
      `${count}: the deployment broke off while these were judged`,
      width,
    ),
    ...groups
      .slice(0, REASONS)
      .flatMap(({ reason, outcomes }) => [
        hang(
          `  ${mark('suspect', palette)} `,
          4,
          `${outcomes.length}: ${shortened(visible(reason), REASON_LENGTH)}`,
          width,
        ),
        hang('    ', 4, inShort(outcomes).join(', '), width, palette.cyan),
      ]),
    rest.length === 0 ? '' : hang('    ', 4, `… and ${rest.length} more reasons`, width, palette.dim),
  ].join('');
}

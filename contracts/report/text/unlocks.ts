/** The outcomes that were not reached, grouped by what is missing. */

import { hang } from '../../kit/columns.ts';
import { shortened, visible } from '../../kit/untrusted.ts';
import type { Run } from '../../suite/run.ts';
import type { Layout } from '../options.ts';
import { inShort } from '../summary.ts';
import { type Locked, lockedOf } from '../unlock.ts';
import { mark } from './parts.ts';

/** The number of reasons of a group that are printed, and the length of each. */
const REASONS = 3;
const REASON_LENGTH = 300;

export function lockedBlock(run: Run, layout: Layout): string {
  const groups = lockedOf(run);
  if (groups.length === 0) return '';
  const count = groups.reduce((sum, { outcomes }) => sum + outcomes.length, 0);
  const title = `${layout.palette.bold('Not reached')}  ${count}, grouped by what is missing\n`;
  return title + groups.map((group) => lockedLines(group, layout)).join('');
}

function lockedLines({ unlock, words, reasons, outcomes }: Locked, { palette, width }: Layout): string {
  const head = `  ${mark('inconclusive', palette)} `;
  const needs =
    unlock.length === 0
      ? 'no known way to reach these'
      : `${words.map(visible).join('; ')} (${unlock.map(visible).join(', ')})`;
  const listed = reasons.slice(0, REASONS).map((reason) => shortened(visible(reason), REASON_LENGTH));
  if (reasons.length > REASONS) listed.push(`… and ${reasons.length - REASONS} more reasons`);
  return [
    hang(head, 4, `${outcomes.length}: ${needs}`, width),
    hang('    ', 4, inShort(outcomes).join(', '), width, palette.cyan),
    ...listed.map((reason) => hang('    ', 4, reason, width, palette.dim)),
  ].join('');
}

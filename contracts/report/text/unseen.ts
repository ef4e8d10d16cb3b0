/** The last lines of a report without a profile: what the run did not look at, and what would let it. */

import { hang } from '../../kit/columns.ts';
import type { Run } from '../../suite/run.ts';
import type { Layout } from '../options.ts';
import { withStatus } from '../summary.ts';

export function unseenBlock(run: Run, { palette, width }: Layout): string {
  const unseen = withStatus(run, 'inconclusive');
  if (run.profile !== null || unseen.length === 0) return '';
  const areas = new Map<string, number>();
  for (const { rule } of unseen) {
    const [area = rule] = rule.split('/');
    areas.set(area, (areas.get(area) ?? 0) + 1);
  }
  const counts = [...areas].map(([area, count]) => `${area} (${count})`).join(', ');
  return [
    hang(`${palette.yellow('!')} `, 2, `Without a profile this run did not look at: ${counts}.`, width),
    hang('  ', 2, 'A profile says what the document leaves open: --profile FILE.', width, palette.dim),
  ].join('');
}

/** What is to be known of a run before its verdicts are read. */

import { visible } from '../kit/untrusted.ts';
import type { Run } from '../suite/run.ts';

export function notices(run: Run): string[] {
  const left = leftTogether(run.leftBehind).map(visible).join('; ');
  return [
    ...(run.interrupted ? ['The run was ended before all was judged.'] : []),
    ...run.warnings.map(visible),
    ...(left === '' ? [] : [`Created and not removed again: ${left}`]),
  ];
}

/** What was left for the same reason is told once: `device dev-11, dev-12: the API …`. */
function leftTogether(left: readonly string[]): string[] {
  const together = new Map<string, string[]>();
  for (const each of left) {
    const [, resource = '', id = each, reason = ''] = /^(\w+) (.*?)(: .*)?$/s.exec(each) ?? [];
    const alike = `${resource} …${reason}`;
    together.set(alike, [...(together.get(alike) ?? []), id]);
  }
  return [...together].map(([alike, ids]) => alike.replace('…', () => ids.join(', ')));
}

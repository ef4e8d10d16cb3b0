/** What is to be known of a run before its verdicts are read. */
import type { Run } from '../suite/run.ts';
import { visible } from './untrusted.ts';

export function notices(run: Run): string[] {
  const left = run.leftBehind.map(visible).join(', ');
  return [
    ...(run.interrupted ? ['The run was ended before all was judged.'] : []),
    ...run.warnings.map(visible),
    ...(left === '' ? [] : [`Created and not removed again: ${left}`]),
  ];
}

/** How much a run would have noticed, in words. */
import { plural } from '../kit/phrases.ts';
import type { Run, Sharpness } from '../verify/run.ts';

/** `97 % of the answers were checked by some rule; of 24 operations and controls 94.6 % on average`. */
export function sharpnessIn({ sharpness }: Pick<Run, 'sharpness'>): string | undefined {
  const operations = Object.keys(sharpness?.operations ?? {}).length;
  if (!sharpness || operations === 0) return undefined;
  const { percent, answers, noticed, unstaked } = sharpness;
  const share = answers === 0 ? 0 : Math.floor((100 * noticed) / answers);
  const over = `of ${plural(operations, 'operation or control', 'operations and controls')} ${percent} % on average`;
  const rules = unstaked.length > 0 ? `; ${plural(unstaked.length, 'rule')} checked none` : '';
  return `${share} % of the answers were checked by some rule; ${over}${rules}`;
}

/** The rules that would have noticed nothing, by what would put them at stake. */
export function unstakedBy({ unstaked }: Sharpness): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, unlock } of unstaked) {
    const key = unlock.join(', ');
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  return groups;
}

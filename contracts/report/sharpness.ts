/** How much a run would have noticed, in words. */
import { plural } from '../kit/phrases.ts';
import type { Run, Sharpness } from '../verify/run.ts';

/** `97.1 % over 24 operations and controls: 840 of 862 answers would have been noticed if they had been others`. */
export function sharpnessIn({ sharpness }: Pick<Run, 'sharpness'>): string | undefined {
  const operations = Object.keys(sharpness?.operations ?? {}).length;
  if (!sharpness || operations === 0) return undefined;
  const { percent, answers, noticed, unstaked } = sharpness;
  const over = `${percent} % over ${plural(operations, 'operation or control', 'operations and controls')}`;
  const rules = unstaked.length > 0 ? `; ${plural(unstaked.length, 'rule')} would have noticed none` : '';
  return `${over}: of ${plural(answers, 'answer')} ${noticed} would have been noticed had they been others${rules}`;
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

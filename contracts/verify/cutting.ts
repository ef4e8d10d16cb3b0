/** A history that failed, cut by the judge over what was seen of it: the shortest that may fail alike first. */
import type { Explanation } from '../judge/judge.ts';
import { neededIn } from '../judge/needed.ts';
import { onlyReads, type Step, targetOf } from '../play/steps.ts';
import type { Evidenced } from './evidence.ts';

/**
 * The steps that a failure needs; all that change the same records and devices, too; and all about these. Each with those that bring
 * its tokens.
 */
export function cutsOf(
  { facts, steps }: Pick<Evidenced, 'facts' | 'steps'>,
  explanation: Explanation,
  start: Parameters<typeof neededIn>[2],
): (readonly Step[])[] {
  const needed = new Set(neededIn(facts, explanation, start));
  const targets = new Set(steps.filter((_, index) => needed.has(index)).map(targetOf));
  const isOfTokens = steps.some((step, index) => needed.has(index) && withToken.has(step.do));
  const brings = (index: number) => isOfTokens && facts[index]?.kind === 'issued';
  const until = steps.slice(0, explanation.step + 1);
  const least = until.filter((_, index) => needed.has(index) || brings(index));
  const more = until.filter((step, index) => brings(index) || targets.has(targetOf(step)));
  const isShorter = (cut: readonly Step[], than: readonly Step[]) => cut.length < than.length;
  const writes = more.filter((step, index) => index === more.length - 1 || !onlyReads(step));
  return [least, writes, more].filter((cut, index, cuts) => isShorter(cut, cuts[index + 1] ?? steps));
}

const withToken: ReadonlySet<Step['do']> = new Set(['call', 'look', 'try', 'until']);

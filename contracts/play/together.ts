/**
 * Steps that go out at once, so that a distant deployment is waited for once: those in a row that only look at different
 * things, those that write texts to different records, and token requests by wrong user names, which no account counts.
 */
import { isOfKey, type Step, targetOf } from './steps.ts';

const looks: ReadonlySet<Step['do']> = new Set([
  ...(['read', 'list', 'settings', 'licences', 'last'] as const),
]);

/** The next steps that go out at once: one alone, unless it is of a kind that others may go out with. */
export function togetherFrom(steps: readonly Step[], index: number): readonly Step[] {
  const first = steps[index];
  const isAlike = first && kinds.find((isOfKind) => isOfKind(first));
  const targets = new Set<string>();
  const end = steps.findIndex((step, at) => {
    if (at < index) return false;
    const target = targetIn(step);
    const isNew = !targets.has(target);
    targets.add(target);
    return at > index && !(isNew && isAlike?.(step));
  });
  return steps.slice(index, end < 0 ? steps.length : end);
}

function targetIn(step: Step): string {
  if (step.do === 'token') return `${step.near}`;
  return `${step.do === 'list' ? 'list ' : ''}${targetOf(step)}`;
}

const kinds: readonly ((step: Step) => boolean)[] = [
  (step) => looks.has(step.do),
  (step) => step.do === 'token' && step.near !== undefined && !isOfKey(step.near),
  (step) => (step.do === 'update' || step.do === 'replace') && step.drawn !== undefined,
];

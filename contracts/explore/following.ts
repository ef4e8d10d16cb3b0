/** One history after another: some failures need what the history before left behind. */
import { numberOf, type Step } from '../play/steps.ts';

/** More steps than a saved history may have are left out. */
const MOST_STEPS = 200;

/**
 * The steps of `before`, the removal of what it made, and then those of `steps`, whose records and devices get numbers
 * of their own.
 */
export function following(before: readonly Step[], steps: readonly Step[]): Step[] {
  const removed = before.flatMap((step): Step[] =>
    step.do === 'create' ? [{ do: 'delete', family: step.family, record: step.record }] : [],
  );
  const first = [...before, ...removed.reverse()];
  const calls = first.flatMap((step) => (step.do === 'burst' ? step.calls : [step]));
  const by = Math.max(0, ...calls.map((call) => numberOf(call) ?? 0));
  return [...first, ...steps.map((step) => moved(step, by))].slice(-MOST_STEPS);
}

function moved<S extends Step>(step: S, by: number): S {
  if (step.do === 'burst') return { ...step, calls: step.calls.map((call) => moved(call, by)) };
  if ('record' in step) return { ...step, record: step.record + by };
  return 'device' in step ? { ...step, device: step.device + by } : step;
}

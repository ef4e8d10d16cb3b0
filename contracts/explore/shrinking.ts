/**
 * Shrinks a history that fails (delta debugging over its steps, then over their values): each attempt is played on fresh
 * records, and counts if it fails by the same rule.
 */
import { shrinking } from '../kit/shrinking.ts';
import { numberOf, type Step } from '../play/steps.ts';
import { MAX_STEPS } from './saved.ts';

/** Tells whether a history fails in the same way; `undefined` when there is no time left to find out. */
export type Fails = (steps: readonly Step[]) => Promise<boolean | undefined>;

/** The shortest history that was found to fail. */
export async function shrink(steps: readonly Step[], fails: Fails): Promise<readonly Step[]> {
  const fewer = await withoutSteps(steps, fails);
  const simpler = await simplify(fewer, fails);
  return simpler.length < fewer.length || simpler !== fewer ? withoutSteps(simpler, fails) : simpler;
}

/** Leaves out ever smaller pieces, until no single step can be spared. */
async function withoutSteps(steps: readonly Step[], fails: Fails): Promise<readonly Step[]> {
  const search = shrinking(steps);
  let next = search.next();
  while (!next.done) next = search.next(await fails(next.value));
  return next.value;
}

async function simplify(steps: readonly Step[], fails: Fails): Promise<readonly Step[]> {
  let simplest = steps;
  for (let index = 0; index < simplest.length; index++) {
    for (const simpler of simplerThan(simplest[index], simplest)) {
      const candidate = simplest.with(index, simpler);
      const failed = await fails(candidate);
      if (failed === undefined) return simplest;
      if (!failed) continue;
      simplest = candidate;
      // A burst may lose another call.
      if (simpler.do === 'burst') index--;
      break;
    }
  }
  return simplest;
}

/**
 * The same step with smaller values, the smallest first; in place of a count of licences a look at the settings of a device,
 * which fewer rules would explain.
 */
function simplerThan(step: Step | undefined, steps: readonly Step[]): Step[] {
  if (step?.do === 'licences')
    return steps.flatMap((other): Step[] =>
      other.do === 'device' ? [{ do: 'settings', device: other.device }] : [],
    );
  if (step?.do === 'burst') {
    const fewer = step.calls.map((_, index) => step.calls.toSpliced(index, 1));
    return step.calls.length > 2 ? fewer.map((calls) => ({ ...step, calls })) : fewer.flat();
  }
  if (step?.do === 'send' && step.atOnce) {
    const { atOnce: _, ...inTurn } = step;
    return [inTurn];
  }
  if (step?.do === 'send' && step.count > 1) return [{ ...step, count: 1 }];
  if (step?.do === 'limits') return [{ do: 'limit', device: step.device, channel: 'email', to: step.to }];
  if (step?.do === 'limit' && step.to !== null && step.to > 1)
    return [...new Set([0, 1, step.to - 1])].map((to) => ({ ...step, to }));
  if (step?.do === 'update' && step.fact === 'other') return [{ ...step, fact: 'name' }];
  if (step?.do === 'wait' && step.hours > 30) return [{ ...step, hours: 30 }];
  return [];
}

/**
 * One history after another, since some failures need what the one before left behind: its steps, the removal of what it made, and
 * the steps of the second, whose records and devices get numbers of their own. More steps than a saved history may have are left out.
 */
export function following(before: readonly Step[], steps: readonly Step[]): Step[] {
  const removed = before.flatMap((step): Step[] =>
    step.do === 'create' ? [{ do: 'delete', family: step.family, record: step.record }] : [],
  );
  const first = [...before, ...removed.reverse()];
  const calls = first.flatMap((step) => (step.do === 'burst' ? step.calls : [step]));
  const by = Math.max(0, ...calls.map((call) => numberOf(call) ?? 0));
  return [...first, ...steps.map((step) => moved(step, by))].slice(-MAX_STEPS);
}

function moved<S extends Step>(step: S, by: number): S {
  if (step.do === 'burst') return { ...step, calls: step.calls.map((call) => moved(call, by)) };
  if ('record' in step) return { ...step, record: step.record + by };
  return 'device' in step ? { ...step, device: step.device + by } : step;
}

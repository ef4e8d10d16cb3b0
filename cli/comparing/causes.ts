/** The causes that a change between two runs may have. Nothing is guessed: what the reports do not tell apart is named together. */
import { entriesOf } from '../../contracts/kit/tables.ts';
import type { PastRun, Subject } from './past-run.ts';

/** All that can differ between two runs, in words. */
export const causes = {
  deployment: 'the deployment',
  profile: 'the profile',
  roadtest: 'the version of roadtest',
  options: 'the options',
  seed: 'the seed',
  baseline: 'the baseline',
  ending: 'the early end of a run',
} as const;

export type Cause = keyof typeof causes;

/** The words of a report about a cause; `undefined` where it has none. */
const saidOf: { readonly [C in Exclude<Cause, 'deployment' | 'baseline'>]: (run: PastRun) => unknown } = {
  profile: ({ profile, given }) => [profile, given?.profile],
  roadtest: ({ tool }) => tool,
  options: ({ given }) => given?.options,
  seed: ({ seed }) => seed,
  ending: ({ endedEarly }) => endedEarly,
};

/** All that differs by two reports. The deployment may have changed at any time, and is never ruled out by them. */
export function differing(before: PastRun, after: PastRun): Cause[] {
  const others = entriesOf(saidOf)
    .filter(([, said]) => {
      const [one, other] = [said(before), said(after)];
      return one !== undefined && other !== undefined && JSON.stringify(one) !== JSON.stringify(other);
    })
    .map(([cause]) => cause);
  return ['deployment', ...others];
}

/**
 * The causes that a change may have, of those that differ. Some are ruled out by what the runs found: a check that is in
 * one run alone was left out of the other, which the deployment does not decide; an opening that drifts shows whether it is
 * seen otherwise, or pinned otherwise; and what is broken in both, and accepted in one, is a matter of the baseline.
 */
export function causesOf(
  before: Subject | undefined,
  after: Subject | undefined,
  among: readonly Cause[],
): Cause[] {
  if (!before || !after) return leftOut(before ?? after, among);
  const accepting = before.status === 'accepted' || after.status === 'accepted';
  if (accepting && before.verdict === after.verdict) return ['baseline'];
  const samePin = before.pinned !== undefined && before.pinned === after.pinned;
  const sameSight = before.observed !== undefined && before.observed === after.observed;
  if (sameSight && !samePin) return ['profile'];
  return among.filter((cause) => cause !== 'profile' || !samePin);
}

/** An opening may be seen in one run and not in another whatever differs; a check is left out by a run itself. */
function leftOut(subject: Subject | undefined, among: readonly Cause[]): Cause[] {
  const deciding = among.filter((cause) => cause in leavingOut);
  return subject?.pinned === undefined && deciding.length > 0 ? deciding : [...among];
}

const leavingOut: { readonly [C in Cause]?: true } = { roadtest: true, options: true, ending: true };

/** `the deployment`; `one of the deployment, the seed`. */
export function causesInWords(list: readonly Cause[]): string {
  const words = list.map((cause) => causes[cause]);
  return words.length === 1 ? words.join() : `one of ${words.join(', ')}`;
}

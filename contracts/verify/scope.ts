/** How much was judged of what its options and its controls leave to a run. */
import type { Outcome } from './run.ts';

export interface Scope {
  readonly judged: number;
  /** The outcomes that could be judged. */
  readonly scope: number;
  /** How many were left out by `--read-only`. */
  readonly readOnly: number;
  /** How many were left out for want of controls, and of which. */
  readonly uncontrolled: number;
  readonly controls: readonly string[];
}

const CONTROL = 'controls.';

export function scopeOf(outcomes: readonly Outcome[]): Scope {
  const open = outcomes.filter(({ verdict }) => verdict === 'inconclusive');
  const readOnly = open.filter(({ unlock = [] }) => unlock.includes('writing'));
  const controlsOf = ({ unlock = [] }: Outcome) => unlock.filter((one) => one.startsWith(CONTROL));
  const uncontrolled = open.filter((one) => !readOnly.includes(one) && controlsOf(one).length > 0);
  const isOffered = ({ verdict }: Outcome) => verdict !== 'not-applicable';
  const offered = outcomes.filter(isOffered).length;
  const names = new Set(uncontrolled.flatMap(controlsOf).map((one) => one.slice(CONTROL.length)));
  return {
    judged: offered - open.length - outcomes.filter(({ verdict }) => verdict === 'error').length,
    scope: offered - readOnly.length - uncontrolled.length,
    readOnly: readOnly.length,
    uncontrolled: uncontrolled.length,
    controls: [...names].sort(),
  };
}

/** Returns whether less than a third was judged: what holds then says little of the deployment. */
export function isTooLittle({ judged, scope }: Scope): boolean {
  return 3 * judged < scope;
}

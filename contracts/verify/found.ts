/** A finding about a rule. */
import type { HasExchange, Unlock } from '../deployment/finding.ts';

interface Common {
  /** One sentence. */
  reason: string;
  /** The exchanges that show it, the clearest one last. */
  exchanges: readonly number[];
  /** Tells whether the deployment broke off each time that it was tried. */
  brokeOff?: boolean;
}

/** The ground that a pass rests on. */
export interface AtStake {
  /** At so many steps another answer would have broken the rule. */
  stakes?: number;
  /** Tells whether each of them shows no more than that a call was served or refused: no effect was looked at. */
  byStatus?: boolean;
}

/** A finding about a rule. `error` is for the runner to give. */
export type Finding =
  | (Common & { verdict: 'pass' } & AtStake)
  | (Common & { verdict: 'fail'; expected: string; observed: string })
  | (Common & { verdict: 'suspect' | 'drift' })
  | (Common & { verdict: 'inconclusive'; unlock: readonly Unlock[] })
  | (Common & { verdict: 'not-applicable' });

/** The rule was reached and is broken. Both texts complete "expected …" and "observed …". */
export function fail(expected: string, observed: string, ...evidence: readonly HasExchange[]): Finding {
  const reason = `Expected ${expected}; observed ${observed}.`;
  return { verdict: 'fail', reason, expected, observed, exchanges: exchangesOf(evidence) };
}

/**
 * The deployment contradicted itself: no reading of the document explains what came, and no single rule is proven
 * broken. It is judged once more, and stays suspect unless it is proven broken then.
 */
export function suspect(reason: string, ...evidence: readonly HasExchange[]): Finding {
  return { verdict: 'suspect', reason, exchanges: exchangesOf(evidence) };
}

function exchangesOf(evidence: readonly HasExchange[]): number[] {
  return evidence.flatMap(({ exchange }) => (exchange === undefined ? [] : [exchange]));
}

/** The controls without which nothing is judged of activations. */
import type { Case } from '../../case.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Finding, inconclusive } from '../../finding.ts';
import { onCast } from './cast.ts';

const NEEDED = ['activate', 'setLimits', 'readLicences'] as const;

/** What can only be judged with all of these is not begun without one. */
export function withControls(judge: (context: CaseContext) => Promise<Finding>): Case['judge'] {
  return async (context) => {
    const missing = NEEDED.filter((name) => !context.controls.has(name));
    if (missing.length === 0) return onCast(judge)(context);
    return inconclusive(
      `An expired device and a licence for it cannot be had without ${missing.join(', ')}.`,
      ...missing.map((name) => `controls.${name}` as const),
    );
  };
}

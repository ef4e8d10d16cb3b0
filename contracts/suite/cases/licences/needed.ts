/** The controls without which nothing is judged of activations. */
import type { Case } from '../../case.ts';
import { type Finding, inconclusive } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { onCast } from './cast.ts';

const NEEDED = ['activate', 'setLimits', 'readLicences'] as const;

/** What can only be judged with all of these is not begun without one. */
export function withControls(judge: (kit: Kit) => Promise<Finding>): Case['judge'] {
  return async (kit) => {
    const missing = NEEDED.filter((name) => !kit.controls.has(name));
    if (missing.length === 0) return onCast(judge)(kit);
    return inconclusive(
      `An expired device and a licence for it cannot be brought about without ${missing.join(', ')}.`,
      ...missing.map((name) => `controls.${name}` as const),
    );
  };
}

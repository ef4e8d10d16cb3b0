/** What the cases of one run have in common, beside what the kit shares: made when first asked for, and had at once. */
import type { Kit } from '../kit.ts';

/** One `T` for each run. A run is told by its lens, which is compiled for it alone. */
export function ofRun<T>(make: () => T): (kit: Kit) => T {
  const made = new WeakMap<Kit['lens'], T>();
  return ({ lens }) => {
    const known = made.get(lens);
    if (known !== undefined) return known;
    const fresh = make();
    made.set(lens, fresh);
    return fresh;
  };
}

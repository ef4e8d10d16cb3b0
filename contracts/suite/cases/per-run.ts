/** What the cases of one run have in common, beside what the kit shares: made when it is first needed, at once. */
import type { Kit } from '../kit.ts';

/** One `T` for each run. */
export function perRun<T>(make: () => T): (kit: Pick<Kit, 'run'>) => T {
  const made = new WeakMap<Kit['run'], T>();
  return ({ run }) => {
    const known = made.get(run);
    if (known !== undefined) return known;
    const fresh = make();
    made.set(run, fresh);
    return fresh;
  };
}

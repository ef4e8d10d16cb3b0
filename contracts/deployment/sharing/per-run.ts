/** State that the histories of one run share, beside that of the context: made when it is first needed, at once. */
import type { Deployment } from '../deployment.ts';

/** One `T` for each run. */
export function perRun<T>(make: () => T): (context: Pick<Deployment, 'run'>) => T {
  const made = new WeakMap<Deployment['run'], T>();
  return ({ run }) => {
    const known = made.get(run);
    if (known !== undefined) return known;
    const fresh = make();
    made.set(run, fresh);
    return fresh;
  };
}

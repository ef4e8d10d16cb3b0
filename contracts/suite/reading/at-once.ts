/** Whether what is written can be read at once, by what the profile says (opening `consistency`). */
import { durationMs } from '../../kit/durations.ts';
import type { Openings } from '../../specification/openings/index.ts';

interface Context {
  readonly profile: { readonly openings: { readonly consistency?: Openings['consistency'] | undefined } };
}

/** Otherwise an earlier write may still be on its way when something is read. */
export function isReadAtOnce({ profile }: Context): boolean {
  const { consistency } = profile.openings;
  return consistency !== undefined && durationMs(consistency.readableAfter) === 0;
}

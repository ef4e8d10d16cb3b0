/** Expectations of a story that can be looked at from outside: what the API itself answers. */
import { Unreached } from '../../../contracts/deployment/finding.ts';
import { checkOnTarget } from '../../../scenarios/expectations/expectation.ts';
import type { SeenExpectation } from '../../../scenarios/target/seen.ts';
import { NotPossible, unboundIn } from '../../../scenarios/target/step.ts';
import type { TargetView } from '../../../scenarios/target/view.ts';

export interface Judged {
  label: string;
  line: number;
  met: boolean;
  wanted: string;
  actual: string;
  /**
   * Whether the story's own service meets it, which behaves as the profile says: where it does not either, as with
   * the end of a token that lives longer here, the deployment is not to blame.
   */
  metByStory: boolean;
}

/** `undefined` for what cannot be judged here. Nothing else may be under way meanwhile. */
export async function judge(
  { expectation, it, met }: SeenExpectation,
  view: Omit<TargetView, 'it'>,
): Promise<Judged | undefined> {
  try {
    const finding = await checkOnTarget(expectation, { ...view, it });
    return finding && { label: expectation.label, line: expectation.place.line, ...finding, metByStory: met };
  } catch (error) {
    const isOpen = error instanceof NotPossible || unboundIn(error) !== undefined;
    if (error instanceof Unreached || isOpen) return undefined;
    throw error;
  }
}

/** Expectations of a story that can be looked at from outside: what the API itself answers. */
import { Unreached } from '../../../contracts/suite/finding.ts';
import type { SeenExpectation } from '../../../scenarios/target/errand.ts';
import { devices } from './looks/devices.ts';
import type { Look, Looking } from './looks/look.ts';
import { records } from './looks/records.ts';
import { replies } from './looks/replies.ts';

export interface Judged {
  label: string;
  line: number;
  met: boolean;
  wanted: string;
  actual: string;
  /**
   * Whether the story's own service meets it, which behaves as the profile says: what it does not meet either, such
   * as the end of a token that lives longer here, is the story's affair and not the deployment's.
   */
  metByStory: boolean;
}

/**
 * What can be told from outside. How many devices, groups and users there are is the deployment's own affair: it has
 * others beside those of the story. Counters and messages do not show in the API.
 */
const looks: { readonly [kind: string]: Look<never> | undefined } = { ...replies, ...records, ...devices };

/** `undefined` for what cannot be judged here. Nothing else may be under way meanwhile. */
export async function judge(
  { expectation, it, met }: SeenExpectation,
  on: Omit<Looking, 'it'>,
): Promise<Judged | undefined> {
  try {
    const finding = await looks[expectation.kind]?.(expectation as never, { ...on, it });
    return finding && { label: expectation.label, line: expectation.place.line, ...finding, metByStory: met };
  } catch (error) {
    const { code, name } = error as { code?: unknown; name?: unknown };
    if (error instanceof Unreached || code === 'PROFILE_UNBOUND' || name === 'NotDone') return undefined;
    throw error;
  }
}

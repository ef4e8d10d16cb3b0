/** The bodies that a run sends, of facts that it drew. */

import type { AnyId } from '../../profile/facts.ts';
import type { Lens } from '../../profile/lens/lens.ts';
import type { familyOperations } from '../../specification/operations.ts';

/** Writes facts by name through the lens, as a whole record (`body`) or as a change of one (`patch`). */
export function bodyOf(
  lens: Pick<Lens<AnyId>, 'body' | 'patch'>,
  kind: 'body' | 'patch',
  resource: keyof typeof familyOperations,
  facts: object,
) {
  return lens[kind](resource).write(facts as never);
}

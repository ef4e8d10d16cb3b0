/** The facts that a reply can be held to, by the operation that returns them. */

import { mapTable } from '../../../contracts/kit/tables.ts';
import { type OperationId, readBy } from '../../../contracts/specification/operations.ts';
import { plainFacts } from '../../../contracts/specification/records/index.ts';

const byOperation: { readonly [Id in OperationId]?: readonly string[] } = {
  issueToken: ['success'],
  ...mapTable(readBy, plainFacts),
};

/** None where the reply is not a record. */
export function factNames(operation: OperationId): readonly string[] {
  return byOperation[operation] ?? [];
}

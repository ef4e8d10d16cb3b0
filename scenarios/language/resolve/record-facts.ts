/** The facts that a reply can be held to, by the operation that answers with them. */
import { type OperationId, plainFacts } from '../../../contracts/specification/index.ts';

const byOperation: { readonly [Id in OperationId]?: readonly string[] } = {
  issueToken: ['success'],
  readDevice: plainFacts('device'),
  lastLocation: plainFacts('location'),
  readGroup: plainFacts('group'),
  readUser: plainFacts('user'),
};

/** None where the reply is no record. */
export function factNames(operation: OperationId): readonly string[] {
  return byOperation[operation] ?? [];
}

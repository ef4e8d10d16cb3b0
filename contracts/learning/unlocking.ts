/** The checks that rest on how operations are put and answered: derived from what rules need. */
import { expand } from '../specification/judged.ts';
import { type OperationId, operation as operationOf } from '../specification/operations.ts';
import { rules } from '../specification/rules/index.ts';

/** The ids that rest on these operations. */
export function judgedOf(operations: readonly OperationId[]): string[] {
  const things = operations.map(operationOf).flatMap(({ reads, writes }) => [reads, writes]);
  const bound = things.flatMap((thing) => (thing === undefined ? [] : [`bind:${thing}`]));
  const rests = ({ operation, needs }: ReturnType<typeof expand>[number]) =>
    (operation !== undefined && operations.includes(operation)) || needs.some((need) => bound.includes(need));
  return rules
    .flatMap(expand)
    .filter(rests)
    .map(({ id }) => id);
}

/** The checks that an answer to an opening, or a control, would let be judged: derived from what rules need, and what openings shape. */

import { nameIn } from '../kit/tables.ts';
import type { ControlName } from '../profile/snippets.ts';
import { expand, type Judged } from '../specification/judged.ts';
import { type OpeningId, openings } from '../specification/openings/index.ts';
import { type OperationId, operation as operationOf } from '../specification/operations.ts';
import { listResource } from '../specification/records/kinds.ts';
import { rules } from '../specification/rules/index.ts';

const judged: readonly Judged[] = rules.flatMap(expand);

/** Openings that say how a request is put, or a record read: without them the operations that they shape are not judged. */
const decisive: readonly OpeningId[] = ['operations.envelope', 'patch.format', 'locations.purpose'];

/** The ids that rest on an opening. */
export function judgedBy(id: OpeningId): string[] {
  const { shapes = [] } = openings.find((opening) => opening.id === id) ?? {};
  const own: readonly string[] = decisive.includes(id) ? shapes : [];
  const isMet = (need: string) => {
    const [kind, what = ''] = need.split(':');
    const list = nameIn(listResource, what);
    const record = `records.${list ? listResource[list] : what}`;
    return kind === 'bind' ? [record, 'operations.envelope'].includes(id) : need.startsWith(`says:${id}=`);
  };
  return idsOf(({ needs, operation = '' }) => own.includes(operation) || needs.some(isMet));
}

/** The ids that rest on how these operations are put and answered. */
export function judgedOf(operations: readonly OperationId[]): string[] {
  const things = operations.map(operationOf).flatMap(({ reads, writes }) => [reads, writes]);
  const bound = things.flatMap((thing) => (thing === undefined ? [] : [`bind:${thing}`]));
  return idsOf(
    ({ operation, needs }) =>
      (operation !== undefined && operations.includes(operation)) ||
      needs.some((need) => bound.includes(need)),
  );
}

/** The ids that need a control. */
export function judgedWith(control: ControlName): string[] {
  const also = { advance: 'clock', setLicences: 'do:readLicences' }[control as string];
  return idsOf(({ needs }) => needs.some((need) => need === `do:${control}` || need === also));
}

function idsOf(rests: (one: Judged) => boolean): string[] {
  return judged.filter(rests).map(({ id }) => id);
}

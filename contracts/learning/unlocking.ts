/** The checks that an answer to an opening, or a control, would let be judged: derived from what rules need, and what openings shape. */

import type { ControlName } from '../profile/snippets.ts';
import { expand, type Judged } from '../specification/judged.ts';
import type { Need } from '../specification/needs.ts';
import { type OpeningId, openings } from '../specification/openings/index.ts';
import { type OperationId, operation as operationOf } from '../specification/operations.ts';
import { rules } from '../specification/rules/index.ts';

const judged: readonly Judged[] = rules.flatMap(expand);

/** The openings that say where something is. */
const bound: { readonly [thing: string]: readonly OpeningId[] } = {
  device: ['operations.envelope', 'records.device'],
  location: ['operations.envelope', 'records.location'],
  group: ['operations.envelope', 'records.group'],
  user: ['operations.envelope', 'records.user'],
  countries: ['operations.envelope', 'records.country'],
  timeZones: ['operations.envelope', 'records.timeZone'],
};

/** Openings that say how a request is put, or a record read: without them the operations that they shape are not judged. */
const decisive: ReadonlySet<OpeningId> = new Set<OpeningId>([
  'operations.envelope',
  'patch.format',
  'locations.purpose',
]);

/** The ids that rest on an opening. */
export function judgedBy(id: OpeningId): string[] {
  const shapes: readonly string[] = decisive.has(id)
    ? (openings.find((opening) => opening.id === id)?.shapes ?? [])
    : [];
  const rests = ({ needs, operation }: Judged) =>
    (operation !== undefined && shapes.includes(operation)) || needs.some((need) => isMet(need, id));
  return judged.filter(rests).map((one) => one.id);
}

/** The ids that rest on how these operations are put and answered. */
export function judgedOf(operations: readonly OperationId[]): string[] {
  const things = operations.map(operationOf).flatMap(({ reads, writes }) => [reads, writes]);
  const bound = things.flatMap((thing) => (thing === undefined ? [] : [`bind:${thing}`]));
  const rests = ({ operation, needs }: Judged) =>
    (operation !== undefined && operations.includes(operation)) || needs.some((need) => bound.includes(need));
  return judged.filter(rests).map(({ id }) => id);
}

function isMet(need: Need, id: OpeningId): boolean {
  const [kind, what = ''] = need.split(':');
  if (kind === 'bind') return bound[what]?.includes(id) ?? false;
  return kind === 'says' && what.startsWith(`${id}=`);
}

/** The ids that need a control. */
export function judgedWith(control: ControlName): string[] {
  const isNeeded = (need: Need): boolean =>
    need === `do:${control}` ||
    (control === 'advance' && need === 'clock') ||
    (control === 'setLicences' && need === 'do:readLicences');
  return judged.filter(({ needs }) => needs.some(isNeeded)).map(({ id }) => id);
}

/** The rows of a proof: every difference of lawful deployments, and every fault. */

import { fieldsOf } from '../../contracts/kit/fields.ts';
import { splitPointer } from '../../contracts/kit/json-pointer.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { completeProfile } from '../../contracts/profile/complete.ts';
import { differences } from '../../contracts/profile/differences.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import { type OperationId, operation as operationOf } from '../../contracts/specification/operations.ts';
import type { Reply } from '../../simulator/http/call.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { CliError } from '../command.ts';
import { type FaultRow, faultRows } from './faults.ts';

export interface Row extends FaultRow {
  /** `difference/extra-fields`, `fault/token-revoked`. */
  readonly id: string;
  /** The profile that is served in place of the one that is given; `undefined` where that pins what would differ. */
  profiled?(given: Profile | undefined): Profile | undefined;
}

export const rows: readonly Row[] = [
  ...Object.entries(differences).map(
    ([name, { says, answers, openings }]): Row => ({
      id: `difference/${name}`,
      says,
      expects: 'carries on',
      profiled(given = PLAIN) {
        if (answers.some((opening) => Object.hasOwn(given.openings, opening))) return undefined;
        const differing = openings(completeProfile(given).openings);
        return differing && { ...given, openings: { ...given.openings, ...differing } };
      },
    }),
  ),
  {
    id: 'difference/lists-reversed',
    says: 'Lists, and each page of them, come in another order.',
    expects: 'carries on',
    replies: reversed,
  },
  ...Object.entries(faultRows).map(([name, row]): Row => ({ id: `fault/${name}`, ...row })),
];

const PLAIN: Profile = { roadtest: 1, name: 'default', openings: {} };

/** The rows whose ids begin with one of these; all where none are given. @throws CliError UNKNOWN_ROW */
export function chosenRows(only: readonly string[]): readonly Row[] {
  const unknown = only.find((begin) => !rows.some(({ id }) => id.startsWith(begin)));
  if (unknown !== undefined) {
    const hint = 'roadtest prove --list names them.';
    throw new CliError('UNKNOWN_ROW', `There is no row ${quoted(unknown)}.`, { hint });
  }
  return only.length === 0 ? rows : rows.filter(({ id }) => only.some((begin) => id.startsWith(begin)));
}

/** Lists have no order that the document says. */
function reversed(reply: Reply, operation: OperationId, { profile }: Simulator): Reply {
  const { lists } = operationOf(operation);
  if (lists === undefined || reply.status > 299 || reply.stream) return reply;
  const wrapping = profile.openings['operations.envelope'].lists[lists];
  const json: unknown = JSON.parse(reply.body);
  const list = splitPointer(wrapping.at ?? '').reduce((at: unknown, name) => fieldsOf(at)[name], json);
  if (!Array.isArray(list)) return reply;
  list.reverse();
  return { ...reply, body: JSON.stringify(json) };
}

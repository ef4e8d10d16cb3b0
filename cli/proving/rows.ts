/** The rows of a proof: every difference of lawful deployments, and every fault. */

import { fieldsOf } from '../../contracts/kit/fields.ts';
import { splitPointer } from '../../contracts/kit/json-pointer.ts';
import { completeProfile } from '../../contracts/profile/complete.ts';
import { differences } from '../../contracts/profile/differences.ts';
import type { CompleteProfile, Profile } from '../../contracts/profile/profile.ts';
import { type OperationId, operation as operationOf } from '../../contracts/specification/operations.ts';
import type { Reply } from '../../simulator/http/call.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { type FaultRow, faultRows } from './faults.ts';

export interface Row extends FaultRow {
  /** `difference/extra-fields`, `fault/token-revoked`. */
  readonly id: string;
  /** The profile that is served in place of the one that is given; `undefined` where that pins what would differ. */
  profiled?(given: Profile | undefined): Profile | undefined;
}

export const rows: readonly Row[] = [
  ...Object.entries(differences).map(([name, difference]): Row => {
    const { says, answers } = difference;
    return {
      id: `difference/${name}`,
      says,
      expects: 'carries on',
      profiled(given) {
        const pinned: readonly string[] = Object.keys(given?.openings ?? {});
        if (answers.some((opening) => pinned.includes(opening))) return undefined;
        const usual = given ?? PLAIN;
        const complete: CompleteProfile = completeProfile(usual);
        const openings = difference.openings(complete.openings);
        return openings && { ...usual, openings: { ...usual.openings, ...openings } };
      },
    };
  }),
  {
    id: 'difference/lists-reversed',
    says: 'Lists, and each page of them, come in another order.',
    expects: 'carries on',
    replies: reversed,
  },
  ...Object.entries(faultRows).map(([name, row]): Row => ({ id: `fault/${name}`, ...row })),
];

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

const PLAIN: Profile = { roadtest: 1, name: 'default', openings: {} };

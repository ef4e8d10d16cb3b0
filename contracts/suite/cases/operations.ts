/** Each operation is served at its method and path (section 4): it answers otherwise than a neighbour that no document knows. */
import {
  type GuardedOperationId,
  type OperationId,
  operation as operationOf,
} from '../../specification/index.ts';
import { type Case, type Finding, fail, inconclusive, notApplicable, pass } from '../case.ts';
import type { Answer, Kit, Probe } from '../kit.ts';
import { describeAnswer } from '../reading/describe.ts';

export const operationCases: readonly Case[] = [
  {
    rule: 'operations/*',
    touches: ({ operation }) =>
      operationOf(operation as OperationId).method === 'GET' || operation === 'issueToken'
        ? 'nothing'
        : 'records',
    cost: { requests: 1 },
    judge: (kit, { operation }) =>
      operation === 'issueToken'
        ? judgeTokenRequest(kit)
        : judgeGuarded(kit, operation as GuardedOperationId),
  },
];

async function judgeTokenRequest(kit: Kit): Promise<Finding> {
  const answer = await kit.firstToken();
  const neighbour = await kit.probes.neighbour('issueToken');
  if (answer.look !== neighbour.look) return served(answer, neighbour);
  return notServed('issueToken', answer, neighbour);
}

async function judgeGuarded(kit: Kit, operation: GuardedOperationId): Promise<Finding> {
  const probe = await kit.probes.served(operation);
  const neighbour = await kit.probes.neighbour(operation);
  if (probe.answer.look !== neighbour.look || kit.probes.shows(probe)) return served(probe.answer, neighbour);
  return answersLikeNeighbour(kit, probe, neighbour);
}

/** The request may be wrong, or the account may not call the operation: only where neither can be, it is not served. */
function answersLikeNeighbour(kit: Kit, { operation, answer, good }: Probe, neighbour: Answer): Finding {
  const { openings } = kit.profile;
  const roles = openings['auth.roles'];
  if (!good) {
    return inconclusive(
      `${operation} answers as an undocumented path does, but the request may be wrong: the profile does not tell a good one.`,
      ...(operation === 'lastLocation'
        ? (['locations.purpose', 'controls.createDevice'] as const)
        : (['operations.envelope'] as const)),
    );
  }
  if (!roles) {
    return inconclusive(
      `${operation} answers as an undocumented path does: it is not served, or hidden from this account.`,
      'auth.roles',
    );
  }
  if (roles.mayNotCall.includes(operation))
    return notApplicable(`The profile says that the account may not call ${operation}.`);
  return notServed(operation, answer, neighbour);
}

function served(answer: Answer, neighbour: Answer): Finding {
  return pass('It answers otherwise than an undocumented path.', neighbour, answer);
}

function notServed(operation: OperationId, answer: Answer, neighbour: Answer): Finding {
  const { method, path } = operationOf(operation);
  return fail(
    `${method} ${path} to be served`,
    `the answer of an undocumented path: ${describeAnswer(answer)}`,
    neighbour,
    answer,
  );
}

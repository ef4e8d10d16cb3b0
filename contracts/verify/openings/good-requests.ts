/**
 * Requests that are good by all that the profile says, and that were not served: then something in it does not hold.
 * Rules that need them are left open, and say nothing of it.
 */

import type { Probe } from '../../deployment/deployment.ts';
import { shows } from '../../deployment/probing/evidence.ts';
import { describeAnswer } from '../../deployment/reading/describe.ts';
import { licenceOf } from '../../deployment/reading/device.ts';
import { unlessUnreached } from '../../deployment/transport/failures.ts';
import { nameIn, namesOf } from '../../kit/tables.ts';
import { isWhole } from '../../profile/complete.ts';
import type { OpeningId, Refusal } from '../../specification/openings/index.ts';
import {
  type GuardedOperationId,
  operation as operationOf,
  writtenBy,
} from '../../specification/operations.ts';
import type { RunSession } from '../run-session.ts';
import type { Fault } from './seen.ts';

/** @param refusals every status that the profile pins for a refusal */
export async function goodRequestFaults(
  session: RunSession,
  refusals: ReadonlySet<number>,
): Promise<Fault[]> {
  const { profile } = session;
  const { 'auth.roles': roles, 'operations.status': statuses } = profile.openings;
  const refusal = await session.probes.refusal();
  const probes = await session.probes.known.served.all();
  const faults = probes.map(async (probe): Promise<Fault[]> => {
    const { operation, answer, good } = probe;
    const { status, fingerprint, exchange } = answer;
    if (
      !good ||
      !roles ||
      roles.mayNotCall.includes(operation) ||
      fingerprint === refusal ||
      shows(session, probe)
    )
      return [];
    const isSuccess = status === statuses?.[operation] && !refusals.has(status);
    const opening = isSuccess ? unshown(session, operation) : await refused(session, probe);
    const words = `${operation} got ${describeAnswer(answer)}`;
    return opening === undefined ? [] : [{ opening, words, exchange }];
  });
  return (await Promise.all(faults)).flat();
}

/** The status of a success, and nothing of what the profile says is in the answer. */
function unshown(session: RunSession, operation: GuardedOperationId): OpeningId | undefined {
  return isShown(session, operation) ? 'operations.envelope' : undefined;
}

/** Returns whether the profile says all of what the answer to an operation holds, and that is more than nothing; a list may be empty. */
function isShown({ lens, profile: { openings } }: RunSession, operation: GuardedOperationId): boolean {
  const { reads, writes } = operationOf(operation);
  const resource = reads ?? writes;
  const write = nameIn(writtenBy, operation);
  const purposes = { postLocations: 'locations.purpose', postAlerts: 'alerts.purpose' } as const;
  const posted = { postLocations: 'locations', postAlerts: 'alerts' } as const;
  const post = nameIn(purposes, operation);
  // A range may be empty, and the answer to several reports is not read.
  if (post && (openings[purposes[post]]?.does !== 'record' || lens.posting(posted[post]).takesMany))
    return false;
  return (
    isWhole('operations.envelope', openings['operations.envelope']) &&
    resource !== undefined &&
    openings[`records.${resource}`] !== undefined &&
    (write === undefined || lens.answer(write).kind !== 'nothing')
  );
}

/** Its words about the body of a request that is refused for its content. */
const bodies: { readonly [O in GuardedOperationId]?: OpeningId } = {
  createGroup: 'records.required',
  createUser: 'records.required',
  replaceGroup: 'operations.status',
  replaceUser: 'operations.status',
  updateGroup: 'patch.format',
  updateUser: 'patch.format',
  postLocations: 'locations.purpose',
  postAlerts: 'alerts.purpose',
};

/** Refused by a status that has one meaning in the profile. */
async function refused(session: RunSession, probe: Probe): Promise<OpeningId | undefined> {
  const { openings } = session.profile;
  const { operation, answer } = probe;
  const pinned = openings['errors.status'];
  const opening = bodies[operation];
  if (pinned === undefined || isForWant(session, operation)) return undefined;
  const causes = namesOf(pinned).filter((cause) => pinned[cause] === answer.status);
  if (causes.length === 0) return undefined;
  if (causes.every((cause) => cause === 'forbidden')) return 'auth.roles';
  if (causes.every((cause) => cause === 'conflict'))
    return (await isInForce(session, probe)) ? 'states.other' : undefined;
  // No profile lists the alerts that there are: one of them is its sample.
  const isSample = operation !== 'postAlerts' || session.profile.samples?.alert !== undefined;
  const isForBody = causes.every((cause) => forBody.has(cause));
  return isForBody && isSample && opening !== undefined && openings[opening] !== undefined
    ? opening
    : undefined;
}

/** Returns whether a report was refused for the state of a device that is not expired: by the profile it has no other. */
async function isInForce(session: RunSession, { operation, id }: Probe): Promise<boolean> {
  const isReport = operation === 'postLocations' || operation === 'postAlerts';
  if (!isReport || id === undefined || session.profile.openings['states.other'] === undefined) return false;
  return (await licenceOf(session.as('calibration'), id).catch(unlessUnreached)) === 'used';
}

/** Returns whether it is a PUT, and one is refused here for what it leaves out: that is an opening of its own. */
function isForWant({ seen }: RunSession, operation: GuardedOperationId): boolean {
  const isPut = operation === 'replaceGroup' || operation === 'replaceUser';
  return isPut && (seen.get('put.left-out')?.observed.includes('refused') ?? false);
}

const forBody: ReadonlySet<Refusal> = new Set(['malformed', 'invalid', 'content-type']);

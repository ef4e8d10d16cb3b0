/** Answers by what the profile says of them: where it says how an operation is answered, an answer that is not so decides. */

import type { Deployment, Probe } from '../deployment/deployment.ts';
import { mayBeLimit, readsAsRefusal } from '../deployment/reading/answers.ts';
import { unlessUnbound } from '../deployment/sharing/unbound.ts';
import { defaultAnswers } from '../specification/openings/index.ts';
import { familyOperations, listedBy, operation as operationOf } from '../specification/operations.ts';
import { saysNothing } from './served.ts';

/**
 * `success`: as the operation answers where it did its work. `refusal`: as a call without a good token is refused.
 * `forbidden`: as what the account may not do. `request`: an error that finds fault with the request. `other`: any other error.
 */
type Kind = 'success' | 'refusal' | 'forbidden' | 'request' | 'other';

/** Errors that find fault with the body of a request, or with the moment at which it came. */
const ofRequest = ['malformed', 'invalid', 'content-type', 'too-large', 'conflict'] as const;

/** Returns the kind of an answer; `undefined` where the profile does not say how the operation is answered and refused. */
export function kindByProfile(deployment: Deployment, { operation, answer }: Probe): Kind | undefined {
  const { openings } = deployment.profile;
  const { status, text } = answer;
  const refused = openings['auth.refusal'];
  const served = openings['operations.status']?.[operation];
  if (refused === undefined || served === undefined) return undefined;
  const isError = status >= 400 || readsAsRefusal(deployment, answer);
  if (!isError) {
    const mayBeRefusal = status === refused.status && refused.body === 'empty' && text === '';
    return status === served && !mayBeRefusal ? 'success' : undefined;
  }
  if (saysNothing(answer) || mayBeLimit({ openings }, status)) return undefined;
  if (status === refused.status) return 'refusal';
  const statuses = { ...defaultAnswers['errors.status'], ...openings['errors.status'] };
  if (status === statuses.forbidden) return 'forbidden';
  return ofRequest.some((error) => statuses[error] === status) ? 'request' : 'other';
}

/** Returns whether a call with a bearer value that counts for nothing got the success that a good token gets. */
export function isServedByProfile(deployment: Deployment, probe: Probe, served: Probe): boolean {
  return (
    probe.answer.fingerprint === served.answer.fingerprint && kindByProfile(deployment, probe) === 'success'
  );
}

/**
 * Returns whether an operation is not there: a good call is answered with an error that finds no fault with it, and the account may
 * make it, or a call without a token is answered so too and not refused as the profile says.
 */
export async function isAbsentByProfile(deployment: Deployment, probe: Probe): Promise<boolean> {
  const { operation, good, answer } = probe;
  const { method } = operationOf(operation);
  const roles = deployment.profile.openings['auth.roles'];
  const kind = kindByProfile(deployment, probe);
  const isBodiless = method === 'GET' || method === 'DELETE';
  const isError =
    kind === 'other' || (kind === 'forbidden' && roles) || (kind === 'request' && isBodiless && good);
  if (!isError || (isBodiless && !good) || roles?.mayNotCall.includes(operation)) return false;
  const bare = await deployment.probes.bare(operation);
  const isUnguarded = bare.answer.fingerprint === answer.fingerprint;
  return (isUnguarded || (good && roles !== undefined)) && isOfWhatIsThere(deployment, probe);
}

/** Returns whether a call went to what is there for the account: a list shows it, and it is no device that may have expired. */
async function isOfWhatIsThere(deployment: Deployment, { operation, answer, id }: Probe): Promise<boolean> {
  const { pathId } = operationOf(operation);
  if (pathId === null) return true;
  if (pathId === 'device') {
    const { records } = (await deployment.list('devices').catch(unlessUnbound)) ?? { records: [] };
    return records.some((device) => device.id === id && device.licence === 'used');
  }
  const { create, list } = familyOperations[pathId];
  const own = deployment.made.standing(pathId);
  if (id !== undefined && own.includes(id)) {
    const { records } = (await deployment.list(listedBy[list]).catch(unlessUnbound)) ?? { records: [] };
    return records.some((record) => record.id === id);
  }
  // Others may have removed theirs.
  const made = own[0] ?? (await deployment.probes.served(create)).id;
  if (made === undefined) return false;
  const at = { id: made, isRead: true };
  const { probe } = await deployment.probes.aim(operation, { auth: 'token', refusable: false }, at);
  return (
    probe.answer.fingerprint === answer.fingerprint && isOfWhatIsThere(deployment, { ...probe, id: made })
  );
}

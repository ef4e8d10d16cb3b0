/** Tells whether an operation is served at its method and path (section 4): it answers otherwise than a neighbour that no document knows. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment, Probe } from '../deployment/deployment.ts';
import type { Unlock } from '../deployment/finding.ts';
import { wordsOf } from '../deployment/fingerprint.ts';
import { readsAsRefusal } from '../deployment/reading/answers.ts';
import { busyBy, isIssued } from '../deployment/reading/tokens.ts';
import { unlessUnreached } from '../deployment/transport/failures.ts';
import type { AnyId } from '../profile/facts.ts';
import {
  type GuardedOperationId,
  type OperationId,
  operation as operationOf,
  readOperation,
} from '../specification/operations.ts';
import { type Look, looksLike, unclear } from './look.ts';

/** Returns whether the answer to a good token request is that of what is not served. */
export async function isTokenRequestAbsent(deployment: Deployment, answer: Answer): Promise<boolean> {
  if (isIssued(answer)) return false;
  const { issued, refused, incomplete } = deployment.profile.openings['token.status'] ?? {};
  const isPinned = refused !== undefined && ![issued, refused, incomplete].includes(answer.status);
  if (isPinned && busyBy(deployment, answer) === undefined) return true;
  const controls = await controlsFor(deployment, 'issueToken');
  return controls.some((control) => control.answer.fingerprint === answer.fingerprint);
}

/** `absent` where the answer to a request with a token in force is that of an operation that is not served, `yes` where it is another. */
export async function offeredBy(deployment: Deployment, probe: Probe): Promise<Look> {
  const { operation, answer, id } = probe;
  if (deployment.probes.shows(probe)) return looksLike('yes');
  const alike = (await controlsFor(deployment, operation, id)).filter(
    (control) => control.answer.fingerprint === answer.fingerprint,
  );
  const unknown = await controlOfId(deployment, probe);
  const same = alike.find((control) => wordsOf(control.answer) === wordsOf(answer)) ?? unknown ?? alike[0];
  return same ? answersLike(deployment, probe, same) : looksLike('yes');
}

/** Lists that are never empty, at paths that say all that is asked for: no request for them is wrong but for its token. */
const PLAIN: readonly OperationId[] = ['listDevices', 'listCountries', 'listTimeZones'];

/** The answer to a request that is not served, by all that is known: to a neighbouring path, or to the path itself by another method. */
interface Control {
  what: 'an undocumented path' | 'an undocumented method' | 'an id that names nothing';
  answer: Answer;
}

async function controlsFor(deployment: Deployment, operation: OperationId, id?: AnyId): Promise<Control[]> {
  const neighbour: Control = {
    what: 'an undocumented path',
    answer: await deployment.probes.neighbour(operation),
  };
  const other = await deployment.probes.otherMethod(operation, id).catch(unlessUnreached);
  return other ? [neighbour, { what: 'an undocumented method', answer: other }] : [neighbour];
}

/** How a record is answered that does not exist, where one that does exist is answered alike. */
async function controlOfId(
  deployment: Deployment,
  { operation, answer, id, good }: Probe,
): Promise<Control | undefined> {
  const { pathId: resource } = operationOf(operation);
  // A success says nothing: a DELETE may be answered alike whether there was a record or not.
  if (!good || id === undefined || resource === null) return undefined;
  if (answer.status < 400 && !readsAsRefusal(deployment, answer)) return undefined;
  // Nor does a token that is refused say what is served.
  if (answer.fingerprint === (await deployment.probes.refusal())) return undefined;
  const unknown = await deployment.probes.unknownId(operation).catch(unlessUnreached);
  if (unknown?.fingerprint !== answer.fingerprint || wordsOf(unknown) !== wordsOf(answer)) return undefined;
  const read = readOperation[resource];
  const shown = await deployment.call(read, { id });
  if (!deployment.probes.shows({ operation: read, answer: shown, id, good })) return undefined;
  // An expired device may do more or less: that is open.
  const isExpired =
    resource === 'device' && deployment.lens.reply(resource).read(shown.json).facts.licence !== 'used';
  if (isExpired) return undefined;
  return { what: 'an id that names nothing', answer: unknown };
}

/** The request may be wrong, or the account may not call the operation: only where neither can be, it is not served. */
async function answersLike(
  deployment: Deployment,
  { operation, answer, good }: Probe,
  control: Control,
): Promise<Look> {
  const roles = deployment.profile.openings['auth.roles'];
  const alike = `${operation} answers as ${control.what} does`;
  if (!good) {
    const reason = `${alike}, but the request may be wrong: the profile does not describe a good one`;
    return unclear(reason, ...goodRequestBy(operation));
  }
  if (!roles) return unclear(`${alike}: it is not served, or hidden from this account`, 'auth.roles');
  if (roles.mayNotCall.includes(operation)) return unclear(`${alike}: the account may not call it`);
  // A body that lacks what the profile does not know of is refused like anything else here.
  const refusesAlike = answer.fingerprint === (await deployment.probes.refusal());
  if (refusesAlike && takesBody(operation))
    return unclear(`${alike}, and as every refusal does here: its body may not be good enough`);
  if (wordsOf(answer) !== wordsOf(control.answer) && !PLAIN.includes(operation))
    return unclear(`${alike}, but in other words: it may have refused the request for another cause`);
  if (control.what === 'an undocumented path' && (await isHidden(deployment, operation)))
    return unclear(
      `${alike} with a token, and asks for one without: it is hidden from this account`,
      'auth.roles',
    );
  return looksLike('absent');
}

/** Returns whether a call is answered with a token like an undocumented path, in its words, and asks for one without. */
export async function isHiddenFrom(
  deployment: Deployment,
  { operation, answer }: Pick<Probe, 'operation' | 'answer'>,
): Promise<boolean> {
  const neighbour = await deployment.probes.neighbour(operation);
  const isAlike = neighbour.fingerprint === answer.fingerprint && wordsOf(neighbour) === wordsOf(answer);
  return isAlike && isHidden(deployment, operation);
}

/** Returns whether a path asks for a token where one that is not there does not: then it is there, and kept from this account. */
async function isHidden(deployment: Deployment, operation: GuardedOperationId): Promise<boolean> {
  const refusal = await deployment.probes.refusal();
  const { answer: bare } = await deployment.probes.bare(operation);
  if (refusal === undefined || bare.fingerprint !== refusal) return false;
  const { method } = operationOf(operation);
  const url = `${deployment.lens.basePath}/api/undocumented-${deployment.nonce}`;
  const headers = { accept: 'application/json' };
  const nothing = await deployment.send({ method, url, headers });
  if (nothing.fingerprint === refusal) return false;
  const observed = `${operation} is answered like what is not there, and asks for a token without one`;
  deployment.observe('auth.roles', { observed, pinned: 'it may be called', holds: false }, nothing, bare);
  return true;
}

function takesBody(operation: OperationId): boolean {
  return ['POST', 'PUT', 'PATCH'].includes(operationOf(operation).method);
}

/** The parts of the profile that describe a good request. */
function goodRequestBy(operation: GuardedOperationId): Unlock[] {
  if (operation === 'lastLocation') return ['locations.purpose', 'controls.createDevice'];
  // Posts go to a device of the run's own, or to one that the profile names.
  const device = ['controls.createDevice', 'known.device'] as const;
  if (operation === 'postLocations') return ['locations.purpose', ...device];
  return operation === 'postAlerts' ? ['alerts.purpose', ...device] : ['operations.envelope'];
}

/** Each operation is served at its method and path (section 4): it answers otherwise than a neighbour that no document knows. */
import type { AnyId } from '../../profile/facts.ts';
import {
  familyOperations,
  type GuardedOperationId,
  guardedOperation,
  type OperationId,
  operation as operationOf,
} from '../../specification/operations.ts';
import type { Answer } from '../answer.ts';
import type { Cases } from '../case.ts';
import type { CaseContext, Probe } from '../case-context.ts';
import { type Finding, fail, inconclusive, notApplicable, pass, type Unlock } from '../finding.ts';
import { wordsOf } from '../fingerprint.ts';
import { describeAnswer } from '../reading/describe.ts';
import { isIssued } from '../reading/token-answer.ts';
import { unlessUnreached } from '../transport/failures.ts';
import { readsAsRefusal } from './accepted.ts';

export const operationCases = {
  'operations/*': {
    touches: ({ operation }) =>
      operation === 'issueToken' || operationOf(guardedOperation(operation)).method === 'GET'
        ? 'nothing'
        : 'records',
    cost: { requests: 1 },
    judge: (context, { operation }) =>
      operation === 'issueToken'
        ? judgeTokenRequest(context)
        : judgeGuarded(context, guardedOperation(operation)),
  },
} satisfies Cases;

async function judgeTokenRequest(context: CaseContext): Promise<Finding> {
  return judgeTokenAnswer(context, await context.firstToken());
}

/** Whether the answer to a good token request is that of what is not served. */
export async function judgeTokenAnswer(context: CaseContext, answer: Answer): Promise<Finding> {
  if (isIssued(answer)) return pass('It answers with what it is to do.', answer);
  for (const control of await controlsFor(context, 'issueToken')) {
    if (answer.fingerprint === control.answer.fingerprint) return notServed('issueToken', answer, control);
  }
  return pass('It answers otherwise than an undocumented path or method.', answer);
}

async function judgeGuarded(context: CaseContext, operation: GuardedOperationId): Promise<Finding> {
  return judgeProbe(context, await context.probes.served(operation));
}

/** Whether the answer to a request with a token in force is that of an operation that is not served. */
export async function judgeProbe(context: CaseContext, probe: Probe): Promise<Finding> {
  const { operation, answer, id } = probe;
  if (context.probes.shows(probe)) return pass('It answers with what it is to do.', answer);
  const alike = (await controlsFor(context, operation, id)).filter(
    (control) => control.answer.fingerprint === answer.fingerprint,
  );
  const unknown = await controlOfId(context, probe);
  const same = alike.find((control) => wordsOf(control.answer) === wordsOf(answer)) ?? unknown ?? alike[0];
  if (same) return answersLike(context, probe, same);
  return pass('It answers otherwise than an undocumented path or method.', answer);
}

/** What is not served, by all that is known: a neighbouring path, and the path itself by another method. */
interface Control {
  what: 'an undocumented path' | 'an undocumented method' | 'an id that names nothing';
  answer: Answer;
}

async function controlsFor(context: CaseContext, operation: OperationId, id?: AnyId): Promise<Control[]> {
  const neighbour: Control = {
    what: 'an undocumented path',
    answer: await context.probes.neighbour(operation),
  };
  const other = await context.probes.otherMethod(operation, id).catch(unlessUnreached);
  return other ? [neighbour, { what: 'an undocumented method', answer: other }] : [neighbour];
}

/** How a record is answered that does not exist, where one that does exist is answered alike. */
async function controlOfId(
  context: CaseContext,
  { operation, answer, id, good }: Probe,
): Promise<Control | undefined> {
  const { pathId: resource } = operationOf(operation);
  // A success says nothing: a DELETE may be answered alike whether there was a record or not.
  if (!good || id === undefined || resource === null) return undefined;
  if (answer.status < 400 && !readsAsRefusal(context, answer)) return undefined;
  // Nor does a token that is refused say what is served.
  if (answer.fingerprint === (await context.fingerprints.refusal())) return undefined;
  const unknown = await context.fingerprints.unknownId(operation).catch(unlessUnreached);
  if (unknown?.fingerprint !== answer.fingerprint || wordsOf(unknown) !== wordsOf(answer)) return undefined;
  const read = resource === 'device' ? 'readDevice' : familyOperations[resource].read;
  const shown = await context.call(read, { id });
  if (!context.probes.shows({ operation: read, answer: shown, id, good })) return undefined;
  // What an expired device may do is open.
  const isExpired =
    resource === 'device' && context.lens.reply(resource).read(shown.json).facts.licence !== 'used';
  if (isExpired) return undefined;
  return { what: 'an id that names nothing', answer: unknown };
}

/** The request may be wrong, or the account may not call the operation: only where neither can be, it is not served. */
async function answersLike(
  context: CaseContext,
  { operation, answer, good }: Probe,
  control: Control,
): Promise<Finding> {
  const roles = context.profile.openings['auth.roles'];
  const alike = `${operation} answers as ${control.what} does`;
  if (!good) {
    const reason = `${alike}, but the request may be wrong: the profile does not describe a good one.`;
    return inconclusive(reason, ...goodRequestBy(operation));
  }
  if (!roles) return inconclusive(`${alike}: it is not served, or hidden from this account.`, 'auth.roles');
  if (roles.mayNotCall.includes(operation))
    return notApplicable(`The profile says that the account may not call ${operation}.`);
  // A body that lacks what the profile does not know of is refused like anything else here.
  const refusesAlike = answer.fingerprint === (await context.fingerprints.refusal());
  if (refusesAlike && takesBody(operation))
    return inconclusive(`${alike}, and as every refusal does here: its body may not be good enough.`);
  if (wordsOf(answer) !== wordsOf(control.answer))
    return inconclusive(`${alike}, but in other words: it may have refused the request for another cause.`);
  if (control.what === 'an undocumented path' && (await isHidden(context, operation)))
    return inconclusive(
      `${alike} with a token, and asks for one without: it is hidden from this account.`,
      'auth.roles',
    );
  return notServed(operation, answer, control);
}

/** Whether a path asks for a token where one that is not there does not: then it is there, and kept from this account. */
async function isHidden(context: CaseContext, operation: GuardedOperationId): Promise<boolean> {
  const refusal = await context.fingerprints.refusal();
  const { answer: bare } = await context.probes.bare(operation);
  if (refusal === undefined || bare.fingerprint !== refusal) return false;
  const { method } = operationOf(operation);
  const url = `${context.lens.basePath}/api/undocumented-${context.nonce}`;
  const headers = { accept: 'application/json' };
  const nothing = await context.send({ method, url, headers });
  if (nothing.fingerprint === refusal) return false;
  const observed = `${operation} is answered like what is not there, and asks for a token without one`;
  context.observe('auth.roles', { observed, pinned: 'it may be called', holds: false }, nothing, bare);
  return true;
}

function notServed(operation: OperationId, answer: Answer, control: Control): Finding {
  const { method, path } = operationOf(operation);
  const observed = `the answer of ${control.what}: ${describeAnswer(answer)}`;
  return fail(`${method} ${path} to be served`, observed, control.answer, answer);
}

function takesBody(operation: OperationId): boolean {
  return ['POST', 'PUT', 'PATCH'].includes(operationOf(operation).method);
}

/** What of the profile describes a good request. */
function goodRequestBy(operation: GuardedOperationId): Unlock[] {
  if (operation === 'lastLocation') return ['locations.purpose', 'controls.createDevice'];
  // What is posted goes to a device of the run's own, or to one that the profile names.
  const device = ['controls.createDevice', 'known.device'] as const;
  if (operation === 'postLocations') return ['locations.purpose', ...device];
  return operation === 'postAlerts' ? ['alerts.purpose', ...device] : ['operations.envelope'];
}

/**
 * Tells by its answer whether a call was served. It is held against those to its twins, the same call with a token in force and
 * without any, against that of a path which no document knows, and against the statuses of the profile, which a run has learned
 * where none was given. Where these do not tell it is unclear, and the look says what would.
 */

import type { Answer, Auth } from '../deployment/answer.ts';
import type { Deployment, Probe } from '../deployment/deployment.ts';
import { Contradiction, type Unlock, Unreached } from '../deployment/finding.ts';
import { wordsOf } from '../deployment/fingerprint.ts';
import { shows } from '../deployment/probing/evidence.ts';
import {
  commonLook,
  knownGood,
  neighbourOf,
  otherMethodOf,
  refusalLook,
  unknownIdOf,
} from '../deployment/probing/probing.ts';
import { probeBare, probeServed, sendProbe } from '../deployment/probing/requests.ts';
import { isSuccess, mayBeLimit, readsAsRefusal } from '../deployment/reading/answers.ts';
import { isIssued, readToken } from '../deployment/reading/tokens.ts';
import { perRun } from '../deployment/sharing/per-run.ts';
import { unlessUnbound } from '../deployment/sharing/unbound.ts';
import { renewalEnds } from '../deployment/tokens/renewal.ts';
import { unlessUnreached } from '../deployment/transport/failures.ts';
import type { Served } from '../judge/event.ts';
import { isFields } from '../kit/fields.ts';
import { inTurn } from '../kit/in-turn.ts';
import { defaultAnswers } from '../specification/openings/index.ts';
import {
  familyOperations,
  type GuardedOperationId,
  listedBy,
  operation as operationOf,
} from '../specification/operations.ts';
import { saysNothing } from './answers.ts';

export interface CallResult {
  readonly served: Served;
  /** Tells whether it may be kept from this account, though the bearer value was taken. */
  readonly isHidden?: boolean;
  /** Why the answer does not say more, and what would change that. */
  readonly refusal?: Unreached;
}

/** @param reason to be read after "a step could not be taken" */
export function unclear(reason: string, ...unlock: readonly Unlock[]): CallResult {
  return { served: 'unclear', refusal: new Unreached(reason, ...unlock) };
}

const yes: CallResult = { served: 'yes' };
const no: CallResult = { served: 'no' };
const absent: CallResult = { served: 'absent' };

/**
 * Returns whether a call with a token in force was served; what it was refused for comes again, and is not asked too often.
 *
 * @param isLate whether the token was issued some time ago: then the time makes the difference where a fresh one is served
 */
export async function lookInForce(
  deployment: Deployment,
  probe: Probe,
  auth: Auth,
  isLate: boolean,
): Promise<CallResult> {
  const { operation } = probe;
  const look = await lookOnce(deployment, probe);
  if (look.served !== 'no' && look.served !== 'absent') return look;
  // The deployment may have been asked too much, and have said so in words of its own.
  const again = await lookOnce(deployment, await sendProbe(deployment, operation, { auth }));
  if (again.served !== look.served) {
    // Another may have taken its place while it was on its way.
    if (again.served !== 'unclear' && (await renewalEnds(deployment))) return again;
    return {
      served: 'unclear',
      refusal: new Contradiction(`${operation} answered the same token in two ways`),
    };
  }
  if (look.served === 'absent')
    return (await areAllAnsweredSo(deployment, probe))
      ? unclear('all operations are answered alike now')
      : absent;
  const isForToken = !look.inOtherWords && (!isLate || mayCall(deployment, operation));
  if (isForToken || (await isServedAfresh(deployment, operation))) return no;
  return unclear(`${operation} refuses a fresh token, too`);
}

interface Once extends CallResult {
  /** Tells whether it was refused in other words than for want of a token. */
  readonly inOtherWords?: boolean;
}

async function lookOnce(deployment: Deployment, probe: Probe): Promise<Once> {
  const { answer, operation } = probe;
  if (shows(deployment, probe)) return yes;
  const absence = await absenceBy(deployment, probe);
  if (absence?.served === 'absent') return absence;
  const { served, bare } = await twins(deployment, operation);
  const [isAsServed, isAsBare] = [isLike(answer, served.answer), isLike(answer, bare.answer)];
  if (isAsServed && isAsBare) return refusedAsBare(deployment, served);
  if (isAsServed && isSuccess(answer) && !absence) return yes;
  if (isAsServed) return { ...absence, served: 'heard', isHidden: absence !== undefined };
  // A list that was empty when it was served first may have some data by now.
  if (answer.status === served.answer.status && holdsData(deployment, probe)) return yes;
  // In words alone it may differ for each cause.
  const isStatusOfBare = answer.status === bare.answer.status && answer.status !== served.answer.status;
  if (!isAsBare && !(isStatusOfBare && !isSuccess(answer)))
    return unclear(`${operation} answers a good token otherwise than it did before`);
  if (saysNothing(answer)) return unclear(`${operation} was answered with a server error`);
  return { served: 'no', inOtherWords: wordsOf(answer) !== wordsOf(bare.answer) };
}

/** With a token in force it is answered as without any. */
async function refusedAsBare(deployment: Deployment, served: Probe): Promise<CallResult> {
  const { profile } = deployment;
  const { operation, good, answer } = served;
  const refusals = [await refusalLook(deployment), await commonLook(deployment)];
  if (!refusals.includes(answer.fingerprint) || !good) return answersAlike(served);
  const may = mayCall(deployment, operation);
  if (may === undefined)
    return unclear(
      `${operation} is refused with a fresh token: the account may not call it, it seems`,
      'auth.roles',
    );
  if (!may) return unclear(`the account may not call ${operation}`);
  const written = operationOf(operation).writes as 'location' | 'alert' | 'group' | 'user' | undefined;
  const sample = takesBody(operation) ? written : undefined;
  if (sample && !profile.samples?.[sample] && isLike(answer, await neighbourOf(deployment, operation)))
    return unclear(
      `every refusal looks alike here: the body of ${operation} may not be good enough`,
      `samples.${sample}`,
    );
  if (isAlike(answer, (await probeBare(deployment, operation)).answer)) return no;
  // Its words may tell a wrong token from a missing one.
  const auth = { bearer: `garbage-${deployment.nonce}` };
  const wrong = await sendProbe(deployment, operation, { auth, provoking: true, isTraced: true });
  if (isAlike(answer, wrong.answer)) return no;
  return unclear(
    `${operation} is refused with a fresh token in other words than without one: it may have another cause`,
  );
}

/** Returns whether the profile says that the account may call an operation. */
function mayCall({ profile }: Deployment, operation: GuardedOperationId): boolean | undefined {
  const roles = profile.openings['auth.roles'];
  return roles && !roles.mayNotCall.includes(operation);
}

/** Returns whether a fresh token is served, so that the token alone makes the difference. One at a time: the next one may end it. */
function isServedAfresh(deployment: Deployment, operation: GuardedOperationId): Promise<boolean> {
  return inTurn(deployment.run, async () => {
    const fresh = await deployment.requestToken();
    if (!isIssued(fresh)) return false;
    const probe = await sendProbe(deployment, operation, { auth: { bearer: readToken(fresh).value } });
    return (await lookOnce(deployment, probe)).served === 'yes';
  });
}

/** Returns whether an operation that is surely served is answered alike now. */
async function areAllAnsweredSo(deployment: Deployment, { answer }: Probe): Promise<boolean> {
  const { operation } = await knownGood(deployment);
  return isAlike(await deployment.call(operation), answer);
}

/**
 * `absent` where a good call is answered as what is not served at all (section 4), by the profile or like an undocumented path or
 * method. Why
 * that does not tell, where the request may be wrong or the account may not make it; `undefined` where it is answered otherwise.
 */
async function absenceBy(deployment: Deployment, probe: Probe): Promise<CallResult | undefined> {
  const { operation, answer, good, id } = probe;
  const neighbour = await neighbourOf(deployment, operation);
  const byMethod = await otherMethodOf(deployment, operation, id).catch(unlessUnreached);
  const controls = byMethod ? [neighbour, byMethod] : [neighbour];
  const isHidden = async () => isAlike(answer, neighbour) && (await isKeptFrom(deployment, operation));
  const may = mayCall(deployment, operation);
  if (good && may !== false && isErrorOfNone(deployment, probe)) {
    const isTold = may || isLike(answer, (await probeBare(deployment, operation)).answer);
    if (isTold && (await isOfWhatIsThere(deployment, probe)) && !(await isHidden())) return absent;
  }
  const isBeside = controls.some((control) => isLike(answer, control));
  if (!isBeside && !(await isTakenForNone(deployment, probe))) return undefined;
  const alike = `${operation} answers as an ${isBeside ? 'undocumented path or method' : 'id that names nothing'} does`;
  if (!good)
    return unclear(
      `${alike}, but the request may be wrong: the profile does not describe a good one`,
      ...unlocks(operation),
    );
  if (may === undefined)
    return unclear(`${alike}: it is not served, or hidden from this account`, 'auth.roles');
  if (!may) return unclear(`${alike}: the account may not call it`);
  // A body that lacks what the profile does not know of is refused like anything else here, or like one that is malformed.
  const isOfBody =
    answer.fingerprint === (await refusalLook(deployment)) || (!isBeside && findsFault(deployment, answer));
  if (isOfBody && takesBody(operation)) return unclear(`${alike}: its body may not be good enough`);
  if (isBeside && !controls.some((control) => isAlike(answer, control)))
    return unclear(`${alike}, but in other words: it may have refused the request for another cause`);
  if (await isHidden())
    return unclear(
      `${alike} with a token, and asks for one without: it is hidden from this account`,
      'auth.roles',
    );
  return absent;
}

/** Returns whether a path asks for a token where one that is not there does not: then it is there, and kept from this account. */
async function isKeptFrom(deployment: Deployment, operation: GuardedOperationId): Promise<boolean> {
  const refusal = await refusalLook(deployment);
  const { answer: bare } = await probeBare(deployment, operation);
  if (refusal === undefined || bare.fingerprint !== refusal) return false;
  const { method } = operationOf(operation);
  const url = `${deployment.lens.basePath}/api/undocumented-${deployment.nonce}`;
  const nothing = await deployment.send({ method, url, headers: { accept: 'application/json' } });
  if (nothing.fingerprint === refusal) return false;
  const observed = `${operation} is answered like what is not there, and asks for a token without one`;
  deployment.observe('auth.roles', { observed, pinned: 'it may be called', holds: false }, nothing, bare);
  return true;
}

/** Errors that find fault with the body of a request, or with the moment at which it came. */
const ofRequest = ['malformed', 'invalid', 'content-type', 'too-large', 'conflict'] as const;

/**
 * Returns whether an answer is an error by the profile that is no refusal for want of a token or a right, asks for no pause, and
 * finds no fault with the request: what it asks for is not there.
 */
function isErrorOfNone(deployment: Deployment, { operation, answer }: Probe): boolean {
  const { openings } = deployment.profile;
  const { status } = answer;
  const refused = openings['auth.refusal'];
  if (refused === undefined || openings['operations.status']?.[operation] === undefined) return false;
  if (status < 400 && !readsAsRefusal(deployment, answer)) return false;
  if (saysNothing(answer) || mayBeLimit({ openings }, status) || status === refused.status) return false;
  if (status === statusesOf(deployment).forbidden) return openings['auth.roles'] !== undefined;
  return !takesBody(operation) || !findsFault(deployment, answer);
}

function findsFault(deployment: Deployment, { status }: Answer): boolean {
  return ofRequest.some((error) => statusesOf(deployment)[error] === status);
}

function statusesOf({ profile }: Deployment) {
  return { ...defaultAnswers['errors.status'], ...profile.openings['errors.status'] };
}

/**
 * Returns whether a record or a device that is there is answered as an id that names nothing. A success says nothing: a DELETE may be
 * answered alike whether there was a record or not; nor does a token that is refused.
 */
async function isTakenForNone(deployment: Deployment, probe: Probe): Promise<boolean> {
  const { operation, answer, good, id } = probe;
  if (!good || id === undefined || operationOf(operation).pathId === null) return false;
  if (answer.status < 400 && !readsAsRefusal(deployment, answer)) return false;
  if (answer.fingerprint === (await refusalLook(deployment))) return false;
  const none = await unknownIdOf(deployment, operation).catch(unlessUnreached);
  return none !== undefined && isAlike(none, answer) && isOfWhatIsThere(deployment, probe);
}

/** Returns whether an answer is the success that the profile says of the operation. */
function isSuccessByProfile(deployment: Deployment, { operation, answer }: Probe): boolean {
  const { 'auth.refusal': refused, 'operations.status': served } = deployment.profile.openings;
  if (refused === undefined || answer.status !== served?.[operation]) return false;
  const mayBeRefusal = answer.status === refused.status && refused.body === 'empty' && answer.text === '';
  return answer.status < 400 && !mayBeRefusal && !readsAsRefusal(deployment, answer);
}

/** Returns whether a call went to what is there for the account: a list shows it, and it is no device that may have expired. */
async function isOfWhatIsThere(deployment: Deployment, { operation, id }: Probe): Promise<boolean> {
  const { pathId } = operationOf(operation);
  if (pathId === null) return true;
  const name = pathId === 'device' ? 'devices' : listedBy[familyOperations[pathId].list];
  const records: readonly object[] = (await deployment.list(name).catch(unlessUnbound))?.records ?? [];
  return records.some(
    (one: { id?: unknown; licence?: unknown }) =>
      one.id === id && (pathId !== 'device' || one.licence === 'used'),
  );
}

/**
 * Returns whether a call whose bearer value must be refused was served all the same: `yes` where it got what a token in force gets.
 * Its effect shows later.
 *
 * @param isBare whether it was sent without a bearer value
 */
export async function lookRefused(
  deployment: Deployment,
  probe: Probe,
  isBare: boolean,
): Promise<CallResult> {
  const { operation, answer } = probe;
  const { served, bare } = await twins(deployment, operation);
  const refusal = await refusalLook(deployment);
  const isRefusal = answer.fingerprint === refusal;
  const isAsServed = isLike(answer, served.answer);
  if (!isRefusal && shows(deployment, probe)) return yes;
  if (isAsServed && isSuccessByProfile(deployment, probe)) return yes;
  if (await sharesData(deployment, served, probe)) return yes;
  if (isAsServed && isRefusal && served.good)
    return unclear(
      `${operation} is refused with a token too: the account may not call it, it seems`,
      'auth.roles',
    );
  // It may look into the request before it looks at the bearer value.
  if (isAsServed && !isRefusal && bare.answer.fingerprint === refusal)
    return { ...answersAlike(served), served: 'heard' };
  if (isAsServed) return answersAlike(served);
  const isTwin = isBare || answer === bare.answer;
  if (isRefusal || (!isTwin && isLike(answer, bare.answer))) return no;
  if (await readsAsNone(deployment, probe))
    return unclear(
      `${operation} answers as to an unknown id without a good token: it may have looked for it`,
    );
  return (await isOfBearer(deployment, probe, served))
    ? no
    : unclear(`${operation} no longer answers a good token as it did`);
}

/** Returns whether an answer is that to an unknown path, or to an unknown id. */
async function readsAsNone(deployment: Deployment, { operation, answer }: Probe): Promise<boolean> {
  const isOfRecord = operationOf(operation).pathId !== null;
  const none = await Promise.all([
    neighbourOf(deployment, operation).catch(unlessUnreached),
    isOfRecord ? unknownIdOf(deployment, operation).catch(unlessUnreached) : undefined,
  ]);
  return none.some((one) => one && isAlike(one, answer));
}

/** Answers of a run that a good token did not get at the same time. */
const ownRefusals = perRun(() => new Map<string, Promise<boolean>>());

/** Another answer than all others: where the twin is still served, the bearer alone makes the difference; so it does once more. */
async function isOfBearer(deployment: Deployment, { operation, answer }: Probe, served: Probe) {
  const own = ownRefusals(deployment);
  const look = `${answer.fingerprint} ${wordsOf(answer)}`;
  if (await own.get(look)?.catch(unlessUnreached)) return true;
  const isServed = sendProbe(deployment, operation, { auth: 'token' }).then(
    (again) => isLike(again.answer, served.answer) || holdsData(deployment, again),
  );
  own.set(look, isServed);
  return isServed;
}

/** The same of a call without a token by another spelling of path or method. Of a write that can be read back the effect alone counts. */
export async function lookByWay(deployment: Deployment, probe: Probe): Promise<CallResult> {
  const { operation } = probe;
  const { served, bare } = await twins(deployment, operation);
  if (bare.answer.fingerprint !== (await refusalLook(deployment)) && shows(deployment, bare))
    return unclear(`${operation} is served without a token: no way round is needed`);
  if (await isServedByWay(deployment, served, probe)) return yes;
  if (holdsData(deployment, served)) return no;
  return unclear(
    `it cannot be seen whether ${operation} did its work, even with a good token`,
    ...unlocks(operation),
    ...(operation in listedBy ? (['account'] as const) : []),
  );
}

async function isServedByWay(deployment: Deployment, served: Probe, probe: Probe): Promise<boolean> {
  const { operation, answer } = probe;
  const { method, writes } = operationOf(operation);
  if (await sharesData(deployment, served, probe)) return true;
  if (answer.fingerprint === (await refusalLook(deployment)) || !shows(deployment, probe)) return false;
  if (method === 'GET') return true;
  const isPost = writes === 'location' || writes === 'alert';
  return isPost && isLike(answer, served.answer) && !isLike(answer, await neighbourOf(deployment, operation));
}

/** The answers to a call with a token in force and without any. */
async function twins(deployment: Deployment, operation: GuardedOperationId) {
  const served = await probeServed(deployment, operation);
  return { served, bare: await probeBare(deployment, operation) };
}

/** Alike, and not because it is refused for want of a token: the request may be looked at before the token is. */
function answersAlike({ operation, good }: Probe): CallResult {
  const why = good
    ? 'whether it did its work cannot be seen from the answer'
    : 'the profile does not describe a good request, and a bad request may be refused for being bad';
  return unclear(`${operation} answers alike with a token and without: ${why}`, ...unlocks(operation));
}

function isLike(one: Answer, other: Answer): boolean {
  return one.fingerprint === other.fingerprint;
}

/** In the same words, too. */
function isAlike(one: Answer, other: Answer): boolean {
  return isLike(one, other) && wordsOf(one) === wordsOf(other);
}

function takesBody(operation: GuardedOperationId): boolean {
  return ['POST', 'PUT', 'PATCH'].includes(operationOf(operation).method);
}

/** The parts of the profile that describe a good request, and show that an operation did its work. */
function unlocks(operation: GuardedOperationId): Unlock[] {
  const { method, family, writes, reads } = operationOf(operation);
  // Posts go to a device of the run's own, or to one that the profile names.
  const device = ['controls.createDevice', 'known.device'] as const;
  if (writes === 'location' || writes === 'alert')
    return [`${writes}s.purpose`, `records.${writes}`, 'operations.envelope', ...device];
  if (reads === 'location') return ['locations.purpose', 'records.location', ...device];
  const record = ({ devices: 'device', groups: 'group', users: 'user' } as const)[family as 'users'];
  return [
    `records.${record}`,
    'operations.envelope',
    ...(method === 'GET' ? [] : (['operations.status'] as const)),
  ];
}

/** A record or a position holds so many telling values at least. */
const FEWEST = 3;
/** A text with fewer characters is a word of any answer. */
const TELLING = 6;
/** Answers are compared up to so many values. */
const MOST = 20_000;

/**
 * Returns whether an answer, to a request that must be refused, holds what the operation answers a good token with: as much as
 * a record has, and no part of every envelope.
 */
async function sharesData(deployment: Deployment, served: Probe, { answer }: Probe): Promise<boolean> {
  const { operation } = served;
  if (operationOf(operation).method !== 'GET' || !holdsData(deployment, served)) return false;
  const found = tellingValues(answer);
  const shared = [...tellingValues(served.answer)].filter((value) => found.has(value));
  if (shared.length < FEWEST) return false;
  const other = operation === 'listCountries' ? 'listTimeZones' : 'listCountries';
  const everywhere = [
    await neighbourOf(deployment, operation),
    (await probeServed(deployment, other)).answer,
  ].map(tellingValues);
  return shared.filter((value) => !everywhere.some((values) => values.has(value))).length >= FEWEST;
}

/** Returns whether an answer shows data: by the profile, or in any form. A list that was empty at first may have some by now. */
function holdsData(deployment: Deployment, probe: Probe): boolean {
  const { operation, answer } = probe;
  if (shows(deployment, probe)) return true;
  if (operationOf(operation).method !== 'GET' || !isSuccess(answer)) return false;
  return !readsAsRefusal(deployment, answer) && tellingValues(answer).size >= FEWEST;
}

/** Longer texts, and numbers with decimals, each under its own name, wherever that is. */
function tellingValues({ json }: Answer): ReadonlySet<string> {
  const values = new Set<string>();
  const walk = (value: unknown, name: string): void => {
    if (values.size >= MOST) return;
    if (Array.isArray(value)) for (const item of value) walk(item, name);
    else if (isFields(value)) for (const [inner, inside] of Object.entries(value)) walk(inside, inner);
    else if (typeof value === 'string' ? value.length >= TELLING : isFraction(value))
      values.add(`${name}=${value}`);
  };
  walk(json, '');
  return values;
}

function isFraction(value: unknown): boolean {
  return typeof value === 'number' && !Number.isInteger(value);
}

/**
 * For each operation the request that it is looked at with: a known id, and a body that is good by
 * the profile. Where the profile does not describe a good one, a body that nothing can be made of, so that
 * the deployment stays as it was. Each is sent once for the run, when it is first asked for.
 */
import { itemAt } from '../../kit/items.ts';
import type { Json } from '../../kit/json.ts';
import { hashOf } from '../../kit/random.ts';
import { type AnyId, isId } from '../../profile/facts.ts';
import { ownIdForm } from '../../profile/lens/ids.ts';
import type { OpeningId } from '../../specification/openings/index.ts';
import {
  familyOperations,
  type GuardedOperationId,
  listOperation,
  operation as operationOf,
  type PathResource,
} from '../../specification/operations.ts';
import {
  type Deployment,
  MALFORMED,
  type Manner,
  type Probe,
  type Spared,
  type Trace,
} from '../deployment.ts';
import { Unreached } from '../finding.ts';
import { attempt, contentFor, factsFor, makeDevice, makeRecord } from '../making/maker.ts';
import { prove } from '../making/proving.ts';
import { contentOf, mayBeLimit } from '../reading/answers.ts';
import { bodyOf } from '../reading/bodies.ts';
import { readPage } from '../reading/lists.ts';
import { isUntold, unboundOpening, unlessUnbound, whereBound } from '../sharing/unbound.ts';
import { breakOffIn, serverError, unlessUnreached } from '../transport/failures.ts';
import { shows } from './evidence.ts';
import { learnedOf } from './learned.ts';
import { post } from './posts.ts';

type Family = 'group' | 'user';
type AnyFacts = { readonly [fact: string]: unknown };

/** How a probe is sent. */
export interface Way extends Manner {
  /** It is to be refused, and must not use up what others need; the trace that it would leave is told. */
  readonly isTraced?: boolean;
  /** The record or device that it goes to. Default: one that is at hand. */
  readonly spared?: Spared | undefined;
  /** A server error is an answer to it. */
  readonly provoking?: boolean;
}

/** A request, and the trace that it leaves if it is carried out. */
interface Request {
  readonly id?: AnyId;
  /** Absent in a write: there is no good one. */
  readonly body?: Json;
  readonly good: boolean;
  readonly trace?: Trace | undefined;
  /** The facts of a record that it makes. */
  readonly makes?: AnyFacts;
  /** Gives back what was held for it. */
  readonly release?: () => void;
}

/** Returns whether a request by this method has a body. */
export function hasBody(method: string): boolean {
  return method !== 'GET' && method !== 'DELETE';
}

/** Sends it, and gives what shows that it was carried out. */
export async function sendProbe(
  deployment: Deployment,
  operation: GuardedOperationId,
  way: Way,
): Promise<Probe> {
  const { method, writes } = operationOf(operation);
  if (deployment.readOnly && method !== 'GET')
    throw new Unreached(`${operation} writes, and the run is read-only`, 'writing');
  const { id, body, good, makes, release, ...left } = await requestTo(deployment, operation, way);
  const { auth, reshape, provoking, spared } = way;
  const family = writes as Family;
  const trace = way.isTraced ? left.trace : undefined;
  const content = !hasBody(method) ? {} : body === undefined ? { raw: MALFORMED } : { body };
  const asked = { id, ...content, auth, reshape, ...(provoking && { provoking }) };
  const send = () => deployment.call(operation, asked).finally(release);
  if (makes) {
    const { answer, id: made } = await attempt(deployment, family, makes, send);
    return { operation, answer, id: made, good, trace };
  }
  const probe = { operation, id, answer: await send(), good, trace, spared };
  // A history reads whether it is gone, where it can be read.
  const isDone = method === 'DELETE' && id !== undefined && !spared?.isRead && shows(deployment, probe);
  if (isDone && !(await isKept(deployment, family, id))) {
    await deployment.made.gone(family, id);
    if (!spared) learnedOf(deployment).deleted.set(family, probe.answer.fingerprint);
  }
  return probe;
}

/** Returns whether a record is still there, and so for the clean-up: a deployment may say that it removed one, and keep it. */
async function isKept(deployment: Deployment, resource: Family, id: AnyId): Promise<boolean> {
  const read = deployment.as('calibration').call(familyOperations[resource].read, { id });
  const answer = await read.catch(unlessUnbound);
  return !answer || whereBound(false, () => deployment.made.shownIn(resource, id, answer) === 'own');
}

async function requestTo(
  deployment: Deployment,
  operation: GuardedOperationId,
  { spared, isTraced = false }: Way,
): Promise<Request> {
  const { lists, reads, writes, method } = operationOf(operation);
  if (lists) return { good: true };
  if (reads === 'location') return locating(deployment, spared?.id);
  if (reads) return { id: spared?.id ?? (await anyOf(deployment, reads as Family | 'device')), good: true };
  if (writes === 'location' || writes === 'alert')
    return posting(deployment, `${writes}s`, spared?.id, isTraced);
  const resource = writes as Family;
  if (method === 'DELETE') {
    const id = spared?.id ?? (await fresh(deployment, resource));
    return { id, good: true, ...(spared?.isRead && { trace: { left: 'no record', resource, id } }) };
  }
  if (method === 'POST') return whereBound({ good: false }, () => writing(deployment, 'POST', resource));
  const id = spared?.id ?? (await changeable(deployment, resource));
  if (method === 'PUT') return writing(deployment, 'PUT', resource, id);
  return whereBound({ id, good: false }, () => writing(deployment, 'PATCH', resource, id));
}

/** Prefers a device of which the run has posted a location itself: it surely has one. */
async function locating(deployment: Deployment, spared: AnyId | undefined): Promise<Request> {
  if (spared !== undefined) return { id: spared, good: true };
  const posted = await served(deployment, 'postLocations').catch(unlessUnbound);
  const records = deployment.profile.openings['locations.purpose']?.does === 'record';
  const located = posted?.good && records && shows(deployment, posted) ? posted.id : undefined;
  return { id: located ?? (await anyOf(deployment, 'device')), good: located !== undefined };
}

/** Carries the run's nonce, by which the record is known again: a PATCH changes one text that has it, and nothing else. */
function writing(
  deployment: Deployment,
  method: 'POST' | 'PUT' | 'PATCH',
  resource: Family,
  id?: AnyId,
): Request {
  const { lens, nonce } = deployment;
  const all: AnyFacts = factsFor(deployment, resource);
  const marked = (facts: AnyFacts) =>
    Object.entries(facts).filter(([, value]) => typeof value === 'string' && value.includes(nonce));
  const contents = {
    POST: () => all,
    PUT: () => contentFor(deployment, resource, all),
    PATCH: () => Object.fromEntries(marked(all).slice(0, 1)),
  };
  const facts = contents[method]();
  if (Object.keys(facts).length === 0) return { ...(id !== undefined && { id }), good: false };
  // The id of what is made has to be found in the answer.
  if (method === 'POST') lens.answer(familyOperations[resource].create);
  return {
    ...(id === undefined ? { makes: all } : { id }),
    body: bodyOf(lens, method === 'PATCH' ? 'patch' : 'body', resource, facts),
    good: true,
    trace: {
      ...{ left: 'record', resource, facts: Object.fromEntries(marked(facts)) },
      ...(id !== undefined && { id }),
    },
  };
}

/** A post that records goes to a device of the run's own; one that queries, to any. */
async function posting(
  deployment: Deployment,
  what: 'locations' | 'alerts',
  spared: AnyId | undefined,
  isTraced: boolean,
): Promise<Request> {
  const does = deployment.profile.openings[`${what}.purpose`]?.does;
  const isRecorded = does === 'record';
  const isHeld = spared === undefined && isRecorded;
  const held = isHeld ? await ownDevice(deployment).catch(unlessUnreached) : undefined;
  const own = spared ?? held?.id;
  const id = own ?? (await anyOf(deployment, 'device'));
  const bad: Request = { id, good: false, ...(held && { release: held.release }) };
  if (does !== 'query' && own === undefined) return bad;
  return whereBound(bad, () => ({
    ...bad,
    ...post(deployment, what, id, isTraced && isRecorded),
    good: true,
  }));
}

/** A record that was written a moment ago may not be readable yet. */
const isReadAfterWrite = ({ reads }: { reads?: string }) => reads !== undefined && reads !== 'device';

function served(deployment: Deployment, operation: GuardedOperationId): Promise<Probe> {
  return learnedOf(deployment).served.once(operation, async () => {
    const caller = deployment.as('calibration');
    const ask = () => sendProbe(caller, operation, { auth: 'token' });
    const isDone = (one: Probe) =>
      !mayBeLimit(deployment.profile, one.answer.status) &&
      (!one.good || !isReadAfterWrite(operationOf(operation)) || shows(deployment, one));
    return caller.eventually(ask, isDone, await ask());
  });
}

/** How an operation answers with a token in force, a good id and the best body that the profile describes. */
export async function probeServed(deployment: Deployment, operation: GuardedOperationId): Promise<Probe> {
  const one = await served(deployment, operation);
  deployment.note(one.answer);
  return one;
}

/** The same without a token, with the trace that it would leave, and the record that it went to. */
export async function probeBare(deployment: Deployment, operation: GuardedOperationId): Promise<Probe> {
  const { bare } = learnedOf(deployment);
  const one = await bare.once(operation, async () => {
    await served(deployment, operation);
    const spared = await sparedFor(deployment, operation);
    const way = { auth: 'none', provoking: true, isTraced: true, spared } as const;
    const probe = await sendProbe(deployment.as('calibration'), operation, way);
    if (!deployment.transport.isServerError(probe.answer.status, { documented: true })) return probe;
    const { method, path } = operationOf(operation);
    throw serverError(`${method} ${path}`, probe.answer);
  });
  deployment.note(one.answer);
  return one;
}

const lists = { device: 'devices', group: 'groups', user: 'users' } as const;

/** The ids that the profile names, otherwise those of the list; at least one. */
export async function idsOf(deployment: Deployment, resource: PathResource): Promise<readonly AnyId[]> {
  const named = deployment.profile.known?.[resource] ?? [];
  return named.length > 0
    ? named
    : deployment.once(`ids of ${resource}s`, () => listedIds(deployment, resource));
}

async function listedIds(deployment: Deployment, resource: PathResource): Promise<AnyId[]> {
  const none = (why: string, ...unlock: readonly OpeningId[]) =>
    new Unreached(`no ${resource} is known${why}`, `known.${resource}`, ...unlock);
  const { answer } = await served(deployment, listOperation[lists[resource]]);
  try {
    const { records } = readPage(deployment.lens, lists[resource], contentOf(answer));
    const ids = (records as { id?: unknown }[]).map(({ id }) => id).filter(isId);
    if (ids.length > 0) return ids;
  } catch (error) {
    const opening = unboundOpening(error);
    if (opening === undefined) throw error;
    throw none(', and the profile does not say where the ids are in the list', opening);
  }
  throw none(': the list has none that can be read');
}

/** An id in the form of those that are known, or else of `records.id`, that no record has: far out, and by the nonce. */
export async function unknownId(deployment: Deployment, resource: PathResource): Promise<AnyId> {
  const { profile, nonce } = deployment;
  const form = profile.openings['records.id'] && ownIdForm(profile.openings['records.id'], resource);
  const formless = form?.form === 'uuid' ? UUID : form?.form === 'string' ? `${form.prefix}1` : 1;
  const [sample = formless] = (await idsOf(deployment, resource).catch(unlessUnbound)) ?? [];
  const number = (hashOf(nonce) >>> 0) % 100_000_000;
  const plain = String(900_000_000 + number);
  if (typeof sample !== 'string') return Number(plain);
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(sample))
    return (
      sample.slice(0, -12).replace(/^.{13}/, `${plain.slice(1)}-f0ad`) + number.toString(16).padStart(12, '0')
    );
  const digits = /(?<!\d)\d+$/.exec(sample)?.[0];
  return digits === undefined ? `unknown-${nonce}` : sample.slice(0, -digits.length) + plain;
}

const UUID = '00000000-0000-4000-8000-000000000000';

/** A record or a device that exists: known, or made where the list has none. */
export async function anyOf(deployment: Deployment, resource: PathResource): Promise<AnyId> {
  try {
    return itemAt(await idsOf(deployment, resource), 0);
  } catch (error) {
    const canMake = resource !== 'device' || deployment.controls.has('createDevice');
    if (!isUntold(error) || deployment.readOnly || !canMake) throw error;
    if (resource === 'device') return (await ownDevice(deployment)).id;
    return changeable(deployment, resource).catch((other) => Promise.reject(breakOffIn(other) ?? error));
  }
}

/** A device that may be written to: one is made for all probes, or one of the profile's is held for each. */
async function ownDevice(deployment: Deployment): Promise<{ id: AnyId; release: () => void }> {
  const setUp = deployment.as('set-up');
  if (setUp.controls.has('createDevice'))
    return {
      id: await deployment.once('device of probes', () => makeDevice(setUp)),
      release: () => undefined,
    };
  const id = itemAt(await setUp.devices(1), 0);
  return { id, release: () => void setUp.end() };
}

/** The record that was created to see how that is answered. */
export async function changeable(deployment: Deployment, resource: Family): Promise<AnyId> {
  const { id } = await served(deployment, familyOperations[resource].create);
  return id ?? deployment.once(`${resource} of probes`, () => fresh(deployment, resource));
}

/** A record that is made for the probe that asks. */
export async function fresh(deployment: Deployment, resource: Family): Promise<AnyId> {
  return (await makeRecord(deployment.as('set-up'), resource)).id;
}

/** A record for requests that are to be refused, and nothing else; `undefined` where their operation changes none. */
export async function sparedFor(
  deployment: Deployment,
  operation: GuardedOperationId,
): Promise<Spared | undefined> {
  const { method, pathId } = operationOf(operation);
  if (method === 'GET' || (pathId !== 'group' && pathId !== 'user')) return undefined;
  const id = await fresh(deployment, pathId).catch(unlessUnreached);
  if (id === undefined) return undefined;
  // Shown to be the run's own now: a read just before a call with a token that has ended would renew it.
  const shown = await prove(deployment.as('set-up'), pathId, id);
  // A removal shows where the record was read before.
  return { id, isRead: method === 'DELETE' && shown === 'own' };
}

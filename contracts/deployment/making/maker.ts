/**
 * Makes groups, users and devices on the deployment. Whatever is made carries the run's nonce and is in
 * the journal before it is sent.
 */

import { exactJsonText, parseExactJson } from '../../kit/exact-json.ts';
import { only } from '../../kit/fields.ts';
import { decodedSegment } from '../../kit/http.ts';
import { fieldOf, type Json } from '../../kit/json.ts';
import type { AnyId, WritableFacts } from '../../profile/facts.ts';
import { familyOperations, listedBy } from '../../specification/operations.ts';
import type { Answer } from '../answer.ts';
import type { Deployment } from '../deployment.ts';
import { Contradiction, type Makeable, Unreached } from '../finding.ts';
import { MAX_DEVICES } from '../options.ts';
import { learnedOf } from '../probing/learned.ts';
import { isAsExpected, isSuccess, readsAsRefusal } from '../reading/answers.ts';
import { bodyOf } from '../reading/bodies.ts';
import { perRun } from '../sharing/per-run.ts';
import { unlessUnbound } from '../sharing/unbound.ts';
import { breakOffIn, NoAnswer } from '../transport/failures.ts';
import type { Intent } from './made.ts';
import { makeable } from './makeable.ts';
import { prove } from './proving.ts';

type Family = keyof typeof familyOperations;
type Sample = { [fact: string]: Json };
type AnyFacts = { readonly [fact: string]: unknown };

/** The contents of a record where the profile has no sample; only what the dialect has a place for is sent. */
const usual: Sample = {
  name: 'roadtest {nonce}',
  description: 'Made by roadtest; may be deleted.',
  deviceIds: [],
  email: 'roadtest-{nonce}@example.test',
  phone: '+49 30 5550100',
  country: 'DE',
  timeZone: 'Europe/Berlin',
  groupIds: [],
  notify: ['email'],
  disabled: false,
};

/** The fields that are always sent. A create (`records.required`) or a PUT (`put.left-out`) may have to hold others, too. */
const always: { [R in Family]: readonly string[] } = {
  group: ['name', 'description'],
  user: ['name', 'email'],
};

/** Redirects that ask for the same request at another address. */
const ELSEWHERE: readonly number[] = [301, 307, 308];

/** Thrown where a create is answered with the id of a record that was there before. */
export class OfOthers extends Contradiction {
  readonly id: AnyId;
  /** The facts that were sent. */
  readonly sent: { readonly [fact: string]: unknown };

  constructor(resource: Makeable, id: AnyId, sent: OfOthers['sent']) {
    super(`the ${resource} ${id} that was to be new is one that was there before`);
    this.id = id;
    this.sent = sent;
  }
}

/** A number that nothing else of the run has. */
export function nextNumber(deployment: Deployment): number {
  return ++counterOf(deployment).number;
}

const counterOf = perRun(() => ({ number: 0 }));

const markOf = (deployment: Deployment) => `${deployment.nonce}-${nextNumber(deployment)}`;

/** Facts for a new record, from `profile.samples`, with the run's nonce and a number of its own in every name. */
export function factsFor<R extends Family>(deployment: Deployment, resource: R): WritableFacts<R, AnyId> {
  const { profile, lens } = deployment;
  const required: readonly string[] = profile.openings['records.required']?.[resource] ?? [];
  const given = profile.samples?.[resource];
  const wanted = given ? required : [...required, ...always[resource]];
  const sample: Sample = { ...only(usual, (fact) => wanted.includes(fact)), ...given };
  // A name always carries the mark, so that what was made can be found and no two are alike.
  const { name } = sample;
  if (typeof name === 'string' && !name.includes('{nonce}')) sample.name = `${name} {nonce}`;
  const places = new Set<string>(lens.body(resource).facts);
  const all = filled(sample, markOf(deployment)) as Sample;
  return only(all, (fact) => places.has(fact)) as WritableFacts<R, AnyId>;
}

/** Facts for a PUT: these, and all others that the body has a place for. */
export function wholeFor(
  deployment: Deployment,
  resource: Family,
  facts: AnyFacts,
  current: AnyFacts,
): AnyFacts {
  const places = new Set<string>(deployment.lens.body(resource).facts);
  const mark = markOf(deployment);
  const others = Object.entries(only(usual, (fact) => fact !== 'name' && places.has(fact)));
  const known = others.map(([fact, value]) => [fact, current[fact] ?? filled(value, mark)]);
  return { ...Object.fromEntries(known), ...facts };
}

/** Facts for a PUT of a record of which these are known: all that the body has a place for, where one that leaves out a field is refused. */
export function contentFor(
  deployment: Deployment,
  resource: Family,
  facts: AnyFacts,
  current: AnyFacts = {},
): AnyFacts {
  const isWhole = deployment.profile.openings['put.left-out'] === 'refused';
  return isWhole ? wholeFor(deployment, resource, facts, current) : facts;
}

/** It is announced before it is sent. Throws `Unreached` in a read-only run. */
async function intend(deployment: Deployment, resource: Makeable, name: string): Promise<Intent> {
  const { list } = makeable[resource];
  // A list is read before anything is made, so that it is known what was there.
  const ask = () => deployment.once(`${list} before`, () => deployment.as('calibration').call(list));
  await (learnedOf(deployment).served.get(list) ?? ask()).catch(unlessUnbound);
  if (deployment.readOnly)
    throw new Unreached(`a ${resource} would have to be made, and the run is read-only`, 'writing');
  return deployment.made.intend(resource, name);
}

/**
 * Sends a request that may create a record, however it is meant, and keeps what comes of it. `others`: the id in its
 * answer, where that is of a record that was there before.
 */
export async function attempt(
  deployment: Deployment,
  resource: Family,
  facts: { readonly name?: unknown },
  send: () => Promise<Answer>,
): Promise<{ answer: Answer; id: AnyId | undefined; others?: AnyId }> {
  const { made } = deployment;
  const name = typeof facts.name === 'string' ? facts.name : '';
  const intent = await intend(deployment, resource, name);
  const answer = await send().catch(async (error: unknown) => {
    const arrived = error instanceof NoAnswer && error.kind !== 'unreachable';
    if (!arrived) await made.notMade(intent);
    throw error;
  });
  const id = await idOf(deployment, resource, name, answer);
  if (id !== undefined && !(await made.add(resource, id, intent)))
    return { answer, id: undefined, others: id };
  // A record that a broken server made before it broke is looked for.
  const { status, json } = answer;
  const isRefusal = (status >= 400 && status < 500) || fieldOf(json, 'success') === false;
  if (id === undefined && (isRefusal || ELSEWHERE.includes(status))) await made.notMade(intent);
  return { answer, id };
}

export interface MadeRecord<R extends Family> {
  readonly id: AnyId;
  /** The facts that were sent. */
  readonly sent: WritableFacts<R, AnyId>;
  readonly answer: Answer;
}

/** Makes a group or a user, which is removed at the end of the run. */
export async function makeRecord<R extends Family>(
  deployment: Deployment,
  resource: R,
  sent = factsFor(deployment, resource),
): Promise<MadeRecord<R>> {
  const { create } = familyOperations[resource];
  const body = bodyOf(deployment.lens, 'body', resource, sent);
  const send = () => deployment.call(create, { body });
  const { answer, id, others } = await attempt(deployment, resource, sent, send);
  if (id !== undefined) return { id, sent, answer };
  if (others !== undefined) throw new OfOthers(resource, others, sent);
  throw new Unreached(
    `a ${resource} could not be made: ${create} was answered with ${answer.status} and no id that can be read`,
    ...(deployment.profile.openings['auth.roles']?.mayNotCall.includes(create)
      ? (['account'] as const)
      : ([`samples.${resource}`, 'operations.envelope', 'auth.roles'] as const)),
  );
}

/** So many more devices may be made. */
export function devicesLeft({ options, made }: Deployment): number {
  return Math.max(0, (options.maxDevices ?? MAX_DEVICES) - made.devices);
}

/** Makes a device by the control `createDevice`. The API has no way to remove one: see `undo/records.ts`. */
export async function makeDevice(deployment: Deployment): Promise<AnyId> {
  const { controls, made } = deployment;
  if (!controls.has('createDevice'))
    throw new Unreached('the profile offers no way to create a device', 'controls.createDevice');
  if (devicesLeft(deployment) === 0)
    throw new Unreached(`the run has made ${made.devices} devices, and makes no more`, 'account');
  const mark = controls.takes('createDevice', 'mark') ? markOf(deployment) : '';
  // A sweep finds it by its mark where it can remove it.
  const intent = await intend(deployment, 'device', controls.has('removeDevice') ? mark : '');
  const { id } = await controls.createDevice(mark).catch(async (error: unknown) => {
    if (!breakOffIn(error)) await made.notMade(intent);
    throw error;
  });
  const shown = mark === '' ? undefined : await prove(deployment.as('set-up'), 'device', id);
  if (shown !== 'another' && (await made.add('device', id, intent))) return id;
  const words = `the device ${id} that the control createDevice named was there before`;
  throw new Contradiction(words, 'controls.createDevice');
}

/** The id of what was created: from the answer to a success, its `Location`, or, where it says nothing, from the list. */
async function idOf(
  deployment: Deployment,
  resource: Family,
  name: string,
  answer: Answer,
): Promise<AnyId | undefined> {
  if (!isSuccess(answer)) return undefined;
  const { lens } = deployment;
  const { kind, read } = lens.answer(familyOperations[resource].create);
  const { id: given } = read(answer.json).facts;
  if (given !== undefined && given !== null) return given;
  const segment = locatedIn(answer, `${resource}s`);
  const located = segment === undefined ? undefined : lens.readPathId(resource, decodedSegment(segment));
  if (located !== undefined || kind !== 'nothing' || name === '') return located;
  return idByName(deployment, resource, name, answer);
}

/** Finds in the list the record of a create whose answer says nothing, at once or a moment later. */
async function idByName(
  deployment: Deployment,
  resource: Family,
  name: string,
  answer: Answer,
): Promise<AnyId | undefined> {
  const { lens, profile } = deployment;
  const { create, list } = familyOperations[resource];
  if (readsAsRefusal(deployment, answer)) return undefined;
  const expected = lens.answer(create).write({});
  const status = profile.openings['operations.status']?.[create] ?? answer.status;
  const asExpected =
    expected === undefined ? answer.text === '' : isAsExpected(profile, expected, answer.json);
  // It stays announced, and is looked for once more at the end.
  if (!asExpected || status !== answer.status) return undefined;
  const find = async () => {
    const { records } = await deployment.list(listedBy[list]);
    return records.find((record) => record.name === name);
  };
  return (await deployment.eventually(find, (found) => found !== undefined))?.id ?? undefined;
}

/** The last segment of a `Location` below the collection: another address is that of something else, such as a job. */
function locatedIn({ headers }: Answer, collection: string): string | undefined {
  const [, above, id] = /(?:([^/?#]*)\/)?([^/?#]+)\/?(?:[?#].*)?$/.exec(headers.location ?? '') ?? [];
  return above === undefined || above.toLowerCase() === collection ? id : undefined;
}

/** The sample with `{nonce}` replaced in every text. */
function filled(sample: Json, mark: string): Json {
  return parseExactJson(exactJsonText(sample).replaceAll('{nonce}', mark)) as Json;
}

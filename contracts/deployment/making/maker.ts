/**
 * Makes groups, users and devices on the deployment. Whatever is made carries the run's nonce and is in
 * the journal before it is sent.
 */

import { decodedSegment } from '../../kit/http.ts';
import { fieldOf, type Json } from '../../kit/json.ts';
import type { AnyId, WritableFacts } from '../../profile/facts.ts';
import { familyOperations, type GuardedOperationId, listedBy } from '../../specification/operations.ts';
import type { Answer } from '../answer.ts';
import type { Deployment, Made, Make } from '../deployment.ts';
import { Contradiction, type Makeable, Unreached } from '../finding.ts';
import { MAX_DEVICES } from '../options.ts';
import { isAsExpected, isSuccess } from '../reading/answers.ts';
import { bodyOf } from '../reading/bodies.ts';
import { unlessUnbound } from '../sharing/unbound.ts';
import { breakOffIn, NoAnswer } from '../transport/failures.ts';
import { prove } from './proving.ts';

type Family = keyof typeof familyOperations;
type Sample = { [fact: string]: Json };

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

/** Those that are always sent. A create (`records.required`) or a PUT (`put.left-out`) may have to hold others, too. */
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

export function makeOf(deployment: Deployment, counter: { number: number }): Make {
  const { nonce, lens, profile, made, options, readOnly } = deployment;
  const number = () => ++counter.number;

  const facts = <R extends Family>(resource: R): WritableFacts<R, AnyId> => {
    const required: readonly string[] = profile.openings['records.required']?.[resource] ?? [];
    const given = profile.samples?.[resource];
    const wanted = given ? required : [...required, ...always[resource]];
    const sample: Sample = { ...only(usual, (fact) => wanted.includes(fact)), ...given };
    // A name always carries the mark, so that what was made can be found and no two are alike.
    const { name } = sample;
    if (typeof name === 'string' && !name.includes('{nonce}')) sample.name = `${name} {nonce}`;
    const places = new Set<string>(lens.body(resource).facts);
    const all = filled(sample, `${nonce}-${number()}`) as Sample;
    return only(all, (fact) => places.has(fact)) as WritableFacts<R, AnyId>;
  };

  const whole: Make['whole'] = (resource, wish, current) => {
    const places = new Set<string>(lens.body(resource).facts);
    const mark = `${nonce}-${number()}`;
    const others = Object.entries(only(usual, (fact) => fact !== 'name' && places.has(fact)));
    const known = others.map(([fact, value]) => [fact, current[fact] ?? filled(value, mark)]);
    return { ...Object.fromEntries(known), ...wish };
  };

  /** A list is read before anything is made, so that it is known what was there. */
  const intend = async (resource: Makeable, list: GuardedOperationId, name: string) => {
    await deployment.as('calibration').probes.served(list).catch(unlessUnbound);
    if (readOnly)
      throw new Unreached(`a ${resource} would have to be made, and the run is read-only`, 'writing');
    return made.intend(resource, name);
  };

  const attempt: Make['attempt'] = async (resource, wish, send) => {
    const name = typeof wish.name === 'string' ? wish.name : '';
    const intent = await intend(resource, familyOperations[resource].list, name);
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
  };

  const make = async <R extends Family>(resource: R, sent = facts(resource)): Promise<Made<R>> => {
    const { create } = familyOperations[resource];
    const body = bodyOf(lens, 'body', resource, sent);
    const { answer, id, others } = await attempt(resource, sent, () => deployment.call(create, { body }));
    if (id !== undefined) return { id, sent, answer };
    if (others !== undefined) throw new OfOthers(resource, others, sent);
    const mayNot = profile.openings['auth.roles']?.mayNotCall.includes(create);
    throw new Unreached(
      `a ${resource} could not be made: ${create} was answered with ${answer.status} and no id that can be read`,
      ...(mayNot
        ? (['account'] as const)
        : ([`samples.${resource}`, 'operations.envelope', 'auth.roles'] as const)),
    );
  };

  const devicesLeft = () => Math.max(0, (options.maxDevices ?? MAX_DEVICES) - made.devices);

  return {
    facts,
    markedFacts: (resource) =>
      Object.entries(facts(resource)).flatMap(([fact, value]) =>
        typeof value === 'string' && value.includes(nonce) ? [fact] : [],
      ),
    content: (resource, wish, current = {}) =>
      profile.openings['put.left-out'] === 'refused' ? whole(resource, wish, current) : wish,
    whole,
    number,
    group: (sent) => make('group', sent),
    user: (sent) => make('user', sent),
    attempt,
    devicesLeft,

    async device() {
      const { controls } = deployment;
      if (!controls.has('createDevice'))
        throw new Unreached('the profile offers no way to create a device', 'controls.createDevice');
      if (devicesLeft() === 0)
        throw new Unreached(`the run has made ${made.devices} devices, and makes no more`, 'account');
      const mark = controls.takes('createDevice', 'mark') ? `${nonce}-${number()}` : '';
      // A sweep finds it by its mark where it can remove it.
      const intent = await intend('device', 'listDevices', controls.has('removeDevice') ? mark : '');
      const { id } = await controls.createDevice(mark).catch(async (error: unknown) => {
        if (!breakOffIn(error)) await made.notMade(intent);
        throw error;
      });
      const shown = mark === '' ? undefined : await prove(deployment.as('set-up'), 'device', id);
      if (shown !== 'another' && (await made.add('device', id, intent))) return id;
      const words = `the device ${id} that the control createDevice named was there before`;
      throw new Contradiction(words, 'controls.createDevice');
    },
  };
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

/** Where a create says nothing, what it made is in the list, at once or a moment later. */
async function idByName(
  deployment: Deployment,
  resource: Family,
  name: string,
  answer: Answer,
): Promise<AnyId | undefined> {
  const { lens, profile, probes } = deployment;
  const { create, list } = familyOperations[resource];
  if (answer.fingerprint === (await probes.refusal())) return undefined;
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

function only(sample: Sample, isWanted: (fact: string) => boolean): Sample {
  return Object.fromEntries(Object.entries(sample).filter(([fact]) => isWanted(fact)));
}

/** The sample with `{nonce}` replaced in every text. */
function filled(sample: Json, mark: string): Json {
  if (typeof sample === 'string') return sample.replaceAll('{nonce}', mark);
  if (Array.isArray(sample)) return sample.map((item) => filled(item, mark));
  if (sample === null || typeof sample !== 'object') return sample;
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, filled(value, mark)]));
}

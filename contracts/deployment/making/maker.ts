/**
 * Makes groups, users and devices on the deployment. Whatever is made carries the run's nonce and is in
 * the journal before it is sent.
 */

import type { Json } from '../../kit/json.ts';
import { fieldOf } from '../../kit/json.ts';
import type { AnyId, WritableFacts } from '../../profile/facts.ts';
import { familyOperations, type GuardedOperationId, listedBy } from '../../specification/operations.ts';
import type { Answer } from '../answer.ts';
import type { Controls } from '../controls/api.ts';
import type { Made as MadeRecord } from '../deployment.ts';
import { Contradiction, type Makeable, Unreached } from '../finding.ts';
import type { Fingerprint } from '../fingerprint.ts';
import { type DeploymentOptions, MAX_DEVICES } from '../options.ts';
import { bodyOf } from '../probing/bodies.ts';
import { largestPage, readList } from '../reading/lists.ts';
import { isSuccess } from '../reading/success.ts';
import { isAsExpected } from '../reading/volatile.ts';
import type { Caller } from '../session/caller.ts';
import type { Dialect } from '../session/dialect.ts';
import { unlessUnbound } from '../session/unbound.ts';
import { breakOffIn, NoAnswer } from '../transport/failures.ts';
import type { Intent, Made } from './made.ts';
import type { Ownership } from './ownership.ts';

export type Resource = keyof typeof familyOperations;
type AnyFacts = { readonly [fact: string]: unknown };

/** The contents of a record where the profile has no sample; only what the dialect has a place for is sent. */
const samples: { [R in Resource]: { [fact: string]: Json } } = {
  group: { name: 'roadtest {nonce}', description: 'Made by roadtest; may be deleted.' },
  user: { name: 'roadtest {nonce}', email: 'roadtest-{nonce}@example.test' },
};

/** Facts that a create (`records.required`) or a PUT (`put.left-out`) may have to hold, where no sample has them. */
const asked: { readonly [fact: string]: Json } = {
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

export interface MakerContext extends Dialect {
  readonly options: Pick<DeploymentOptions, 'readOnly' | 'maxDevices'>;
  readonly nonce: string;
  readonly made: Made;
  readonly calibration: {
    refusal(): Promise<Fingerprint | undefined>;
    withToken(operation: GuardedOperationId): Promise<unknown>;
  };
  readonly ownership: Pick<Ownership, 'prove'>;
  background(purpose: 'set-up'): Caller;
  eventually<T>(read: () => Promise<T>, done: (value: T) => boolean): Promise<T>;
}

/** Thrown where a create is answered with the id of a record that was there before. */
export class OfOthers extends Contradiction {
  readonly id: AnyId;
  /** The facts that were sent. */
  readonly sent: AnyFacts;

  constructor(resource: Makeable, id: AnyId, sent: AnyFacts = {}) {
    super(`the ${resource} ${id} that was to be new is one that was there before`);
    this.id = id;
    this.sent = sent;
  }
}

export class Maker {
  readonly #context: MakerContext;
  #number = 0;

  constructor(context: MakerContext) {
    this.#context = context;
  }

  /** Gives each thing that the run makes or writes a number of its own. */
  number(): number {
    return ++this.#number;
  }

  facts<R extends Resource>(resource: R): WritableFacts<R, AnyId> {
    const mark = `${this.#context.nonce}-${this.number()}`;
    const { openings, samples: given } = this.#context.profile;
    const required: readonly string[] = openings['records.required']?.[resource] ?? [];
    const more = Object.entries(asked).filter(([fact]) => required.includes(fact));
    const sample: { [fact: string]: Json } = {
      ...Object.fromEntries(more),
      ...(given?.[resource] ?? samples[resource]),
    };
    const places = new Set<string>(this.#context.lens.body(resource).facts);
    const facts = { ...(filled(sample, mark) as { [fact: string]: Json }), ...withMark(sample.name, mark) };
    const placed = Object.entries(facts).filter(([fact]) => places.has(fact));
    return Object.fromEntries(placed) as WritableFacts<R, AnyId>;
  }

  /**
   * Facts for a PUT: where one that leaves out a field is refused, all that its body has a place for.
   *
   * @param current what is known of the record
   */
  content(resource: Resource, facts: AnyFacts, current: AnyFacts = {}): AnyFacts {
    const isRefused = this.#context.profile.openings['put.left-out'] === 'refused';
    return isRefused ? this.whole(resource, facts, current) : facts;
  }

  /** These facts, and beside them all others that a body of a PUT has a place for. */
  whole(resource: Resource, facts: AnyFacts, current: AnyFacts): AnyFacts {
    const places = new Set<string>(this.#context.lens.body(resource).facts);
    const others = Object.entries(asked).filter(([fact]) => places.has(fact));
    const mark = `${this.#context.nonce}-${this.number()}`;
    const known = others.map(([fact, value]) => [fact, current[fact] ?? filled(value, mark)]);
    return { ...Object.fromEntries(known), ...facts };
  }

  /** The facts of a record that carry the run's nonce. */
  markedFacts(resource: Resource): string[] {
    return Object.entries(this.facts(resource)).flatMap(([fact, value]) =>
      typeof value === 'string' && value.includes(this.#context.nonce) ? [fact] : [],
    );
  }

  async make<R extends Resource>(
    caller: Caller,
    resource: R,
    facts = this.facts(resource),
  ): Promise<MadeRecord<R>> {
    const body = bodyOf(this.#context.lens, 'body', resource, facts);
    const { answer, id, others } = await this.attempt(caller, resource, facts, () =>
      caller.call(familyOperations[resource].create, { body }),
    );
    if (id !== undefined) return { id, sent: facts, answer };
    const { create } = familyOperations[resource];
    if (others !== undefined) throw new OfOthers(resource, others, facts);
    const mayNot = this.#context.profile.openings['auth.roles']?.mayNotCall.includes(create);
    throw new Unreached(
      `a ${resource} could not be made: ${create} was answered with ${answer.status} and no id that can be read`,
      ...(mayNot
        ? (['account'] as const)
        : ([`samples.${resource}`, 'operations.envelope', 'auth.roles'] as const)),
    );
  }

  /**
   * Sends a request that may create a record, however it is meant, and keeps what comes of it. `others`: the id in its
   * answer, where that is of a record that was there before.
   */
  async attempt(
    caller: Caller,
    resource: Resource,
    facts: { readonly name?: unknown },
    send: () => Promise<Answer>,
  ): Promise<{ answer: Answer; id: AnyId | undefined; others?: AnyId }> {
    const name = nameOf(facts);
    await this.#context.calibration.withToken(familyOperations[resource].list).catch(unlessUnbound);
    const intent = await this.#intend(resource, name);
    const answer = await send().catch(async (error: unknown) => {
      const arrived = error instanceof NoAnswer && error.kind !== 'unreachable';
      if (!arrived) await this.#context.made.notMade(intent);
      throw error;
    });
    const id = await this.#idOf(caller, resource, name, answer);
    if (id !== undefined && !(await this.#context.made.add(resource, id, intent)))
      return { answer, id: undefined, others: id };
    if (id === undefined && isRefusal(answer)) await this.#context.made.notMade(intent);
    return { answer, id };
  }

  /** So many more devices may be made. */
  get devicesLeft(): number {
    const { made, options } = this.#context;
    return Math.max(0, (options.maxDevices ?? MAX_DEVICES) - made.devices);
  }

  async device(controls: Controls): Promise<AnyId> {
    if (!controls.has('createDevice')) {
      throw new Unreached('the profile offers no way to create a device', 'controls.createDevice');
    }
    const { nonce, made, ownership } = this.#context;
    await this.#context.calibration.withToken('listDevices').catch(unlessUnbound);
    if (this.devicesLeft === 0)
      throw new Unreached(`the run has made ${made.devices} devices, and makes no more`, 'account');
    const mark = controls.takes('createDevice', 'mark') ? `${nonce}-${this.number()}` : '';
    // A sweep finds it by its mark where it can remove it.
    const intent = await this.#intend('device', controls.has('removeDevice') ? mark : '');
    let isOfOthers = false;
    const isOwn = async (id: AnyId): Promise<boolean> => {
      const shown = mark && (await ownership.prove(this.#context.background('set-up'), 'device', id));
      isOfOthers = shown === 'another' || !(await made.add('device', id, intent));
      return !isOfOthers;
    };
    const { id } = await controls
      .createDevice(mark === '' ? undefined : mark, isOwn)
      .catch(async (error: unknown) => {
        if (!breakOffIn(error) && !isOfOthers) await made.notMade(intent);
        throw error;
      });
    return id;
  }

  /** The id of what was created: from the answer to a success, its `Location`, or, where it says nothing, from the list. */
  async #idOf(caller: Caller, resource: Resource, name: string, answer: Answer): Promise<AnyId | undefined> {
    if (!isSuccess(answer)) return undefined;
    const { lens } = this.#context;
    const { create } = familyOperations[resource];
    const { kind, read } = lens.answer(create);
    const { id: given } = read(answer.json).facts;
    if (given !== undefined && given !== null) return given;
    const segment = locatedIn(answer, `${resource}s`);
    const located = segment === undefined ? undefined : lens.readPathId(resource, decoded(segment));
    if (located !== undefined || kind !== 'nothing' || name === '') return located;
    return this.#idByName(caller, resource, name, answer);
  }

  /** Where a create says nothing, what it made is in the list, at once or a moment later. */
  async #idByName(
    caller: Caller,
    resource: Resource,
    name: string,
    answer: Answer,
  ): Promise<AnyId | undefined> {
    const { lens, profile, calibration } = this.#context;
    const { create, list } = familyOperations[resource];
    if (answer.fingerprint === (await calibration.refusal())) return undefined;
    const expected = lens.answer(create).write({});
    const status = profile.openings['operations.status']?.[create] ?? answer.status;
    const asExpected =
      expected === undefined ? answer.text === '' : isAsExpected(profile, expected, answer.json);
    // It stays announced, and is looked for once more at the end.
    if (!asExpected || status !== answer.status) return undefined;
    const find = async () => {
      const { records } = await readList(this.#context, caller, listedBy[list], largestPage(this.#context));
      return records.find((record) => record.name === name);
    };
    return (await this.#context.eventually(find, (found) => found !== undefined))?.id ?? undefined;
  }

  async #intend(resource: Makeable, name: string): Promise<Intent> {
    if (this.#context.options.readOnly) {
      throw new Unreached(`a ${resource} would have to be made, and the run is read-only`, 'writing');
    }
    return this.#context.made.intend(resource, name);
  }
}

function nameOf({ name }: { readonly name?: unknown }): string {
  return typeof name === 'string' ? name : '';
}

/** The last segment of a `Location` below the collection: another address is that of something else, such as a job. */
function locatedIn({ headers }: Answer, collection: string): string | undefined {
  const [, above, id] = /(?:([^/?#]*)\/)?([^/?#]+)\/?(?:[?#].*)?$/.exec(headers.location ?? '') ?? [];
  return above === undefined || above.toLowerCase() === collection ? id : undefined;
}

/** An answer that says plainly that nothing was made. A record that a broken server made before it broke is looked for. */
function isRefusal({ status, json }: Answer): boolean {
  const isElsewhere = ELSEWHERE.includes(status);
  return isElsewhere || (status >= 400 && status < 500) || fieldOf(json, 'success') === false;
}

/** Redirects that ask for the same request at another address. */
const ELSEWHERE: readonly number[] = [301, 307, 308];

/** A name always carries the mark, so that what was made can be found and no two are alike. */
function withMark(name: Json | undefined, mark: string): { name?: string } {
  if (typeof name !== 'string' || name.includes('{nonce}')) return {};
  return { name: `${name} ${mark}` };
}

/** The sample with `{nonce}` replaced in every text. */
function filled(sample: Json, mark: string): Json {
  if (typeof sample === 'string') return sample.replaceAll('{nonce}', mark);
  if (Array.isArray(sample)) return sample.map((item) => filled(item, mark));
  if (sample === null || typeof sample !== 'object') return sample;
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, filled(value, mark)]));
}

/** A segment of a path as text; as it is where it is encoded wrongly. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Makes groups, users and devices on the deployment, and removes them at the end. Whatever is made
 * carries the run's nonce and stands in the journal before it is sent.
 */
import type { AnyId, Json, WritableFacts } from '../../profile/core.ts';
import { type Makeable, Unreached } from '../case.ts';
import type { Answer, Controls, Made } from '../kit.ts';
import { NoAnswer } from '../transport/failures.ts';
import type { Caller } from './caller.ts';
import type { Journal } from './journal.ts';
import { readList } from './lists.ts';
import type { Session } from './session.ts';

export type Resource = 'group' | 'user';

export const families = {
  group: { list: 'groups', create: 'createGroup', read: 'readGroup', remove: 'deleteGroup' },
  user: { list: 'users', create: 'createUser', read: 'readUser', remove: 'deleteUser' },
} as const;

/** What a record is made of where the profile has no sample; only what the dialect has a place for is sent. */
const samples: { [R in Resource]: { [fact: string]: Json } } = {
  group: { name: 'roadtest {nonce}', description: 'Made by roadtest; may be deleted.' },
  user: { name: 'roadtest {nonce}', email: 'roadtest-{nonce}@example.test' },
};

/** Long enough that nobody else's records have it in their names. */
const NONCE = /^[a-z0-9]{6,}$/;

interface MadeRecord {
  resource: Makeable;
  id: AnyId;
}

export class Maker {
  readonly #session: Session;
  readonly #journal: Journal;
  #number = 0;
  #standing: MadeRecord[] = [];
  /** Of what requests went out that were never answered: what they made is only known by its name. */
  readonly #unanswered = new Set<Resource>();
  /** Whether the run has created anything. */
  hasMade = false;

  constructor(session: Session, journal: Journal) {
    this.#session = session;
    this.#journal = journal;
  }

  facts<R extends Resource>(resource: R): WritableFacts<R, AnyId> {
    const number = ++this.#number;
    const mark = `${this.#session.nonce}-${number}`;
    const sample = this.#session.profile.samples?.[resource] ?? samples[resource];
    const places = new Set<string>(this.#session.lens.body(resource).facts);
    const facts = Object.entries(filled(sample, mark) as { [fact: string]: Json }).filter(([fact]) =>
      places.has(fact),
    );
    return { ...Object.fromEntries(facts), ...marked(sample.name, mark) } as WritableFacts<R, AnyId>;
  }

  async make<R extends Resource>(
    caller: Caller,
    resource: R,
    facts = this.facts(resource),
  ): Promise<Made<R>> {
    const body = this.#session.lens.body(resource).write(facts as never);
    const { answer, id } = await this.attempt(caller, resource, facts, () =>
      caller.call(families[resource].create, { body }),
    );
    if (id !== undefined) return { id, sent: facts, answer };
    throw new Unreached(
      `a ${resource} could not be made: ${families[resource].create} was answered with ${answer.status} and no id that can be read`,
      `samples.${resource}`,
      'operations.envelope',
    );
  }

  /** Sends a request that may create a record, however it is meant, and keeps what comes of it. */
  async attempt(
    caller: Caller,
    resource: Resource,
    facts: { readonly name?: unknown },
    send: () => Promise<Answer>,
  ): Promise<{ answer: Answer; id: AnyId | undefined }> {
    this.#needsWriting(resource);
    const number = ++this.#number;
    const name = typeof facts.name === 'string' ? facts.name : '';
    await this.#journal.write({ entry: 'intend', number, resource, name });
    const answer = await send().catch(async (error: unknown) => {
      const arrived = error instanceof NoAnswer && error.kind !== 'unreachable';
      if (arrived) this.#unanswered.add(resource);
      if (!arrived) await this.#journal.write({ entry: 'not-made', number });
      throw error;
    });
    const id = await this.#idOf(caller, resource, name, answer);
    if (id === undefined) await this.#journal.write({ entry: 'not-made', number });
    else await this.#made(resource, id, number);
    return { answer, id };
  }

  async device(controls: Controls): Promise<AnyId> {
    this.#needsWriting('device');
    if (!controls.has('createDevice')) {
      throw new Unreached('the profile offers no way to create a device', 'controls.createDevice');
    }
    const number = ++this.#number;
    await this.#journal.write({ entry: 'intend', number, resource: 'device', name: '' });
    const { id } = await controls.createDevice();
    await this.#made('device', id, number);
    return id;
  }

  /** A record that a request made which was never answered has been found. */
  adopt(resource: Resource, id: AnyId): Promise<void> {
    return this.#made(resource, id, ++this.#number);
  }

  gone(resource: Makeable, id: AnyId): void {
    const before = this.#standing.length;
    this.#standing = this.#standing.filter((one) => one.resource !== resource || one.id !== id);
    if (this.#standing.length < before) void this.#journal.write({ entry: 'removed', resource, id });
  }

  /** Removes what still stands; gives what could not be removed, in words. */
  async cleanUp(caller: Caller): Promise<string[]> {
    const left = await Promise.all(
      this.#standing.map(async ({ resource, id }) => {
        if (resource === 'device') return `device ${id}: the API has no operation that removes one`;
        const removed = await this.remove(caller, resource, id);
        return removed ? undefined : `${resource} ${id}`;
      }),
    );
    const unknown = await Promise.all(
      [...this.#unanswered].map(async (resource) => {
        const found = await this.removeMarked(caller, resource, this.#session.nonce).catch(() => undefined);
        return found && found.left.length === 0
          ? undefined
          : `a ${resource} named with ${this.#session.nonce}, if it was made`;
      }),
    );
    return [...left, ...unknown].filter((one) => one !== undefined);
  }

  /** Removes the records that the list has with the nonce of a run in their names: they were made by it. */
  async removeMarked(
    caller: Caller,
    resource: Resource,
    nonce: string,
  ): Promise<{ removed: AnyId[]; left: AnyId[] }> {
    if (!NONCE.test(nonce)) throw new Unreached(`"${nonce}" is no nonce of a run`);
    const mark = new RegExp(`${nonce}-\\d+`);
    const { records } = await readList(caller, families[resource].list);
    const ids = (records as { id?: AnyId | null; name?: string | null }[])
      .filter(({ name }) => typeof name === 'string' && mark.test(name))
      .flatMap(({ id }) => (id === undefined || id === null ? [] : [id]));
    const done = await Promise.all(ids.map((id) => this.remove(caller, resource, id)));
    return { removed: ids.filter((_, index) => done[index]), left: ids.filter((_, index) => !done[index]) };
  }

  /** Deletes a record. Whether it is gone is told by a read, unless the answer looks like that to a delete that worked. */
  async remove(caller: Caller, resource: Resource, id: AnyId): Promise<boolean> {
    try {
      const { remove, read } = families[resource];
      const answer = await caller.call(remove, { id });
      const known = this.#session.calibration.deletedLook(resource);
      if (answer.look !== known) {
        const { facts } = this.#session.lens.reply(resource).read((await caller.call(read, { id })).json);
        if (facts.id !== undefined && String(facts.id) === String(id)) return false;
      }
      this.gone(resource, id);
      return true;
    } catch {
      return false;
    }
  }

  /** The id of what was created: from the answer, its `Location`, or, where it tells nothing, from the list. */
  async #idOf(caller: Caller, resource: Resource, name: string, answer: Answer): Promise<AnyId | undefined> {
    const { lens } = this.#session;
    const { create } = families[resource];
    const { kind, read } = lens.answer(create);
    const told = read(answer.json).facts.id;
    if (told !== undefined && told !== null) return told;
    const segment = /([^/?#]+)\/?(?:[?#].*)?$/.exec(answer.headers.location ?? '')?.[1];
    const located = segment === undefined ? undefined : lens.readPathId(resource, decoded(segment));
    if (located !== undefined || kind !== 'nothing' || name === '') return located;
    return this.#idByName(caller, resource, name, answer);
  }

  /** Where a create tells nothing, what it made stands in the list, at once or a moment later. */
  async #idByName(
    caller: Caller,
    resource: Resource,
    name: string,
    answer: Answer,
  ): Promise<AnyId | undefined> {
    const { lens, profile, calibration } = this.#session;
    const { create, list } = families[resource];
    if (answer.look === (await calibration.refusal())) return undefined;
    const expected = lens.answer(create).write({});
    const status = profile.openings['operations.status']?.[create] ?? answer.status;
    const asExpected =
      expected === undefined ? answer.text === '' : JSON.stringify(expected) === JSON.stringify(answer.json);
    if (!asExpected || status !== answer.status) {
      this.#unanswered.add(resource); // looked for once more at the end
      return undefined;
    }
    const find = async () => (await readList(caller, list)).records.find((record) => record.name === name);
    return (await this.#session.eventually(find, (found) => found !== undefined))?.id ?? undefined;
  }

  async #made(resource: Makeable, id: AnyId, number: number): Promise<void> {
    this.#standing.push({ resource, id });
    this.hasMade = true;
    await this.#journal.write({ entry: 'made', number, resource, id });
  }

  #needsWriting(resource: Makeable): void {
    if (this.#session.options.readOnly) {
      throw new Unreached(`a ${resource} would have to be made, and the run is read-only`, 'writing');
    }
  }
}

/** A name always carries the mark, so that what was made can be found and no two are alike. */
function marked(name: Json | undefined, mark: string): { name?: string } {
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

/** A segment of a path as text; as it stands where it is encoded wrongly. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

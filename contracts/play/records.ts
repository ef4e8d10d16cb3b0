/** Steps on groups and users. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { Unreached } from '../deployment/finding.ts';
import { OfOthers } from '../deployment/making/maker.ts';
import { contentOf, isSuccess, readsAsRefusal } from '../deployment/reading/answers.ts';
import { bodyOf } from '../deployment/reading/bodies.ts';
import { readPage } from '../deployment/reading/lists.ts';
import { breakOffIn, isUnanswered } from '../deployment/transport/failures.ts';
import type { Entry, Event, Family, Taken } from '../judge/event.ts';
import type { Json } from '../kit/json.ts';
import type { AnyId } from '../profile/facts.ts';
import type { WriteOperation } from '../profile/openings.ts';
import { familyOperations, listedBy, listOperation } from '../specification/operations.ts';
import { saysNone } from './absence.ts';
import { corrupted } from './accepted.ts';
import { type AnyFacts, without } from './comparing.ts';
import { bareFacts, change, create, freshFacts, furtherFacts, replacement, spareFacts } from './contents.ts';
import { drawnFacts } from './drawn.ts';
import { type Read, readOnce } from './reading.ts';
import { type Came, lookUntil, type Scene, type SceneRecord } from './scene.ts';
import { saysNothing } from './served.ts';
import { furtherFacts as furtherNames, type Step } from './steps.ts';
import { knownLooks, lookOf, takenBy } from './taken.ts';
import { entryTexts, readableTexts } from './texts.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

export const recordActs = {
  async create(scene: Scene, step: Of<'create'>): Promise<Came> {
    const { deployment } = scene;
    const { family, record, bare = false } = step;
    const alike = textsOfOther(scene, step) ?? {};
    const fresh = freshFacts(deployment, family);
    const facts = {
      ...(bare ? bareFacts(deployment, family, fresh) : fresh),
      ...(step.further && { ...(await furtherFacts(deployment, family, 0)), ...sharedWith(scene, step) }),
      ...alike,
      ...membersIn(scene, family, step.members),
      ...drawnIn(deployment, fresh, step, true),
    };
    const made = await createOrPlain(deployment, family, facts, fresh);
    if (made instanceof OfOthers) {
      const texts = readableTexts(deployment, family, made.sent);
      return { ...base(scene, { family, id: made.id }), kind: 'created', texts, others: true };
    }
    const { id, sent, isPlain } = made;
    scene.records.set(`${family} ${record}`, { family, id, written: [sent] });
    // A text that another record has may be kept with a mark of its own.
    const shared = isPlain ? {} : alike;
    const told = without(sent, new Set(Object.keys(shared)));
    const texts = readableTexts(deployment, family, told);
    const open = Object.keys(readableTexts(deployment, family, shared));
    return {
      ...{ ...base(scene, { family, id }), kind: 'created', texts },
      ...(open.length > 0 && { open }),
      ...(!isPlain && isDrawn(step)),
    };
  },

  async replace(scene: Scene, step: Of<'replace'>): Promise<Came> {
    const record = writableOf(scene, step);
    if (!record) return undefined;
    const { deployment } = scene;
    const { family, id } = record;
    const facts = freshFacts(deployment, family);
    const last: AnyFacts = record.written.at(-1) ?? {};
    const fresh = {
      ...facts,
      ...(step.same && last.name !== undefined && { name: last.name }),
      ...(step.further && (await furtherFacts(deployment, family, record.written.length, last))),
      ...membersIn(scene, family, step.members),
      ...drawnIn(deployment, facts, step, false),
    };
    const wish = step.partial ? without(fresh, spareFacts(deployment, family)) : fresh;
    const operation = familyOperations[family].replace;
    const content = (facts: AnyFacts) =>
      step.partial ? bodyOf(deployment.lens, 'body', family, facts) : replacement(deployment, family, facts);
    let taken = await write(scene, operation, record, content(wish), step);
    // Some deployments want the id of the path in the body too, and some every field.
    if (taken === 'refused') taken = await write(scene, operation, record, content({ ...wish, id }), step);
    if (taken === 'refused' && !step.partial && deployment.profile.openings['put.left-out'] === undefined) {
      const whole = deployment.make.whole(family, { ...wish, id }, last);
      taken = await write(scene, operation, record, bodyOf(deployment.lens, 'body', family, whole), step);
    }
    record.written.push(wish);
    const texts = readableTexts(deployment, family, wish);
    const left = Object.keys(fresh).filter((fact) => !(fact in wish));
    return {
      ...{ ...base(scene, record), kind: 'replaced', texts, taken },
      ...(left.length > 0 && { left }),
      ...isDrawn(step),
    };
  },

  async update(scene: Scene, step: Of<'update'>): Promise<Came> {
    const record = writableOf(scene, step);
    const wish = record && (await wishOf(scene, record, step));
    if (!record || !wish) return undefined;
    const { deployment } = scene;
    const { family } = record;
    const operation = familyOperations[family].update;
    const taken = await write(scene, operation, record, change(deployment, family, wish), step);
    record.written.push({ ...record.written.at(-1), ...wish });
    const texts = readableTexts(deployment, family, wish);
    return { ...base(scene, record), kind: 'updated', texts, taken, ...isDrawn(step) };
  },

  /** Records of others are not touched: an id that names nothing is one of which a read says so. */
  async stray({ deployment }: Scene, { family, by }: Of<'stray'>): Promise<Came> {
    const operation = familyOperations[family][by];
    const { id } = await deployment.probes.unknownId(familyOperations[family].read);
    const wish = freshFacts(deployment, family);
    const body =
      by === 'replace'
        ? { body: replacement(deployment, family, { ...wish, id }) }
        : by === 'update'
          ? { body: change(deployment, family, { name: wish.name }) }
          : {};
    const found = await deployment.call(familyOperations[family].read, { id });
    if (String(deployment.lens.reply(family).read(contentOf(found)).facts.id) === String(id))
      return undefined;
    const answer = await deployment.call(operation, { id, ...body });
    // Some deployments create what a PUT names: then it is the run's own.
    const { replace } = familyOperations[family];
    if (by === 'replace' && (await takenBy(deployment, replace, id, answer)) === 'taken')
      await deployment.call(familyOperations[family].delete, { id });
    return { at: deployment.clock.now(), kind: 'stray', family, by: strayed[by] };
  },

  /** A write that is not taken changes nothing. */
  async spoil(scene: Scene, step: Of<'spoil'>): Promise<Came> {
    const record = writableOf(scene, step);
    if (!record) return undefined;
    const { deployment } = scene;
    const { family, id } = record;
    const operation = familyOperations[family][step.by];
    const wish = freshFacts(deployment, family);
    const body =
      step.by === 'replace'
        ? replacement(deployment, family, wish)
        : change(deployment, family, { name: wish.name });
    const answer = await deployment.call(operation, { id, body: corrupted(body), provoking: true });
    // A deployment that makes something of it may have made anything of it.
    const taken = !saysNothing(answer) && readsAsRefusal(deployment, answer) ? 'refused' : 'unanswered';
    return { ...base(scene, record), kind: 'updated', texts: {}, taken };
  },

  async delete(scene: Scene, step: Of<'delete'>): Promise<Came> {
    const record = writableOf(scene, step);
    if (!record) return undefined;
    scene.deleted.add(record);
    const { deployment } = scene;
    const { family, id } = record;
    const operation = familyOperations[family].delete;
    const taken = await answered(deployment.call(operation, { id }), (answer) => {
      deletedBy.set(record, lookOf(operation, answer));
      return takenBy(deployment, operation, id, answer);
    });
    return { ...base(scene, record), kind: 'deleted', taken };
  },

  async read(scene: Scene, step: Of<'read'>): Promise<Came> {
    const record = recordOf(scene, step);
    if (!record) return undefined;
    const { deployment } = scene;
    const look = async (): Promise<Event> => {
      const read = await readOnce(deployment, record.family, record.id);
      const found =
        read.found || (await isMissing(deployment, record.family, read, scene.deleted.has(record)));
      if (found === false && scene.deleted.has(record)) await wasDeleted(deployment, record);
      return {
        ...base(scene, record),
        kind: 'read',
        found,
        texts: found ? readableTexts(deployment, record.family, read.facts, true) : {},
      };
    };
    return lookUntil(scene, look);
  },

  async list(scene: Scene, { family, size }: Of<'list'>): Promise<Came> {
    const { deployment } = scene;
    let unread: string | undefined;
    const look = async (): Promise<Event> => {
      const name = listedBy[familyOperations[family].list];
      const list = await deployment.list(name, sizeIn(scene, family, size));
      const entries = list.records.map((facts): Entry => entryTexts(facts));
      const twice = list.repeated.map((id): Entry => ({ id: String(id), texts: {} }));
      unread = entries.length === 0 ? list.issues[0] : undefined;
      // Without known paging there may be more pages than were seen.
      const complete =
        list.complete &&
        list.issues.length === 0 &&
        deployment.profile.openings['operations.paging'] !== undefined;
      const back = complete ? returned(scene, family, entries) : [];
      return {
        ...{ at: deployment.clock.now(), kind: 'listed', family, complete },
        entries: [...entries, ...twice],
        ...(back.length > 0 && { returned: back }),
      };
    };
    const event = await lookUntil(scene, look);
    if (event.kind === 'listed' && event.complete) noteListed(scene, family, event.entries);
    if (unread !== undefined)
      throw new Unreached(`the list of ${family}s cannot be read: ${unread}`, 'operations.envelope');
    if (event.kind === 'listed' && !event.complete)
      scene.refusal = new Unreached(
        'not all pages of the list were seen',
        'operations.paging',
        'operations.query',
      );
    return event;
  },

  async choices({ deployment }: Scene, { of }: Of<'choices'>): Promise<Came> {
    // The first page shows that there are any.
    const answer = await deployment.call(listOperation[of]);
    const { records, issues } = readPage(deployment.lens, of, contentOf(answer));
    const isRead = isSuccess(answer) && (issues.length === 0 || isEmpty(answer));
    return { at: deployment.clock.now(), kind: 'choices', of, ...(isRead && { count: records.length }) };
  },
};

/** Returns whether an answer holds nothing that could be a record, however lists are wrapped. */
function isEmpty({ text, json }: Answer): boolean {
  return text.trim() === '' || (typeof json === 'object' && Object.keys(json ?? {}).length === 0);
}

/** Records that the last list lacked, though they stood in the one before it as in this one. */
function returned({ lists }: Scene, family: Family, entries: readonly Entry[]): string[] {
  const { lacking } = lists.get(family) ?? {};
  return entries.flatMap(({ id }) => (id !== undefined && lacking?.has(id) ? [id] : []));
}

/**
 * Records of the history are followed by the judge. Others that the run has made may be disabled meanwhile, or be readable only
 * a moment later: a list may lack them.
 */
function noteListed(
  { lists, records, settles, deployment }: Scene,
  family: Family,
  entries: readonly Entry[],
): void {
  const own = [...records.values()].map(({ id }) => id);
  const followed = new Set(
    [...own, ...(settles || family === 'user' ? deployment.made.standing(family) : [])].map(String),
  );
  const shown = new Set(entries.flatMap(({ id }) => (id === undefined || followed.has(id) ? [] : [id])));
  const lacking = [...(lists.get(family)?.shown ?? [])].filter((id) => !shown.has(id) && !followed.has(id));
  lists.set(family, { shown, lacking: new Set(lacking), count: entries.length });
}

/** So many on a page, where lists have pages; of a long list more, so that it takes few requests. */
function sizeIn({ deployment, lists }: Scene, family: Family, size: number | undefined): number | undefined {
  const paging = deployment.profile.openings['operations.paging'];
  if (!paging || paging.by === 'none' || size === undefined) return undefined;
  return Math.min(Math.max(size, Math.ceil((lists.get(family)?.count ?? 0) / 2)), paging.max ?? Infinity);
}

/** Reads of records that steps write to, or make others members of, and that no read has shown to be the run's yet. */
export function unprovenIn({ records, deployment }: Scene, steps: readonly Step[]): Step[] {
  const calls = steps.flatMap((step): readonly Step[] => (step.do === 'burst' ? step.calls : [step]));
  const touched = calls.flatMap((step): (readonly [Family, number])[] => {
    if (!('record' in step) || step.do === 'read') return [];
    const { family, record } = step;
    const members = 'members' in step && family === 'user' ? (step.members ?? []) : [];
    return [[family, record], ...members.map((group) => ['group', group] as const)];
  });
  const unproven = touched.filter(([family, record]) => {
    const own = records.get(`${family} ${record}`);
    return own && deployment.made.whose(family, own.id) !== 'own';
  });
  const readings = unproven.map(([family, record]): [string, Step] => [
    `${family} ${record}`,
    { do: 'read', family, record },
  ]);
  return [...new Map(readings).values()];
}

/** Reads of the records of a history that a list does not show with all the texts that they have. */
export function unshownIn(
  { records, deleted, deployment }: Scene,
  step: Step,
  event: Event | undefined,
): Step[] {
  if (step.do !== 'list' || !step.whole) return [];
  const entries = event?.kind === 'listed' ? event.entries : [];
  return [...records].flatMap(([key, record]): Step[] => {
    if (record.family !== step.family || deleted.has(record)) return [];
    const { texts = {} } = entries.find(({ id }) => id === String(record.id)) ?? {};
    const wanted = Object.keys(entryTexts(record.written.at(-1) ?? {}).texts);
    const isShown = wanted.every((fact) => fact in texts || !isReadable(deployment, record.family, fact));
    return isShown ? [] : [{ do: 'read', family: record.family, record: Number(key.split(' ')[1]) }];
  });
}

function isReadable({ lens }: Deployment, family: Family, fact: string): boolean {
  const places: readonly string[] = lens.reply(family).facts;
  return places.includes(fact);
}

const strayed = { read: 'read', replace: 'replaced', update: 'updated', delete: 'deleted' } as const;

/** The texts that a new record shares with others; none where the history has no such record, or ids do not tell them apart. */
function textsOfOther(scene: Scene, { family, like, named }: Of<'create'>): AnyFacts | undefined {
  const { deployment } = scene;
  if (like === undefined && named === undefined) return {};
  const { create } = familyOperations[family];
  const facts: readonly string[] = deployment.lens.reply(family).facts;
  if (deployment.lens.answer(create).kind === 'nothing' || !facts.includes('id')) return undefined;
  const other = recordOf(scene, { family, record: like ?? named ?? 0 });
  // A name that two records have tells neither in a list.
  if (!other || scene.deleted.has(other) === (like !== undefined)) return undefined;
  const { name, description } = other.written.at(-1) ?? {};
  if (typeof name !== 'string') return undefined;
  return { name, ...(like !== undefined && typeof description === 'string' && { description }) };
}

/** The further facts that a new record has as the one that it is to be like: many have the same. */
function sharedWith(scene: Scene, { family, like = 0 }: Of<'create'>): AnyFacts {
  const { written } = recordOf(scene, { family, record: like }) ?? { written: [] };
  const shared = ['country', 'timeZone', 'notify'];
  return Object.fromEntries(Object.entries(written.at(-1) ?? {}).filter(([fact]) => shared.includes(fact)));
}

/**
 * Members of the history, by their numbers. A group may take its devices from the one that they are in: where the history has
 * any that the run did not make, no members are sent.
 */
function membersIn(scene: Scene, family: Family, members: readonly number[] | undefined): AnyFacts {
  if (members === undefined) return {};
  const { devices, deployment } = scene;
  const all =
    family === 'group'
      ? members.map((number) => devices.get(number))
      : members.map((record) => recordOf(scene, { family: 'group', record }));
  const isOwn = ({ id }: { id: AnyId }) =>
    family === 'group' ? deployment.made.isDevice(id) : deployment.made.whose('group', id) === 'own';
  const known = all.flatMap((one) => one ?? []);
  const name = family === 'group' ? 'deviceIds' : 'groupIds';
  const places: readonly string[] = deployment.lens.body(family).facts;
  return places.includes(name) && known.every(isOwn) ? { [name]: known.map(({ id }) => id) } : {};
}

/** A new record; where that is refused, one with usual texts. */
async function createOrPlain(
  deployment: Deployment,
  family: Family,
  facts: AnyFacts,
  fresh: AnyFacts,
): Promise<{ id: AnyId; sent: AnyFacts; isPlain: boolean } | OfOthers> {
  try {
    return { ...(await create(deployment, family, facts)), isPlain: false };
  } catch (error) {
    if (error instanceof OfOthers) return error;
    const isUsual = Object.keys(facts).every((fact) => facts[fact] === fresh[fact]);
    if (isUsual || !(error instanceof Unreached) || isUnanswered(error) || breakOffIn(error)) throw error;
    return { ...(await create(deployment, family, freshFacts(deployment, family))), isPlain: true };
  }
}

/** The facts that a PATCH is to write; `undefined` where the record has no such fact, or had no such value. */
async function wishOf(
  scene: Scene,
  { family, written }: SceneRecord,
  { fact, back, empty, members, drawn }: Of<'update'>,
): Promise<AnyFacts | undefined> {
  const { deployment } = scene;
  if (fact === 'members') {
    const wish = membersIn(scene, family, members ?? []);
    return Object.keys(wish).length > 0 ? wish : undefined;
  }
  const fresh = freshFacts(deployment, family);
  const second = fresh.description === undefined ? 'name' : 'description';
  const free = fresh.description === undefined ? ['name'] : ['name', 'description'];
  const both = free.length > 1 || drawn !== undefined ? free : ['name', 'email'];
  const names = fact === 'both' ? both : [fact === 'other' ? second : fact];
  const places: readonly string[] = deployment.lens.body(family).facts;
  if (names.some((name) => !places.includes(name))) return undefined;
  const changed = fact === 'both' ? undefined : fact === 'name' ? ('name' as const) : second;
  const values: AnyFacts = {
    ...fresh,
    ...(isFurther(fact) && (await furtherFacts(deployment, family, written.length, written.at(-1)))),
    // A plus is a blank to the code that takes an address for a part of a query, or begins what may be cut off.
    ...(fact === 'email' && typeof fresh.email === 'string' && { email: fresh.email.replace('-', '+') }),
    ...drawnIn(deployment, fresh, { drawn }, false, changed),
  };
  const earlier = back === undefined ? values : written.at(-1 - back);
  if (!earlier || names.some((name) => earlier[name] === undefined)) return undefined;
  return Object.fromEntries(names.map((name) => [name, empty ? emptied(earlier[name]) : earlier[name]]));
}

function isFurther(fact: Of<'update'>['fact']): boolean {
  return furtherNames.some((name) => name === fact);
}

/** Nothing, as a value of the same type. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return typeof value === 'boolean' ? false : '';
}

function drawnIn(
  deployment: Deployment,
  facts: AnyFacts,
  { drawn }: { drawn?: number | undefined },
  isNew: boolean,
  changed?: 'name' | 'description',
): AnyFacts {
  return drawn === undefined
    ? {}
    : drawnFacts(deployment, facts, drawn, { isNew, changed: changed && [changed] });
}

function isDrawn({ drawn }: { drawn?: number }): { drawn?: true } {
  return drawn === undefined ? {} : { drawn: true };
}

/**
 * A record that may be written to. Where the id of a deleted one may be given to another, what is sent there may change the record
 * of another client.
 */
function writableOf(scene: Scene, step: { family: Family; record: number }): SceneRecord | undefined {
  const record = recordOf(scene, step);
  return record && scene.deleted.has(record) && !keepsIds(scene) ? undefined : record;
}

/** Returns whether the profile says that no id is given again. */
export function keepsIds({ deployment }: Scene): boolean {
  return deployment.profile.openings['records.id-reuse'] === 'never';
}

function recordOf({ records }: Scene, { family, record }: { family: Family; record: number }) {
  return records.get(`${family} ${record}`);
}

function base(
  { deployment }: Scene,
  { family, id }: Pick<SceneRecord, 'family' | 'id'>,
): { at: number; family: Family; record: string } {
  return { at: deployment.clock.now(), family, record: String(id) };
}

async function write(
  { deployment }: Scene,
  operation: WriteOperation,
  { id }: SceneRecord,
  body: Json,
  { contentType }: { contentType?: string },
): Promise<Taken> {
  const options = { id, body, ...(contentType !== undefined && { contentType, provoking: true }) };
  return answered(deployment.call(operation, options), (answer) =>
    takenBy(deployment, operation, id, answer, body),
  );
}

/** A write whose connection is cut may have happened or not, and may happen yet: the history goes on without it. */
async function answered(sending: Promise<Answer>, read: (answer: Answer) => Promise<Taken>): Promise<Taken> {
  try {
    return await read(await sending);
  } catch (error) {
    if (breakOffIn(error)?.kind === 'cut') return 'unanswered';
    throw error;
  }
}

/** The look of the answer to the DELETE of a record. */
const deletedBy = new WeakMap<SceneRecord, string>();

/** A record that was deleted is not there any more: answers like that to its DELETE say so from now on. */
async function wasDeleted(deployment: Deployment, record: SceneRecord): Promise<void> {
  const look = deletedBy.get(record);
  if (look !== undefined) knownLooks(deployment).set(look, 'taken');
  await deployment.made.gone(record.family, record.id);
}

/** `false`: the answer is that of a record that is not there, or was deleted. `undefined`: it does not say. */
async function isMissing(
  deployment: Deployment,
  family: Family,
  { answer, facts }: Read,
  isDeleted: boolean,
): Promise<false | undefined> {
  if (facts.id !== undefined && facts.id !== null) return false;
  // An answer that shows what a record holds is that of one, whatever shows its id.
  if (typeof facts.name === 'string') return undefined;
  const { 'errors.status': statuses, 'auth.refusal': refusal } = deployment.profile.openings;
  const absent = [statuses?.['deleted-id'], ...(isDeleted ? [] : [statuses?.['unknown-id']])];
  // A status by which other things are answered, too, says nothing of a record that was not deleted.
  const isAmbiguous = !isDeleted && (answer.status < 400 || answer.status === refusal?.status);
  const isAsAbsent = absent.includes(answer.status) && !isAmbiguous && readsAsRefusal(deployment, answer);
  return isAsAbsent || (await saysNone(deployment, familyOperations[family].read, answer))
    ? false
    : undefined;
}

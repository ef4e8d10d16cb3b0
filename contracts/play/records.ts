/** Steps on groups and users. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { Unreached } from '../deployment/finding.ts';
import { OfOthers, wholeFor } from '../deployment/making/maker.ts';
import { contentOf, isSuccess, readsAsRefusal } from '../deployment/reading/answers.ts';
import { bodyOf } from '../deployment/reading/bodies.ts';
import { readPage } from '../deployment/reading/lists.ts';
import { whereBound } from '../deployment/sharing/unbound.ts';
import { breakOffIn, isUnanswered } from '../deployment/transport/failures.ts';
import type { Entry, Event, Family, Taken } from '../judge/event.ts';
import type { Json } from '../kit/json.ts';
import { type AnyId, isId } from '../profile/facts.ts';
import type { WriteOperation } from '../profile/openings.ts';
import { familyOperations, listedBy, listOperation } from '../specification/operations.ts';
import {
  type AnyFacts,
  bareFacts,
  change,
  create,
  freshFacts,
  furtherFacts,
  replacement,
  spareFacts,
  without,
} from './contents.ts';
import { type Read, readOnce } from './reading.ts';
import { type Came, lookUntil, type Scene, type SceneRecord, settles } from './scene.ts';
import { furtherFacts as furtherNames, type Step, type StepOf } from './steps.ts';
import { knownLooks, lookOf, saysNone, takenBy } from './taken.ts';
import { entryTexts, readableTexts } from './texts.ts';
import { drawnFacts } from './values.ts';

type Target = { readonly family: Family; readonly record: number };

export const recordActs = {
  async create(scene: Scene, step: StepOf<'create'>): Promise<Came> {
    const { deployment } = scene;
    const { family, bare, further } = step;
    const alike = textsOfOther(scene, step);
    const fresh = freshFacts(deployment, family);
    const facts = {
      ...(bare ? bareFacts(deployment, family, fresh) : fresh),
      ...(further && { ...(await furtherFacts(deployment, family, 0)), ...sharedWith(scene, step) }),
      ...alike,
      ...membersIn(scene, family, step.members),
      ...drawnIn(deployment, fresh, step.drawn, true),
    };
    const made = await createOrPlain(deployment, family, facts, fresh);
    const told = (sent: AnyFacts) => readableTexts(deployment, family, sent);
    if (made instanceof OfOthers) {
      const texts = told(made.sent);
      return { ...base(scene, { family, id: made.id }), kind: 'created', texts, others: true };
    }
    const { id, sent, isPlain } = made;
    scene.records.set(keyOf(step), { family, id, written: [sent] });
    // A text that another record has may be kept with a mark of its own.
    const shared = isPlain ? {} : alike;
    const open = Object.keys(told(shared));
    return {
      ...{ ...base(scene, { family, id }), kind: 'created', texts: told(without(sent, Object.keys(shared))) },
      ...(open.length > 0 && { open }),
      ...(!isPlain && isDrawn(step)),
    };
  },

  async replace(scene: Scene, step: StepOf<'replace'>): Promise<Came> {
    const record = writableOf(scene, step);
    if (!record) return undefined;
    const { deployment } = scene;
    const { family, id, written } = record;
    const facts = freshFacts(deployment, family);
    const last: AnyFacts = written.at(-1) ?? {};
    const fresh = {
      ...facts,
      ...(step.same && last.name !== undefined && { name: last.name }),
      ...(step.further && (await furtherFacts(deployment, family, written.length, last))),
      ...membersIn(scene, family, step.members),
      ...drawnIn(deployment, facts, step.drawn, false),
    };
    const left = step.partial ? spareFacts(deployment, family).filter((fact) => fact in fresh) : [];
    const wish = without(fresh, left);
    const bodyFor = (body: AnyFacts) => bodyOf(deployment.lens, 'body', family, body);
    const put = (body: AnyFacts) =>
      write(
        deployment,
        familyOperations[family].replace,
        id,
        step.partial ? bodyFor(body) : replacement(deployment, family, body),
      );
    let taken = await put(wish);
    // Some deployments want the id of the path in the body too, and some every field.
    if (taken === 'refused') taken = await put({ ...wish, id });
    if (taken === 'refused' && !step.partial && deployment.profile.openings['put.left-out'] === undefined) {
      const whole = wholeFor(deployment, family, { ...wish, id }, last);
      taken = await write(deployment, familyOperations[family].replace, id, bodyFor(whole));
    }
    written.push(wish);
    const texts = readableTexts(deployment, family, wish);
    return {
      ...{ ...base(scene, record), kind: 'replaced', texts, taken },
      ...(left.length > 0 && { left: [...left] }),
      ...isDrawn(step),
    };
  },

  async update(scene: Scene, step: StepOf<'update'>): Promise<Came> {
    const record = writableOf(scene, step);
    const wish = record && (await wishOf(scene, record, step));
    if (!record || !wish) return undefined;
    const { deployment } = scene;
    const { family, id, written } = record;
    const body = change(deployment, family, wish);
    const taken = await write(deployment, familyOperations[family].update, id, body);
    written.push({ ...written.at(-1), ...wish });
    const texts = readableTexts(deployment, family, wish);
    return { ...base(scene, record), kind: 'updated', texts, taken, ...isDrawn(step) };
  },

  async delete(scene: Scene, step: StepOf<'delete'>): Promise<Came> {
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

  async read(scene: Scene, step: StepOf<'read'>): Promise<Came> {
    const record = scene.records.get(keyOf(step));
    if (!record) return undefined;
    const { deployment, deleted } = scene;
    const { family, id } = record;
    return lookUntil(scene, async (): Promise<Event> => {
      const read = await readOnce(deployment, family, id);
      const isDeleted = deleted.has(record);
      const found =
        read.found || ((await isMissing(deployment, family, read, isDeleted)) ? false : undefined);
      if (found === false && isDeleted) {
        // It is not there any more: answers like that to its DELETE say so from now on.
        const look = deletedBy.get(record);
        if (look !== undefined) knownLooks(deployment).set(look, 'taken');
        await deployment.made.gone(family, id);
      }
      const texts = found ? readableTexts(deployment, family, read.facts, true) : {};
      return { ...base(scene, record), kind: 'read', found, texts };
    });
  },

  async list(scene: Scene, { family, size }: StepOf<'list'>): Promise<Came> {
    const { deployment } = scene;
    let unread: string | undefined;
    const event = await lookUntil(scene, async () => {
      const name = listedBy[familyOperations[family].list];
      const list = await deployment.list(name, sizeIn(scene, family, size));
      const twice = list.repeated.map((id): Entry => ({ id: String(id), texts: {} }));
      unread = list.records.length === 0 ? list.issues[0] : undefined;
      // Without known paging there may be more pages than were seen.
      const isPaged = deployment.profile.openings['operations.paging'] !== undefined;
      const entries = list.records.map(entryTexts);
      const complete = list.complete && list.issues.length === 0 && isPaged;
      const returned = complete ? returnedIn(scene, family, entries) : [];
      return {
        ...{ at: deployment.clock.now(), kind: 'listed' as const, family, complete },
        entries: [...entries, ...twice],
        ...(returned.length > 0 && { returned }),
      };
    });
    if (event.complete) noteListed(scene, family, event.entries);
    if (unread !== undefined)
      throw new Unreached(`the list of ${family}s cannot be read: ${unread}`, 'operations.envelope');
    if (!event.complete)
      scene.refusal = new Unreached(
        'not all pages of the list were seen',
        'operations.paging',
        'operations.query',
      );
    return event;
  },

  async choices({ deployment }: Scene, { of }: StepOf<'choices'>): Promise<Came> {
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
function returnedIn({ listedOf }: Scene, family: Family, entries: readonly Entry[]): string[] {
  const { lacking } = listedOf.get(family) ?? {};
  return entries.flatMap(({ id }) => (id !== undefined && lacking?.has(id) ? [id] : []));
}

/**
 * Records of the history are followed by the judge. Others that the run has made may be disabled meanwhile, or be readable only
 * a moment later: a list may lack them.
 */
function noteListed(
  { listedOf, records, deployment }: Scene,
  family: Family,
  entries: readonly Entry[],
): void {
  const own = [...records.values()].map(({ id }) => id);
  const made = settles(deployment) || family === 'user' ? deployment.made.standing(family) : [];
  const followed = new Set([...own, ...made].map(String));
  const shown = new Set(entries.flatMap(({ id }) => (id === undefined || followed.has(id) ? [] : [id])));
  const before = listedOf.get(family)?.shown ?? [];
  const lacking = new Set([...before].filter((id) => !shown.has(id) && !followed.has(id)));
  listedOf.set(family, { shown, lacking, count: entries.length });
}

/** So many on a page, where lists have pages; of a long list more, so that it takes few requests. */
function sizeIn({ deployment, listedOf }: Scene, family: Family, size: number | undefined) {
  const paging = deployment.profile.openings['operations.paging'];
  if (!paging || paging.by === 'none' || size === undefined) return undefined;
  return Math.min(Math.max(size, Math.ceil((listedOf.get(family)?.count ?? 0) / 2)), paging.max ?? Infinity);
}

/** Reads of records that steps write to, or make others members of, and that no read has shown to be the run's yet. */
export function unprovenIn({ records, deployment }: Scene, steps: readonly Step[]): Step[] {
  const calls = steps.flatMap((step): readonly Step[] => (step.do === 'burst' ? step.calls : [step]));
  const touched = calls.flatMap((step): Target[] => {
    if (!('record' in step) || step.do === 'read') return [];
    const members = 'members' in step && step.family === 'user' ? (step.members ?? []) : [];
    return [step, ...members.map((record) => ({ family: 'group' as const, record }))];
  });
  const unproven = touched.flatMap(({ family, record }): [string, Step][] => {
    const own = records.get(keyOf({ family, record }));
    if (!own || deployment.made.whose(family, own.id) === 'own') return [];
    return [[keyOf({ family, record }), { do: 'read', family, record }]];
  });
  return [...new Map(unproven).values()];
}

/** Reads of the records of a history that a list does not show with all the texts that they have. */
export function unshownIn(
  { records, deleted, deployment }: Scene,
  step: Step,
  event: Event | undefined,
): Step[] {
  if (step.do !== 'list' || !step.whole) return [];
  const { family } = step;
  const places: readonly string[] = whereBound([], () => [...deployment.lens.reply(family).facts]);
  const entries = event?.kind === 'listed' ? event.entries : [];
  return [...records].flatMap(([key, record]): Step[] => {
    if (record.family !== family || deleted.has(record)) return [];
    const { texts = {} } = entries.find(({ id }) => id === String(record.id)) ?? {};
    const wanted = Object.keys(entryTexts(record.written.at(-1) ?? {}).texts);
    const isShown = wanted.every((fact) => fact in texts || !places.includes(fact));
    return isShown ? [] : [{ do: 'read', family, record: Number(key.split(' ')[1]) }];
  });
}

/** The texts that a new record shares with others; none where the history has no such record, or ids do not tell them apart. */
function textsOfOther({ deployment, records, deleted }: Scene, step: StepOf<'create'>): AnyFacts {
  const { family, like, named } = step;
  const number = like ?? named;
  if (number === undefined) return {};
  const facts: readonly string[] = deployment.lens.reply(family).facts;
  const isTold = deployment.lens.answer(familyOperations[family].create).kind !== 'nothing';
  const other = records.get(keyOf({ family, record: number }));
  // A name that two records have tells neither in a list.
  if (!isTold || !facts.includes('id') || !other || deleted.has(other) === (like !== undefined)) return {};
  const { name, description } = other.written.at(-1) ?? {};
  if (typeof name !== 'string') return {};
  return { name, ...(like !== undefined && typeof description === 'string' && { description }) };
}

/** The further facts that a new record has as the one that it is to be like: many have the same. */
function sharedWith({ records }: Scene, { family, like = 0 }: StepOf<'create'>): AnyFacts {
  const facts = records.get(keyOf({ family, record: like }))?.written.at(-1) ?? {};
  const shared = ['country', 'timeZone', 'notify'];
  return Object.fromEntries(Object.entries(facts).filter(([fact]) => shared.includes(fact)));
}

/**
 * Members of the history, by their numbers. A group may take its devices from the one that they are in: where the history has
 * any that the run did not make, no members are sent.
 */
function membersIn(scene: Scene, family: Family, members: readonly number[] | undefined): AnyFacts {
  if (members === undefined) return {};
  const { devices, records, deployment } = scene;
  const { made } = deployment;
  const known = members.flatMap((number) => {
    const one = family === 'group' ? devices.get(number) : records.get(`group ${number}`);
    return one ? [one.id] : [];
  });
  const isOwn = (id: AnyId) => (family === 'group' ? made.isDevice(id) : made.whose('group', id) === 'own');
  const name = family === 'group' ? 'deviceIds' : 'groupIds';
  const places: readonly string[] = deployment.lens.body(family).facts;
  return places.includes(name) && known.every(isOwn) ? { [name]: known } : {};
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
  { fact, back, empty, members, drawn }: StepOf<'update'>,
): Promise<AnyFacts | undefined> {
  const { deployment } = scene;
  if (fact === 'members') {
    const wish = membersIn(scene, family, members ?? []);
    return Object.keys(wish).length > 0 ? wish : undefined;
  }
  const fresh = freshFacts(deployment, family);
  const second = fresh.description === undefined ? 'name' : 'description';
  const both = second === 'name' && drawn === undefined ? ['name', 'email'] : ['name', second];
  const names = fact === 'both' ? both : [fact === 'other' ? second : fact];
  const places: readonly string[] = deployment.lens.body(family).facts;
  if (names.some((name) => !places.includes(name))) return undefined;
  const isFurther = furtherNames.some((name) => name === fact);
  const changed = fact === 'both' ? undefined : fact === 'name' ? ('name' as const) : second;
  const values: AnyFacts = {
    ...fresh,
    ...(isFurther && (await furtherFacts(deployment, family, written.length, written.at(-1)))),
    // A plus is a blank to the code that takes an address for a part of a query, or begins what may be cut off.
    ...(fact === 'email' && typeof fresh.email === 'string' && { email: fresh.email.replace('-', '+') }),
    ...drawnIn(deployment, fresh, drawn, false, changed),
  };
  const earlier = back === undefined ? values : written.at(-1 - back);
  if (!earlier || names.some((name) => earlier[name] === undefined)) return undefined;
  return Object.fromEntries(names.map((name) => [name, empty ? emptied(earlier[name]) : earlier[name]]));
}

/** Nothing, as a value of the same type. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return typeof value === 'boolean' ? false : '';
}

function drawnIn(
  deployment: Deployment,
  facts: AnyFacts,
  drawn: number | undefined,
  isNew: boolean,
  changed?: 'name' | 'description',
): AnyFacts {
  if (drawn === undefined) return {};
  return drawnFacts(deployment, facts, drawn, { isNew, changed: changed && [changed] });
}

function isDrawn({ drawn }: { drawn?: number }): { drawn?: true } {
  return drawn === undefined ? {} : { drawn: true };
}

/**
 * A record that may be written to. Where the id of a deleted one may be given to another, what is sent there may change the record
 * of another client.
 */
function writableOf(scene: Scene, target: Target): SceneRecord | undefined {
  const record = scene.records.get(keyOf(target));
  return record && scene.deleted.has(record) && !keepsIds(scene) ? undefined : record;
}

/** Returns whether the profile says that no id is given again. */
export function keepsIds({ deployment }: Scene): boolean {
  return deployment.profile.openings['records.id-reuse'] === 'never';
}

function keyOf({ family, record }: Target): string {
  return `${family} ${record}`;
}

function base({ deployment }: Scene, { family, id }: Pick<SceneRecord, 'family' | 'id'>) {
  return { at: deployment.clock.now(), family, record: String(id) };
}

function write(deployment: Deployment, operation: WriteOperation, id: AnyId, body: Json): Promise<Taken> {
  return answered(deployment.call(operation, { id, body }), (answer) =>
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

/** Returns whether an answer is that of a record that is not there, or was deleted. */
async function isMissing(
  deployment: Deployment,
  family: Family,
  { answer, facts }: Read,
  isDeleted: boolean,
): Promise<boolean> {
  if (isId(facts.id)) return true;
  // An answer that shows what a record holds is that of one, whatever shows its id.
  if (typeof facts.name === 'string') return false;
  const { 'errors.status': statuses, 'auth.refusal': refusal } = deployment.profile.openings;
  const absent = [statuses?.['deleted-id'], ...(isDeleted ? [] : [statuses?.['unknown-id']])];
  // A status by which other things are answered, too, says nothing of a record that was not deleted.
  const isAmbiguous = !isDeleted && (answer.status < 400 || answer.status === refusal?.status);
  if (absent.includes(answer.status) && !isAmbiguous && readsAsRefusal(deployment, answer)) return true;
  return saysNone(deployment, familyOperations[family].read, answer);
}

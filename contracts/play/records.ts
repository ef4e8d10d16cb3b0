/** Steps on groups and users. */

import type { Entry, Event, Family, Taken } from '../judge/event.ts';
import type { Json } from '../kit/json.ts';
import type { AnyId } from '../profile/facts.ts';
import type { WriteOperation } from '../profile/openings.ts';
import { familyOperations, listedBy } from '../specification/operations.ts';
import type { Answer } from '../suite/answer.ts';
import type { CaseContext } from '../suite/case-context.ts';
import { Unreached } from '../suite/finding.ts';
import { corrupted, readsAsRefusal } from '../suite/reading/accepted.ts';
import { contentOf, isSuccess } from '../suite/reading/success.ts';
import { type AnyFacts, without } from '../suite/records/compare.ts';
import { type Read, readOnce } from '../suite/records/reading.ts';
import { bodyOf } from '../suite/session/bodies.ts';
import { breakOffIn, isUnanswered } from '../suite/transport/failures.ts';
import { saysNone } from './absence.ts';
import { bareFacts, change, create, freshFacts, furtherFacts, replacement, spareFacts } from './contents.ts';
import { drawnFacts } from './drawn.ts';
import type { Came, Scene, SceneRecord } from './scene.ts';
import { saysNothing } from './served.ts';
import { furtherFacts as furtherNames, type Step } from './steps.ts';
import { knownLooks, lookOf, takenBy } from './taken.ts';
import { entryTexts, readableTexts } from './texts.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

export const recordActs = {
  async create(scene: Scene, step: Of<'create'>): Promise<Came> {
    const { context } = scene;
    const { family, record, bare = false } = step;
    const alike = textsOfOther(scene, step) ?? {};
    const fresh = freshFacts(context, family);
    const facts = {
      ...(bare ? bareFacts(context, family, fresh) : fresh),
      ...(step.further && (await furtherFacts(context, family, 0))),
      ...alike,
      ...membersIn(scene, family, step.members),
      ...drawnIn(context, fresh, step, true),
    };
    const { id, sent, isPlain } = await createOrPlain(context, family, facts, fresh);
    scene.records.set(`${family} ${record}`, { family, id, written: [sent] });
    // A text that another record has may be kept with a mark of its own.
    const shared = isPlain ? {} : alike;
    const told = without(sent, new Set(Object.keys(shared)));
    const texts = readableTexts(context, family, told);
    const open = Object.keys(readableTexts(context, family, shared));
    return {
      ...{ ...base(scene, { family, id }), kind: 'created', texts },
      ...(open.length > 0 && { open }),
      ...(!isPlain && isDrawn(step)),
    };
  },

  async replace(scene: Scene, step: Of<'replace'>): Promise<Came> {
    const record = writableOf(scene, step);
    if (!record) return undefined;
    const { context } = scene;
    const { family, id } = record;
    const facts = freshFacts(context, family);
    const last: AnyFacts = record.written.at(-1) ?? {};
    const fresh = {
      ...facts,
      ...(step.same && last.name !== undefined && { name: last.name }),
      ...(step.further && (await furtherFacts(context, family, record.written.length))),
      ...membersIn(scene, family, step.members),
      ...drawnIn(context, facts, step, false),
    };
    const wish = step.partial ? without(fresh, spareFacts(context, family)) : fresh;
    const operation = familyOperations[family].replace;
    const content = (facts: AnyFacts) =>
      step.partial ? bodyOf(context.lens, 'body', family, facts) : replacement(context, family, facts);
    let taken = await write(scene, operation, record, content(wish), step);
    // Some deployments want the id of the path in the body too, and some every field.
    if (taken === 'refused') taken = await write(scene, operation, record, content({ ...wish, id }), step);
    if (taken === 'refused' && !step.partial && context.profile.openings['put.left-out'] === undefined) {
      const whole = context.make.whole(family, { ...wish, id }, last);
      taken = await write(scene, operation, record, bodyOf(context.lens, 'body', family, whole), step);
    }
    record.written.push(wish);
    const texts = readableTexts(context, family, wish);
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
    const { context } = scene;
    const { family } = record;
    const operation = familyOperations[family].update;
    const taken = await write(scene, operation, record, change(context, family, wish), step);
    record.written.push({ ...record.written.at(-1), ...wish });
    const texts = readableTexts(context, family, wish);
    return { ...base(scene, record), kind: 'updated', texts, taken, ...isDrawn(step) };
  },

  /** Records of others are not touched: an id that names nothing is one of which a read says so. */
  async stray({ context }: Scene, { family, by }: Of<'stray'>): Promise<Came> {
    const operation = familyOperations[family][by];
    const { id } = await context.fingerprints.unknownId(familyOperations[family].read);
    const wish = freshFacts(context, family);
    const body =
      by === 'replace'
        ? { body: replacement(context, family, { ...wish, id }) }
        : by === 'update'
          ? { body: change(context, family, { name: wish.name }) }
          : {};
    const found = await context.call(familyOperations[family].read, { id });
    if (String(context.lens.reply(family).read(contentOf(found)).facts.id) === String(id)) return undefined;
    const answer = await context.call(operation, { id, ...body });
    // Some deployments create what a PUT names: then it is the run's own.
    const { replace } = familyOperations[family];
    if (by === 'replace' && (await takenBy(context, replace, id, answer)) === 'taken')
      await context.call(familyOperations[family].delete, { id });
    return { at: context.clock.now(), kind: 'stray', family, by: strayed[by] };
  },

  /** A write that is not taken changes nothing. */
  async spoil(scene: Scene, step: Of<'spoil'>): Promise<Came> {
    const record = writableOf(scene, step);
    if (!record) return undefined;
    const { context } = scene;
    const { family, id } = record;
    const operation = familyOperations[family][step.by];
    const wish = freshFacts(context, family);
    const body =
      step.by === 'replace'
        ? replacement(context, family, wish)
        : change(context, family, { name: wish.name });
    const answer = await context.call(operation, { id, body: corrupted(body), provoking: true });
    // A deployment that makes something of it may have made anything of it.
    const taken = !saysNothing(answer) && readsAsRefusal(context, answer) ? 'refused' : 'unanswered';
    return { ...base(scene, record), kind: 'updated', texts: {}, taken };
  },

  async delete(scene: Scene, step: Of<'delete'>): Promise<Came> {
    const record = writableOf(scene, step);
    if (!record) return undefined;
    scene.deleted.add(record);
    const { context } = scene;
    const { family, id } = record;
    const operation = familyOperations[family].delete;
    const taken = await answered(context.call(operation, { id }), (answer) => {
      deletedBy.set(record, lookOf(operation, answer));
      return takenBy(context, operation, id, answer);
    });
    return { ...base(scene, record), kind: 'deleted', taken };
  },

  async read(scene: Scene, step: Of<'read'>): Promise<Came> {
    const record = recordOf(scene, step);
    if (!record) return undefined;
    const { context } = scene;
    const look = async (): Promise<Event> => {
      const read = await readOnce(context, record.family, record.id);
      const found = read.found || (await isMissing(context, record.family, read));
      if (found === false && scene.deleted.has(record)) await wasDeleted(context, record);
      return {
        ...base(scene, record),
        kind: 'read',
        found,
        texts: found ? readableTexts(context, record.family, read.facts, true) : {},
      };
    };
    return context.eventually(look, scene.explains);
  },

  async list(scene: Scene, { family, size }: Of<'list'>): Promise<Came> {
    const { context } = scene;
    let unread: string | undefined;
    const look = async (): Promise<Event> => {
      const list = await context.list(listedBy[familyOperations[family].list], sizeIn(context, size));
      const entries = list.records.map((facts): Entry => entryTexts(facts));
      const twice = list.repeated.map((id): Entry => ({ id: String(id), texts: {} }));
      unread = entries.length === 0 ? list.issues[0] : undefined;
      // Without known paging there may be more pages than were seen.
      const complete =
        list.complete &&
        list.issues.length === 0 &&
        context.profile.openings['operations.paging'] !== undefined;
      return { at: context.clock.now(), kind: 'listed', family, entries: [...entries, ...twice], complete };
    };
    const event = await context.eventually(look, scene.explains);
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

  async choices({ context }: Scene, { of }: Of<'choices'>): Promise<Came> {
    const { records, issues, pages } = await context.list(of);
    const isRead = issues.length === 0 && pages.every(isSuccess);
    return { at: context.clock.now(), kind: 'choices', of, ...(isRead && { count: records.length }) };
  },
};

/** So many on a page, where lists have pages. */
function sizeIn({ profile }: CaseContext, size: number | undefined): number | undefined {
  const paging = profile.openings['operations.paging'];
  if (!paging || paging.by === 'none' || size === undefined) return undefined;
  return Math.min(size, paging.max ?? size);
}

/** Reads of the records of a history that a list does not show with all the texts that they have. */
export function unshownIn(
  { records, deleted, context }: Scene,
  step: Step,
  event: Event | undefined,
): Step[] {
  if (step.do !== 'list' || !step.whole) return [];
  const entries = event?.kind === 'listed' ? event.entries : [];
  return [...records].flatMap(([key, record]): Step[] => {
    if (record.family !== step.family || deleted.has(record)) return [];
    const { texts = {} } = entries.find(({ id }) => id === String(record.id)) ?? {};
    const wanted = Object.keys(entryTexts(record.written.at(-1) ?? {}).texts);
    const isShown = wanted.every((fact) => fact in texts || !isReadable(context, record.family, fact));
    return isShown ? [] : [{ do: 'read', family: record.family, record: Number(key.split(' ')[1]) }];
  });
}

function isReadable({ lens }: CaseContext, family: Family, fact: string): boolean {
  const places: readonly string[] = lens.reply(family).facts;
  return places.includes(fact);
}

const strayed = { read: 'read', replace: 'replaced', update: 'updated', delete: 'deleted' } as const;

/** The texts that a new record shares with others; none where the history has no such record, or ids do not tell them apart. */
function textsOfOther(scene: Scene, { family, like, named }: Of<'create'>): AnyFacts | undefined {
  const { context } = scene;
  if (like === undefined && named === undefined) return {};
  const { create } = familyOperations[family];
  const facts: readonly string[] = context.lens.reply(family).facts;
  if (context.lens.answer(create).kind === 'nothing' || !facts.includes('id')) return undefined;
  const other = recordOf(scene, { family, record: like ?? named ?? 0 });
  // A name that two records have tells neither in a list.
  if (!other || scene.deleted.has(other) === (like !== undefined)) return undefined;
  const { name, description } = other.written.at(-1) ?? {};
  if (typeof name !== 'string') return undefined;
  return { name, ...(like !== undefined && typeof description === 'string' && { description }) };
}

/** Members of the history, by their numbers; those that it has not are left out. */
function membersIn(scene: Scene, family: Family, members: readonly number[] | undefined): AnyFacts {
  if (members === undefined) return {};
  const ids = members.flatMap((number) =>
    family === 'group'
      ? (scene.devices.get(number)?.id ?? [])
      : (recordOf(scene, { family: 'group', record: number })?.id ?? []),
  );
  const name = family === 'group' ? 'deviceIds' : 'groupIds';
  const places: readonly string[] = scene.context.lens.body(family).facts;
  return places.includes(name) ? { [name]: ids } : {};
}

/** A new record; where that is refused, one with usual texts. */
async function createOrPlain(
  context: CaseContext,
  family: Family,
  facts: AnyFacts,
  fresh: AnyFacts,
): Promise<{ id: AnyId; sent: AnyFacts; isPlain: boolean }> {
  try {
    return { ...(await create(context, family, facts)), isPlain: false };
  } catch (error) {
    const isUsual = Object.keys(facts).every((fact) => facts[fact] === fresh[fact]);
    if (isUsual || !(error instanceof Unreached) || isUnanswered(error) || breakOffIn(error)) throw error;
    return { ...(await create(context, family, freshFacts(context, family))), isPlain: true };
  }
}

/** The facts that a PATCH is to write; `undefined` where the record has no such fact, or had no such value. */
async function wishOf(
  scene: Scene,
  { family, written }: SceneRecord,
  { fact, back, empty, members, drawn }: Of<'update'>,
): Promise<AnyFacts | undefined> {
  const { context } = scene;
  if (fact === 'members') return membersIn(scene, family, members ?? []);
  const fresh = freshFacts(context, family);
  const second = fresh.description === undefined ? 'name' : 'description';
  const free = fresh.description === undefined ? ['name'] : ['name', 'description'];
  const both = free.length > 1 || drawn !== undefined ? free : ['name', 'email'];
  const names = fact === 'both' ? both : [fact === 'other' ? second : fact];
  const places: readonly string[] = context.lens.body(family).facts;
  if (names.some((name) => !places.includes(name))) return undefined;
  const changed = fact === 'both' ? undefined : fact === 'name' ? ('name' as const) : second;
  const values: AnyFacts = {
    ...(isFurther(fact) && (await furtherFacts(context, family, written.length))),
    ...(isFurther(fact) && { notify: ['email', 'sms'], disabled: true }),
    ...fresh,
    ...drawnIn(context, fresh, { drawn }, false, changed),
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
  context: CaseContext,
  facts: AnyFacts,
  { drawn }: { drawn?: number | undefined },
  isNew: boolean,
  changed?: 'name' | 'description',
): AnyFacts {
  return drawn === undefined
    ? {}
    : drawnFacts(context, facts, drawn, { isNew, changed: changed && [changed] });
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

/** Whether the profile says that no id is given again. */
export function keepsIds({ context }: Scene): boolean {
  return context.profile.openings['records.id-reuse'] === 'never';
}

function recordOf({ records }: Scene, { family, record }: { family: Family; record: number }) {
  return records.get(`${family} ${record}`);
}

function base(
  { context }: Scene,
  { family, id }: Pick<SceneRecord, 'family' | 'id'>,
): { at: number; family: Family; record: string } {
  return { at: context.clock.now(), family, record: String(id) };
}

async function write(
  { context }: Scene,
  operation: WriteOperation,
  { id }: SceneRecord,
  body: Json,
  { contentType }: { contentType?: string },
): Promise<Taken> {
  const options = { id, body, ...(contentType !== undefined && { contentType, provoking: true }) };
  return answered(context.call(operation, options), (answer) =>
    takenBy(context, operation, id, answer, body),
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
async function wasDeleted(context: CaseContext, record: SceneRecord): Promise<void> {
  const look = deletedBy.get(record);
  if (look !== undefined) knownLooks(context).set(look, 'taken');
  await context.make.gone(record.family, record.id);
}

/** `false`: the answer is that of a record that is not there. `undefined`: it does not say. */
async function isMissing(
  context: CaseContext,
  family: Family,
  { answer, facts }: Read,
): Promise<false | undefined> {
  if (facts.id !== undefined && facts.id !== null) return false;
  return (await saysNone(context, familyOperations[family].read, answer)) ? false : undefined;
}

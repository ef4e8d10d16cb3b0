/** Steps that write groups and users. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { Unreached } from '../deployment/finding.ts';
import { type MadeRecord, makeRecord, OfOthers, wholeFor } from '../deployment/making/maker.ts';
import { bodyOf } from '../deployment/reading/bodies.ts';
import { breakOffIn, isUnanswered } from '../deployment/transport/failures.ts';
import type { Family, WriteResult } from '../judge/event.ts';
import { only } from '../kit/fields.ts';
import type { Json } from '../kit/json.ts';
import { integer, list, oneOf, optional } from '../kit/schema.ts';
import type { AnyId, WritableFacts } from '../profile/facts.ts';
import { familyOperations } from '../specification/operations.ts';
import { takenBy } from './answers.ts';
import {
  type AnyFacts,
  bareFacts,
  change,
  DRAWN,
  drawnFacts,
  freshFacts,
  furtherFacts,
  replacement,
  spareFacts,
  without,
} from './contents.ts';
import { flag, number, type Of, ofRecord, recordInWords, row } from './row.ts';
import { keyOf, type Scene, type SceneRecord, type Target } from './scene.ts';
import { readableTexts } from './texts.ts';

/** The facts of a new record that many have alike. */
const SHARED: readonly string[] = ['country', 'timeZone', 'notify'];

/** The contents of a write beside what it must have. */
const content = {
  /** With the facts beside the texts for which there is a place. */
  further: flag,
  /** Devices of a group, or groups of a user, by their numbers in the history. */
  members: optional(list(number, { maxItems: 10 })),
  /** Texts that stores get wrong, by number. */
  drawn: optional(integer({ minimum: 1, maximum: DRAWN.all })),
};
/** Facts beside the texts of a record. Whether they are kept is open; the rest is to stay as it was. */
const furtherNames = ['email', 'phone', 'country', 'timeZone', 'notify', 'disabled', 'members'] as const;

const creating = { ...ofRecord, like: optional(number), named: optional(number), bare: flag, ...content };
const updating = {
  ...{ ...ofRecord, fact: oneOf('name', 'other', 'both', ...furtherNames), empty: flag },
  ...{ back: optional(integer({ minimum: 1, maximum: 10 })) },
  ...{ members: content.members, drawn: content.drawn },
};

const writes = {
  touches: ['records'],
  sort: ({ drawn }: { drawn?: number }) => (drawn === undefined ? undefined : 'texts'),
} as const;

/** Writes that can be made at the same time as others. */
export const writeRows = {
  /** PUT of new content. `partial`: without what it need not have; `same`: with the name that it has. */
  replace: row({
    fields: { ...ofRecord, partial: flag, same: flag, ...content },
    ...writes,
    say: (step) =>
      `PUT ${step.partial ? 'part of a new' : 'new'} content${step.same ? ' of the same name' : ''}${contentInWords(step)} to ${recordInWords(step)}`,
    async act(scene, step) {
      const record = writableOf(scene, step);
      if (!record) return undefined;
      const { deployment } = scene;
      const { family, id, written } = record;
      const { partial, drawn } = step;
      const last: AnyFacts = written.at(-1) ?? {};
      const facts = freshFacts(deployment, family);
      const fresh = {
        ...facts,
        ...(step.same && last.name !== undefined && { name: last.name }),
        ...(step.further && (await furtherFacts(deployment, family, written.length, last))),
        ...membersIn(scene, step),
        ...(drawn !== undefined && drawnFacts(deployment, facts, drawn, { isNew: false })),
      };
      const left = partial ? spareFacts(deployment, family).filter((fact) => fact in fresh) : [];
      const wish = without(fresh, left);
      const bodyFor = (content: AnyFacts) => bodyOf(deployment.lens, 'body', family, content);
      const put = (body: Json) => write(deployment, 'replace', record, body);
      const bodyOfPut = (content: AnyFacts) =>
        partial ? bodyFor(content) : replacement(deployment, family, content);
      let taken = await put(bodyOfPut(wish));
      // Some deployments want the id of the path in the body too, and some every field.
      if (taken === 'refused') taken = await put(bodyOfPut({ ...wish, id }));
      if (taken === 'refused' && !partial && deployment.profile.openings['put.left-out'] === undefined)
        taken = await put(bodyFor(wholeFor(deployment, family, { ...wish, id }, last)));
      written.push(wish);
      return {
        ...{ ...base(scene, record), kind: 'replaced', taken },
        texts: readableTexts(deployment, family, wish),
        ...(left.length > 0 && { left: [...left] }),
        ...isDrawn(step),
      };
    },
  }),
  /**
   * PATCH of one fact; `other` is the description where there is one, and `both` that and the name. `back`: to the value
   * that the fact had so many writes ago; `empty`: to nothing.
   */
  update: row({
    fields: updating,
    ...writes,
    say(step) {
      const earlier = step.back === undefined ? '' : ` back to what it was ${step.back} writes before`;
      const to = step.empty ? ' to nothing' : earlier;
      return `PATCH ${factsInWords[step.fact]}${contentInWords(step)}${to} of ${recordInWords(step)}`;
    },
    async act(scene, step) {
      const record = writableOf(scene, step);
      const wish = record && (await wishOf(scene, record, step));
      if (!record || !wish) return undefined;
      const { deployment } = scene;
      const { family, written } = record;
      const taken = await write(deployment, 'update', record, change(deployment, family, wish));
      written.push({ ...written.at(-1), ...wish });
      const texts = readableTexts(deployment, family, wish);
      return { ...base(scene, record), kind: 'updated', texts, taken, ...isDrawn(step) };
    },
  }),
  delete: row({
    fields: ofRecord,
    touches: ['records'],
    say: (step) => `DELETE ${recordInWords(step)}`,
    async act(scene, step) {
      const record = writableOf(scene, step);
      if (!record) return undefined;
      scene.deleted.add(record);
      return {
        ...base(scene, record),
        kind: 'deleted',
        taken: await write(scene.deployment, 'delete', record),
      };
    },
  }),
};

export const recordRows = {
  ...writeRows,
  /**
   * `like`: with the texts of that record, if it is there and ids tell them apart; `named`: with the name of one that is
   * deleted. `bare`: with what it must have alone.
   */
  create: row({
    fields: creating,
    touches: ['records'],
    cost: ({ family }) => ({ creates: [family] }),
    say(step) {
      const like = step.like === undefined ? '' : ` with the texts of ${step.family} ${step.like}`;
      const called = step.named === undefined ? '' : ` with the name of ${step.family} ${step.named}`;
      return `create ${recordInWords(step)}${like}${called}${step.bare ? ' with what it must have' : ''}${contentInWords(step)}`;
    },
    async act(scene, step) {
      const { deployment } = scene;
      const { family, bare, further, like, drawn } = step;
      const other = like === undefined ? undefined : scene.records.get(keyOf({ family, record: like }));
      const alike = textsOfOther(scene, step);
      const fresh = freshFacts(deployment, family);
      const facts = {
        ...(bare ? bareFacts(deployment, family, fresh) : fresh),
        ...(further && {
          // A second record has another of those that need not be alike.
          ...(await furtherFacts(deployment, family, other ? 1 : 0)),
          ...only(other?.written.at(-1) ?? {}, (fact) => SHARED.includes(fact)),
        }),
        ...alike,
        ...membersIn(scene, step),
        ...(drawn !== undefined && drawnFacts(deployment, fresh, drawn, { isNew: true })),
      };
      const made = await createOrPlain(deployment, family, facts, fresh);
      const { id, sent } = made;
      const event = { ...base(scene, { family, id }), kind: 'created' as const };
      if (made instanceof OfOthers)
        return { ...event, texts: readableTexts(deployment, family, sent), others: true };
      scene.records.set(keyOf(step), { family, id, written: [sent] });
      // A text that another record has may be kept with a mark of its own.
      const shared = made.isPlain ? {} : alike;
      const open = Object.keys(readableTexts(deployment, family, shared));
      return {
        ...{ ...event, texts: readableTexts(deployment, family, without(sent, Object.keys(shared))) },
        ...(open.length > 0 && { open }),
        ...(!made.isPlain && isDrawn(step)),
      };
    },
  }),
};

const factsInWords: { readonly [F in Of<typeof updating>['fact']]: string } = {
  ...{ name: 'the name', other: 'the description', both: 'the name and the description' },
  ...{ email: 'the address', phone: 'the phone number', country: 'the country', timeZone: 'the time zone' },
  ...{ notify: 'the channels', disabled: 'whether it is disabled', members: 'the members' },
};

function contentInWords(step: { further?: boolean; members?: readonly number[]; drawn?: number }): string {
  const { further, members, drawn } = step;
  const facts = further ? ' with further facts' : '';
  const held = members === undefined ? '' : ` with members ${members.join(', ') || 'none'}`;
  return `${facts}${held}${drawn === undefined ? '' : ` with the drawn text ${drawn}`}`;
}

/** The texts that a new record shares with others; none where the history has no such record, or ids do not tell them apart. */
function textsOfOther({ deployment, records, deleted }: Scene, step: Of<typeof creating>): AnyFacts {
  const { family, like, named } = step;
  const record = like ?? named;
  const other = record === undefined ? undefined : records.get(keyOf({ family, record }));
  if (!other) return {};
  const facts: readonly string[] = deployment.lens.reply(family).facts;
  const isTold = deployment.lens.answer(familyOperations[family].create).kind !== 'nothing';
  // A name that two records have tells neither in a list.
  if (!isTold || !facts.includes('id') || deleted.has(other) === (like !== undefined)) return {};
  const names = like === undefined ? ['name'] : ['name', 'description'];
  const texts: AnyFacts = only(other.written.at(-1) ?? {}, (fact) => names.includes(fact));
  return typeof texts.name === 'string' ? texts : {};
}

/**
 * Members of the history, by their numbers. A group may take its devices from the one that they are in: where the history has
 * any that the run did not make, no members are sent.
 */
function membersIn(scene: Scene, step: { family: Family; members?: readonly number[] }): AnyFacts {
  const { devices, records, deployment } = scene;
  const { family, members } = step;
  if (members === undefined) return {};
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
): Promise<(MadeRecord<Family> & { isPlain: boolean }) | OfOthers> {
  const make = (sent: AnyFacts) => makeRecord(deployment, family, sent as WritableFacts<Family, AnyId>);
  try {
    return { ...(await make(facts)), isPlain: false };
  } catch (error) {
    if (error instanceof OfOthers) return error;
    const isUsual = Object.keys(facts).every((fact) => facts[fact] === fresh[fact]);
    if (isUsual || !(error instanceof Unreached) || isUnanswered(error) || breakOffIn(error)) throw error;
    return { ...(await make(freshFacts(deployment, family))), isPlain: true };
  }
}

/** The facts that a PATCH is to write; `undefined` where the record has no such fact, or had no such value. */
async function wishOf(
  scene: Scene,
  { family, written }: SceneRecord,
  { fact, back, empty, members = [], drawn }: Of<typeof updating>,
): Promise<AnyFacts | undefined> {
  const { deployment } = scene;
  if (fact === 'members') {
    const wish = membersIn(scene, { family, members });
    return Object.keys(wish).length > 0 ? wish : undefined;
  }
  const fresh = freshFacts(deployment, family);
  const { email } = fresh;
  const second: 'name' | 'description' = fresh.description === undefined ? 'name' : 'description';
  const both = second === 'name' && drawn === undefined ? ['name', 'email'] : ['name', second];
  const names = fact === 'both' ? both : [fact === 'other' ? second : fact];
  const places: readonly string[] = deployment.lens.body(family).facts;
  if (names.some((name) => !places.includes(name))) return undefined;
  const isFurther = furtherNames.some((name) => name === fact);
  const changed = fact === 'both' ? undefined : [fact === 'name' ? ('name' as const) : second];
  const values: AnyFacts = {
    ...fresh,
    ...(isFurther && (await furtherFacts(deployment, family, written.length, written.at(-1)))),
    // A plus is a blank to the code that takes an address for a part of a query, or begins what may be cut off.
    ...(fact === 'email' && typeof email === 'string' && { email: email.replace('-', '+') }),
    ...(drawn !== undefined && drawnFacts(deployment, fresh, drawn, { isNew: false, changed })),
  };
  const earlier = back === undefined ? values : written.at(-1 - back);
  if (!earlier || names.some((name) => earlier[name] === undefined)) return undefined;
  return Object.fromEntries(names.map((name) => [name, empty ? emptied(earlier[name]) : earlier[name]]));
}

/** Returns nothing, as a value of the same type. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return typeof value === 'boolean' ? false : '';
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

function base({ deployment }: Scene, { family, id }: Pick<SceneRecord, 'family' | 'id'>) {
  return { at: deployment.clock.now(), family, record: String(id) };
}

/** A write whose connection is cut may have happened or not, and may happen yet: the history goes on without it. */
async function write(
  deployment: Deployment,
  verb: 'replace' | 'update' | 'delete',
  record: SceneRecord,
  body?: Json,
): Promise<WriteResult> {
  const { family, id } = record;
  const operation = familyOperations[family][verb];
  try {
    const answer: Answer = await deployment.call(operation, { id, ...(body !== undefined && { body }) });
    return await takenBy(deployment, operation, id, answer);
  } catch (error) {
    if (breakOffIn(error)?.kind === 'cut') return 'unanswered';
    throw error;
  }
}

/** Learning by groups and users of our own: they are made, read, changed and removed, each announced in the journal. */

import { undoAll } from '../deployment/undo/undo.ts';
import { isFields } from '../kit/fields.ts';
import type { Json } from '../kit/json.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { isId } from '../profile/facts.ts';
import { follow, place } from '../profile/pointer.ts';
import { familyOperations, listedBy } from '../specification/operations.ts';
import type { Asker, AskOptions } from './asker.ts';
import type { Place } from './facts.ts';
import type { Drafts } from './finding.ts';
import { leavesOf, plainName } from './leaves.ts';
import { bodyNames, factNames, resourceNames } from './names.ts';
import { type Payloads, payloadsIn } from './payloads.ts';
import { isGranted, type Seen } from './seen.ts';

type Family = 'group' | 'user';
type Values = { readonly [fact: string]: Json };
interface Patch {
  readonly type: string;
  readonly isList: boolean;
}
interface Made {
  readonly id: string;
  readonly values: Values;
  /** The place of its body. */
  readonly at: string;
}
/** Ways that were told of one family are tried first of all with the other. */
interface Told {
  body?: string;
  isWhole?: boolean;
  patch?: Patch;
}

/** Values for what is made; the mark is put in the place of `{nonce}`. */
const samples: { readonly [F in Family]: Values } = {
  group: { name: 'roadtest {nonce}', description: 'Made by roadtest; may be deleted.' },
  user: { name: 'roadtest {nonce}', email: 'roadtest-{nonce}@example.test' },
};
/** The values of further fields, where a create asks for more. */
const more: Values = {
  ...{ description: 'Made by roadtest; may be deleted.', email: 'roadtest-{nonce}@example.test' },
  ...{ phone: '+49 30 5550100', deviceIds: [], groupIds: [], notify: [], disabled: false },
};
/** Real ms that a write may take until it is read. */
const SETTLE = [0, 300, 1_200, 4_000];
/** The ids in an answer that are tried. */
const MAX_IDS = 3;

const merge: Patch = { type: 'application/merge-patch+json', isList: false };
const partial: Patch = { type: 'application/json', isList: false };
/** Forms of a change, and their types. */
const patches: readonly Patch[] = [
  ...[partial, merge, { type: 'application/json-patch+json', isList: true }],
  { type: 'application/json', isList: true },
];

/** Gives in words what was made and could not be removed. */
export async function tryWritesAndUndo(asker: Asker, drafts: Drafts): Promise<string[]> {
  const { session } = asker;
  const undo = () => undoAll(session, session.ending.signal);
  const told: Told = {};
  try {
    await tryWrites('group', asker, told, drafts);
    await tryWrites('user', asker, told, drafts);
  } catch (error) {
    await undo();
    throw error;
  }
  return undo();
}

async function tryWrites(family: Family, asker: Asker, told: Told, drafts: Drafts): Promise<void> {
  const payloads = payloadsIn(asker.seen);
  const { ids, at } = payloads.known[family];
  const { name, id } = payloads.facts[family];
  for (const one of ids) if (isId(one)) asker.session.made.spare(family, one);
  if (!name || !id || !at)
    return drafts.note(`No ${family} was made: where a ${family} has its id and its name could not be told.`);
  const trial = new Trial(family, payloads, splitPointer(at.pointer), asker, drafts);
  const made = await trial.make(told);
  if (made === 'unseen')
    return drafts.note(
      `A ${family} was taken and did not show: one named with ${asker.session.nonce} may be left.`,
    );
  if (!made && !asker.isOver) drafts.note(`No ${family} could be made: no body that was tried was taken.`);
  if (!made) return;
  await trial.change(made, told);
  await trial.replace(made);
  if (family === 'group') await trial.provoke(made);
  await trial.remove(made);
}

class Trial {
  readonly #family: Family;
  readonly #operations;
  readonly #facts: { readonly [fact: string]: Place };
  readonly #payloads: Payloads;
  /** The place of the record in replies. */
  readonly #at: readonly string[];
  readonly #asker: Asker;
  readonly #drafts: Drafts;
  #number = 0;

  constructor(family: Family, payloads: Payloads, at: readonly string[], asker: Asker, drafts: Drafts) {
    this.#family = family;
    this.#operations = familyOperations[family];
    this.#facts = payloads.facts[family];
    this.#payloads = payloads;
    this.#at = at;
    this.#asker = asker;
    this.#drafts = drafts;
  }

  /** Makes one, by the first body that is taken and shows when it is read. */
  async make(told: Told): Promise<Made | 'unseen' | undefined> {
    const [group = '', user = ''] = [resourceNames.group?.[0], resourceNames.user?.[0]];
    // A body at a place of its own family is at that of the other with the other.
    const first = told.body === `/${group}` ? `/${user}` : told.body;
    const own = samples[this.#family];
    for (const isWhole of told.isWhole ? [true] : [false, true]) {
      const sample = this.#placed(isWhole ? { ...more, ...this.#choices(), ...own } : own);
      for (const at of new Set([...(first === undefined ? [] : [first]), ...this.#bodies()])) {
        const made = await this.#attempt(at, sample);
        // A record that was taken and does not show is not made again and again.
        if (made === 'unseen') return made;
        if (!made) continue;
        Object.assign(told, { body: at, isWhole });
        this.#drafts.put(['samples', this.#family], { ...sample }, `a ${this.#family} was made of it`);
        return made;
      }
    }
    return undefined;
  }

  async #attempt(at: string, sample: Values): Promise<Made | 'unseen' | undefined> {
    const { made } = this.#asker.session;
    const mark = this.#mark();
    const marked = (value: Json) => (typeof value === 'string' ? value.replaceAll('{nonce}', mark) : value);
    const values: Values = Object.fromEntries(
      Object.entries(sample).map(([fact, value]) => [fact, marked(value)]),
    );
    const name = String(values.name);
    if (this.#asker.isOver) return undefined;
    const intent = await made.intend(this.#family, name);
    const tooMany = () => made.notMade(intent);
    const seen = await this.#asker.ask(this.#operations.create, { body: this.#body(values, at), tooMany });
    if (seen && !isGranted(seen)) await made.notMade(intent);
    if (!seen || !isGranted(seen)) return undefined;
    for (const idsOf of [async () => this.#idsIn(seen), () => this.#idsListed(name)])
      for (const id of await idsOf()) {
        const isShown = await this.#isShown(id, { name });
        if (isShown === 'another') continue;
        // It was made without what was sent, and nothing but this answer would show that it is ours: it stays, and is said.
        if (!isShown) return undefined;
        if (!(await made.add(this.#family, id, intent))) continue;
        this.#asker.seen.push({ ...seen, id });
        return { id, values, at };
      }
    return 'unseen';
  }

  /** Returns the texts in an answer that may be the id of what was made. */
  #idsIn({ json, headers }: Seen): string[] {
    const usual: readonly string[] = factNames[this.#family].id ?? [];
    const own = this.#valueOf(follow(json, this.#at), 'id');
    const named = leavesOf(json).filter(
      ({ names }) =>
        names.length === 0 ||
        usual.some((word) => plainName(names.at(-1) ?? '').endsWith(word)) ||
        names.some((one) => /id$|ref$/i.test(one)),
    );
    const located = /\/([^/?#]+)\/?$/.exec(headers.location ?? '')?.[1];
    const found = [own, ...named.map(({ value }) => value), located];
    return [...new Set(found.filter(isId).map(String))].slice(0, MAX_IDS);
  }

  /** Returns the id that the list shows beside the name, where no id in the answer was that of the record. */
  async #idsListed(name: string): Promise<string[]> {
    const { session, caller } = this.#asker;
    for (const ms of SETTLE) {
      await session.host.sleep(ms);
      const listed = await caller
        .list(listedBy[this.#operations.list])
        .catch((error: unknown) => this.#asker.nothing(error));
      const records: readonly { id?: unknown; name?: unknown }[] = listed?.records ?? [];
      const one = records.find((record) => record.name === name);
      if (one?.id !== undefined) return [String(one.id)];
    }
    return [];
  }

  /** Returns whether a read shows these values, at once or a moment later; `another`: it shows no record of ours. */
  async #isShown(id: string, values: Values): Promise<boolean | 'another'> {
    let record: unknown;
    for (const ms of SETTLE) {
      await this.#asker.session.host.sleep(ms);
      record = await this.#read(id);
      const isAll = Object.entries(values).every(([fact, value]) => this.#valueOf(record, fact) === value);
      if (record !== undefined && isAll) return true;
    }
    return isFields(record) && this.#valueOf(record, 'id') !== undefined ? false : 'another';
  }

  /** The exchange of a call that was granted; it is kept by its caller, where it is to be learned from. */
  async #granted(verb: 'read' | 'update' | 'replace', options: AskOptions): Promise<Seen | undefined> {
    const seen = await this.#asker.ask(this.#operations[verb], options);
    return seen && isGranted(seen) ? seen : undefined;
  }

  async #read(id: string): Promise<unknown> {
    const seen = await this.#granted('read', { id });
    return seen && follow(seen.json, this.#at);
  }

  #valueOf(record: unknown, fact: string): unknown {
    const found = this.#facts[fact];
    return found && follow(record, found.names);
  }

  async change(made: Made, told: Told): Promise<void> {
    for (const form of new Set([...(told.patch ? [told.patch] : []), ...patches])) {
      const seen = await this.#patched(made, form);
      if (!seen) continue;
      const isMerged = told.patch === undefined && form === partial && (await this.#takesAway(made));
      told.patch = isMerged ? merge : form;
      const shown = isMerged ? await this.#patched(made, merge) : seen;
      if (shown) this.#asker.seen.push(shown);
      return;
    }
    this.#drafts.note(`No PATCH of a ${this.#family} was taken.`);
  }

  /** Returns whether `null` in a merge patch takes a text away: then a change is more than the fields that it has. */
  async #takesAway({ id, at, values }: Made): Promise<boolean> {
    const fact = Object.keys(values).find((one) => one !== 'name');
    if (fact === undefined) return false;
    const set = (value: Json) =>
      this.#granted('update', { id, body: this.#body({ [fact]: value }, at), contentType: merge.type });
    if (!(await set(null))) return false;
    const left = this.#valueOf(await this.#read(id), fact);
    return (await set(values[fact] ?? '')) !== undefined && (left ?? '') === '';
  }

  #patchOf(name: string, at: string, { isList }: Patch): Json {
    const path = this.#facts.name?.pointer ?? '';
    return isList ? [{ op: 'replace', path, value: name }] : this.#body({ name }, at);
  }

  /** The exchange of a change that was taken and shows, with all else as it was. */
  async #patched({ id, at, values }: Made, form: Patch): Promise<Seen | undefined> {
    const name = this.#newName();
    const body = this.#patchOf(name, at, form);
    const seen = await this.#granted('update', { id, body, contentType: form.type });
    return seen && (await this.#isShown(id, { ...values, name })) === true ? seen : undefined;
  }

  /** A PUT with the name alone shows what becomes of the rest. Where it is refused, a field may be missing that each body needs. */
  async replace({ id, at, values }: Made): Promise<void> {
    const rest = Object.keys(values).find((fact) => fact !== 'name' && values[fact] !== '');
    const name = this.#newName();
    const short = await this.#asker.ask(this.#operations.replace, { id, body: this.#body({ name }, at) });
    if (!short) return;
    const isTaken = isGranted(short);
    const whole = this.#placed({ ...more, ...this.#choices(), ...values, name });
    const seen = isTaken ? short : await this.#granted('replace', { id, body: this.#body(whole, at) });
    if (!seen || (await this.#isShown(id, { name })) !== true) return;
    this.#asker.seen.push(seen);
    if (!isTaken || rest === undefined || this.#family !== 'group') return;
    const fate = this.#valueOf(await this.#read(id), rest) === values[rest] ? 'kept' : 'cleared';
    this.#drafts.say('put.left-out', [], fate, `${rest} after a PUT without it`);
  }

  /** Requests that are to be refused, to a group of our own. */
  async provoke({ id, at }: Made): Promise<void> {
    const { update } = this.#operations;
    const contentType = this.#asker.seen.findLast(({ operation }) => operation === update)?.sentType;
    if (contentType === undefined) return;
    const form = patches.find(({ type }) => type === contentType) ?? merge;
    const good = JSON.stringify(this.#patchOf(this.#newName(), at, form));
    for (const [cause, sending] of [
      ['malformed', { raw: '{"roadtest":', contentType }],
      ['content-type', { raw: good, contentType: 'text/plain' }],
    ] as const) {
      const seen = await this.#asker.ask(update, { id, ...sending });
      if (seen && !isGranted(seen)) this.#asker.seen.push({ ...seen, cause });
    }
  }

  async remove({ id }: Made): Promise<void> {
    const seen = await this.#asker.see(this.#operations.delete, { id });
    if (!seen || !isGranted(seen)) return;
    const gone = await this.#asker.ask(this.#operations.read, { id });
    if (gone && isGranted(gone)) return;
    // Where every refusal may be one for the rate of requests, nothing but the answer to the DELETE shows that it is gone.
    if (gone) this.#asker.seen.push({ ...gone, cause: 'deleted-id' });
    await this.#asker.session.made.gone(this.#family, id);
  }

  /** Where a body may have the record, the most usual first. */
  #bodies(): string[] {
    const { wrapping } = this.#payloads.listed[listedBy[this.#operations.list]];
    const key = (wrapping?.at.split('/').at(-1) ?? '').replace(/s$/, '');
    const [word = ''] = resourceNames[this.#family] ?? [];
    const names = [word, ...(key === '' ? [] : [key]), ...bodyNames.slice(0, 1)];
    return ['', this.#payloads.known[this.#family].at?.pointer ?? '', ...names.map((name) => `/${name}`)];
  }

  /** Values that the deployment lists itself. */
  #choices(): Values {
    const forms = {
      country: ['countries', /^[A-Z]{2}$/],
      timeZone: ['timeZones', /^[A-Z]\w+\/\w+/],
    } as const;
    const found = Object.entries(forms).flatMap(([fact, [list, form]]) => {
      const [item] = this.#payloads.listed[list].pages.flatMap(({ items }) => items);
      const texts = [item?.key, ...leavesOf(item?.value).map(({ value }) => value)];
      const text = texts.find((one) => typeof one === 'string' && form.test(one));
      return typeof text === 'string' ? [[fact, text] as const] : [];
    });
    return Object.fromEntries(found);
  }

  #placed(values: Values): Values {
    return Object.fromEntries(Object.entries(values).filter(([fact]) => this.#facts[fact] !== undefined));
  }

  #mark(): string {
    this.#number += 1;
    return `${this.#asker.session.nonce}-${this.#family}-${this.#number}`;
  }

  #newName(): string {
    return `roadtest ${this.#mark()}`;
  }

  #body(values: Values, at: string): Json {
    const body: { [name: string]: Json } = {};
    for (const [fact, value] of Object.entries(values)) {
      const { names } = this.#facts[fact] ?? {};
      if (names) place(body, [...splitPointer(at), ...names], value);
    }
    return body;
  }
}

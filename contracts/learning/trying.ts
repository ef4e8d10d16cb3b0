/** Learning by groups and users of our own: they are made, read, changed and removed, each announced in the journal. */

import { isUntold } from '../deployment/sharing/unbound.ts';
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

const families = ['group', 'user'] as const;
type Family = (typeof families)[number];
type Facts = { readonly [fact: string]: Place };
type Values = { readonly [fact: string]: Json };

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

interface Patch {
  readonly type: string;
  readonly isList: boolean;
}

const merge: Patch = { type: 'application/merge-patch+json', isList: false };
/** Forms of a change, and their types. */
const patches: readonly Patch[] = [
  { type: 'application/json', isList: false },
  merge,
  { type: 'application/json-patch+json', isList: true },
  { type: 'application/json', isList: true },
];

interface Made {
  readonly id: string;
  readonly values: Values;
  /** Where its body was. */
  readonly at: string;
}

/** Ways that were told of one family are tried first of all with the other. */
interface Told {
  body?: string;
  isWhole?: boolean;
  patch?: Patch;
}

/** Gives in words what was made and could not be removed. */
export async function tryWritesAndUndo(asker: Asker, drafts: Drafts): Promise<string[]> {
  const { session } = asker;
  const undo = () => undoAll(session, session.ending.signal);
  try {
    await tryWrites(asker, drafts);
  } catch (error) {
    await undo();
    throw error;
  }
  return undo();
}

async function tryWrites(asker: Asker, drafts: Drafts): Promise<void> {
  const told: Told = {};
  for (const family of families) {
    const payloads = payloadsIn(asker.seen);
    const { name, id } = payloads.facts[family];
    const { ids, at } = payloads.known[family];
    for (const one of ids) if (isId(one)) asker.session.made.spare(family, one);
    if (name === undefined || id === undefined || at === undefined) {
      drafts.note(`No ${family} was made: where a ${family} has its id and its name could not be told.`);
      continue;
    }
    const trial = new Trial(family, payloads, asker, drafts);
    const made = await trial.make(told);
    if (!made) {
      drafts.note(`No ${family} could be made: no body that was tried was taken.`);
      continue;
    }
    await trial.change(made, told);
    await trial.replace(made);
    if (family === 'group') await trial.provoke(made);
    await trial.remove(made);
  }
}

class Trial {
  readonly #family: Family;
  readonly #facts: Facts;
  readonly #payloads: Payloads;
  readonly #asker: Asker;
  readonly #drafts: Drafts;
  #number = 0;

  constructor(family: Family, payloads: Payloads, asker: Asker, drafts: Drafts) {
    this.#family = family;
    this.#facts = payloads.facts[family];
    this.#payloads = payloads;
    this.#asker = asker;
    this.#drafts = drafts;
  }

  get #operations() {
    return familyOperations[this.#family];
  }

  get #recordAt(): readonly string[] {
    return splitPointer(this.#payloads.known[this.#family].at?.pointer ?? '');
  }

  /** Makes one, by the first body that is taken and shows when it is read. */
  async make(told: Told): Promise<Made | undefined> {
    const own = samples[this.#family];
    const [group = '', user = ''] = [resourceNames.group?.[0], resourceNames.user?.[0]];
    // A body at a place of its own family is at that of the other with the other.
    const first = told.body === `/${group}` ? `/${user}` : told.body;
    const ways = new Set([...(first === undefined ? [] : [first]), ...this.#bodies()]);
    for (const isWhole of told.isWhole ? [true] : [false, true]) {
      const sample = this.#placed(isWhole ? { ...more, ...this.#choices(), ...own } : own);
      for (const at of ways) {
        const made = await this.#attempt(at, sample);
        // A record that was taken and does not show is not made again and again.
        if (made === 'unseen') return undefined;
        if (!made) continue;
        told.body = at;
        told.isWhole = isWhole;
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
    const seen = await this.#asker.call(this.#operations.create, {
      body: this.#bodyOf(values, at),
      unseen: true,
      tooMany: () => made.notMade(intent),
    });
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
    const own = follow(follow(json, this.#recordAt), this.#facts.id?.names ?? []);
    const named = leavesOf(json).filter(
      ({ names }) =>
        names.length === 0 ||
        usual.some((word) => plainName(names.at(-1) ?? '').endsWith(word)) ||
        names.some((one) => /id$|ref$/i.test(one)),
    );
    const located = /\/([^/?#]+)\/?$/.exec(headers.location ?? '')?.[1];
    const found = [own, ...named.map(({ value }) => value), located].filter((value) =>
      ['string', 'number', 'bigint'].includes(typeof value),
    );
    return [...new Set(found.map(String))].slice(0, 3);
  }

  /** Returns the id that the list shows beside the name, where no id in the answer was that of the record. */
  async #idsListed(name: string): Promise<string[]> {
    const { session, caller } = this.#asker;
    for (const ms of SETTLE) {
      await session.host.sleep(ms);
      const { records } = await caller.list(listedBy[this.#operations.list]).catch(unlessOpen);
      const listed: readonly { id?: unknown; name?: unknown }[] = records;
      const one = listed.find((record) => record.name === name);
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
  async #granted(operation: Parameters<Asker['call']>[0], options: AskOptions): Promise<Seen | undefined> {
    const seen = await this.#asker.call(operation, { ...options, unseen: true });
    return seen && isGranted(seen) ? seen : undefined;
  }

  async #read(id: string): Promise<unknown> {
    const seen = await this.#granted(this.#operations.read, { id });
    return seen && follow(seen.json, this.#recordAt);
  }

  #valueOf(record: unknown, fact: string): unknown {
    const found = this.#facts[fact];
    return found === undefined ? undefined : follow(record, found.names);
  }

  async change(made: Made, told: Told): Promise<void> {
    for (const form of new Set([...(told.patch ? [told.patch] : []), ...patches])) {
      const seen = await this.#patched(made, form);
      if (!seen) continue;
      const isMerged = told.patch === undefined && form === patches[0] && (await this.#takesAway(made));
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
    const set = (value: Json) => {
      const body = this.#bodyOf({ [fact]: value }, at);
      return this.#granted(this.#operations.update, { id, body, contentType: merge.type });
    };
    if (!(await set(null))) return false;
    const left = this.#valueOf(await this.#read(id), fact);
    const restored = await set(values[fact] ?? '');
    return (left ?? '') === '' && restored !== undefined;
  }

  #patchOf(name: string, at: string, { isList }: Patch): Json {
    const path = this.#facts.name?.pointer ?? '';
    return isList ? [{ op: 'replace', path, value: name }] : this.#bodyOf({ name }, at);
  }

  /** The exchange of a change that was taken and shows, with all else as it was. */
  async #patched({ id, at, values }: Made, form: Patch): Promise<Seen | undefined> {
    const name = this.#newName();
    const sending = { id, body: this.#patchOf(name, at, form), contentType: form.type };
    const seen = await this.#granted(this.#operations.update, sending);
    return seen && (await this.#isShown(id, { ...values, name })) === true ? seen : undefined;
  }

  /** A PUT with the name alone shows what becomes of the rest. Where it is refused, a field may be missing that each body needs. */
  async replace({ id, at, values }: Made): Promise<void> {
    const { replace } = this.#operations;
    const rest = Object.keys(values).find((fact) => fact !== 'name' && values[fact] !== '');
    const name = this.#newName();
    const short = await this.#asker.call(replace, { id, body: this.#bodyOf({ name }, at), unseen: true });
    if (!short) return;
    const isTaken = isGranted(short);
    const whole = this.#bodyOf(this.#placed({ ...more, ...this.#choices(), ...values, name }), at);
    const seen = isTaken ? short : await this.#granted(replace, { id, body: whole });
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
    const form = patches.find(({ type }) => type === contentType) ?? merge;
    if (contentType === undefined) return;
    const raw = JSON.stringify(this.#patchOf(this.#newName(), at, form));
    for (const [cause, sending] of [
      ['malformed', { raw: '{"roadtest":', contentType }],
      ['content-type', { raw, contentType: 'text/plain' }],
    ] as const) {
      const seen = await this.#asker.call(update, { id, ...sending, unseen: true });
      if (seen && !isGranted(seen)) this.#asker.seen.push({ ...seen, cause });
    }
  }

  async remove({ id }: Made): Promise<void> {
    const seen = await this.#asker.call(this.#operations.delete, { id });
    if (!seen || !isGranted(seen)) return;
    const gone = await this.#asker.call(this.#operations.read, { id, unseen: true });
    if (gone && isGranted(gone)) return;
    // Where every refusal may be one for the rate of requests, nothing but the answer to the DELETE shows that it is gone.
    if (gone) this.#asker.seen.push({ ...gone, cause: 'deleted-id' });
    await this.#asker.session.made.gone(this.#family, id);
  }

  /** Where a body may have the record, the most usual first. */
  #bodies(): string[] {
    const { at } = this.#payloads.known[this.#family];
    const { wrapping } = this.#payloads.listed[listedBy[this.#operations.list]];
    const key = (wrapping?.at.split('/').at(-1) ?? '').replace(/s$/, '');
    const words = [...(resourceNames[this.#family] ?? []).slice(0, 1), ...(key === '' ? [] : [key])];
    const names = [...words, ...bodyNames.slice(0, 1)].map((name) => `/${name}`);
    return ['', ...(at ? [at.pointer] : []), ...names];
  }

  /** Values that the deployment lists itself. */
  #choices(): Values {
    const first = (list: 'countries' | 'timeZones', fits: RegExp): string | undefined => {
      const [item] = this.#payloads.listed[list].pages.flatMap(({ items }) => items);
      const texts = [item?.key, ...leavesOf(item?.value).map(({ value }) => value)];
      return texts.find((text): text is string => typeof text === 'string' && fits.test(text));
    };
    const country = first('countries', /^[A-Z]{2}$/);
    const timeZone = first('timeZones', /^[A-Z]\w+\/\w+/);
    return { ...(country !== undefined && { country }), ...(timeZone !== undefined && { timeZone }) };
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

  #bodyOf(values: Values, at: string): Json {
    const body: { [name: string]: Json } = {};
    for (const [fact, value] of Object.entries(values)) {
      const { names } = this.#facts[fact] ?? {};
      if (names) place(body, [...splitPointer(at), ...names], value);
    }
    return body;
  }
}

function unlessOpen(error: unknown): { records: readonly [] } {
  if (isUntold(error)) return { records: [] };
  throw error;
}

/** Learning by groups and users of our own: they are made, read, changed and removed, each announced in the journal. */
import { undoAll } from '../deployment/undo/undo.ts';
import { isFields } from '../kit/fields.ts';
import type { Json } from '../kit/json.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { mapTable } from '../kit/tables.ts';
import { isId } from '../profile/facts.ts';
import { follow, place } from '../profile/pointer.ts';
import { familyOperations, listedBy } from '../specification/operations.ts';
import type { Asker, AskOptions } from './asker.ts';
import { isChoice } from './collections.ts';
import type { Drafts } from './finding.ts';
import { leavesOf, plainName } from './leaves.ts';
import { bodyNames, factNames, resourceNames } from './names.ts';
import { type Payloads, payloadsIn } from './records.ts';
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
    for (const family of ['group', 'user'] as const) await tryWrites(family, asker, told, drafts);
  } catch (error) {
    await undo();
    throw error;
  }
  return undo();
}

async function tryWrites(family: Family, asker: Asker, told: Told, drafts: Drafts): Promise<void> {
  const { session } = asker;
  const payloads = payloadsIn(asker.seen);
  const { ids, at: shown } = payloads.known[family];
  const facts = payloads.facts[family];
  const operations = familyOperations[family];
  for (const one of ids) if (isId(one)) session.made.spare(family, one);
  if (!facts.name || !facts.id || !shown)
    return drafts.note(`No ${family} was made: where a ${family} has its id and its name could not be told.`);
  const path = facts.name.pointer;
  /** The place of the record in replies. */
  const recordAt = splitPointer(shown.pointer);
  const choices = choicesIn(payloads);
  let marks = 0;
  const nextMark = () => `${session.nonce}-${family}-${++marks}`;
  const nextName = () => `roadtest ${nextMark()}`;
  const placed = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).filter(([fact]) => facts[fact] !== undefined));
  const factOf = (record: unknown, fact: string) => facts[fact] && follow(record, facts[fact].names);

  function bodyOf(values: Values, at: string): Json {
    const body: { [name: string]: Json } = {};
    for (const [fact, value] of Object.entries(values))
      if (facts[fact]) place(body, [...splitPointer(at), ...facts[fact].names], value);
    return body;
  }

  /** The exchange of a call that was granted; it is kept by its caller, where it is to be learned from. */
  async function granted(
    verb: 'read' | 'update' | 'replace',
    options: AskOptions,
  ): Promise<Seen | undefined> {
    const seen = await asker.ask(operations[verb], options);
    return seen && isGranted(seen) ? seen : undefined;
  }

  async function read(id: string): Promise<unknown> {
    const seen = await granted('read', { id });
    return seen && follow(seen.json, recordAt);
  }

  /** Returns whether a read shows these values, at once or a moment later; `another`: it shows no record of ours. */
  async function isShown(id: string, values: Values): Promise<boolean | 'another'> {
    let record: unknown;
    for (const ms of SETTLE) {
      await session.host.sleep(ms);
      record = await read(id);
      const isAll = Object.entries(values).every(([fact, value]) => factOf(record, fact) === value);
      if (record !== undefined && isAll) return true;
    }
    return isFields(record) && factOf(record, 'id') !== undefined ? false : 'another';
  }

  /** The texts in an answer that may be the id of what was made. */
  function idsIn({ json, headers }: Seen): string[] {
    const usual = factNames[family].id ?? [];
    const named = leavesOf(json).filter(
      ({ names }) =>
        names.length === 0 ||
        usual.some((word) => plainName(names.at(-1) ?? '').endsWith(word)) ||
        names.some((one) => /id$|ref$/i.test(one)),
    );
    const located = /\/([^/?#]+)\/?$/.exec(headers.location ?? '')?.[1];
    const found = [factOf(follow(json, recordAt), 'id'), ...named.map(({ value }) => value), located];
    return [...new Set(found.filter(isId).map(String))].slice(0, MAX_IDS);
  }

  /** The id that the list shows beside the name, where no id in the answer was that of the record. */
  async function idsListed(name: string): Promise<string[]> {
    for (const ms of SETTLE) {
      await session.host.sleep(ms);
      const list = asker.caller.list(listedBy[operations.list]);
      const listed = await list.catch((error: unknown) => asker.nothing(error));
      const records: readonly { id?: unknown; name?: unknown }[] = listed?.records ?? [];
      const one = records.find((record) => record.name === name);
      if (one?.id !== undefined) return [String(one.id)];
    }
    return [];
  }

  async function attempt(at: string, sample: Values): Promise<Made | 'unseen' | undefined> {
    const mark = nextMark();
    const values: Values = mapTable(sample, (value) =>
      typeof value === 'string' ? value.replaceAll('{nonce}', mark) : value,
    );
    const name = String(values.name);
    if (asker.isOver) return undefined;
    const intent = await session.made.intend(family, name);
    const tooMany = () => session.made.notMade(intent);
    const seen = await asker.ask(operations.create, { body: bodyOf(values, at), tooMany });
    if (seen && !isGranted(seen)) await session.made.notMade(intent);
    if (!seen || !isGranted(seen)) return undefined;
    for (const idsOf of [async () => idsIn(seen), () => idsListed(name)])
      for (const id of await idsOf()) {
        const isOurs = await isShown(id, { name });
        if (isOurs === 'another') continue;
        // It was made without what was sent, and nothing but this answer would show that it is ours: it stays, and is said.
        if (!isOurs) return undefined;
        if (!(await session.made.add(family, id, intent))) continue;
        asker.seen.push({ ...seen, id });
        return { id, values, at };
      }
    return 'unseen';
  }

  /** Lists the places where a body may have the record, the most usual first. */
  function bodies(): Set<string> {
    const { wrapping } = payloads.listed[listedBy[operations.list]];
    const key = (wrapping?.at.split('/').at(-1) ?? '').replace(/s$/, '');
    const words = [resourceNames[family]?.[0] ?? '', ...(key === '' ? [] : [key]), ...bodyNames.slice(0, 1)];
    // A body at a place of its own family is at that of the other with the other.
    const isOfGroups = told.body === `/${resourceNames.group?.[0]}`;
    const first = isOfGroups ? `/${resourceNames.user?.[0]}` : told.body;
    const usual = ['', shown?.pointer ?? '', ...words.map((word) => `/${word}`)];
    return new Set([...(first === undefined ? [] : [first]), ...usual]);
  }

  /** Makes one, by the first body that is taken and shows when it is read. */
  async function make(): Promise<Made | 'unseen' | undefined> {
    for (const isWhole of told.isWhole ? [true] : [false, true]) {
      const sample = placed({ ...(isWhole && { ...more, ...choices }), ...samples[family] });
      for (const at of bodies()) {
        const made = await attempt(at, sample);
        // A record that was taken and does not show is not made again and again.
        if (made === 'unseen') return made;
        if (!made) continue;
        Object.assign(told, { body: at, isWhole });
        drafts.put(['samples', family], { ...sample }, `a ${family} was made of it`);
        return made;
      }
    }
    return undefined;
  }

  const patchOf = (name: string, at: string, { isList }: Patch): Json =>
    isList ? [{ op: 'replace', path, value: name }] : bodyOf({ name }, at);

  /** The exchange of a change that was taken and shows, with all else as it was. */
  async function patched({ id, at, values }: Made, form: Patch): Promise<Seen | undefined> {
    const name = nextName();
    const seen = await granted('update', { id, body: patchOf(name, at, form), contentType: form.type });
    return seen && (await isShown(id, { ...values, name })) === true ? seen : undefined;
  }

  /** Returns whether `null` in a merge patch takes a text away: then a change is more than the fields that it has. */
  async function takesAway({ id, at, values }: Made): Promise<boolean> {
    const fact = Object.keys(values).find((one) => one !== 'name');
    if (fact === undefined) return false;
    const set = (value: Json) =>
      granted('update', { id, body: bodyOf({ [fact]: value }, at), contentType: merge.type });
    if (!(await set(null))) return false;
    const left = factOf(await read(id), fact);
    return (await set(values[fact] ?? '')) !== undefined && (left ?? '') === '';
  }

  async function change(made: Made): Promise<Patch | undefined> {
    for (const form of new Set([...(told.patch ? [told.patch] : []), ...patches])) {
      const seen = await patched(made, form);
      if (!seen) continue;
      const isMerged = told.patch === undefined && form === partial && (await takesAway(made));
      told.patch = isMerged ? merge : form;
      const last = isMerged ? await patched(made, merge) : seen;
      if (last) asker.seen.push(last);
      return told.patch;
    }
    drafts.note(`No PATCH of a ${family} was taken.`);
    return undefined;
  }

  /** A PUT with the name alone shows what becomes of the rest. Where it is refused, a field may be missing that each body needs. */
  async function replace({ id, at, values }: Made): Promise<void> {
    const rest = Object.keys(values).find((fact) => fact !== 'name' && values[fact] !== '');
    const name = nextName();
    const short = await asker.ask(operations.replace, { id, body: bodyOf({ name }, at) });
    if (!short) return;
    const isTaken = isGranted(short);
    const whole = placed({ ...more, ...choices, ...values, name });
    const seen = isTaken ? short : await granted('replace', { id, body: bodyOf(whole, at) });
    if (!seen || (await isShown(id, { name })) !== true) return;
    asker.seen.push(seen);
    if (!isTaken || rest === undefined || family !== 'group') return;
    const fate = factOf(await read(id), rest) === values[rest] ? 'kept' : 'cleared';
    drafts.say('put.left-out', [], fate, `${rest} after a PUT without it`);
  }

  /** Sends what is to be refused, to a group of our own. */
  async function provoke({ id, at }: Made, form: Patch): Promise<void> {
    const good = JSON.stringify(patchOf(nextName(), at, form));
    for (const [cause, sending] of [
      ['malformed', { raw: '{"roadtest":', contentType: form.type }],
      ['content-type', { raw: good, contentType: 'text/plain' }],
    ] as const) {
      const seen = await asker.ask(operations.update, { id, ...sending });
      if (seen && !isGranted(seen)) asker.seen.push({ ...seen, cause });
    }
  }

  async function remove({ id }: Made): Promise<void> {
    const seen = await asker.see(operations.delete, { id });
    if (!seen || !isGranted(seen)) return;
    const gone = await asker.ask(operations.read, { id });
    if (gone && isGranted(gone)) return;
    // If every refusal may be for the rate of requests, only the answer to the DELETE shows that it is gone.
    if (gone) asker.seen.push({ ...gone, cause: 'deleted-id' });
    await session.made.gone(family, id);
  }

  const made = await make();
  if (made === 'unseen')
    return drafts.note(
      `A ${family} was taken and did not show: one named with ${session.nonce} may be left.`,
    );
  if (!made && !asker.isOver) drafts.note(`No ${family} could be made: no body that was tried was taken.`);
  if (!made) return;
  const form = await change(made);
  await replace(made);
  if (family === 'group' && form) await provoke(made, form);
  await remove(made);
}

/** Values that the deployment lists itself. */
function choicesIn({ listed }: Payloads): Values {
  const found = Object.entries({ country: 'countries', timeZone: 'timeZones' } as const).map(
    ([fact, list]) => {
      const [item] = listed[list].items;
      const texts = [item?.key, ...leavesOf(item?.value).map(({ value }) => value)];
      return [fact, texts.find((one) => isChoice[list]?.(one))] as const;
    },
  );
  return Object.fromEntries(found.filter((one): one is [string, string] => typeof one[1] === 'string'));
}

/** The public API's own answers, whatever the dialect: they are read by the lens. */
import { type Static, typed } from '../../contracts/kit/schema.ts';
import { didYouMeanOneOf } from '../../contracts/kit/suggest.ts';
import { mapTable, nameIn } from '../../contracts/kit/tables.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import {
  listedBy,
  type Operation,
  type OperationId,
  operations,
  readBy,
} from '../../contracts/specification/operations.ts';
import { type FactKind, plainFacts, recordFacts } from '../../contracts/specification/records/index.ts';
import type { Reply } from '../../simulator/http/call.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { parseInstant } from '../../simulator/time/calendar.ts';
import type { Path } from '../language/problems.ts';
import type { Names } from '../language/resolve/names.ts';
import type { Reading } from '../language/rows.ts';
import { oneOf, option, text } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import type { Wanted } from '../language/terms.ts';
import { deviceName, numberInWords, pairs } from '../language/words.ts';
import { jsonOf, serves } from '../player/client.ts';
import type { Scene } from '../player/scene.ts';
import { defineExpectation } from './define.ts';
import { type Finding, number, wantedOf } from './finding.ts';

/** Facts of a record, by their canonical names. */
const facts = typed<{ readonly [fact: string]: string | number | boolean | null }>({
  type: 'object',
  minProperties: 1,
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
});
type ReplyFacts = Static<typeof facts>;

/** The reply that a story wants. */
export interface ReplyWanted {
  operation: OperationId;
  device: number | null;
  /** By name. */
  group: string | null;
  user: string | null;
  /** The token to show. */
  with: 'token' | 'first-token' | 'no-token';
  answered: 'served' | 'refused';
  /** The length of the list in the reply. */
  items?: Wanted;
  facts?: ReplyFacts;
}

/** The facts that a reply can be held to, by the operation that returns a record. */
const factNames: { readonly [Id in OperationId]?: readonly string[] } = {
  issueToken: ['success'],
  ...mapTable(readBy, plainFacts),
};

const shownTokens = { token: '', 'first-token': ' with the first token', 'no-token': ' with no token' };

export const reply = defineExpectation({
  summary: 'What the public API answers to an operation such as listDevices.',
  value: text,
  beside: {
    of: option('Which device, group or user, by name, where the operation is about one.', text),
    with: option('The token to show; default the newest.', oneOf('token', 'first-token', 'no-token')),
    answered: option('Default served.', oneOf('served', 'refused')),
    items: option('The length of the list.', ref('wanted')),
    facts: option('Facts of the record, by name.', facts),
  },
  read(reading): ReplyWanted[] {
    const { path, names, fields } = reading;
    const operation = operationIn(reading);
    if (!operation) return [];
    const { of, items, facts } = fields;
    const about = subjectOf(operation, of, path, names);
    checkFacts(operation, facts, [...path, 'facts'], names);
    if (items !== undefined && operation.lists === undefined) {
      names.wrong('UNKNOWN_FIELD', [...path, 'items'], `${operation.id} does not return a list`);
    }
    return [
      {
        operation: operation.id,
        ...{ device: null, group: null, user: null, ...about },
        with: fields.with ?? 'token',
        answered: fields.answered ?? 'served',
        ...(items !== undefined && { items: wantedOf(items, [...path, 'items'], names) }),
        ...(facts && { facts }),
      },
    ];
  },
  words(wanted, names) {
    const about = wanted.device === null ? (wanted.group ?? wanted.user) : deviceName(wanted.device, names);
    const items = wanted.items ? `, items: ${numberInWords(wanted.items)}` : '';
    const facts = wanted.facts ? `, ${pairs(wanted.facts)}` : '';
    const call = `${wanted.operation}${about === null ? '' : ` of ${about}`}${shownTokens[wanted.with]}`;
    return `${call} is ${wanted.answered}${items}${facts}`;
  },
  check: checkReply,
});

type Given = Reading<string, object>;

/** An operation that reads, or the one that gives a token. */
function operationIn({ value, here, names }: Given): Operation | undefined {
  const found = operations.find(({ id }) => id === value);
  if (!found) {
    const hint = didYouMeanOneOf(
      value,
      operations.map(({ id }) => id),
    );
    return names.wrong('UNKNOWN_OPERATION', here, `there is no operation ${quoted(value)}`, hint);
  }
  if (found.method === 'GET' || found.id === 'issueToken') return found;
  const message = `only operations that read can be asked here; ${quoted(value)} changes something`;
  return names.wrong('OPERATION_CHANGES', here, message, 'let an action do it, with its outcome');
}

/** The device, group or user that the operation is about. */
function subjectOf({ id, pathId }: Operation, of: string | undefined, path: Path, names: Names) {
  if (pathId !== null && of === undefined) {
    return names.wrong('MISSING_FIELD', path, `"of" is missing: ${id} is about one ${pathId}`);
  }
  if (of === undefined) return undefined;
  const here = [...path, 'of'];
  if (pathId === null) {
    return names.wrong('UNKNOWN_FIELD', here, `${id} is not about a single device, group or user`);
  }
  if (pathId === 'device') return { device: names.one(of, here) ?? null };
  return pathId === 'group'
    ? { group: names.group(of, here) ?? null }
    : { user: names.user(of, here) ?? null };
}

function checkFacts({ id, lists }: Operation, facts: ReplyFacts | undefined, path: Path, names: Names): void {
  if (facts === undefined) return;
  const known = factNames[id] ?? [];
  if (known.length === 0) {
    const instead = lists === undefined ? undefined : 'say "items", the length of its list';
    names.wrong('UNKNOWN_FIELD', path, `${id} does not return a single record`, instead);
    return;
  }
  for (const fact of Object.keys(facts)) {
    if (!known.includes(fact)) names.unknown('fact', fact, known, [...path, fact]);
  }
}

function checkReply(wanted: ReplyWanted, scene: Scene): Finding {
  const { operation } = wanted;
  const { fleet, client } = scene;
  const { lens, profile } = scene.service();
  const idOf = (list: readonly { id: number; name: string }[], name: string | null) =>
    list.find((each) => each.name === name)?.id ?? null;
  const named = {
    device: wanted.device,
    group: idOf(fleet.groups.list(), wanted.group),
    user: idOf(fleet.users.list(), wanted.user),
  };
  const ask = (query?: string) => client.call(operation, named, wanted.with, query);
  const reply = ask();
  const answered = serves(operation, reply, lens) ? 'served' : 'refused';
  const outcome: Finding = {
    met: answered === wanted.answered,
    wanted: wanted.answered,
    actual: reply.dropped ? 'the connection was cut' : `${answered} (status ${reply.status})`,
  };
  if (!outcome.met || answered === 'refused') return outcome;
  const list = nameIn(listedBy, operation);
  const inside = [
    ...(wanted.items && list
      ? [number(countItems({ lens, profile }, list, reply, ask), wanted.items, (some) => `${some} items`)]
      : []),
    ...factsIn(lens, wanted, reply),
  ];
  return inside.find(({ met }) => !met) ?? inside.at(-1) ?? outcome;
}

/** A service whose pages have no end is cut here. */
const MAX_PAGES = 10_000;

/** Counts the items of a list, all of its pages together, in the paging of the profile. */
function countItems(
  { lens, profile }: Pick<Simulator, 'lens' | 'profile'>,
  operation: keyof typeof listedBy,
  first: Reply,
  ask: (query: string) => Reply,
): number {
  const { by, firstPage, size = null } = profile.openings['operations.paging'];
  const names = profile.openings['operations.query'];
  let items = 0;
  let reply = first;
  for (let pages = 1; pages <= MAX_PAGES; pages++) {
    const { records, next: cursor } = lens.list(listedBy[operation]).read(jsonOf(reply));
    items += records.length;
    const isFull = size !== null && records.length >= size;
    const following: { readonly [by: string]: string | false | undefined } = {
      page: isFull && `?${names.page}=${firstPage + pages}`,
      offset: isFull && `?${names.offset}=${items}`,
      cursor: cursor ? `?${names.cursor}=${encodeURIComponent(cursor)}` : undefined,
      link: /<[^<>?]*(\?[^<>]*)>; *rel="next"/.exec(reply.headers.link ?? '')?.[1],
    };
    const query = following[by];
    if (!query) return items;
    reply = ask(query);
  }
  return items;
}

function factsIn(lens: Simulator['lens'], { operation, facts }: ReplyWanted, reply: Reply): Finding[] {
  const name = nameIn(readBy, operation);
  if (facts === undefined || name === undefined) return [];
  const record = readBy[name];
  const read: { readonly [fact: string]: unknown } = lens.reply(record).read(jsonOf(reply)).facts;
  const kinds: { readonly [fact: string]: FactKind } = recordFacts[record];
  return Object.entries(facts).map(([fact, wanted]) => {
    const actual = Object.hasOwn(read, fact) ? read[fact] : undefined;
    const form = formOf(kinds[fact], lens);
    const isNumber = typeof actual === 'number';
    const shown = isNumber && form ? form.write(actual) : actual;
    return {
      met: actual === wanted || (isNumber && form?.read(wanted) === actual),
      wanted: `${fact} ${String(wanted)}`,
      actual:
        actual === undefined
          ? `no ${fact}`
          : `${fact} ${typeof shown === 'object' ? JSON.stringify(shown) : String(shown)}`,
    };
  });
}

/** How a story may write what is a number among the facts: a time, or an id as the dialect writes it or plain. */
function formOf(kind: FactKind | undefined, lens: Simulator['lens']) {
  if (kind === 'time')
    return { read: instantOf, write: (at: number): string | number => new Date(at).toISOString() };
  const resource = (['device', 'alert', 'group', 'user'] as const).find((each) => kind === `id:${each}`);
  return (
    resource && {
      read: (written: unknown) =>
        lens.readId(resource, written) ?? (typeof written === 'number' ? written : undefined),
      write: (id: number) => lens.writeId(resource, id),
    }
  );
}

function instantOf(written: unknown): number | undefined {
  try {
    return parseInstant(String(written));
  } catch {
    return undefined;
  }
}

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
import { type At, oneOf, option, plainText, reads, within } from '../language/builders.ts';
import { ref } from '../language/forms.ts';
import type { Wanted } from '../language/terms.ts';
import { deviceName, numberInWords, pairs } from '../language/words.ts';
import { jsonOf, serves } from '../player/client.ts';
import type { Scene } from '../player/scene.ts';
import { expectationRow, type Finding, number } from './finding.ts';

/** Facts of a record, by their canonical names. */
const facts = typed<{ readonly [fact: string]: string | number | boolean | null }>({
  type: 'object',
  minProperties: 1,
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
});
type ReplyFacts = Static<typeof facts>;

/** The record that an operation is about: devices by number, the others by name. */
interface About {
  device?: number;
  group?: string;
  user?: string;
}

/** The reply that a story wants. */
export interface ReplyWanted {
  operation: OperationId;
  about: About;
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

/** An operation that reads, or the one that gives a token. */
const reading = reads(plainText, (id, { path, names }): Operation | undefined => {
  const found = operations.find((each) => each.id === id);
  const ids = operations.map(({ id }) => id);
  if (!found)
    names.wrong('UNKNOWN_OPERATION', path, `there is no operation ${quoted(id)}`, didYouMeanOneOf(id, ids));
  else if (found.method !== 'GET' && found.id !== 'issueToken') {
    const message = `only operations that read can be asked here; ${quoted(id)} changes something`;
    names.wrong('OPERATION_CHANGES', path, message, 'let an action do it, with its outcome');
  } else return found;
  return undefined;
});

export const reply = expectationRow({
  summary: 'What the public API answers to an operation such as listDevices.',
  value: reading,
  beside: {
    of: option('Which device, group or user, by name, where the operation is about one.', plainText),
    with: option('The token to show; default the newest.', oneOf('token', 'first-token', 'no-token')),
    answered: option('Default served.', oneOf('served', 'refused')),
    items: option('The length of the list.', ref('wanted')),
    facts: option('Facts of the record, by name.', facts),
  },
  read({ main: operation, of, with: shown = 'token', answered = 'served', ...content }, at): ReplyWanted[] {
    if (!operation) return [];
    checkContent(operation, content, at);
    const about = aboutIn(operation, of, at);
    return [{ operation: operation.id, about, with: shown, answered, ...content }];
  },
  words(wanted, names) {
    const { device, group, user } = wanted.about;
    const name = device === undefined ? (group ?? user) : deviceName(device, names);
    const items = wanted.items ? `, items: ${numberInWords(wanted.items)}` : '';
    const facts = wanted.facts ? `, ${pairs(wanted.facts)}` : '';
    const call = `${wanted.operation}${name === undefined ? '' : ` of ${name}`}${shownTokens[wanted.with]}`;
    return `${call} is ${wanted.answered}${items}${facts}`;
  },
  check: checkReply,
});

/** The device, group or user that the operation is about. */
function aboutIn({ id, pathId }: Operation, of: string | undefined, at: At): About {
  const { names } = at;
  const { path } = within(at, 'of');
  if (pathId === null && of !== undefined)
    names.wrong('UNKNOWN_FIELD', path, `${id} is not about a single device, group or user`);
  if (pathId !== null && of === undefined)
    names.wrong('MISSING_FIELD', at.path, `"of" is missing: ${id} is about one ${pathId}`);
  if (pathId === null || of === undefined) return {};
  if (pathId === 'device') return { device: names.one(of, path) };
  const resource = pathId === 'group' ? 'group' : 'user';
  return { [resource]: names.record(resource, of, path) };
}

function checkContent(
  { id, lists }: Operation,
  { items, facts }: Pick<ReplyWanted, 'items' | 'facts'>,
  at: At,
): void {
  const { names } = at;
  const known = factNames[id] ?? [];
  if (items !== undefined && lists === undefined)
    names.wrong('UNKNOWN_FIELD', within(at, 'items').path, `${id} does not return a list`);
  if (facts !== undefined && known.length === 0) {
    const instead = lists === undefined ? undefined : 'say "items", the length of its list';
    names.wrong('UNKNOWN_FIELD', within(at, 'facts').path, `${id} does not return a single record`, instead);
  } else
    for (const fact of Object.keys(facts ?? {}))
      if (!known.includes(fact)) names.unknown('fact', fact, known, within(at, 'facts', fact).path);
}

function checkReply({ operation, about, with: shown, ...wanted }: ReplyWanted, scene: Scene): Finding {
  const { fleet, client } = scene;
  const { lens, profile } = scene.service();
  const idOf = (list: readonly { id: number; name: string }[], name: string | undefined) =>
    list.find((each) => each.name === name)?.id ?? null;
  const named = {
    device: about.device ?? null,
    group: idOf(fleet.groups.list(), about.group),
    user: idOf(fleet.users.list(), about.user),
  };
  const ask = (query?: string) => client.call(operation, named, shown, query);
  const reply = ask();
  const answered = serves(operation, reply, lens) ? 'served' : 'refused';
  const outcome: Finding = {
    met: answered === wanted.answered,
    wanted: wanted.answered,
    actual: reply.dropped ? 'the connection was cut' : `${answered} (status ${reply.status})`,
  };
  if (!outcome.met || answered === 'refused') return outcome;
  const [list, record] = [nameIn(listedBy, operation), nameIn(readBy, operation)];
  const inside = [
    ...(wanted.items && list
      ? [number(countItems({ lens, profile }, list, reply, ask), wanted.items, (some) => `${some} items`)]
      : []),
    ...(wanted.facts && record ? factsIn(lens, readBy[record], wanted.facts, reply) : []),
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

function factsIn(
  lens: Simulator['lens'],
  record: (typeof readBy)[keyof typeof readBy],
  facts: ReplyFacts,
  reply: Reply,
): Finding[] {
  const read: { readonly [fact: string]: unknown } = lens.reply(record).read(jsonOf(reply)).facts;
  const kinds: { readonly [fact: string]: FactKind } = recordFacts[record];
  return Object.entries(facts).map(([fact, wanted]) => {
    const actual = Object.hasOwn(read, fact) ? read[fact] : undefined;
    const { written, read: meant } = formOf(kinds[fact], actual, wanted, lens);
    const shown = typeof written === 'object' ? JSON.stringify(written) : String(written);
    return {
      met: actual === wanted || (actual !== undefined && meant === actual),
      wanted: `${fact} ${String(wanted)}`,
      actual: actual === undefined ? `no ${fact}` : `${fact} ${shown}`,
    };
  });
}

/** A number among the facts as a story writes it, a time or an id as the dialect writes it or plain, and what is wanted as a number. */
function formOf(kind: FactKind | undefined, actual: unknown, wanted: unknown, lens: Simulator['lens']) {
  const resource = (['device', 'alert', 'group', 'user'] as const).find((each) => kind === `id:${each}`);
  if (typeof actual !== 'number' || (kind !== 'time' && !resource)) return { written: actual, read: wanted };
  if (resource)
    return { written: lens.writeId(resource, actual), read: lens.readId(resource, wanted) ?? wanted };
  let read: unknown;
  try {
    read = parseInstant(String(wanted));
  } catch {
    // no time is no moment
  }
  return { written: new Date(actual).toISOString(), read };
}

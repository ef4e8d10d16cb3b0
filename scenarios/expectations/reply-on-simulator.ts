/** Replies of the story's own service to a call. */
import { type OperationId, readBy } from '../../contracts/specification/operations.ts';
import {
  type FactKind,
  type IdentifiedResource,
  recordFacts,
} from '../../contracts/specification/records/index.ts';
import type { Reply } from '../../simulator/http/call.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { parseInstant } from '../../simulator/time/calendar.ts';
import { jsonOf, serves } from '../player/client.ts';
import type { Scene } from '../player/scene.ts';
import { type Finding, number } from './finding.ts';
import { countItems, isList } from './pages.ts';
import type { ReplyWanted } from './reply-wanted.ts';

type Lens = Simulator['lens'];
type Facts = { readonly [fact: string]: unknown };
type Kinds = { readonly [fact: string]: FactKind };

const records: { readonly [Id in OperationId]?: (typeof readBy)[keyof typeof readBy] } = readBy;

export function checkReply(wanted: ReplyWanted, scene: Scene): Finding {
  const { operation } = wanted;
  const reply = scene.client.call(operation, namedIn(scene, wanted), wanted.with);
  const { lens } = scene.service();
  const answered = serves(operation, reply, lens) ? 'served' : 'refused';
  const outcome: Finding = {
    met: answered === wanted.answered,
    wanted: wanted.answered,
    actual: reply.dropped ? 'the connection was cut' : `${answered} (status ${reply.status})`,
  };
  if (!outcome.met || answered === 'refused') return outcome;
  const inside = [...itemsIn(scene, wanted, reply), ...factsIn(lens, wanted, reply)];
  return inside.find(({ met }) => !met) ?? inside.at(-1) ?? outcome;
}

function namedIn({ fleet }: Scene, { device, group, user }: ReplyWanted) {
  const idOf = (list: readonly { id: number; name: string }[], name: string | null) =>
    name === null ? null : (list.find((each) => each.name === name)?.id ?? null);
  return { device, group: idOf(fleet.groups.list(), group), user: idOf(fleet.users.list(), user) };
}

function itemsIn(scene: Scene, wanted: ReplyWanted, reply: Reply): Finding[] {
  const { operation, items } = wanted;
  if (items === undefined || !isList(operation)) return [];
  const count = countItems(scene.service(), operation, reply, (query) =>
    scene.client.call(operation, namedIn(scene, wanted), wanted.with, query),
  );
  return [number(count, items, (some) => `${some} items`)];
}

function factsIn(lens: Lens, { operation, facts }: ReplyWanted, reply: Reply): Finding[] {
  const name = records[operation];
  if (facts === undefined || name === undefined) return [];
  const read: Facts = lens.reply(name).read(jsonOf(reply)).facts;
  const kinds: Kinds = recordFacts[name];
  return Object.entries(facts).map(([fact, wanted]) => {
    const actual = Object.hasOwn(read, fact) ? read[fact] : undefined;
    const form = formOf(kinds[fact], lens);
    return {
      met: actual === wanted || (typeof actual === 'number' && form?.read(wanted) === actual),
      wanted: `${fact} ${String(wanted)}`,
      actual: actual === undefined ? `no ${fact}` : `${fact} ${shown(actual, form)}`,
    };
  });
}

/** How a story may write what is a number among the facts. */
interface Form {
  read(written: unknown): number | undefined;
  write(value: number): string | number;
}

const timeForm: Form = {
  read: (written) => (typeof written === 'string' ? instantOf(written) : undefined),
  write: (at) => new Date(at).toISOString(),
};

/** Ids are as the dialect writes them, or plain numbers where it writes none. */
function idForm(resource: IdentifiedResource, lens: Lens): Form {
  return {
    read: (written) => lens.readId(resource, written) ?? (typeof written === 'number' ? written : undefined),
    write: (id) => lens.writeId(resource, id),
  };
}

function formOf(kind: FactKind | undefined, lens: Lens): Form | undefined {
  if (kind === 'time') return timeForm;
  const resource = identified.find((each) => kind === `id:${each}`);
  return resource && idForm(resource, lens);
}

const identified = ['device', 'alert', 'group', 'user'] as const satisfies readonly IdentifiedResource[];

function shown(actual: unknown, form: Form | undefined): string {
  if (form && typeof actual === 'number') return String(form.write(actual));
  return typeof actual === 'object' ? JSON.stringify(actual) : String(actual);
}

function instantOf(text: string): number | undefined {
  try {
    return parseInstant(text);
  } catch {
    return undefined;
  }
}

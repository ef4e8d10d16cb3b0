/** What the public API itself answers, whatever the dialect: it is read by the lens. */
import { type OperationId, readBy } from '../../../contracts/specification/operations.ts';
import type { Reply } from '../../../simulator/http/call.ts';
import type { Simulator } from '../../../simulator/simulator.ts';
import { parseInstant } from '../../../simulator/time/calendar.ts';
import { jsonOf, serves } from '../client.ts';
import type { Scene } from '../scene.ts';
import { type ExpectationOf, type Finding, type Looks, number } from './finding.ts';
import { countItems, isList } from './pages.ts';

type Lens = Simulator['lens'];
type Facts = { readonly [fact: string]: unknown };

export const replies = {
  reply(scene, expectation) {
    const operation = expectation.operation as OperationId;
    const reply = scene.client.call(operation, namedIn(scene, expectation), expectation.with);
    const { lens } = scene.service();
    const answered = serves(operation, reply, lens) ? 'served' : 'refused';
    const outcome: Finding = {
      met: answered === expectation.answered,
      wanted: expectation.answered,
      actual: reply.dropped ? 'the connection was cut' : `${answered} (status ${reply.status})`,
    };
    if (!outcome.met || answered === 'refused') return outcome;
    const inside = [...itemsIn(scene, expectation, reply), ...factsIn(lens, expectation, reply)];
    return inside.find(({ met }) => !met) ?? inside.at(-1) ?? outcome;
  },
} satisfies Partial<Looks>;

function namedIn({ fleet }: Scene, { device, group, user }: ExpectationOf<'reply'>) {
  const idOf = (list: readonly { id: number; name: string }[], name: string | null) =>
    name === null ? null : (list.find((each) => each.name === name)?.id ?? null);
  return { device, group: idOf(fleet.groups.list(), group), user: idOf(fleet.users.list(), user) };
}

function itemsIn(scene: Scene, expectation: ExpectationOf<'reply'>, reply: Reply): Finding[] {
  const { operation, items } = expectation;
  if (items === undefined || !isList(operation)) return [];
  const count = countItems(scene.service(), operation, reply, (query) =>
    scene.client.call(operation, namedIn(scene, expectation), expectation.with, query),
  );
  return [number(count, items, (some) => `${some} items`)];
}

function factsIn(lens: Lens, { operation, facts }: ExpectationOf<'reply'>, reply: Reply): Finding[] {
  if (facts === undefined || !Object.hasOwn(readBy, operation)) return [];
  const name = readBy[operation as keyof typeof readBy];
  const read: Facts = lens.reply(name).read(jsonOf(reply)).facts;
  return Object.entries(facts).map(([fact, wanted]) => {
    const actual = Object.hasOwn(read, fact) ? read[fact] : undefined;
    return {
      met: isSame(actual, wanted),
      wanted: `${fact} ${String(wanted)}`,
      actual: actual === undefined ? `no ${fact}` : `${fact} ${shown(actual, wanted)}`,
    };
  });
}

/** Times are milliseconds among the facts, and texts in a story. */
function isSame(actual: unknown, wanted: unknown): boolean {
  if (actual === wanted) return true;
  return typeof actual === 'number' && typeof wanted === 'string' && instantOf(wanted) === actual;
}

function shown(actual: unknown, wanted: unknown): string {
  const isTime = typeof actual === 'number' && typeof wanted === 'string' && instantOf(wanted) !== undefined;
  if (isTime) return new Date(actual).toISOString();
  return typeof actual === 'object' ? JSON.stringify(actual) : String(actual);
}

function instantOf(text: string): number | undefined {
  try {
    return parseInstant(text);
  } catch {
    return undefined;
  }
}

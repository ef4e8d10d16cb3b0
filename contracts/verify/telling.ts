/** A failure as people read it: the steps, what came of each, what would have been lawful in place of the one that shows it. */
import { describeValue } from '../deployment/reading/describe.ts';
import { lawfulInstead } from '../judge/alternatives.ts';
import type { Event, Settings, Texts } from '../judge/event.ts';
import { entriesInWords, inWordsOf } from '../play/event-words.ts';
import { inWords } from '../play/steps.ts';
import type { Exchange, StepTaken } from './run.ts';
import { type Sent, shellLines } from './shell.ts';

/** The steps, of which the last one shows it, with lines that take them again. @param expected in place of what came at last */
export function stepsTaken(history: Sent, record: readonly Exchange[], expected: string): StepTaken[] {
  const last = history.steps.length - 1;
  const lines = shellLines(history, record);
  return history.steps.map((step, index) => {
    const [fact, run = []] = [history.facts[index], lines[index]];
    return {
      step: inWords(step),
      ...(fact && { came: inWordsOf(fact) }),
      ...(index === last && { expected }),
      ...(run.length > 0 && { run }),
    };
  });
}

/** An answer, and those that would have been lawful, of a record, a list and settings no more than what differs. */
export interface Compared {
  readonly observed: string;
  readonly lawful: readonly string[];
  /** The record that is wrong, where one is. */
  readonly id?: string | undefined;
}

/** @param start what is known of the deployment, as for the judge */
export function comparedAt(
  facts: readonly Event[],
  at: number,
  start: Parameters<typeof lawfulInstead>[2],
): Compared | undefined {
  const fact = facts[at];
  if (!fact) return undefined;
  const before = facts.slice(0, at);
  if (fact.kind === 'devices') return devicesTold(fact, before);
  // The rule itself says more of the form of an answer.
  const isPlain = (other: Event) => other.kind !== 'issued' || !other.form;
  const instead = lawfulInstead(before, fact, start, countedOtherwise(fact)).filter(isPlain);
  const id = otherEntry(fact, instead);
  const own = fieldsOf(fact, id)?.fields;
  const others = instead.map((other) => fieldsOf(other, id)?.fields).filter((one) => one !== undefined);
  const differing = own ? differingIn(own, others) : [];
  const words = (event: Event): string | undefined => {
    if (differing.length > 0) return partOf(fieldsOf(event, id), differing);
    return event.kind === 'listed' && id !== undefined ? entriesInWords(event, id) : inWordsOf(event);
  };
  return {
    observed: words(fact) ?? inWordsOf(fact),
    lawful: [...new Set(instead.flatMap((other) => words(other) ?? []))],
    id: id ?? ('record' in fact ? fact.record : undefined),
  };
}

function devicesTold(fact: Extract<Event, { kind: 'devices' }>, before: readonly Event[]): Compared {
  const own = before.flatMap((one) => (one.kind === 'device' ? [one.device] : []));
  const unlisted = fact.complete ? own.filter((device) => !fact.listed.includes(device)) : [];
  const missing = [...unlisted, ...(fact.lacks ?? [])].map((device) => `, without the device ${device}`);
  return { observed: `${inWordsOf(fact)}${missing.join('')}`, lawful: [], id: fact.repeated[0] };
}

/** The largest count that is tried in place of one that is wrong. */
const MAX_COUNT = 20;

/** Settings with other counts than those next to the one that they show. */
function countedOtherwise(fact: Event): Event[] {
  if (fact.kind !== 'settings') return [];
  return (['usageEmail', 'usageSms'] as const)
    .filter((name) => fact.read[name] !== undefined)
    .flatMap((name) =>
      Array.from({ length: MAX_COUNT + 1 }, (_, count) => ({
        ...fact,
        read: { ...fact.read, [name]: count },
      })),
    );
}

type Fields = Texts | Settings;

interface Named {
  readonly name: string;
  readonly fields: Fields;
}

/** The record that a list shows otherwise than it would be in another list. */
function otherEntry(fact: Event, instead: readonly Event[]): string | undefined {
  const list = instead.find((other) => other.kind === 'listed');
  if (fact.kind !== 'listed' || list?.kind !== 'listed') return undefined;
  return [...list.entries, ...fact.entries].find(
    (entry) => entriesInWords(fact, entry.id) !== entriesInWords(list, entry.id),
  )?.id;
}

/** A record or a device with its fields, where an answer shows some; of a list the one with that id. */
function fieldsOf(event: Event, id: string | undefined): Named | undefined {
  if (event.kind === 'read' && event.found)
    return { name: `the ${event.family} ${event.record}`, fields: event.texts };
  if (event.kind === 'settings') return { name: `device ${event.device}`, fields: event.read };
  const entries = event.kind === 'listed' ? event.entries.filter((entry) => entry.id === id) : [];
  const [entry, ...further] = entries;
  if (event.kind !== 'listed' || !entry || further.length > 0) return undefined;
  return { name: `the ${event.family} ${id} in the list`, fields: entry.texts };
}

/** The fields in which an answer differs from the one of these that is nearest to it. */
function differingIn(fields: Fields, others: readonly Fields[]): string[] {
  const differing = others.map((other) => {
    const values = new Map<string, unknown>(Object.entries(other));
    return Object.entries(fields).flatMap(([name, value]) => (values.get(name) === value ? [] : [name]));
  });
  return differing.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

function partOf(named: Named | undefined, shown: readonly string[]): string | undefined {
  const values = Object.entries(named?.fields ?? {}).flatMap(([field, value]) =>
    shown.includes(field) ? [`${field} ${describeValue(value)}`] : [],
  );
  return named && `${named.name} with ${values.join(', ')}`;
}

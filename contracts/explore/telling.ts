/** A failure as people read it: the steps, what came, what would have been expected, and the readings that were ruled out. */

import { describeValue } from '../deployment/reading/describe.ts';
import type { Event, Settings, Texts } from '../judge/event.ts';
import { lawfulInstead } from '../judge/instead.ts';
import { explain } from '../judge/judge.ts';
import { entriesInWords, inWordsOf } from '../play/event-words.ts';
import type { Played } from '../play/player.ts';
import { inWords, type Step } from '../play/steps.ts';
import type { JudgedId } from '../specification/judged.ts';
import { rules } from '../specification/rules/index.ts';
import type { Failure } from './exploration.ts';

/** More answers that would have been expected are not told. */
const MOST_EXPECTED = 3;

/** A failure without what its search took. */
export function failureOf(
  steps: readonly Step[],
  { done, exchanges }: Played,
  certain: boolean,
  knownBroken: ReadonlySet<JudgedId>,
): Omit<Failure, 'foundWith' | 'failed' | 'played' | 'requests' | 'shrinking'> {
  const seen = done.flatMap(({ event }, place) => (event ? [{ event, place }] : []));
  const events = seen.map(({ event }) => event);
  const explanation = explain(events, { knownBroken });
  const broken = (explanation?.broken ?? []).map((set) => [...set]);
  const [likeliest] = broken;
  const at = explanation?.step ?? events.length - 1;
  const [fact, step] = [events[at], done[seen[at]?.place ?? -1]?.step];
  const instead = fact
    ? lawfulInstead(events.slice(0, at), fact, { knownBroken }, countedOtherwise(fact))
    : [];
  const { observed, lawful } = fact ? compared(fact, instead) : { observed: 'nothing', lawful: [] };
  const named = lawful.length > 0 && lawful.length <= MOST_EXPECTED ? `${lawful.join(', or ')}. ` : '';
  return {
    verdict: certain && likeliest ? 'fail' : 'suspect',
    broken,
    expected: `${named}${likeliest ? likeliest.map(statementOf).join(' ') : 'Answers that some reading of the document explains.'}`,
    observed: step ? `${observed} (${inWords(step)})` : observed,
    steps: [...steps],
    ruledOut: (explanation?.ruledOut ?? []).map(({ step, reading }) => ({
      step: 1 + (seen[step]?.place ?? 0),
      reading,
    })),
    exchanges: exchanges.map((exchange) => ({ ...exchange, purpose: likeliest?.[0] ?? exchange.purpose })),
    taken: done.map(({ step, event }) => ({
      step: inWords(step),
      ...(event && { came: inWordsOf(event) }),
    })),
  };
}

/** The largest count that is tried in place of one that is wrong. */
const MOST_COUNTED = 20;

/** Settings with other counts than those next to the one that they show. */
function countedOtherwise(fact: Event): Event[] {
  if (fact.kind !== 'settings') return [];
  return (['usageEmail', 'usageSms'] as const)
    .filter((name) => fact.read[name] !== undefined)
    .flatMap((name) =>
      Array.from({ length: MOST_COUNTED + 1 }, (_, count) => ({
        ...fact,
        read: { ...fact.read, [name]: count },
      })),
    );
}

interface Compared {
  readonly observed: string;
  readonly lawful: readonly string[];
}

/** An answer and those that would have been lawful: of a record, a list and settings no more than what differs. */
function compared(fact: Event, instead: readonly Event[]): Compared {
  const told = (observed: string, lawful: readonly string[]): Compared => ({
    observed,
    lawful: [...new Set(lawful)],
  });
  const id = otherEntry(fact, instead);
  const own = fieldsOf(fact, id);
  const others = instead.flatMap((other) => fieldsOf(other, id) ?? []);
  const differing = own
    ? differingIn(
        own.fields,
        others.map(({ fields }) => fields),
      )
    : [];
  if (own && differing.length > 0)
    return told(
      partOf(own, differing),
      others.map((other) => partOf(other, differing)),
    );
  if (fact.kind === 'listed' && id !== undefined) {
    const lists = instead.flatMap((other) => (other.kind === 'listed' ? [other] : []));
    return told(
      entriesInWords(fact, id),
      lists.map((other) => entriesInWords(other, id)),
    );
  }
  return told(inWordsOf(fact), instead.map(inWordsOf));
}

type Fields = Texts | Settings;

interface Shown {
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
function fieldsOf(event: Event, id: string | undefined): Shown | undefined {
  if (event.kind === 'read' && event.found)
    return { name: `${event.family} ${event.record}`, fields: event.texts };
  if (event.kind === 'settings') return { name: `device ${event.device}`, fields: event.read };
  const entries = event.kind === 'listed' ? event.entries.filter((entry) => entry.id === id) : [];
  const [entry, ...further] = entries;
  if (event.kind !== 'listed' || !entry || further.length > 0) return undefined;
  return { name: `${event.family} ${id} in the list`, fields: entry.texts };
}

/** The fields in which an answer differs from the one of these that is nearest to it. */
function differingIn(fields: Fields, others: readonly Fields[]): string[] {
  const differing = others.map((other) => {
    const values = new Map<string, unknown>(Object.entries(other));
    return Object.entries(fields).flatMap(([name, value]) => (values.get(name) === value ? [] : [name]));
  });
  return differing.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

function partOf({ name, fields }: Shown, shown: readonly string[]): string {
  const values = Object.entries(fields).flatMap(([field, value]) =>
    shown.includes(field) ? [`${field} ${describeValue(value)}`] : [],
  );
  return `${name} with ${values.join(', ')}`;
}

/** The text of a rule, whatever operation or channel it is judged for. */
function statementOf(id: string): string {
  return rules.find((rule) => id === rule.id || id.startsWith(`${rule.id}/`))?.text ?? id;
}

/**
 * Answers of a profile that the deployment's own answers contradict: what it says of a place at which nothing ever is, or of
 * a page that never comes. Nothing is held against the deployment by them.
 */
import { type Event, type Family, type SingleEvent, singleEvents, type Texts } from '../judge/event.ts';
import type { Profile } from '../profile/profile.ts';
import type { OpeningId } from '../specification/openings/index.ts';
import type { Evidenced } from './evidence.ts';

type Seen = Pick<Evidenced, 'name' | 'facts' | 'failed'>;

export interface Contradicted {
  readonly opening: OpeningId;
  readonly observed: string;
  /** The fact that was to show it. */
  readonly at: { readonly history: string; readonly step: number };
  /** A fact without what rests on it. */
  without(event: SingleEvent): SingleEvent;
}

export function contradictedIn(
  shown: readonly Seen[],
  { openings }: Pick<Profile, 'openings'>,
): Contradicted[] {
  // A fact that contradicts an answer could not be explained.
  if (shown.every(({ failed }) => failed === 0)) return [];
  const all = shown.flatMap(({ name: history, facts }) =>
    facts.flatMap((fact, step) => singleEvents([fact]).map((event) => ({ event, at: { history, step } }))),
  );
  const families: readonly Family[] = ['group', 'user'];
  const ofFamilies = families.flatMap((family) => [
    textsIn(all, family),
    openings[`records.${family}`]?.fields.id === undefined ? undefined : idsIn(all, family),
  ]);
  return [...ofFamilies, timesIn(all), pagesIn(all)].flatMap((one) => one ?? []);
}

/** Histories without what rests on answers that are contradicted. */
export function withoutContradicted<E extends Evidenced>(
  shown: readonly E[],
  profile: Pick<Profile, 'openings'>,
): readonly E[] {
  const contradicted = contradictedIn(shown, profile);
  if (contradicted.length === 0) return shown;
  const one = (event: SingleEvent) => contradicted.reduce((so, { without }) => without(so), event);
  const apart = (event: Event): Event =>
    event.kind === 'burst' ? { ...event, calls: event.calls.map(one) } : one(event);
  return shown.map((history) => ({ ...history, facts: history.facts.map(apart) }));
}

type All = readonly { readonly event: SingleEvent; readonly at: Contradicted['at'] }[];

/** The texts that the run gives each record; whether further facts are kept is open. */
const GIVEN = ['name', 'description', 'email'];

/** Texts of a family that the run wrote, and that no record shows, of whomever it is. */
function textsIn(all: All, family: Family): Contradicted | undefined {
  const [written, read] = [new Set<string>(), new Set<string>()];
  let at: Contradicted['at'] | undefined;
  for (const one of all) {
    const { event } = one;
    if (!('family' in event) || event.family !== family) continue;
    if (event.kind === 'created' || event.kind === 'replaced' || event.kind === 'updated')
      for (const fact of filledIn(event.texts)) written.add(fact);
    if (event.kind === 'read' && event.found) at = one.at;
    const shown = event.kind === 'read' ? [event] : event.kind === 'listed' ? event.entries : [];
    for (const fact of shown.flatMap(({ texts }) => filledIn(texts))) read.add(fact);
  }
  const unseen = new Set(GIVEN.filter((fact) => written.has(fact) && !read.has(fact)));
  if (!at || read.size === 0 || unseen.size === 0) return undefined;
  const seen = (texts: Texts): Texts =>
    Object.fromEntries(Object.entries(texts).filter(([fact]) => !unseen.has(fact)));
  return {
    ...{ opening: `records.${family}`, at },
    observed: `no ${family} shows ${[...unseen].join(', ')}`,
    without(event) {
      if (!('family' in event) || event.family !== family) return event;
      if (event.kind === 'listed')
        return { ...event, entries: event.entries.map((entry) => ({ ...entry, texts: seen(entry.texts) })) };
      return 'texts' in event ? { ...event, texts: seen(event.texts) } : event;
    },
  };
}

function filledIn(texts: Texts): string[] {
  return Object.entries(texts).flatMap(([fact, text]) => (text === '' ? [] : [fact]));
}

/** Lists of a family whose records show no id, though they have a place for it: which record is which is not known then. */
function idsIn(all: All, family: Family): Contradicted | undefined {
  const lists = all.filter(({ event }) => event.kind === 'listed' && event.family === family);
  const entries = lists.flatMap(({ event }) => (event.kind === 'listed' ? event.entries : []));
  const at = lists.at(-1)?.at;
  if (!at || entries.length === 0 || entries.some(({ id }) => id !== undefined)) return undefined;
  return {
    ...{ opening: `records.${family}`, observed: `no ${family} of a list shows its id`, at },
    without: (event) =>
      event.kind === 'listed' && event.family === family ? { ...event, entries: [], complete: false } : event,
  };
}

/** Last locations of which none shows its time: which one is newer is not known then. */
function timesIn(all: All): Contradicted | undefined {
  const shown = all.filter(({ event }) => event.kind === 'last' && event.place !== undefined);
  const at = shown.at(-1)?.at;
  const isTimed = ({ event }: All[number]) => event.kind === 'last' && event.time !== undefined;
  const isSent = all.some(({ event }) => event.kind === 'located' && event.time !== undefined);
  if (!at || !isSent || shown.some(isTimed)) return undefined;
  return {
    ...{ opening: 'records.location', observed: 'no location shows its time', at },
    without: (event) =>
      event.kind === 'located' || event.kind === 'last' ? { at: event.at, kind: 'waited' } : event,
  };
}

/** Lists of several kinds of records that come again as a whole in place of their next page. */
function pagesIn(all: All): Contradicted | undefined {
  const lists = all.flatMap(({ event, at }) => {
    if (event.kind === 'devices')
      return [{ of: 'devices', at, count: event.listed.length, again: event.repeated.length }];
    if (event.kind !== 'listed') return [];
    const ids = event.entries.map(({ id }) => id);
    const count = new Set(ids).size;
    return [{ of: event.family, at, count, again: ids.length - count }];
  });
  const again = lists.filter((list) => list.again > 0 && list.again >= list.count);
  const at = again.at(-1)?.at;
  if (!at || new Set(again.map(({ of }) => of)).size < 2) return undefined;
  return {
    ...{ opening: 'operations.paging', observed: 'lists come again in place of their next page', at },
    without(event) {
      if (event.kind === 'devices') return { ...event, repeated: [], complete: false };
      if (event.kind !== 'listed') return event;
      const entries = [...new Map(event.entries.map((entry) => [entry.id, entry])).values()];
      return { ...event, entries, complete: false };
    },
  };
}

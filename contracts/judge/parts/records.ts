/**
 * Groups, or users, as the names of their operations say (sections 1 and 4.2). The judge knows the texts
 * that were sent. The document leaves open what a refused write left behind, what becomes of facts that a PUT leaves
 * out and what a write to a deleted record does: then several values are possible, or any.
 */
import { mapTable } from '../../kit/tables.ts';
import type { JudgedId } from '../../specification/judged.ts';
import { type Entry, effectOf, type Family, type RecordEvent, type Texts } from '../event.ts';
import { breaking, type Next, type Part } from '../hypotheses.ts';
import {
  allOpen,
  isText,
  join,
  type Kept,
  keptAfter,
  MEMBERS,
  membersOf,
  narrow,
  type PossibleTexts,
  plain,
  sentAs,
} from './record-texts.ts';

interface RecordState {
  /** `unconstrained`: each reading may differ. */
  readonly there: 'yes' | 'no' | 'maybe' | 'unconstrained';
  /** Tells whether it must be in the list while it is there. */
  readonly listed: boolean;
  /** Tells whether a broken rule keeps it from the list as long as it is as it was created, or from reads. */
  readonly hidden?: 'from-list' | 'from-reads';
  readonly texts: PossibleTexts;
  /** Facts that were sent last and need not be kept, as long as they were not read. */
  readonly wished?: Texts;
  /** Tells whether others may have its name as well: it is one that stores get wrong. */
  readonly common?: boolean;
  /** The change that gave it its name; absent: the one that made it. */
  readonly named?: 'replaced' | 'updated';
  /** Members that a PUT left out, and others that it named: no reading shows some of both. */
  readonly exchanged?: { readonly gone: readonly string[]; readonly came: readonly string[] };
}

type Records = { readonly [id: string]: RecordState };

interface State {
  readonly records: Records;
  readonly kept: Kept;
}

type Of<K extends RecordEvent['kind']> = Extract<RecordEvent, { kind: K }>;
type Rule = Extract<JudgedId, `groups/${string}`> extends `groups/${infer Name}` ? Name : never;

const UNCONSTRAINED: RecordState = { there: 'unconstrained', listed: false, texts: {} };

/** @param kept facts that the deployment is known to keep from the beginning on */
export function recordsOf(family: Family, kept: Kept = {}): Part<State> {
  const rule = (name: Rule): JudgedId => `${family}s/${name}`;
  return {
    initial: { records: {}, kept },
    told: ({ records }, record) => records[record] && { gone: records[record].there === 'no' },
    next(state, seen) {
      const event = effectOf(seen);
      if (!('family' in event)) return [{ state }];
      if (event.family !== family) return event.kind === 'deleted' ? afterOther(state, event) : [{ state }];
      // An id names one record.
      if (event.kind === 'created' && (event.others || state.records[event.record]?.there === 'yes')) {
        const other = withRecord(state, event.record, UNCONSTRAINED);
        return [{ state: other, broken: rule('created-can-be-read'), covers: true }];
      }
      const lawful = lawfulNext(state, event);
      return [...lawful.map((next) => ({ state: next })), ...brokenNext(state, event, lawful, rule)];
    },
  };
}

function withRecord(state: State, id: string, record: RecordState): State {
  return { ...state, records: { ...state.records, [id]: record } };
}

/** A record of the other family was deleted: nothing of these may change by that. Whether it stays a member of them is open. */
function afterOther(state: State, { family, record: gone }: Of<'deleted'>): Next<State>[] {
  const next = mayLose(state, [plain(gone)]);
  if (Object.keys(next.records).length === 0) return [{ state: next }];
  const disturbed = { ...next, records: mapTable(next.records, changed) };
  return [{ state: next }, { state: disturbed, broken: `${family}s/deleted-spares-others`, covers: true }];
}

function lawfulNext(state: State, event: RecordEvent): State[] {
  if (event.kind === 'listed') return afterList(state, event);
  const { record } = event;
  const before = state.records[record];
  const isKnown = before !== undefined && before.there !== 'unconstrained';
  if (event.kind === 'read') return isKnown ? afterRead(state, before, event) : [state];
  if (event.kind === 'deleted') {
    if (!isKnown || (before.there === 'no' && event.taken !== 'unanswered')) return [state];
    const there = event.taken === 'taken' ? 'no' : 'maybe';
    return [withRecord(state, record, event.taken === 'unanswered' ? UNCONSTRAINED : { ...before, there })];
  }
  // Members of one record may be taken from another: it is open.
  const others = mayLose(state, membersOf(plain(event.texts[MEMBERS] ?? '')));
  if (event.kind === 'created') {
    const { exact, wished } = sentAs(event.texts, state.kept);
    const open = Object.fromEntries((event.open ?? []).map((fact) => [fact, 'any' as const]));
    const own: RecordState = { there: 'yes', listed: true, texts: { ...exact, ...open }, ...wish(wished) };
    return [withRecord(others, record, { ...own, ...(event.drawn && { common: true }) })];
  }
  if (!isKnown) return [state];
  return [
    withRecord(
      others,
      record,
      event.taken === 'unanswered' ? UNCONSTRAINED : afterWrite(before, event, state.kept),
    ),
  ];
}

function wish(wished: Texts): Pick<RecordState, 'wished'> {
  return Object.keys(wished).length > 0 ? { wished } : {};
}

function afterWrite(before: RecordState, event: Of<'replaced' | 'updated'>, kept: Kept): RecordState {
  const { kind, texts, taken, drawn = false } = event;
  // A write to what is gone may bring it back: it is open.
  if (before.there !== 'yes') return { there: 'maybe', listed: before.listed, texts: {} };
  const others = kind === 'updated' ? before.texts : allOpen(before.texts);
  const { exchanged: _, hidden: __, common = false, wished, ...rest } = before;
  const { exact, wished: wishes } = sentAs(texts, kept);
  const isCommon = 'name' in texts ? drawn : common;
  const same: RecordState = {
    ...{ ...rest, ...(isCommon && { common: true }), ...('name' in texts && { named: kind }) },
    ...wish({ ...(kind === 'updated' && wished), ...wishes }),
  };
  if (taken === 'taken')
    return {
      ...{ ...same, texts: { ...others, ...exact } },
      ...(kind === 'replaced' && exchangedBy(before, texts)),
    };
  const either = mapTable(exact, (values, fact) => join(before.texts[fact] ?? 'any', values));
  return { ...same, texts: { ...others, ...either } };
}

function afterRead(state: State, before: RecordState, { record, found, texts }: Of<'read'>): State[] {
  const become = (next: RecordState): State[] => [next === before ? state : withRecord(state, record, next)];
  if (found === undefined) return [state];
  if (before.hidden === 'from-reads') return found ? [] : [state];
  if (!found && (mayBeDisabled(before) || before.there === 'no')) return [state];
  if (!found) return before.there === 'yes' ? [] : become({ ...before, there: 'no' });
  // The id of a deleted record may have been given to another.
  if (before.there === 'no') return isAnother(before, texts) ? [state] : [];
  if (isLeaked(state, record, texts) || isMixed(before, texts)) return [];
  const { wished = {}, ...rest } = before;
  const narrowed = narrow(before.texts, texts, wished);
  if (!narrowed) return [];
  const open = Object.entries(wished).filter(([fact, value]) => plain(texts[fact] ?? '') !== value);
  const isSame = narrowed === before.texts && before.there === 'yes' && !before.wished;
  const next = become(
    isSame ? before : { ...rest, there: 'yes', texts: narrowed, ...wish(Object.fromEntries(open)) },
  );
  const kept = keptAfter(state.kept, wished, texts);
  return kept === state.kept ? next : next.map((one) => ({ ...one, kept }));
}

/** Returns whether a user may be disabled: to show such a one is open. */
function mayBeDisabled({ texts: { disabled }, wished }: RecordState): boolean {
  if (disabled === undefined) return false;
  return typeof disabled === 'string' ? wished?.disabled !== '' : disabled.some((value) => value !== '');
}

/** Returns whether a record shows, in a fact that was never sent of it, what was sent for another. */
function isLeaked({ records }: State, record: string, texts: Texts): boolean {
  const own = records[record];
  if (own?.there !== 'yes') return false;
  const others = Object.entries(records).flatMap(([id, one]) => (id === record ? [] : [one.texts]));
  return Object.entries(texts).some(([fact, text]) => {
    if (!isText(fact) || fact in own.texts || text === '') return false;
    return others.some(({ [fact]: values }) => Array.isArray(values) && values.includes(plain(text)));
  });
}

function exchangedBy({ texts: before }: RecordState, sent: Texts): Pick<RecordState, 'exchanged'> {
  const { [MEMBERS]: values = 'any' } = before;
  const known = typeof values === 'string' ? undefined : values[0];
  if (known === undefined || sent[MEMBERS] === undefined) return {};
  const [had, has] = [membersOf(known), membersOf(plain(sent[MEMBERS]))];
  const gone = had.filter((member) => !has.includes(member));
  return { exchanged: { gone, came: has.filter((member) => !had.includes(member)) } };
}

function isMixed({ exchanged }: RecordState, read: Texts): boolean {
  const shown = membersOf(plain(read[MEMBERS] ?? ''));
  const shows = (members: readonly string[] = []) => members.some((member) => shown.includes(member));
  return shows(exchanged?.gone) && shows(exchanged?.came);
}

function afterList(state: State, { entries, complete, returned = [] }: Of<'listed'>): State[] {
  if (returned.length > 0 || repeats(state, entries)) return [];
  const hides = Object.values(state.records).some(
    ({ hidden, there }) => hidden === 'from-list' && there === 'yes',
  );
  let { records } = state;
  for (const [id, record] of Object.entries(state.records)) {
    const own = ownIn(entries, id, record);
    const [entry] = own;
    if (own.length > 1) return [];
    if (record.there === 'unconstrained') continue;
    if (!entry) {
      const isHidden = record.hidden === 'from-reads' || mayBeDisabled(record);
      if (!isHidden && complete && record.listed && record.there === 'yes') return [];
      continue;
    }
    if (record.there === 'no') {
      if (isAnother(record, entry.texts)) continue;
      return [];
    }
    // A list that new records do not get into shows none of them.
    if (record.hidden === 'from-list' || (record.listed && hides)) return [];
    if (!record.listed) continue;
    const narrowed = narrow(record.texts, entry.texts);
    if (!narrowed) return [];
    if (narrowed !== record.texts || record.there !== 'yes')
      records = { ...records, [id]: { ...record, there: 'yes', texts: narrowed } };
  }
  return [records === state.records ? state : { ...state, records }];
}

/** The questions to a list in each reading: its entries by id, whether an id comes again, and the ids by name. */
interface Seen {
  readonly byId: ReadonlyMap<string, readonly Entry[]>;
  readonly withoutId: readonly Entry[];
  readonly isRepeated: boolean;
  readonly byName: ReadonlyMap<string, readonly string[]>;
}

const seenIn = new WeakMap<readonly Entry[], Seen>();

function seenOf(entries: readonly Entry[]): Seen {
  const known = seenIn.get(entries);
  if (known) return known;
  const byId = new Map<string, Entry[]>();
  const byName = new Map<string, string[]>();
  for (const entry of entries) {
    const { id, texts } = entry;
    if (id === undefined) continue;
    byId.set(id, [...(byId.get(id) ?? []), entry]);
    const name = plain(texts.name ?? '');
    if (texts.name !== undefined) byName.set(name, [...(byName.get(name) ?? []), id]);
  }
  const isRepeated = [...byId.values()].some(({ length }) => length > 1);
  const seen = { byId, withoutId: entries.filter(({ id }) => id === undefined), isRepeated, byName };
  seenIn.set(entries, seen);
  return seen;
}

/** Returns whether a list shows a record twice, whosever it is: by its id, or one of the history under another id as well. */
function repeats(state: State, entries: readonly Entry[]): boolean {
  return seenOf(entries).isRepeated || doubledIn(state, entries) !== undefined;
}

/** The record of the history that a list shows under the id of another one as well. */
function doubledIn({ records }: State, entries: readonly Entry[]): RecordState | undefined {
  const { byId, byName } = seenOf(entries);
  const isForeign = (id: string) => !(id in records);
  const isDoubled = ([id, { texts, common = false }]: [string, RecordState]) =>
    !common &&
    byId.has(id) &&
    Array.isArray(texts.name) &&
    texts.name.some((name) => byName.get(name)?.some(isForeign));
  return Object.entries(records).find(isDoubled)?.[1];
}

/** The entries of a record: by its id, or where entries have none by its name. */
function ownIn(entries: readonly Entry[], id: string, record: RecordState): readonly Entry[] {
  const { byId, withoutId } = seenOf(entries);
  const own = byId.get(id) ?? [];
  const { name } = record.texts;
  if (withoutId.length === 0 || !Array.isArray(name)) return own;
  const isOf = ({ texts }: Entry) => texts.name !== undefined && name.includes(plain(texts.name));
  const alike = withoutId.filter(isOf);
  return [...own, ...(record.common ? alike.slice(0, 1) : alike)];
}

const causes = {
  created: 'created-can-be-read',
  replaced: 'replaced',
  updated: 'updated-keeps-rest',
  deleted: 'deleted-is-gone',
} as const satisfies { [kind: string]: Rule };

const sparing = {
  replaced: 'replaced-spares-others',
  updated: 'updated-spares-others',
  deleted: 'deleted-spares-others',
} as const satisfies { [kind: string]: Rule };

/** A broken write leaves other texts behind, which stay: in its own record, or in the others. */
function brokenNext(
  state: State,
  event: RecordEvent,
  lawful: readonly State[],
  rule: (name: Rule) => JudgedId,
): Next<State>[] {
  if (event.kind === 'read') return [];
  // A list that keeps all rules breaks none.
  if (event.kind === 'listed') return lawful.length > 0 ? [] : brokenList(state, event, rule);
  const { record, kind } = event;
  const become = (to: (own: RecordState) => RecordState, broken: Rule, covers = false) =>
    lawful.map((next): Next<State> => {
      const own = to(next.records[record] ?? UNCONSTRAINED);
      return { state: withRecord(next, record, own), broken: rule(broken), covers };
    });
  const own = become(kind === 'deleted' ? () => UNCONSTRAINED : changed, causes[kind], true);
  // A text that comes back as another one, each time in another way.
  const unconstrained = (one: RecordState) => ({ ...one, texts: allOpen(one.texts, 'unconstrained') });
  const altered = 'drawn' in event && event.drawn ? become(unconstrained, 'kept-as-sent', true) : [];
  if (kind === 'created') {
    const unlisted = become((one) => ({ ...one, listed: false, hidden: 'from-list' }), 'created-is-listed');
    const unread = become((one) => ({ ...one, hidden: 'from-reads' }), 'created-can-be-read');
    // The reading that leaves less open comes first: it says more.
    return [...altered, ...unlisted, ...own, ...unread];
  }
  if (!Object.keys(state.records).some((id) => id !== record)) return [...altered, ...own];
  const beside = lawful.map((next): Next<State> => {
    const records = mapTable(next.records, (one, id) => (id === record ? one : changed(one)));
    return { state: { ...next, records }, broken: rule(sparing[kind]), covers: true };
  });
  return [...altered, ...own, ...beside];
}

/** Whatever was made of a record: it shows when it is read, and stays so. */
function changed(record: RecordState): RecordState {
  if (record.there === 'unconstrained') return record;
  return { there: 'maybe', listed: record.listed, texts: allOpen(record.texts) };
}

/** A list that shows what is there not once, or not as it is. */
function brokenList(state: State, event: Of<'listed'>, rule: (name: Rule) => JudgedId): Next<State>[] {
  const explains = (isMeant: (record: RecordState) => boolean) => {
    const records = Object.fromEntries(Object.entries(state.records).filter(([, one]) => isMeant(one)));
    return afterList({ ...state, records }, event).length > 0;
  };
  const isWrong = repeats(state, event.entries) || (event.returned ?? []).length > 0;
  if (!isWrong && (!explains(({ there }) => there === 'no') || explains(({ there }) => there !== 'no')))
    return [];
  const { named } = doubledIn(state, event.entries) ?? {};
  // A name that was written to one may have been given to another.
  return breaking(state, ...(named === undefined ? [] : [rule(sparing[named])]), rule('listed-once'));
}

/** Each record may have lost these of its members. */
function mayLose(state: State, gone: readonly string[]): State {
  if (gone.length === 0) return state;
  const without = (members: string) => membersOf(members).filter((member) => !gone.includes(member));
  const records = mapTable(state.records, (record) => {
    const { [MEMBERS]: values = 'any' } = record.texts;
    if (typeof values === 'string') return record;
    const left = values.map((members) => without(members).join(' '));
    return { ...record, texts: { ...record.texts, [MEMBERS]: join(values, left) } };
  });
  return { ...state, records };
}

/** Returns whether what was read is not the record that was deleted: names of the history's own differ from all others. */
function isAnother({ texts }: RecordState, read: Texts): boolean {
  const { name } = texts;
  if (read.name === undefined || name === undefined || typeof name === 'string') return true;
  return !name.includes(plain(read.name));
}

/**
 * Groups, or users, as the names of their operations say (sections 1 and 4.2). The judge knows the texts
 * that were sent. The document leaves open what a refused write left behind, what becomes of facts that a PUT leaves
 * out and what a write to a deleted record does: then several values are possible, or any.
 */
import { mapTable } from '../../kit/tables.ts';
import type { JudgedId } from '../../specification/judged.ts';
import { type Entry, effectOf, type Family, type RecordEvent, type Texts } from '../event.ts';
import type { Next, Part } from '../hypotheses.ts';
import {
  allOpen,
  allUnconstrained,
  exactly,
  isText,
  join,
  type Kept,
  keptAfter,
  MEMBERS,
  membersOf,
  narrow,
  type PossibleTexts,
  plain,
  wishedOf,
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

const UNCONSTRAINED: RecordState = { there: 'unconstrained', listed: false, texts: {} };

/** @param kept facts that the deployment is known to keep from the beginning on */
export function recordsOf(family: Family, kept: Kept = {}): Part<State> {
  const rule = (name: RecordRule): JudgedId => `${family}s/${name}`;
  return {
    initial: { records: {}, kept },
    inWords: ({ records }) =>
      Object.entries(records)
        .map(([id, record]) => `${id} ${recordInWords(record)}`)
        .join('; '),
    told({ records }, record) {
      const own = records[record];
      return own && { gone: own.there === 'no' };
    },
    next(state, seen, relaxed) {
      const event = effectOf(seen);
      if (!('family' in event)) return [{ state }];
      // An id names one record.
      const isOther = (id: string, others = false) => others || state.records[id]?.there === 'yes';
      if (event.kind === 'created' && event.family === family && isOther(event.record, event.others)) {
        const records = { ...state.records, [event.record]: UNCONSTRAINED };
        const broken = rule('created-can-be-read');
        return relaxed ? [{ state: { ...state, records }, broken, covers: true }] : [];
      }
      if (event.family !== family)
        return event.kind === 'deleted' ? afterOther(state, event, relaxed) : [{ state }];
      const lawful = lawfulNext(state, event);
      const nexts = lawful.map((next) => ({ state: next }));
      return relaxed ? [...nexts, ...brokenNext(state, event, lawful, rule)] : nexts;
    },
  };
}

/** A record of the other family was deleted: nothing of these may change by that. Whether it stays a member of them is open. */
function afterOther(
  state: State,
  { family, record: gone }: Extract<RecordEvent, { kind: 'deleted' }>,
  relaxed: boolean,
): Next<State>[] {
  const next = mayLose(state, [plain(gone)]);
  if (!relaxed || Object.keys(next.records).length === 0) return [{ state: next }];
  const records = mapTable(next.records, changed);
  return [
    { state: next },
    { state: { ...next, records }, broken: `${family}s/deleted-spares-others`, covers: true },
  ];
}

function recordInWords({ there, texts }: RecordState): string {
  if (there === 'unconstrained') return 'unknown';
  if (there === 'no') return 'deleted';
  const known = Object.entries(texts).map(([fact, possible]) =>
    typeof possible === 'string'
      ? `${fact} unknown`
      : `${fact} ${possible.map((text) => JSON.stringify(text)).join(' or ')}`,
  );
  return [...(there === 'maybe' ? ['perhaps deleted'] : []), ...known].join(', ');
}

type RecordRule =
  | 'created-can-be-read'
  | 'created-is-listed'
  | 'replaced'
  | 'updated-keeps-rest'
  | 'deleted-is-gone'
  | 'deleted-spares-others'
  | 'replaced-spares-others'
  | 'updated-spares-others'
  | 'listed-once'
  | 'kept-as-sent';

function lawfulNext(state: State, event: RecordEvent): State[] {
  if (event.kind === 'listed') return afterList(state, event);
  const { record } = event;
  const { records, kept } = state;
  const before = records[record];
  const isWrite = event.kind !== 'read' && event.kind !== 'deleted';
  // Members of one record may be taken from another: it is open.
  const others = isWrite ? mayLose(state, membersOf(plain(event.texts[MEMBERS] ?? ''))) : state;
  const become = (next: RecordState): State[] => [
    { ...others, records: { ...others.records, [record]: next } },
  ];
  if (event.kind === 'created') {
    const open = Object.fromEntries((event.open ?? []).map((fact) => [fact, 'any' as const]));
    const texts = { ...exactly(event.texts, kept), ...open };
    const wished = wish(wishedOf(event.texts, kept));
    return become({ there: 'yes', listed: true, texts, ...wished, ...(event.drawn && { common: true }) });
  }
  if (before === undefined || before.there === 'unconstrained') return [state];
  switch (event.kind) {
    case 'read': {
      const next = isLeaked(state, event) ? undefined : afterRead(before, event.found, event.texts);
      if (!next) return [];
      const seen = event.found ? keptAfter(kept, before.wished ?? {}, event.texts) : kept;
      if (next === before && seen === kept) return [state];
      return become(next).map(({ records }) => ({ records, kept: seen }));
    }
    case 'deleted':
      if (event.taken === 'unanswered') return become(UNCONSTRAINED);
      if (before.there === 'no') return [state];
      return become({ ...before, there: event.taken === 'taken' ? 'no' : 'maybe' });
    default:
      return become(event.taken === 'unanswered' ? UNCONSTRAINED : afterWrite(before, event, kept));
  }
}

function wish(wished: Texts): Pick<RecordState, 'wished'> {
  return Object.keys(wished).length > 0 ? { wished } : {};
}

function afterWrite(
  before: RecordState,
  { kind, texts, taken, drawn = false }: Extract<RecordEvent, { kind: 'replaced' | 'updated' }>,
  kept: Kept,
): RecordState {
  // A write to what is gone may bring it back: it is open.
  if (before.there !== 'yes') return { there: 'maybe', listed: before.listed, texts: {} };
  const others = kind === 'updated' ? before.texts : allOpen(before.texts);
  const { exchanged: _, hidden: __, common = false, wished, ...rest } = before;
  const isCommon = 'name' in texts ? drawn : common;
  const same = { ...rest, ...(isCommon && { common: true }), ...('name' in texts && { named: kind }) };
  const wishes = wish({ ...(kind === 'updated' && wished), ...wishedOf(texts, kept) });
  if (taken === 'taken')
    return {
      ...same,
      ...wishes,
      texts: { ...others, ...exactly(texts, kept) },
      ...(kind === 'replaced' && exchangedBy(before, texts)),
    };
  const either = Object.entries(exactly(texts, kept)).map(([fact, values]) => [
    fact,
    values === 'any' ? values : join(before.texts[fact] ?? 'any', values),
  ]);
  return { ...same, ...wishes, texts: { ...others, ...Object.fromEntries(either) } };
}

function afterRead(before: RecordState, found: boolean | undefined, texts: Texts): RecordState | undefined {
  if (found === undefined) return before;
  if (before.hidden === 'from-reads') return found ? undefined : before;
  if (!found && mayBeDisabled(before)) return before;
  if (!found) return before.there === 'yes' ? undefined : { ...before, there: 'no' };
  // The id of a deleted record may have been given to another.
  if (before.there === 'no') return isAnother(before, texts) ? before : undefined;
  if (isMixed(before, texts)) return undefined;
  const { wished = {}, ...rest } = before;
  const narrowed = narrow(before.texts, texts, wished);
  if (narrowed === before.texts && before.there === 'yes' && !before.wished) return before;
  const open = Object.entries(wished).filter(([fact, value]) => plain(texts[fact] ?? '') !== value);
  return narrowed && { ...rest, there: 'yes', texts: narrowed, ...wish(Object.fromEntries(open)) };
}

/** Returns whether a user may be disabled: to show such a one is open. */
function mayBeDisabled({ texts: { disabled }, wished }: RecordState): boolean {
  if (disabled === undefined) return false;
  return typeof disabled === 'string' ? wished?.disabled !== '' : disabled.some((value) => value !== '');
}

/** Returns whether a record shows, in a fact that was never sent of it, what was sent for another. */
function isLeaked({ records }: State, { record, texts }: Extract<RecordEvent, { kind: 'read' }>): boolean {
  const own = records[record];
  if (own?.there !== 'yes') return false;
  const others = Object.entries(records).filter(([id]) => id !== record);
  return Object.entries(texts).some(([fact, text]) => {
    if (!isText(fact) || fact in own.texts || text === '') return false;
    return others.some(
      ([
        ,
        {
          texts: { [fact]: values },
        },
      ]) => Array.isArray(values) && values.includes(plain(text)),
    );
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

function afterList(
  state: State,
  { entries, complete, returned = [] }: Extract<RecordEvent, { kind: 'listed' }>,
): State[] {
  if (returned.length > 0 || repeats(state, entries)) return [];
  const hides = Object.values(state.records).some(
    ({ hidden, there }) => hidden === 'from-list' && there === 'yes',
  );
  let { records } = state;
  for (const [id, record] of Object.entries(state.records)) {
    const own = ownIn(entries, id, record);
    const [entry] = own;
    if (own.length > 1) return [];
    if (record.there === 'unconstrained' || (record.hidden === 'from-reads' && !entry)) continue;
    if (!entry && mayBeDisabled(record)) continue;
    if (record.there === 'no') {
      if (entry && !isAnother(record, entry.texts)) return [];
      continue;
    }
    if (!entry) {
      if (complete && record.listed && record.there === 'yes') return [];
      continue;
    }
    // A list that new records do not get into shows none of them.
    if (record.hidden === 'from-list' || (record.listed && hides)) return [];
    if (!record.listed) continue;
    const narrowed = narrow(record.texts, entry.texts);
    if (!narrowed) return [];
    if (narrowed === record.texts && record.there === 'yes') continue;
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
    if (texts.name !== undefined)
      byName.set(plain(texts.name), [...(byName.get(plain(texts.name)) ?? []), id]);
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
function ownIn(
  entries: readonly Entry[],
  id: string,
  { texts: { name }, common = false }: RecordState,
): readonly Entry[] {
  const { byId, withoutId } = seenOf(entries);
  const own = byId.get(id) ?? [];
  if (withoutId.length === 0 || !Array.isArray(name)) return own;
  const isOf = ({ texts }: Entry) => texts.name !== undefined && name.includes(plain(texts.name));
  const alike = withoutId.filter(isOf);
  return [...own, ...(common ? alike.slice(0, 1) : alike)];
}

const causes = {
  created: 'created-can-be-read',
  replaced: 'replaced',
  updated: 'updated-keeps-rest',
  deleted: 'deleted-is-gone',
} as const satisfies { [kind: string]: RecordRule };

const sparing = {
  replaced: 'replaced-spares-others',
  updated: 'updated-spares-others',
  deleted: 'deleted-spares-others',
} as const satisfies { [kind: string]: RecordRule };

/** A broken write leaves other texts behind, which stay: in its own record, or in the others. */
function brokenNext(
  state: State,
  event: RecordEvent,
  lawful: readonly State[],
  rule: (name: RecordRule) => JudgedId,
): Next<State>[] {
  if (event.kind === 'read') return [];
  // A list that keeps all rules breaks none.
  if (event.kind === 'listed') return lawful.length > 0 ? [] : brokenList(state, event, rule);
  const { record, kind } = event;
  const become = (to: (own: RecordState) => RecordState, broken: RecordRule, covers = false) =>
    lawful.map(({ records, kept }): Next<State> => {
      const own = to(records[record] ?? UNCONSTRAINED);
      return { state: { records: { ...records, [record]: own }, kept }, broken: rule(broken), covers };
    });
  const own = become(kind === 'deleted' ? () => UNCONSTRAINED : changed, causes[kind], true);
  // A text that comes back as another one, each time in another way.
  const altered =
    'drawn' in event && event.drawn
      ? become((one) => ({ ...one, texts: allUnconstrained(one.texts) }), 'kept-as-sent', true)
      : [];
  if (kind === 'created') {
    const unlisted = become((one) => ({ ...one, listed: false, hidden: 'from-list' }), 'created-is-listed');
    const unread = become((one) => ({ ...one, hidden: 'from-reads' }), 'created-can-be-read');
    // The reading that leaves less open comes first: it says more.
    return [...altered, ...unlisted, ...own, ...unread];
  }
  const beside = lawful.map(({ records, kept }): Next<State> => {
    const others = mapTable(records, (one, id) => (id === record ? one : changed(one)));
    return { state: { records: others, kept }, broken: rule(sparing[kind]), covers: true };
  });
  return [...altered, ...own, ...(Object.keys(state.records).some((id) => id !== record) ? beside : [])];
}

/** Whatever was made of a record: it shows when it is read, and stays so. */
function changed(record: RecordState): RecordState {
  if (record.there === 'unconstrained') return record;
  return { there: 'maybe', listed: record.listed, texts: allOpen(record.texts) };
}

/** A list that shows what is there not once, or not as it is. */
function brokenList(
  state: State,
  event: Extract<RecordEvent, { kind: 'listed' }>,
  rule: (name: RecordRule) => JudgedId,
): Next<State>[] {
  const of = (isMeant: (record: RecordState) => boolean): State => ({
    ...state,
    records: Object.fromEntries(Object.entries(state.records).filter(([, record]) => isMeant(record))),
  });
  const present = of(({ there }) => there !== 'no');
  const absent = of(({ there }) => there === 'no');
  const isWrong = repeats(state, event.entries) || (event.returned ?? []).length > 0;
  if (!isWrong && (afterList(absent, event).length === 0 || afterList(present, event).length > 0)) return [];
  const { named } = doubledIn(state, event.entries) ?? {};
  // A name that was written to one may have been given to another.
  const given = named === undefined ? [] : [{ state, broken: rule(sparing[named]) }];
  return [...given, { state, broken: rule('listed-once') }];
}

/** Each record may have lost these of its members. */
function mayLose(state: State, gone: readonly string[]): State {
  const without = (members: string) => membersOf(members).filter((member) => !gone.includes(member));
  const records = mapTable(state.records, (record) => {
    const { [MEMBERS]: values = 'any' } = record.texts;
    if (typeof values === 'string') return record;
    const left = values.map((members) => without(members).join(' '));
    return { ...record, texts: { ...record.texts, [MEMBERS]: join(values, left) } };
  });
  return gone.length > 0 ? { ...state, records } : state;
}

/** Returns whether what was read is not the record that was deleted: names of the history's own differ from all others. */
function isAnother({ texts }: RecordState, read: Texts): boolean {
  const { name } = texts;
  if (read.name === undefined || name === undefined || typeof name === 'string') return true;
  return !name.includes(plain(read.name));
}

/**
 * Groups, or users, as the names of their operations say (sections 1 and 4.2). The judge knows the texts
 * that were sent. The document leaves open what a refused write left behind, what becomes of facts that a PUT leaves
 * out and what a write to a deleted record does: then several values are possible, or any.
 */
import { mapTable } from '../../kit/tables.ts';
import type { JudgedId } from '../../specification/judged.ts';
import { type Entry, effectOf, type Family, type RecordEvent, type Texts } from '../event.ts';
import type { Next, Part } from '../hypotheses.ts';

/** The values that a fact may have. `any`: the next reading shows it. `unconstrained`: each reading may show another. */
type Possible = readonly string[] | 'any' | 'unconstrained';

interface RecordState {
  /** `unconstrained`: each reading may differ. */
  readonly there: 'yes' | 'no' | 'maybe' | 'unconstrained';
  /** Whether it must be in the list while it is there. */
  readonly listed: boolean;
  /** Whether a broken rule keeps it from the list as long as it is as it was created, or from reads. */
  readonly hidden?: 'from-list' | 'from-reads';
  readonly texts: { readonly [fact: string]: Possible };
  /** Members that a PUT left out, and others that it named: no reading shows some of both. */
  readonly exchanged?: { readonly gone: readonly string[]; readonly came: readonly string[] };
}

type State = { readonly [id: string]: RecordState };

const UNCONSTRAINED: RecordState = { there: 'unconstrained', listed: false, texts: {} };

export function recordsOf(family: Family): Part<State> {
  const rule = (name: RecordRule): JudgedId => `${family}s/${name}`;
  return {
    initial: {},
    inWords: (state) =>
      Object.entries(state)
        .map(([id, record]) => `${id} ${recordInWords(record)}`)
        .join('; '),
    next(state, seen, relaxed) {
      const event = effectOf(seen);
      if (!('family' in event)) return [{ state }];
      // Open is as well whether a record that is deleted stays a member of others.
      if (event.family !== family)
        return [{ state: event.kind === 'deleted' ? withOpenMembers(state) : state }];
      const lawful = lawfulNext(state, event).map((next) => ({ state: next }));
      return relaxed ? [...lawful, ...brokenNext(state, event, rule)] : lawful;
    },
  };
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
  if (event.kind === 'stray') return [state];
  const { record } = event;
  const before = state[record];
  const isWrite = event.kind !== 'read' && event.kind !== 'deleted';
  // Whether a member of one record can be that of another is open.
  const others = isWrite && MEMBERS in event.texts ? withOpenMembers(state) : state;
  const become = (next: RecordState): State[] => [{ ...others, [record]: next }];
  if (event.kind === 'created') {
    // An id names one record.
    if (before?.there === 'yes') return [];
    const open = Object.fromEntries((event.open ?? []).map((fact) => [fact, 'any' as const]));
    return become({ there: 'yes', listed: true, texts: { ...exactly(event.texts), ...open } });
  }
  if (before === undefined || before.there === 'unconstrained') return [state];
  switch (event.kind) {
    case 'read': {
      const next = afterRead(before, event.found, event.texts);
      return next ? become(next) : [];
    }
    case 'deleted':
      if (event.taken === 'unanswered') return become(UNCONSTRAINED);
      if (before.there === 'no') return [state];
      return become({ ...before, there: event.taken === 'taken' ? 'no' : 'maybe' });
    default:
      return become(event.taken === 'unanswered' ? UNCONSTRAINED : afterWrite(before, event));
  }
}

function afterWrite(
  before: RecordState,
  { kind, texts, taken }: Extract<RecordEvent, { kind: 'replaced' | 'updated' }>,
): RecordState {
  // Whether a write to what is gone brings it back is open.
  if (before.there !== 'yes') return { there: 'maybe', listed: before.listed, texts: {} };
  const rest = kind === 'updated' ? before.texts : allOpen(before.texts);
  const { exchanged: _, hidden: __, ...kept } = before;
  if (taken === 'taken')
    return {
      ...kept,
      texts: { ...rest, ...exactly(texts) },
      ...(kind === 'replaced' && exchangedBy(before, texts)),
    };
  const either = Object.entries(exactly(texts)).map(([fact, values]) => [
    fact,
    values === 'any' ? values : join(before.texts[fact] ?? 'any', values),
  ]);
  return { ...kept, texts: { ...rest, ...Object.fromEntries(either) } };
}

function afterRead(before: RecordState, found: boolean | undefined, texts: Texts): RecordState | undefined {
  if (found === undefined) return before;
  if (before.hidden === 'from-reads') return found ? undefined : before;
  if (!found) return before.there === 'yes' ? undefined : { ...before, there: 'no' };
  // The id of a deleted record may have been given to another.
  if (before.there === 'no') return isAnother(before, texts) ? before : undefined;
  if (isMixed(before, texts)) return undefined;
  const narrowed = narrow(before.texts, texts);
  return narrowed && { ...before, there: 'yes', texts: narrowed };
}

function exchangedBy({ texts: before }: RecordState, sent: Texts): Pick<RecordState, 'exchanged'> {
  const [known] = [before[MEMBERS] ?? 'any'].flat();
  if (known === undefined || known === 'any' || sent[MEMBERS] === undefined) return {};
  const [had, has] = [membersOf(known), membersOf(plain(sent[MEMBERS]))];
  const gone = had.filter((member) => !has.includes(member));
  return { exchanged: { gone, came: has.filter((member) => !had.includes(member)) } };
}

function isMixed({ exchanged }: RecordState, read: Texts): boolean {
  const shown = membersOf(plain(read[MEMBERS] ?? ''));
  const shows = (members: readonly string[] = []) => members.some((member) => shown.includes(member));
  return shows(exchanged?.gone) && shows(exchanged?.came);
}

/** As they are named in one text. */
function membersOf(text: string): string[] {
  return text.split(' ').filter((member) => member !== '');
}

function afterList(
  state: State,
  { entries, complete }: { entries: readonly Entry[]; complete: boolean },
): State[] {
  if (repeats(state, entries)) return [];
  const hides = Object.values(state).some(({ hidden, there }) => hidden === 'from-list' && there === 'yes');
  let next = state;
  for (const [id, record] of Object.entries(state)) {
    const own = entries.filter((entry) => isOf(entry, id, record));
    const [entry] = own;
    if (own.length > 1) return [];
    if (record.there === 'unconstrained' || record.hidden === 'from-reads') continue;
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
    next = { ...next, [id]: { ...record, there: 'yes', texts: narrowed } };
  }
  return [next];
}

/** Whether a list shows a record twice, whosever it is: by its id, or one of the history under another id as well. */
function repeats(state: State, entries: readonly Entry[]): boolean {
  const ids = entries.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length) return true;
  const shown = Object.entries(state).filter(([id]) => ids.includes(id));
  if (shown.length === 0) return false;
  const foreign = entries.flatMap(({ id, texts: { name } }) =>
    id === undefined || id in state || name === undefined ? [] : plain(name),
  );
  return shown.some(
    ([, { texts }]) => Array.isArray(texts.name) && texts.name.some((name) => foreign.includes(name)),
  );
}

function isOf({ id, texts }: Entry, record: string, { texts: known }: RecordState): boolean {
  if (id !== undefined) return id === record;
  const name = known.name;
  return Array.isArray(name) && texts.name !== undefined && name.includes(plain(texts.name));
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
function brokenNext(state: State, event: RecordEvent, rule: (name: RecordRule) => JudgedId): Next<State>[] {
  if (event.kind === 'read') return [];
  if (event.kind === 'listed') return brokenList(state, event, rule);
  if (event.kind === 'stray') {
    if (event.by === 'read' || Object.keys(state).length === 0) return [];
    return [{ state: mapTable(state, changed), broken: rule(sparing[event.by]) }];
  }
  const { record, kind } = event;
  const lawful = lawfulNext(state, event);
  const own = lawful.map((next): Next<State> => {
    const wrong = kind === 'deleted' ? UNCONSTRAINED : changed(next[record] ?? UNCONSTRAINED);
    return { state: { ...next, [record]: wrong }, broken: rule(causes[kind]) };
  });
  const altered = 'drawn' in event && event.drawn ? alteredBy(lawful, record, rule('kept-as-sent')) : [];
  if (kind === 'created') {
    const unlisted = lawful.map((next): Next<State> => {
      const hidden: RecordState = { ...(next[record] ?? UNCONSTRAINED), listed: false, hidden: 'from-list' };
      return { state: { ...next, [record]: hidden }, broken: rule('created-is-listed') };
    });
    const unread = lawful.map((next): Next<State> => {
      const hidden: RecordState = { ...(next[record] ?? UNCONSTRAINED), hidden: 'from-reads' };
      return { state: { ...next, [record]: hidden }, broken: rule('created-can-be-read') };
    });
    // The reading that leaves less open comes first: it says more.
    return [...altered, ...unlisted, ...own, ...unread];
  }
  const beside = lawful.map((next): Next<State> => {
    const others = mapTable(next, (one, id) => (id === record ? one : changed(one)));
    return { state: others, broken: rule(sparing[kind]) };
  });
  return [...altered, ...own, ...(Object.keys(state).some((id) => id !== record) ? beside : [])];
}

/** Whatever was made of a record: it shows when it is read, and stays so. */
function changed(record: RecordState): RecordState {
  if (record.there === 'unconstrained') return record;
  return { there: 'maybe', listed: record.listed, texts: allOpen(record.texts) };
}

/** A text that comes back as another one, each time in another way. */
function alteredBy(lawful: readonly State[], record: string, broken: JudgedId): Next<State>[] {
  return lawful.map((next) => {
    const own = next[record] ?? UNCONSTRAINED;
    return { state: { ...next, [record]: { ...own, texts: {} } }, broken };
  });
}

/** A list that shows what is there not once, or not as it is. */
function brokenList(
  state: State,
  event: Extract<RecordEvent, { kind: 'listed' }>,
  rule: (name: RecordRule) => JudgedId,
): Next<State>[] {
  const present = Object.fromEntries(Object.entries(state).filter(([, { there }]) => there !== 'no'));
  const absent = Object.fromEntries(Object.entries(state).filter(([, { there }]) => there === 'no'));
  const isRepeated = repeats(state, event.entries);
  if (!isRepeated && (afterList(absent, event).length === 0 || afterList(present, event).length > 0))
    return [];
  return [{ state, broken: rule('listed-once') }];
}

function exactly(texts: Texts): { [fact: string]: readonly string[] | 'any' } {
  return Object.fromEntries(
    Object.entries(texts).map(([fact, text]) => [fact, fact === MEMBERS ? 'any' : [plain(text)]]),
  );
}

/** Whether the members that are sent are kept is open: those count that were read. */
const MEMBERS = 'members';

function withOpenMembers(state: State): State {
  if (!Object.values(state).some(({ texts }) => Array.isArray(texts[MEMBERS]))) return state;
  return mapTable(state, (record) =>
    MEMBERS in record.texts ? { ...record, texts: { ...record.texts, [MEMBERS]: 'any' as const } } : record,
  );
}

function allOpen(texts: RecordState['texts']): { [fact: string]: Possible } {
  return Object.fromEntries(Object.keys(texts).map((fact) => [fact, 'any' as const]));
}

function join(one: Possible, other: readonly string[]): Possible {
  return typeof one === 'string' ? one : [...new Set([...one, ...other])].sort();
}

/** Gives the texts that stay possible once these were read; `undefined` where one of them was not. */
function narrow(possible: RecordState['texts'], read: Texts): RecordState['texts'] | undefined {
  const narrowed: { [fact: string]: Possible } = { ...possible };
  for (const [fact, values] of Object.entries(possible)) {
    const text = read[fact];
    if (text === undefined || values === 'unconstrained') continue;
    if (values !== 'any' && !values.includes(plain(text))) return undefined;
    narrowed[fact] = [plain(text)];
  }
  return narrowed;
}

/** Whether what was read is not the record that was deleted: names of the history's own differ from all others. */
function isAnother({ texts }: RecordState, read: Texts): boolean {
  const { name } = texts;
  if (read.name === undefined || name === undefined || typeof name === 'string') return true;
  return !name.includes(plain(read.name));
}

/** A store may trim a text, join its spaces, and write an address in small letters. */
export function plain(text: string): string {
  return text.normalize().trim().replace(/\s+/g, ' ').toLowerCase();
}

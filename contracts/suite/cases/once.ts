/**
 * Whether each record is in a list once: as the list comes, and over three pages where the profile names the parameter
 * for the size of a page. What is wrong counts only if two more readings repeat it.
 */
import { exactJsonText } from '../../kit/exact-json.ts';
import { type AnyId, isId } from '../../profile/facts.ts';
import type { Answer } from '../answer.ts';
import type { CaseContext, Listed } from '../case-context.ts';
import { type Finding, fail, inconclusive, pass, suspect } from '../finding.ts';
import { pagesShowing, readPage } from '../reading/list.ts';
import { listOperation } from '../session/lists.ts';

/** Readings that have to agree. */
const READINGS = 3;
const PAGES = 3;
/** Records of the first list that are looked for at either end. */
const AT_ENDS = 2;

export type AnyRecord = { readonly [fact: string]: unknown };

export interface OnceOf {
  list: 'devices' | 'groups' | 'users';
  /** The word for one of them. */
  what: 'device' | 'group' | 'user';
  /** Records that have to be in the list. */
  own: readonly AnyId[];
  /** Those of them that cannot be gone, whatever they are read as: nothing deleted them. */
  lasting?: readonly AnyId[];
  /** Whether the run has deleted a record, whose name it may have given again. */
  wasDeleted?(id: AnyId): boolean;
  /** Names of records that must not be in it: the deployment refused to create them. */
  refused?: readonly string[];
  /** Names that the run gave to more than one record. */
  repeated?: ReadonlySet<string>;
  /** Whether no record that the run created can have this id. */
  isStrange?(id: AnyId): boolean;
  /** What of such a record is wrong in the list, in words. */
  differs?(id: AnyId, entry: AnyRecord): string | undefined;
  /**
   * Whether the record by itself shows that the list is wrong: it is there for the user of the run while the list has
   * no entry, or is otherwise than the entry says.
   */
  confirms(id: AnyId, entry: AnyRecord | undefined): Promise<boolean>;
}

/** What is wrong in one reading, in words, and the answers that show it. */
interface Reading {
  wrong: ReadonlySet<string>;
  /** The records of what is wrong, where the record itself has to confirm it. */
  doubtful: ReadonlyMap<string, { id: AnyId; entry: AnyRecord | undefined }>;
  /** The records of what is wrong. */
  about: ReadonlyMap<string, AnyId>;
  /** Records of the run that are in a list a second time, in words. */
  copies: readonly string[];
  /** Records that were refused, in words. */
  ghosts: readonly string[];
  pages: Answer[];
  records: number;
  complete: boolean;
  issue: string | undefined;
}

/** Which record it is may differ between two readings: others are created meanwhile. */
const COPIED = 'a record of the run a second time, under another id';

export async function judgeOnce(context: CaseContext, judged: OnceOf): Promise<Finding> {
  const once = { ...judged, own: distinct([...judged.own, ...(await firstListed(context, judged.list))]) };
  // What was written a moment ago may need its time.
  const first = await context.eventually(
    () => readLists(context, once),
    ({ wrong }) => wrong.size === 0,
  );
  if (first.records === 0 && first.issue !== undefined)
    return inconclusive(`The list cannot be read: ${first.issue}.`, 'operations.envelope');
  // What is never held by a list is in it once, and nothing is shown by that.
  if (first.records === 0 && first.wrong.size === 0)
    return inconclusive(`There is no ${once.what} in the list.`, 'operations.envelope', `known.${once.what}`);
  let last = first;
  let wrong = [...first.wrong];
  for (let reading = 1; reading < READINGS && wrong.length > 0; reading++) {
    last = await readLists(context, once);
    wrong = wrong.filter((one) => last.wrong.has(one));
  }
  for (const one of wrong) {
    const doubtful = last.doubtful.get(one);
    if (doubtful && !(await once.confirms(doubtful.id, doubtful.entry))) {
      if (doubtful.entry || !once.lasting?.includes(doubtful.id)) continue;
      return suspect(
        `The ${once.what} ${doubtful.id} is gone, and the run did not delete it.`,
        ...last.pages,
      );
    }
    const observed = one === COPIED ? (last.copies[0] ?? one) : one;
    const id = last.about.get(one);
    const pages = id === undefined ? last.pages : pagesShowing(context.lens, once.list, last.pages, id);
    return fail(`each ${once.what} in the list once, as it is now`, observed, ...pages);
  }
  const ghost = first.ghosts[0];
  if (ghost !== undefined)
    return suspect(`The ${once.what} ${ghost} is listed, although its creation was refused.`, ...first.pages);
  if (!first.complete)
    return inconclusive('Not all pages of the list were seen.', 'operations.paging', 'operations.query');
  return pass(`Each ${once.what} is in the list once.`, ...first.pages);
}

/** Some that stood in the list at first, at its ends: where no page can hide them, they still do. */
async function firstListed(context: CaseContext, list: OnceOf['list']): Promise<AnyId[]> {
  if (context.profile.openings['operations.paging'] === undefined) return [];
  const { json } = await context.fingerprints.withToken(listOperation[list]);
  const records: readonly AnyRecord[] = readPage(context.lens, list, json).records;
  const ids = records.flatMap(({ id }) => (isId(id) ? [id] : []));
  return [...ids.slice(0, AT_ENDS), ...ids.slice(-AT_ENDS)];
}

function distinct(ids: readonly AnyId[]): AnyId[] {
  return [...new Map(ids.map((id) => [String(id), id])).values()];
}

async function readLists(context: CaseContext, once: OnceOf): Promise<Reading> {
  const plain = await context.list(once.list);
  const size = isPaged(context, once.list) ? pageSize(context, plain.records.length) : undefined;
  const lists = size === undefined ? [plain] : [plain, await context.list(once.list, size)];
  const wrong = new Set<string>();
  const about = new Map<string, AnyId>();
  const note = (what: string, id: AnyId) => {
    wrong.add(what);
    about.set(what, id);
  };
  const doubtful = new Map<string, { id: AnyId; entry: AnyRecord | undefined }>();
  for (const { records, repeated, complete } of lists) {
    for (const id of repeated) note(`the ${once.what} ${id} more than once`, id);
    const entries = new Map<string, AnyRecord>(records.map((record) => [String(record.id), record]));
    const showsIds = !entries.has('undefined');
    for (const id of once.own) {
      const entry = entries.get(String(id));
      const differs = entry && once.differs?.(id, entry);
      const isGap = !entry && complete && showsIds;
      if (differs === undefined && !isGap) continue;
      const what = isGap ? `a list without the ${once.what} ${id}` : `the ${once.what} ${id} with ${differs}`;
      note(what, id);
      doubtful.set(what, { id, entry });
    }
  }
  const copies = lists.flatMap(({ records }) => copiesIn(context, once, records));
  if (copies.length > 0) wrong.add(COPIED);
  noteTotal(context, plain);
  return {
    wrong,
    doubtful,
    about,
    copies,
    ghosts: plain.records.flatMap(({ name }: AnyRecord) =>
      typeof name === 'string' && once.refused?.includes(name) && !once.repeated?.has(name)
        ? [exactJsonText(name)]
        : [],
    ),
    pages: lists.flatMap(({ pages }) => pages),
    records: plain.records.length,
    complete: plain.complete && context.profile.openings['operations.paging'] !== undefined,
    issue: plain.issues[0],
  };
}

/** Two records with one name that the run gives once, or one by a name of the run that it did not create: in words. */
function copiesIn(
  { nonce }: CaseContext,
  { what, wasDeleted, repeated, refused, isStrange }: OnceOf,
  records: readonly AnyRecord[],
): string[] {
  const known = new Map<string, unknown>();
  return records.flatMap(({ id, name }) => {
    if (id === undefined || typeof name !== 'string' || !name.includes(nonce)) return [];
    if (isId(id) && wasDeleted?.(id)) return [];
    if (repeated?.has(name)) {
      const isCopy = isId(id) && isStrange?.(id) === true && !refused?.includes(name);
      return isCopy ? [`the ${what} ${exactJsonText(name)} as ${id}, which no create gave`] : [];
    }
    const other = known.get(name) ?? id;
    known.set(name, other);
    return String(other) === String(id)
      ? []
      : [`the ${what} ${exactJsonText(name)} as ${other} and as ${id}`];
  });
}

/** Pages are cut by what all lists share: a run draws one of them. */
function isPaged(context: CaseContext, list: OnceOf['list']): boolean {
  return context.thorough || context.chance.pick('list by pages', ['devices', 'groups', 'users']) === list;
}

/** So many on a page that there are three pages; `undefined` where nothing says how to ask for it. */
function pageSize({ profile }: CaseContext, records: number): number | undefined {
  const paging = profile.openings['operations.paging'];
  const { limit } = profile.openings['operations.query'] ?? {};
  if (!paging || paging.by === 'none' || limit === undefined || records < PAGES) return undefined;
  return Math.min(Math.ceil(records / PAGES), paging.max ?? records);
}

/** A total that is not that of the list is no broken rule. */
function noteTotal(
  context: CaseContext,
  { total, records, repeated, complete, pages }: Listed<OnceOf['list']>,
): void {
  const isPinned = context.profile.openings['operations.paging'] !== undefined;
  if (!isPinned || !complete || total === undefined || repeated.length > 0 || total === records.length)
    return;
  const observed = `a total of ${total} where the list has ${records.length}`;
  const seen = { observed, pinned: 'the total of the list', holds: false };
  context.observe('operations.paging', seen, ...pages.slice(-1));
}

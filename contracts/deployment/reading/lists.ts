/** The records of a list: those of one page, and all of them, page by page (openings `operations.paging`, `operations.query`). */
import { type AnyId, type Facts, isId } from '../../profile/facts.ts';
import type { Lens, ListLens, ListResource } from '../../profile/lens/lens.ts';
import type { ListName } from '../../profile/openings.ts';
import type { Profile } from '../../profile/profile.ts';
import { type ListedName, listOperation, type OperationId } from '../../specification/operations.ts';
import { listResource } from '../../specification/records/kinds.ts';
import type { Answer } from '../answer.ts';
import { whereBound } from '../sharing/unbound.ts';
import { contentOf } from './answers.ts';

type Page<L extends ListName> = ReturnType<ListLens<(typeof listResource)[L], AnyId>['read']>;

/**
 * Reads a page. Where lists are maps, any object looks like one, that of a refusal too: an entry that
 * shows nothing but its own name, where the profile has places for more, is an issue and no record.
 */
export function readPage<L extends ListName>(lens: Lens<AnyId>, name: L, json: unknown): Page<L> {
  const page = lens.list(name).read(json) as Page<ListName>;
  const places = lens.record(listResource[name]).facts.length;
  const records = page.records.filter((record) => Object.keys(record).length > 1 || places < 2);
  const issues = [...page.issues];
  if (records.length < page.records.length && issues.length === 0)
    issues.push({ pointer: '', expected: `a list of ${name}`, found: 'a map of something else' });
  return { ...page, records, issues } as Page<L>;
}

const MAX_PAGES = 200;

export type Query = { [name: string]: string };
interface Dialect {
  readonly lens: Lens<AnyId>;
  readonly profile: Profile;
}
type Call = (operation: OperationId, asked: { query: Query }) => Promise<Answer>;

export interface Listed<L extends ListName> {
  records: Facts<ListResource[L], AnyId>[];
  /** The ids of records that came more than once, each time that they did; `records` holds them once. */
  repeated: AnyId[];
  /** How many there are by the deployment's own word. */
  total: number | undefined;
  /** Places that the profile describes and that could not be read, in words. */
  issues: string[];
  /** Tells whether all pages were seen. */
  complete: boolean;
  /** The answers, one for each page. */
  pages: Answer[];
}

/** Any list, as far as the walk through its pages looks at it. */
type AnyList = Omit<Listed<ListedName>, 'records'> & { records: { id?: unknown }[] };

const noList = (): AnyList => ({
  ...{ records: [], repeated: [], pages: [], issues: [] },
  ...{ total: undefined, complete: false },
});

/**
 * Reads one page after the other until there is no further one.
 *
 * @param size records on a page, where the profile names the parameter for it
 * @param max pages
 */
export async function readList<L extends ListedName>(
  dialect: Dialect & { readonly call: Call },
  name: L,
  size?: number,
  max = MAX_PAGES,
): Promise<Listed<L>> {
  const listed = noList();
  const { limit } = dialect.profile.openings['operations.query'] ?? {};
  const asked: Query = size === undefined || !limit ? {} : { [limit]: String(size) };
  for (let query: Query | undefined = asked; query && listed.pages.length < max; ) {
    const next = take(dialect, name, listed, await dialect.call(listOperation[name], { query }), size);
    query = next && { ...asked, ...next };
  }
  return listed as unknown as Listed<L>;
}

/** Takes a further page; gives the query of the next one, if there is any. */
function take(
  dialect: Dialect,
  name: ListedName,
  listed: AnyList,
  answer: Answer,
  size?: number,
): Query | undefined {
  const { records, repeated, issues, pages } = listed;
  const page = readPage(dialect.lens, name, contentOf(answer));
  const shown = page.records as AnyList['records'];
  pages.push(answer);
  for (const { pointer, expected, found } of page.issues)
    issues.push(`${pointer}: expected ${expected}, found ${found}`);
  const before = records.length;
  const seen = new Set(records.map(({ id }) => id));
  for (const record of shown) {
    if (isId(record.id) && seen.has(record.id)) repeated.push(record.id);
    else records.push(record);
    seen.add(record.id);
  }
  const fresh = records.length - before;
  const total = page.total ?? totalIn(dialect, answer);
  listed.total = total;
  // A further page with nothing new on it: it was not asked for as the deployment has it.
  const isAstray = pages.length > 1 && shown.length > 0 && fresh === 0;
  // Without a word about pages, what came may be the first of several.
  const { 'operations.paging': paging } = dialect.profile.openings;
  const isEnd = total === undefined ? paging !== undefined : records.length >= total;
  // With an unknown page size only the empty page after it shows which page is the last.
  const most = size ?? paging?.size;
  const isLast = total === undefined ? most === null || shown.length < (most ?? 0) : isEnd;
  const next = fresh === 0 ? undefined : nextQuery(dialect, listed, page.next, isLast);
  // A cursor that the profile does not say how to send leads on all the same.
  listed.complete = !isAstray && (shown.length === 0 || (isEnd && !page.next)) && !next;
  return next;
}

/**
 * The query of the second page, by the answer to the request for the first; where that shows all, of the second page with
 * one record on each. Nothing is sent.
 */
export function secondPage(dialect: Dialect, name: ListedName, first: Answer): Query | undefined {
  return (
    whereBound(undefined, () => take(dialect, name, noList(), first)) ??
    linkedQuery(first.headers.link) ??
    whereBound(undefined, () => pageOfOne(dialect, name, first))
  );
}

function pageOfOne({ profile, lens }: Dialect, name: ListedName, { json }: Answer): Query | undefined {
  const { 'operations.paging': paging, 'operations.query': names = {} } = profile.openings;
  const { limit, page, offset } = names;
  if (!paging || limit === undefined || readPage(lens, name, json).records.length < 2) return undefined;
  if (paging.by === 'page' && page) return { [limit]: '1', [page]: String(paging.firstPage + 1) };
  return paging.by === 'offset' && offset ? { [limit]: '1', [offset]: '1' } : undefined;
}

/** The most records on a page where a list comes in pages, which takes the fewest requests; `undefined` where that is not known. */
export function largestPage({ profile }: Pick<Dialect, 'profile'>): number | undefined {
  const paging = profile.openings['operations.paging'];
  return typeof paging?.size === 'number' ? (paging.max ?? undefined) : undefined;
}

/** The query of the next page; `undefined` when there is none, or the profile does not say how to ask for it. */
function nextQuery(
  { profile }: Dialect,
  { records, pages }: AnyList,
  cursor: string | null | undefined,
  isLast: boolean,
): Query | undefined {
  const { 'operations.paging': paging, 'operations.query': names = {} } = profile.openings;
  const linked = linkedQuery(pages.at(-1)?.headers.link);
  if (linked || !paging) return linked;
  if (paging.by === 'cursor') return cursor && names.cursor ? { [names.cursor]: cursor } : undefined;
  if (isLast) return undefined;
  if (paging.by === 'offset') return names.offset ? { [names.offset]: String(records.length) } : undefined;
  if (paging.by !== 'page' || !names.page) return undefined;
  return { [names.page]: String(paging.firstPage + pages.length) };
}

/** The query of the `Link` header's next page (RFC 8288). */
export function linkedQuery(header: string | undefined): Query | undefined {
  const next = header?.split(/,(?=\s*<)/).find((link) => /;\s*rel="?next"?/i.test(link));
  const address = next && /<([^<>]*)>/.exec(next)?.[1];
  return address ? Object.fromEntries(new URLSearchParams(address.split('?', 2)[1] ?? '')) : undefined;
}

function totalIn({ profile }: Dialect, answer: Answer): number | undefined {
  const name = profile.openings['operations.paging']?.totalHeader?.toLowerCase();
  const text = name === undefined ? undefined : answer.headers[name];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

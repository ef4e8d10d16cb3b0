/** Findings about how lists are paged and asked for: by what the parameters that were sent have changed. */
import { linkedQuery } from '../deployment/reading/lists.ts';
import { exactJsonText } from '../kit/exact-json.ts';
import { isDeepEqual } from '../kit/json.ts';
import { namesOf } from '../kit/tables.ts';
import { type PathResource, pathResources } from '../specification/operations.ts';
import { firstByRank, placesOf, rankOf } from './facts.ts';
import { by, type Drafts, same } from './finding.ts';
import { leavesOf } from './leaves.ts';
import { pageNames, queryNames } from './names.ts';
import { idPlaces, listOf, type Payloads } from './records.ts';
import { inCapitals } from './refusals.ts';
import type { Seen } from './seen.ts';

/** One page of a list, by what tells its records apart. */
interface Page {
  readonly seen: Seen;
  readonly keys: readonly string[];
}

/** Names of the parameters of lists that may be in use, the most usual first. */
export type QueryNames = { readonly [P in keyof typeof queryNames]: readonly string[] };
const parameters = ['limit', 'offset', 'page', 'cursor'] as const;
type Parameter = (typeof parameters)[number];

/** The names of a list's parameters as far as they were told, and the page that came without any. */
export interface Paged {
  readonly pages: readonly Page[];
  readonly plain: Page | undefined;
  readonly names: { readonly [P in Parameter]?: string };
  readonly firstPage?: 0 | 1 | undefined;
  /** The query of the next page by its `Link` header. */
  readonly linked?: { readonly [name: string]: string } | undefined;
  readonly all: ReadonlySet<string>;
}

/** The parameters of a list, by its pages. */
export function pagedIn(
  resource: PathResource,
  { listed, known }: Payloads,
  usual: QueryNames = queryNames,
): Paged {
  const found = listed[listOf[resource]].pages;
  const isWhole = ({ seen }: { readonly seen: Seen }) => Object.keys(seen.query).length === 0;
  // A record may change from one page to the next: what tells it from others stays.
  const whole = found.find(isWhole)?.items ?? [];
  const id = (known[resource].id ?? idPlaces(resource, whole)[0])?.pointer;
  const pages = found.map(({ seen, items }): Page => {
    const keyOf = (value: unknown) => leavesOf(value).find(({ pointer }) => pointer === id)?.value;
    return { seen, keys: items.map(({ key, value }) => key ?? String(keyOf(value) ?? exactJsonText(value))) };
  });
  const plain = pages.find(isWhole);
  const all = new Set(pages.flatMap(({ keys }) => keys));
  if (!plain) return { pages, plain, names: {}, all };
  const names: { [P in Parameter]?: string } = {};
  const values = new Set(pages.flatMap(({ seen }) => leavesOf(seen.json).map(({ value }) => String(value))));
  // Each page that came for one parameter more than another one, with that other one.
  const changes = pages.flatMap((page) =>
    Object.entries(page.seen.query).flatMap(([name, value]) => {
      const { [name]: _, ...rest } = page.seen.query;
      const without = pages.find(({ seen }) => isDeepEqual(seen.query, rest));
      return without ? [{ name, value, page, without }] : [];
    }),
  );
  for (const { name, value, page, without } of changes) {
    const number = /^\d{1,6}$/.test(value) ? Number(value) : 0;
    const isOther = page.keys.length > 0 && !isSameSet(page, without);
    const shows: { readonly [P in Parameter]: boolean } = {
      limit: page.keys.length === number && number < without.keys.length,
      offset: number > 0 && isOther,
      page: number > 0 && isOther,
      cursor: isOther && values.has(value),
    };
    const told = parameters.find((parameter) => usual[parameter].includes(name) && shows[parameter]);
    if (told) names[told] ??= name;
  }
  const one = changes.find(({ name, value }) => name === names.page && value === '1');
  const firstPage = one && (isSameSet(one.page, one.without) ? 1 : 0);
  return { pages, plain, names, firstPage, linked: linkedQuery(plain.seen.headers.link), all };
}

/** Returns whether two pages have the same records, in whatever order: a map has none. */
function isSameSet(one: Page, other: Page): boolean {
  return one.keys.length === other.keys.length && one.keys.every((key) => other.keys.includes(key));
}

export function sayPages(payloads: Payloads, drafts: Drafts, usual?: QueryNames): void {
  const lists = pathResources.map((resource) => ({ resource, ...pagedIn(resource, payloads, usual) }));
  const hasCursors = lists.some(({ names }) => names.cursor !== undefined);
  for (const list of lists) sayPlaces(list, hasCursors, drafts);
  const told = lists.filter(({ names, linked }) => Object.keys(names).length > 0 || linked);
  const shown = by(
    told.flatMap(({ pages }) => pages).map(({ seen }) => seen),
    'pages',
  );
  for (const [parameter, name] of new Map(told.flatMap(({ names }) => Object.entries(names))))
    drafts.say('operations.query', [parameter], name, { ...shown, words: 'another page came for it' });
  const ways = told.map(({ names, linked }) =>
    linked ? 'link' : ((['cursor', 'page', 'offset'] as const).find((way) => names[way]) ?? null),
  );
  const way = same(ways);
  if (!way) return;
  const say = (part: string, value: string | number | null | undefined, words: string) =>
    drafts.say('operations.paging', [part], value, { ...shown, words });
  const sizes = lists.flatMap(({ plain, all }) =>
    plain && plain.keys.length < all.size ? [plain.keys.length] : [],
  );
  const firstPage = told.map((one) => one.firstPage).find((first) => first !== undefined);
  say('by', way, shown.words);
  say('size', same(sizes), 'a page of which there are more');
  say('firstPage', firstPage ?? (way === 'page' ? undefined : 1), 'page 1, where pages have numbers');
  say('totalHeader', totalHeader(lists), 'headers of lists');
}

/** The header with the number of all records; `null` where there is none, `undefined` where several can be it. */
function totalHeader(lists: readonly Paged[]): string | null | undefined {
  const filled = lists.flatMap(({ plain, all }) =>
    plain && plain.keys.length > 0 ? [{ headers: plain.seen.headers, all }] : [],
  );
  const isTotal = (name: string) =>
    filled.every(({ headers, all }) => isCount(headers[name]) && Number(headers[name]) >= all.size);
  const [name = null, ...others] = Object.keys(filled[0]?.headers ?? {}).filter(
    (one) => /total|count/.test(one) && isTotal(one),
  );
  return others.length > 0 ? undefined : name && inCapitals(name);
}

function isCount(value: unknown): boolean {
  return /^\d{1,9}$/.test(String(value));
}

const places: { readonly [P in keyof typeof pageNames]: (value: unknown) => boolean } = {
  total: isCount,
  next: (value) => value === null || ['string', 'number'].includes(typeof value),
  page: Number.isInteger,
  pages: Number.isInteger,
};

/** Numbers and cursors beside the records. */
function sayPlaces(
  { resource, pages, all }: Paged & { readonly resource: PathResource },
  hasCursors: boolean,
  drafts: Drafts,
): void {
  const replies = pages.map(({ seen }) => seen);
  const found = placesOf(replies.map(({ json }) => json)).filter(({ seen, of }) => seen === of);
  const [total, next, page, count] = namesOf(places).map((name) => {
    const fitting = found.filter(({ values }) => values.every(places[name]));
    return firstByRank(fitting, (place) => rankOf(place, pageNames[name]))?.place;
  });
  const say = (part: string, value: string | true) =>
    drafts.say('operations.envelope', ['lists', listOf[resource], part], value, by(replies));
  if (total?.values.every((value) => Number(value) >= all.size)) {
    say('total', total.pointer);
    if (total.values.every((value) => typeof value === 'string')) say('totalAsText', true);
  }
  if (page && count && page.pointer !== count.pointer) {
    say('page', page.pointer);
    say('pages', count.pointer);
  }
  // A cursor that was sent brought other records; where cursors are in use, one that was not sent is one as well. A number of a page is none.
  const sent = pages.flatMap(({ seen }) => Object.values(seen.query));
  const isConfirmed = next?.values.some((value) => value !== null && sent.includes(String(value)));
  if (next && next !== page && (isConfirmed || hasCursors)) say('next', next.pointer);
}

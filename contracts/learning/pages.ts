/** Findings about how lists are paged and asked for: by what the parameters that were sent have changed. */

import { linkedQuery } from '../deployment/reading/lists.ts';
import { exactJsonText } from '../kit/exact-json.ts';
import { isDeepEqual } from '../kit/json.ts';
import { type PathResource, pathResources } from '../specification/operations.ts';
import { firstByRank, type Place, placesOf, rankOf } from './facts.ts';
import { counted, type Drafts } from './finding.ts';
import { leavesOf } from './leaves.ts';
import { pageNames, queryNames } from './names.ts';
import type { Payloads } from './payloads.ts';
import { listOf } from './records.ts';
import { inCapitals } from './refusals.ts';
import type { Seen } from './seen.ts';

/** One page of a list, by what tells its records apart. */
export interface Page {
  readonly seen: Seen;
  readonly keys: readonly string[];
}

type Parameter = keyof typeof queryNames;

/** The names of a list's parameters as far as they were told, and the page that came without any. */
export interface Paged {
  readonly plain: Page | undefined;
  readonly names: { readonly [P in Exclude<Parameter, 'group'>]?: string };
  /** The records on a page of which there are more; absent where that was not seen. */
  readonly size?: number;
  readonly firstPage?: 0 | 1;
  /** The query of the next page by its `Link` header. */
  readonly linked?: { readonly [name: string]: string } | undefined;
  readonly all: ReadonlySet<string>;
}

const places: { readonly [P in keyof typeof pageNames]: (place: Place) => boolean } = {
  total: ({ values }) => values.every((value) => /^\d{1,9}$/.test(String(value))),
  next: ({ values }) =>
    values.every((value) => value === null || ['string', 'number'].includes(typeof value)),
  page: ({ values }) => values.every((value) => Number.isInteger(value)),
  pages: ({ values }) => values.every((value) => Number.isInteger(value)),
};

export function pagesOf(resource: PathResource, { listed, known }: Payloads): Page[] {
  return listed[listOf[resource]].pages.map(({ seen, items }) => ({
    seen,
    keys: items.map(({ key, value }) => {
      const id = leavesOf(value).find(({ pointer }) => pointer === known[resource].id?.pointer)?.value;
      return key ?? String(id ?? exactJsonText(value));
    }),
  }));
}

/** The parameters of a list, by its pages. */
export function pagedBy(pages: readonly Page[]): Paged {
  const plain = pages.find(({ seen }) => Object.keys(seen.query).length === 0);
  const all = new Set(pages.flatMap(({ keys }) => keys));
  if (!plain) return { plain, names: {}, all };
  const names: { [P in Exclude<Parameter, 'group'>]?: string } = {};
  const cursors = new Set(pages.flatMap(({ seen }) => leavesOf(seen.json).map(({ value }) => String(value))));
  for (const { name, value, page, without } of changes(pages)) {
    const number = /^\d{1,6}$/.test(value) ? Number(value) : 0;
    const isOther = page.keys.length > 0 && !isSameSet(page, without);
    if (isUsual('limit', name) && page.keys.length === number && number < without.keys.length)
      names.limit ??= name;
    else if (isUsual('offset', name) && number > 0 && isOther) names.offset ??= name;
    else if (isUsual('page', name) && number > 0 && isOther) names.page ??= name;
    else if (isUsual('cursor', name) && isOther && cursors.has(value)) names.cursor ??= name;
  }
  const one = changes(pages).find(({ name, value }) => name === names.page && value === '1');
  const firstPage = one && (isSameSet(one.page, one.without) ? 1 : 0);
  const linked = linkedQuery(plain.seen.headers.link);
  const isMore = [...all].some((key) => !plain.keys.includes(key));
  return {
    plain,
    names,
    ...(isMore && { size: plain.keys.length }),
    ...(firstPage !== undefined && { firstPage }),
    linked,
    all,
  };
}

/** Each page that came for one parameter more than another one, with that other one. */
function changes(pages: readonly Page[]) {
  return pages.flatMap((page) =>
    Object.entries(page.seen.query).flatMap(([name, value]) => {
      const { [name]: _, ...rest } = page.seen.query;
      const without = pages.find(({ seen }) => isDeepEqual(seen.query, rest));
      return without ? [{ name, value, page, without }] : [];
    }),
  );
}

/** Returns whether two pages have the same records, in whatever order: a map has none. */
function isSameSet(one: Page, other: Page): boolean {
  return one.keys.length === other.keys.length && one.keys.every((key) => other.keys.includes(key));
}

function isUsual(parameter: Parameter, name: string): boolean {
  return queryNames[parameter].includes(name);
}

export function sayPages(payloads: Payloads, drafts: Drafts): void {
  const resources = pathResources.map((resource) => {
    const pages = pagesOf(resource, payloads);
    return { resource, pages, paged: pagedBy(pages) };
  });
  const hasCursors = resources.some(({ paged }) => paged.names.cursor !== undefined);
  for (const { resource, pages } of resources) sayPlaces(resource, pages, hasCursors, drafts);
  const told = resources.filter(({ paged }) => Object.keys(paged.names).length > 0 || paged.linked);
  for (const [parameter, name] of new Map(told.flatMap(({ paged }) => Object.entries(paged.names))))
    drafts.say('operations.query', [parameter], name, 'another page came for it');
  const ways = new Set(told.map(({ paged }) => wayOf(paged)));
  const [by] = ways;
  if (ways.size !== 1 || by === undefined) return;
  const evidence = counted(told.length, 'lists');
  drafts.say('operations.paging', ['by'], by, evidence);
  const sizes = new Set(resources.flatMap(({ paged }) => (paged.size === undefined ? [] : [paged.size])));
  const [size] = sizes;
  if (size !== undefined && sizes.size === 1)
    drafts.say('operations.paging', ['size'], size, 'a page of which there are more');
  const firstPage = told.map(({ paged }) => paged.firstPage).find((first) => first !== undefined);
  if (firstPage !== undefined) drafts.say('operations.paging', ['firstPage'], firstPage, 'page 1 of a list');
  else if (by !== 'page') drafts.say('operations.paging', ['firstPage'], 1, 'pages have no numbers');
  const header = totalHeader(resources.map(({ paged }) => paged));
  if (header !== undefined)
    drafts.say(
      'operations.paging',
      ['totalHeader'],
      header === null ? null : inCapitals(header),
      'headers of lists',
    );
}

function wayOf({ names, linked }: Paged): 'link' | 'cursor' | 'page' | 'offset' | undefined {
  if (linked) return 'link';
  if (names.cursor !== undefined) return 'cursor';
  if (names.page !== undefined) return 'page';
  return names.offset === undefined ? undefined : 'offset';
}

/** The header with the number of all records; `null` where there is none, `undefined` where several can be it. */
function totalHeader(paged: readonly Paged[]): string | null | undefined {
  const plain = paged.filter((one) => one.plain && one.plain.keys.length > 0);
  const names = Object.keys(plain[0]?.plain?.seen.headers ?? {}).filter(
    (name) =>
      /total|count/.test(name) &&
      plain.every(({ plain: page, all }) => {
        const value = page?.seen.headers[name] ?? '';
        return /^\d{1,9}$/.test(value) && Number(value) >= all.size;
      }),
  );
  return names.length > 1 ? undefined : (names[0] ?? null);
}

/** Numbers and cursors beside the records. */
function sayPlaces(
  resource: PathResource,
  pages: readonly Page[],
  hasCursors: boolean,
  drafts: Drafts,
): void {
  const found = placesOf(pages.map(({ seen }) => seen.json));
  const all = new Set(pages.flatMap(({ keys }) => keys)).size;
  const list = ['lists', listOf[resource]];
  const one = (name: keyof typeof pageNames): Place | undefined => {
    const ranked = found.flatMap((place) => {
      const rank = rankOf(place, pageNames[name]);
      return rank !== undefined && place.seen === place.of && places[name](place) ? [{ place, rank }] : [];
    });
    return firstByRank(ranked)?.place;
  };
  const evidence = counted(pages.length, 'replies');
  const total = one('total');
  if (total?.values.every((value) => Number(value) >= all)) {
    drafts.say('operations.envelope', [...list, 'total'], total.pointer, evidence);
    if (total.values.every((value) => typeof value === 'string'))
      drafts.say('operations.envelope', [...list, 'totalAsText'], true, evidence);
  }
  const [page, count] = [one('page'), one('pages')];
  if (page && count && page.pointer !== count.pointer) {
    drafts.say('operations.envelope', [...list, 'page'], page.pointer, evidence);
    drafts.say('operations.envelope', [...list, 'pages'], count.pointer, evidence);
  }
  const next = one('next');
  // A cursor that was sent brought other records; a number of a page is none.
  const isSent = (value: unknown) =>
    pages.some(({ seen }) => Object.values(seen.query).includes(String(value)));
  const isConfirmed = next?.values.some((value) => value !== null && isSent(value));
  // Where cursors are in use, one that was not sent is one as well.
  if (next && next !== page && (isConfirmed || hasCursors))
    drafts.say('operations.envelope', [...list, 'next'], next.pointer, evidence);
}

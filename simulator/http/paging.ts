/** Paging of lists in the profile's way (openings `operations.paging`, `operations.query`). */

import type { ListPage } from '../../contracts/profile/lens/lens.ts';
import type { Answers } from '../../contracts/specification/openings/index.ts';
import { Refused } from './refusals.ts';
import { type OperationRequest, wholeNumber } from './request.ts';

/** A part of a list, and how a reply refers to the next part. */
export interface Page {
  offset: number;
  /** `undefined`: all that is left. */
  limit: number | undefined;
  /** The members of the payload beside the records. */
  facts(total: number): ListPage;
  headers(total: number): { [name: string]: string };
}

const NO_QUERY = new URLSearchParams();

export type PagingAnswers = Answers<'operations.paging' | 'operations.query'>;

/** The query parameters that are read for a page in each way, by their names in `operations.query`. */
const readFor = {
  none: [],
  offset: ['limit', 'offset'],
  page: ['limit', 'page'],
  cursor: ['limit', 'cursor'],
  link: ['limit', 'cursor'],
} as const;

/** The names of the query parameters that say which page is asked for. */
export function pageParameters(openings: PagingAnswers): string[] {
  const names = openings['operations.query'];
  return readFor[openings['operations.paging'].by].map((name) => names[name]);
}

/** Reads which page a request asks for. Refuses invalid numbers. */
export function createPaging(openings: PagingAnswers): (request: OperationRequest) => Page {
  const paging = openings['operations.paging'];
  const names = openings['operations.query'];
  const totalHeader = paging.totalHeader?.toLowerCase();

  return (request) => {
    const query = request.query === '' ? NO_QUERY : new URLSearchParams(request.query);
    const paged = paging.by !== 'none';
    const size = paged ? numberIn(query, names.limit, 1) : undefined;
    const limit = size === undefined ? (paging.size ?? undefined) : Math.min(size, paging.max ?? size);
    const offset = paged ? offsetIn(query, limit) : 0;
    const nextOffset = (total: number): number | undefined =>
      limit !== undefined && offset + limit < total ? offset + limit : undefined;

    return {
      offset,
      limit: paged ? limit : undefined,
      facts(total) {
        const size = limit ?? Math.max(total, 1);
        const page = Math.floor(offset / size) + paging.firstPage;
        const counts = { total, page, pages: Math.max(1, Math.ceil(total / size)) };
        if (paging.by !== 'cursor') return counts;
        const next = nextOffset(total);
        return { ...counts, next: next === undefined ? null : cursorOf(next) };
      },
      headers(total) {
        const headers: { [name: string]: string } = {};
        if (totalHeader) headers[totalHeader] = String(total);
        const next = paging.by === 'link' ? nextOffset(total) : undefined;
        if (next !== undefined) headers.link = `<${linkTo(request, query, next)}>; rel="next"`;
        return headers;
      },
    };
  };

  function offsetIn(query: URLSearchParams, limit: number | undefined): number {
    if (paging.by === 'page') {
      const before = (numberIn(query, names.page, paging.firstPage) ?? paging.firstPage) - paging.firstPage;
      // Without a size the first page has everything, and nothing is left for the others.
      return before === 0 ? 0 : before * (limit ?? Number.MAX_SAFE_INTEGER);
    }
    if (paging.by === 'offset') return numberIn(query, names.offset, 0) ?? 0;
    return offsetOfCursor(query, names.cursor);
  }

  function linkTo(request: OperationRequest, query: URLSearchParams, next: number): string {
    const following = new URLSearchParams(query);
    following.set(names.cursor, cursorOf(next));
    const { mountedAt = '', target } = request.call;
    return `${mountedAt}${target.split('?', 1)[0]}?${following}`;
  }
}

function numberIn(query: URLSearchParams, name: string, min: number): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = wholeNumber(text);
  if (value !== undefined && value >= min) return value;
  throw new Refused('invalid', {
    code: 'QUERY_INVALID',
    detail: `The query parameter ${name} must be a whole number from ${min} on.`,
    field: name,
  });
}

/** Cursors are opaque to callers; they are not plain numbers, so that no client computes them. */
function cursorOf(offset: number): string {
  return `c${offset.toString(36)}`;
}

function offsetOfCursor(query: URLSearchParams, name: string): number {
  const text = query.get(name);
  if (text === null) return 0;
  const offset = /^c[0-9a-z]{1,10}$/.test(text) ? Number.parseInt(text.slice(1), 36) : Number.NaN;
  if (Number.isSafeInteger(offset)) return offset;
  throw new Refused('invalid', {
    code: 'QUERY_INVALID',
    detail: `${name} is not a cursor of this service.`,
    field: name,
  });
}

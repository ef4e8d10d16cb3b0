/** How many items a list has, all of its pages together, in the paging of the profile. */
import { listedBy } from '../../contracts/specification/operations.ts';
import type { Reply } from '../../simulator/http/call.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { jsonOf } from '../player/client.ts';

type ListOperation = keyof typeof listedBy;

/** A service whose pages have no end is cut here. */
const MOST_PAGES = 10_000;

/** End of a page. */
interface Turned {
  reply: Reply;
  /** Pages and items so far, this one included. */
  pages: number;
  items: number;
  /** Items on this page, and the cursor of the next. */
  size: number;
  cursor: string | null | undefined;
}

export function isList(operation: string): operation is ListOperation {
  return Object.hasOwn(listedBy, operation);
}

/** Counts from the first page on; `ask` gets the page of a query, which begins with `?`. */
export function countItems(
  { lens, profile }: Pick<Simulator, 'lens' | 'profile'>,
  operation: ListOperation,
  first: Reply,
  ask: (query: string) => Reply,
): number {
  let items = 0;
  let reply = first;
  for (let pages = 1; pages <= MOST_PAGES; pages++) {
    const { records, next: cursor } = lens.list(listedBy[operation]).read(jsonOf(reply));
    items += records.length;
    const query = followingQuery(profile, { reply, pages, items, size: records.length, cursor });
    if (query === undefined) return items;
    reply = ask(query);
  }
  return items;
}

/** The query of the next page; `undefined` after the last. */
function followingQuery({ openings }: Simulator['profile'], turned: Turned): string | undefined {
  const { by, firstPage, size = null } = openings['operations.paging'];
  const names = openings['operations.query'];
  const { pages, items, cursor } = turned;
  const full = size !== null && turned.size >= size;
  switch (by) {
    case 'page':
      return full ? `?${names.page}=${firstPage + pages}` : undefined;
    case 'offset':
      return full ? `?${names.offset}=${items}` : undefined;
    case 'cursor':
      return cursor ? `?${names.cursor}=${encodeURIComponent(cursor)}` : undefined;
    case 'link':
      return /<[^<>?]*(\?[^<>]*)>; *rel="next"/.exec(turned.reply.headers.link ?? '')?.[1];
    default:
      return undefined;
  }
}

/** Headers of an answer that a page of another origin may read. */
import type { Reply } from '../http/call.ts';

/** A browser hides most headers from such a page unless the answer names them; `*` does not count with credentials. */
export function exposing({ headers }: Reply): { 'access-control-expose-headers': string } {
  return { 'access-control-expose-headers': Object.keys(headers).join(', ') };
}

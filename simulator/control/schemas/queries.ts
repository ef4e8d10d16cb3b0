/** The query parameters of the routes that have some; a start needs no more of the definition than this. */
import type { RouteKey } from './index.ts';

export const queries = {
  'GET /deadlines': ['limit'],
  'GET /devices': ['offset', 'limit'],
  'GET /devices/{id}/track': ['limit'],
  'GET /outbox': ['limit', 'device'],
  'GET /requests': ['operation', 'device', 'status', 'by', 'path', 'field', 'since', 'limit'],
  'GET /alerts': ['limit'],
  'GET /names': ['limit'],
  'GET /fixture': ['form', 'locations', 'apiKey'],
  'GET /snapshot': ['apiKey'],
  'GET /trips': ['day'],
} as const satisfies { readonly [Key in RouteKey]?: readonly string[] };

/** The query of a route; `undefined` where it has none. */
export type QueryOf<Key extends RouteKey> = Key extends keyof typeof queries
  ? { readonly [Name in (typeof queries)[Key][number]]?: string | number }
  : undefined;

export function queryOf(key: RouteKey): readonly string[] {
  const all: { readonly [Key in RouteKey]?: readonly string[] } = queries;
  return all[key] ?? [];
}

/** A token without what makes it one: its header, the names of its claims, and the times among them. */

import { readJwt } from '../deployment/reading/tokens.ts';
import { isFields } from '../kit/fields.ts';

/** Values that say nothing are left out: a claim is shown by its type, a time in seconds since 1970. */
export interface TokenParts {
  readonly parts: number;
  /** Plain values of the header; absent where it cannot be read. */
  readonly header?: { readonly [name: string]: string };
  readonly claims?: { readonly [name: string]: string | number };
}

/** Names of a token that are shown, and letters of a value. */
const MOST_NAMES = 50;
const LONGEST = 100;
/** The claims that are times (RFC 7519, section 4.1). */
const times: ReadonlySet<string> = new Set(['exp', 'iat', 'nbf']);

export function partsOfToken(token: string): TokenParts {
  const parts = token.split('.').length;
  const jwt = readJwt(token);
  if ('fault' in jwt) return { parts };
  const header = few(jwt.header).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value.slice(0, LONGEST)]] : [],
  );
  const claims = few(jwt.payload).map(([name, value]): [string, string | number] => [
    name,
    times.has(name) && typeof value === 'number' && Number.isFinite(value) ? value : typeOf(value),
  ]);
  return { parts, header: Object.fromEntries(header), claims: Object.fromEntries(claims) };
}

function few(fields: { readonly [name: string]: unknown }): [string, unknown][] {
  return Object.entries(fields)
    .slice(0, MOST_NAMES)
    .map(([name, value]) => [name.slice(0, LONGEST), value]);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : isFields(value) ? 'object' : typeof value;
}

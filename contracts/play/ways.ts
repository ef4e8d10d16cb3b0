/** Other spellings of the path and the method of an operation: a check of tokens may compare the one that is written. */

import type { RawRequest } from '../deployment/answer.ts';
import { itemAt } from '../kit/items.ts';
import { nameIn, namesOf } from '../kit/tables.ts';
import { type Companion, companions } from '../specification/dangers/bearers.ts';
import { guardedOperations, operation as operationOf } from '../specification/operations.ts';

/** Each gives the path spelled so, at each place where it can be. */
const respellings = {
  'a slash at the end of the path': (path) => [`${path}/`],
  'a double slash': (path) =>
    [...path.matchAll(/\//g)].map(({ index }) => `${path.slice(0, index)}/${path.slice(index)}`),
  'a percent-encoded letter': (path) => each(path, (word) => encoded(word.charAt(0)) + word.slice(1)),
  'letter case': (path) => [
    path.toUpperCase(),
    ...each(path, (word) => word.toUpperCase()),
    ...each(path, (word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ],
  'a suffix of the path': (path) => [`${path}.json`, `${path}.xml`],
  'a path parameter': (path) => [`${path};jsessionid=1`, ...each(path, (word) => `${word};jsessionid=1`)],
  'an encoded sign at the end of the path': (path) => ['%2f', '%20', '%00', '%09'].map((sign) => path + sign),
} as const satisfies { readonly [by: string]: (path: string) => string[] };

const rows: { readonly [by: string]: Companion } = companions;
/** Other spellings of the path, each at several places. */
export const respelt = namesOf(respellings);
/** Every way by its name, to be read after "by"; a query is one round the check of a list. */
export const namesOfWays = [...respelt, ...namesOf(companions), 'a query'] as const;

/** Returns whether a way asks by another method, which may write. */
export function changesMethod(by: (typeof namesOfWays)[number]): boolean {
  return rows[by]?.otherMethod === true;
}

/** The texts and numbers that the requests of a way are filled with. */
export interface Filling {
  readonly basePath: string;
  /** The place at which the path is spelled so, where there are several; those beyond the last begin anew. */
  readonly place: number;
  /** An unsigned token. */
  readonly forged: string;
  /** The query of another page of a list. */
  readonly page?: string | undefined;
}

/** Makes a request of another one, which asks for the same in another way. */
export function reshaping(
  by: (typeof namesOfWays)[number],
  { basePath, place, forged, page = 'page=1' }: Filling,
): (sending: RawRequest) => RawRequest {
  if (by === 'a query') return (sending) => ({ ...sending, url: `${sending.url}?${page}` });
  const name = nameIn(respellings, by);
  if (!name) return (sending) => accompanied(sending, rows[by] ?? {}, basePath, forged);
  return (sending) =>
    respelled(sending, basePath, (path) => {
      const all = respellings[name](path);
      return itemAt(all, place % all.length);
    });
}

/** The same request, with something beside it that a deployment may trust. */
function accompanied(sending: RawRequest, row: Companion, basePath: string, forged: string): RawRequest {
  const { headers = {}, query, otherMethod, toOpen } = row;
  const open = basePath + operationOf('issueToken').path;
  const values: { readonly [name: string]: string } = {
    ...{ method: sending.method, path: sending.url, open, jwt: forged },
  };
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  return {
    ...sending,
    // A method that the document does not have at the path, or has for what needs a body that is not sent.
    ...(otherMethod && { method: sending.method === 'POST' ? 'PATCH' : 'POST' }),
    headers: {
      ...sending.headers,
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)])),
    },
    ...(query !== undefined && { url: `${sending.url}?${filled(query)}` }),
    ...(toOpen && { url: open }),
  };
}

/** Ids stay as they are, and so does what comes before the paths of the document. */
function respelled(sending: RawRequest, basePath: string, spell: (path: string) => string): RawRequest {
  const segments = sending.url.slice(basePath.length).split('/');
  const id = segments[3];
  if (id === undefined || words.has(id)) return { ...sending, url: basePath + spell(segments.join('/')) };
  const spelled = spell(segments.with(3, '{id}').join('/')).replace(/\{id\}/i, () => id);
  return { ...sending, url: basePath + spelled };
}

const words: ReadonlySet<string> = new Set(
  guardedOperations.flatMap(({ path }) => path.split('/').filter((segment) => !segment.startsWith('{'))),
);

/** The path once for each word in it, with that word changed. */
function each(path: string, change: (word: string) => string): string[] {
  const segments = path.split('/');
  return segments.flatMap((segment, index) =>
    segment === '' || segment.startsWith('{') ? [] : [segments.with(index, change(segment)).join('/')],
  );
}

function encoded(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16)}`;
}

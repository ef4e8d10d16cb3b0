/** Other spellings of the path and the method of an operation: a check of tokens may compare the one that is written. */

import type { RawRequest } from '../deployment/answer.ts';
import { itemAt } from '../kit/items.ts';
import { namesOf } from '../kit/tables.ts';
import { type Companion, companions } from '../specification/dangers/companions.ts';
import { guardedOperations, operation as operationOf } from '../specification/operations.ts';

/** One request that asks for an operation in another way. */
export interface WayRound {
  /** To be read after "by". */
  readonly by: string;
  reshape(sending: RawRequest): RawRequest;
}

type Respelling = (path: string) => string[];

const respellings = {
  'a slash at the end of the path': (path) => [`${path}/`],
  'a double slash': (path) => slashesOf(path).map((at) => `${path.slice(0, at)}/${path.slice(at)}`),
  'a percent-encoded letter': (path) => each(path, (word) => encoded(word.charAt(0)) + word.slice(1)),
  'letter case': (path) => [
    path.toUpperCase(),
    ...each(path, (word) => word.toUpperCase()),
    ...each(path, capital),
  ],
  'a suffix of the path': (path) => [`${path}.json`, `${path}.xml`],
  'a path parameter': (path) => [`${path};jsessionid=1`, ...each(path, (word) => `${word};jsessionid=1`)],
  'an encoded sign at the end of the path': (path) => ['%2f', '%20', '%00', '%09'].map((sign) => path + sign),
} as const satisfies { readonly [by: string]: Respelling };

const rows: { readonly [by: string]: Companion } = companions;
/** Other spellings of the path, each at several places. */
export const respelt = namesOf(respellings);
const wayNames = [...respelt, ...namesOf(companions)];
type WayName = (typeof wayNames)[number];

function isRespelling(by: WayName): by is keyof typeof respellings {
  return by in respellings;
}

/** Every way by its name; a query is one round the check of a list. */
export const namesOfWays = [...wayNames, 'a query'] as const;

/** Returns whether a way asks by another method, which may write. */
export function changesMethod(by: (typeof namesOfWays)[number]): boolean {
  return rows[by]?.otherMethod === true;
}

/** The texts and numbers that the requests of a way are filled with. */
export interface Filling {
  readonly basePath: string;
  /** The place at which the path is spelled so, where there are several; those beyond the last begin anew. */
  readonly place?: number;
  /** An unsigned token. */
  readonly forged: string;
  /** The query of another page of a list. */
  readonly page?: string | undefined;
}

/** One way, at one of the places where the path can be spelled so. */
export function wayRound(
  by: (typeof namesOfWays)[number],
  { basePath, place = 0, forged, page = 'page=1' }: Filling,
): WayRound {
  if (by === 'a query') return { by, reshape: (sending) => ({ ...sending, url: `${sending.url}?${page}` }) };
  if (!isRespelling(by))
    return { by, reshape: (sending) => accompanied(sending, { ...rows[by], basePath, forged }) };
  return { by, reshape: (sending) => respelled(sending, basePath, (path) => spelledAt(by, path, place)) };
}

function spelledAt(by: keyof typeof respellings, path: string, place: number): string {
  const all = respellings[by](path);
  return itemAt(all, place % all.length);
}

/** The same request, with something beside it that a deployment may trust. */
function accompanied(
  sending: RawRequest,
  {
    headers = {},
    query,
    otherMethod,
    toOpen,
    basePath,
    forged,
  }: Companion & Pick<Filling, 'basePath' | 'forged'>,
): RawRequest {
  const open = basePath + operationOf('issueToken').path;
  const filled = (text: string) =>
    text
      .replaceAll('{method}', sending.method)
      .replaceAll('{path}', sending.url)
      .replaceAll('{open}', open)
      .replaceAll('{jwt}', forged);
  const more = Object.entries(headers).map(([name, value]) => [name, filled(value)]);
  return {
    ...(otherMethod ? withOtherMethod(sending) : sending),
    headers: { ...sending.headers, ...Object.fromEntries(more) },
    ...(query !== undefined && { url: `${sending.url}?${filled(query)}` }),
    ...(toOpen && { url: open }),
  };
}

/** Ids stay as they are, and so does what comes before the paths of the document. */
function respelled(sending: RawRequest, basePath: string, spell: (path: string) => string): RawRequest {
  const segments = sending.url.slice(basePath.length).split('/');
  const ids = new Map<string, string>();
  const path = segments.map((segment, index) => {
    if (index !== 3 || segments.length < 4 || isWord(segment)) return segment;
    ids.set('{id}', segment);
    return '{id}';
  });
  const spelled = spell(path.join('/')).replace(/\{id\}/i, () => ids.get('{id}') ?? '');
  return { ...sending, url: basePath + spelled };
}

const words: ReadonlySet<string> = new Set(
  guardedOperations.flatMap(({ path }) => path.split('/').filter((segment) => !segment.startsWith('{'))),
);

function isWord(segment: string): boolean {
  return words.has(segment);
}

/** The path once for each word in it, with that word changed. */
function each(path: string, change: (word: string) => string): string[] {
  const segments = path.split('/');
  return segments.flatMap((segment, index) =>
    segment === '' || segment.startsWith('{') ? [] : [segments.with(index, change(segment)).join('/')],
  );
}

function slashesOf(path: string): number[] {
  return [...path].flatMap((sign, index) => (sign === '/' ? [index] : []));
}

function encoded(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16)}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A method that the document does not have at the path, or has for what needs a body that is not sent. */
function withOtherMethod({ method, ...sending }: RawRequest): RawRequest {
  return { ...sending, method: method === 'POST' ? 'PATCH' : 'POST' };
}

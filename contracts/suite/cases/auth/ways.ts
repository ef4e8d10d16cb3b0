/** Other spellings of the path and the method of an operation: a check of tokens may compare the one that is written. */
import { itemAt } from '../../../kit/items.ts';
import { namesOf } from '../../../kit/tables.ts';
import {
  type GuardedOperationId,
  guardedOperations,
  listedBy,
  operation as operationOf,
} from '../../../specification/operations.ts';
import type { RawRequest } from '../../answer.ts';
import type { Chance } from '../../session/chance.ts';

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
  'a suffix of the path': (path) => [`${path}.json`],
  'a path parameter': (path) => [`${path};x=1`, ...each(path, (word) => `${word};x=1`)],
} as const satisfies { readonly [by: string]: Respelling };

const overrides = {
  'a header that overrides the method': (sending, method) => ({
    ...sending,
    headers: Object.fromEntries([
      ...Object.entries(sending.headers ?? {}),
      ...['x-http-method-override', 'x-http-method', 'x-method-override'].map((name) => [name, method]),
    ]),
  }),
  'a query that overrides the method': (sending, method) => ({
    ...sending,
    url: `${sending.url}?_method=${method}`,
  }),
} as const satisfies { readonly [by: string]: (sending: RawRequest, method: string) => RawRequest };

/** The same path and method, with something beside them that a deployment may trust. */
const companions = {
  'a made-up token in query and cookies': (sending) => ({
    ...sending,
    url: `${sending.url}?token=roadtest&access_token=roadtest&api_key=roadtest`,
    headers: { ...sending.headers, cookie: 'token=roadtest; access_token=roadtest' },
  }),
  'headers of a trusted proxy': (sending) => ({
    ...sending,
    headers: {
      ...sending.headers,
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      'x-forwarded-user': 'roadtest',
      'x-original-url': sending.url,
      'x-rewrite-url': sending.url,
    },
  }),
} as const satisfies { readonly [by: string]: (sending: RawRequest) => RawRequest };

const spellingNames = namesOf(respellings);
const overrideNames = namesOf(overrides);
const companionNames = namesOf(companions);
const wayNames = [...spellingNames, ...overrideNames, ...companionNames];

/** Every way by its name; a query is one round the check of a list. */
export const namesOfWays = [...wayNames, 'a query'] as const;

/** One way, at one of the places where the path can be spelled so. Places beyond the last begin anew. */
export function wayRound(
  by: (typeof namesOfWays)[number],
  { basePath, place = 0 }: { basePath: string; place?: number },
): WayRound {
  if (by === 'a query') return { by, reshape: (sending) => ({ ...sending, url: `${sending.url}?page=1` }) };
  if (isOverride(by))
    return { by, reshape: (sending) => overrides[by](otherMethod(sending), sending.method) };
  if (isCompanion(by)) return { by, reshape: companions[by] };
  return { by, reshape: (sending) => respelled(sending, basePath, (path) => spelledAt(by, path, place)) };
}

function spelledAt(by: keyof typeof respellings, path: string, place: number): string {
  const all = respellings[by](path);
  return itemAt(all, place % all.length);
}

/** So many ways are tried for each operation. */
const DRAWN = 4;

/** The ways that are drawn for an operation: all are drawn equally often, over all operations. */
export function drawnWays(chance: Chance, operation: GuardedOperationId): (typeof wayNames)[number][] {
  const order = chance.shuffled('ways round', wayNames);
  const place = guardedOperations.findIndex(({ id }) => id === operation);
  return Array.from({ length: DRAWN }, (_, index) => itemAt(order, (place * DRAWN + index) % order.length));
}

interface Asked {
  basePath: string;
  /** Every way that is known, and each at every place. */
  all: boolean;
  readOnly: boolean;
  nextPage: string | undefined;
}

function isOverride(by: (typeof wayNames)[number]): by is keyof typeof overrides {
  return by in overrides;
}

function isCompanion(by: (typeof wayNames)[number]): by is keyof typeof companions {
  return by in companions;
}

/**
 * Ways round for an operation; with `all` every one that is known. The second page of a list takes the place of one.
 *
 * @param nextPage the query of the list's second page, where there is one
 */
export function waysRound(
  chance: Chance,
  operation: GuardedOperationId,
  { basePath, all, readOnly, nextPage }: Asked,
): WayRound[] {
  const drawn = all ? wayNames : drawnWays(chance, operation);
  // Another method may write, even if it is to be taken for a GET.
  const names = readOnly ? drawn.filter((by) => !isOverride(by)) : drawn;
  const ways = names.flatMap((by): WayRound[] => {
    if (isOverride(by) || isCompanion(by)) return [wayRound(by, { basePath })];
    return spelledBy(by, { chance, operation, basePath, all });
  });
  if (!(operation in listedBy)) return ways;
  if (nextPage === undefined && !all) return ways;
  const query = nextPage ?? 'page=1';
  const page: WayRound = {
    by: nextPage === undefined ? 'a query' : 'the link to the next page',
    reshape: (sending) => ({ ...sending, url: `${sending.url}?${query}` }),
  };
  return all ? [...ways, page] : [...ways.slice(1), page];
}

interface Drawing {
  chance: Chance;
  operation: GuardedOperationId;
  basePath: string;
  all: boolean;
}

function spelledBy(by: keyof typeof respellings, { chance, operation, basePath, all }: Drawing): WayRound[] {
  const { path } = operationOf(operation);
  const count = respellings[by](path).length;
  const places = Array.from({ length: count }, (_, place) => place);
  const drawn = all ? places : [chance.pick(`${by} of ${operation}`, places)];
  return drawn.map((place) => wayRound(by, { basePath, place }));
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
function otherMethod({ method, ...sending }: RawRequest): RawRequest {
  return { ...sending, method: method === 'POST' ? 'PATCH' : 'POST' };
}

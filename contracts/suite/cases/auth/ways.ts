/** Other spellings of the path and the method of an operation: a check of tokens may compare the one that is written. */
import { itemAt } from '../../../kit/items.ts';
import { namesOf } from '../../../kit/tables.ts';
import { type Companion, companions } from '../../../specification/dangers/companions.ts';
import {
  type GuardedOperationId,
  guardedOperations,
  listedBy,
  operation as operationOf,
} from '../../../specification/operations.ts';
import type { RawRequest } from '../../answer.ts';
import type { CaseContext } from '../../case-context.ts';
import { mostOf, spreadOver } from './spread.ts';

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

const rows: { readonly [by: string]: Companion } = companions;
const spellings = namesOf(respellings);
const wayNames = [...spellings, ...namesOf(companions)];
/** A spelling has several places, and a check may be of some operations alone: each is spread so often. */
const TIMES = 3;

type WayName = (typeof wayNames)[number];

/** The most ways of an operation, beside the second page of a list. */
export const WAYS = mostOf(wayNames.length) + (TIMES - 1) * mostOf(spellings.length);

type Spreading = Pick<CaseContext, 'chance' | 'thorough'>;

interface Asked {
  basePath: string;
  readOnly: boolean;
  nextPage: string | undefined;
  forged: string;
}

function isRespelling(by: WayName): by is keyof typeof respellings {
  return by in respellings;
}

/** Every way by its name; a query is one round the check of a list. */
export const namesOfWays = [...wayNames, 'a query'] as const;

/** In place of an unsigned token: its header says that it needs no signature. */
const UNSIGNED = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJyb2FkdGVzdCJ9.';

/** One way, at one of the places where the path can be spelled so. Places beyond the last begin anew. */
export function wayRound(
  by: (typeof namesOfWays)[number],
  { basePath, place = 0, forged = UNSIGNED }: { basePath: string; place?: number; forged?: string },
): WayRound {
  if (by === 'a query') return { by, reshape: (sending) => ({ ...sending, url: `${sending.url}?page=1` }) };
  if (!isRespelling(by))
    return { by, reshape: (sending) => accompanied(sending, { ...rows[by], basePath, forged }) };
  return { by, reshape: (sending) => respelled(sending, basePath, (path) => spelledAt(by, path, place)) };
}

function spelledAt(by: keyof typeof respellings, path: string, place: number): string {
  const all = respellings[by](path);
  return itemAt(all, place % all.length);
}

/** The ways for an operation: each of them is tried on one that reads and one that writes; in a thorough run each on all. */
export function waysFor(context: Spreading, operation: GuardedOperationId): readonly WayName[] {
  const again = Array.from({ length: TIMES - 1 }, (_, time) =>
    spreadOver(context, operation, `spellings ${time}`, spellings),
  );
  return [...new Set([...spreadOver(context, operation, 'ways round', wayNames), ...again.flat()])];
}

/**
 * @param nextPage the query of the list's second page, where there is one
 * @param forged an unsigned token
 */
export function waysRound(context: Spreading, operation: GuardedOperationId, asked: Asked): WayRound[] {
  const { basePath, readOnly, nextPage, forged } = asked;
  const ways = waysFor(context, operation)
    // Another method may write, even if it is to be taken for a GET.
    .filter((by) => !readOnly || !rows[by]?.otherMethod)
    .flatMap((by): WayRound[] =>
      isRespelling(by)
        ? spelledBy(by, { ...context, operation, basePath })
        : [wayRound(by, { basePath, forged })],
    );
  if (!(operation in listedBy) || (nextPage === undefined && !context.thorough)) return ways;
  const query = nextPage ?? 'page=1';
  const page: WayRound = {
    by: nextPage === undefined ? 'a query' : 'the link to the next page',
    reshape: (sending) => ({ ...sending, url: `${sending.url}?${query}` }),
  };
  return [...ways, page];
}

/** The same request, with something beside it that a deployment may trust. */
function accompanied(
  sending: RawRequest,
  { headers = {}, query, otherMethod, basePath, forged }: Companion & Pick<Asked, 'basePath' | 'forged'>,
): RawRequest {
  const filled = (text: string) =>
    text
      .replaceAll('{method}', sending.method)
      .replaceAll('{path}', sending.url)
      .replaceAll('{open}', basePath + operationOf('issueToken').path)
      .replaceAll('{jwt}', forged);
  const more = Object.entries(headers).map(([name, value]) => [name, filled(value)]);
  return {
    ...(otherMethod ? withOtherMethod(sending) : sending),
    headers: { ...sending.headers, ...Object.fromEntries(more) },
    ...(query !== undefined && { url: `${sending.url}?${filled(query)}` }),
  };
}

interface Drawing extends Spreading {
  operation: GuardedOperationId;
  basePath: string;
}

function spelledBy(
  by: keyof typeof respellings,
  { chance, thorough, operation, basePath }: Drawing,
): WayRound[] {
  const { path } = operationOf(operation);
  const count = respellings[by](path).length;
  const places = Array.from({ length: count }, (_, place) => place);
  const drawn = thorough ? places : [chance.pick(`${by} of ${operation}`, places)];
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
function withOtherMethod({ method, ...sending }: RawRequest): RawRequest {
  return { ...sending, method: method === 'POST' ? 'PATCH' : 'POST' };
}

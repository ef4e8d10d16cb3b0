/**
 * Learning from a recording of a browser (HAR 1.2): the exchanges of one deployment, taken as data. Nothing is sent, and what
 * was recorded of other origins, of tokens and of keys is left where it is.
 */
import { exactJsonIn } from '../kit/exact-json.ts';
import { fieldsOf } from '../kit/fields.ts';
import { jsonIn } from '../kit/json.ts';
import { familyOperations, guardedOperations, type OperationId } from '../specification/operations.ts';
import { Drafts } from './drafts.ts';
import { findingsOf } from './exchanges.ts';
import type { Findings } from './finding.ts';
import { leavesOf } from './leaves.ts';
import { isGranted, routeOf, type Seen } from './seen.ts';

/** So many entries are looked at, and so many characters of one body. */
const MOST_ENTRIES = 5_000;
const MOST_TEXT = 4_000_000;
/** Lists and objects inside each other in the recording itself; its bodies are texts. */
const DEEPEST = 32;

interface Entry {
  readonly place: string;
  readonly isAuthorized: boolean;
  readonly seen: Seen;
}

/** A text that is no recording, or one without a call of the interface. */
export class HarError extends Error {
  override readonly name = 'HarError';
}

/**
 * @param origin of the deployment, where it is known; else the one that most calls of the interface went to
 * @throws HarError
 */
export function learnHar(text: string, origin?: string): Findings {
  const { log } = fieldsOf(jsonIn(text, DEEPEST));
  const { entries } = fieldsOf(log);
  if (!Array.isArray(entries)) throw new HarError('it is not a recording in the form of HAR');
  const all = entries.slice(0, MOST_ENTRIES).flatMap((entry) => entryOf(entry) ?? []);
  const own = all.filter(({ place }) => origin === undefined || new URL(place).origin === origin);
  const place = mostOf(own.map((one) => one.place));
  if (place === undefined)
    throw new HarError(`it has no call of the interface${origin === undefined ? '' : ` to ${origin}`}`);
  const mine = own.filter((one) => one.place === place);
  const drafts = new Drafts('har');
  const basePath = new URL(place).pathname.replace(/\/$/, '');
  if (basePath !== '') drafts.put(['basePath'], basePath, `${mine.length} calls below it`);
  if (entries.length > MOST_ENTRIES)
    drafts.note(`Of the recording the first ${MOST_ENTRIES} entries were read.`);
  return findingsOf(withIds(withCauses(mine)), 'har', drafts);
}

function entryOf(entry: unknown): Entry | undefined {
  const { request, response } = fieldsOf(entry);
  const { method, url, headers: sentHeaders, postData } = fieldsOf(request);
  const { status, headers, content } = fieldsOf(response);
  if (
    typeof method !== 'string' ||
    typeof url !== 'string' ||
    typeof status !== 'number' ||
    !URL.canParse(url)
  )
    return undefined;
  const { origin, pathname, searchParams, protocol } = new URL(url);
  const route = routeOf(method.toUpperCase(), pathname);
  if (!route || !/^https?:$/.test(protocol)) return undefined;
  const body = textIn(content);
  const { text: sent, mimeType } = fieldsOf(postData);
  const given = typeof sent === 'string' && sent.length <= MOST_TEXT ? exactJsonIn(sent) : undefined;
  return {
    place: origin + route.basePath,
    isAuthorized: Object.hasOwn(headersIn(sentHeaders), 'authorization'),
    seen: {
      operation: route.operation,
      id: route.id,
      query: Object.fromEntries(searchParams),
      // API keys are left out of what is learned.
      sent: route.operation === 'issueToken' ? undefined : given,
      sentType: typeof mimeType === 'string' ? mimeType.split(';', 1)[0] : undefined,
      status,
      headers: headersIn(headers),
      text: body,
      json: exactJsonIn(body),
    },
  };
}

function headersIn(list: unknown): { [name: string]: string } {
  const pairs = (Array.isArray(list) ? list : []).slice(0, 100).flatMap((one): [string, string][] => {
    const { name, value } = fieldsOf(one);
    return typeof name === 'string' && typeof value === 'string' ? [[name.toLowerCase(), value]] : [];
  });
  return Object.fromEntries(pairs);
}

function textIn(content: unknown): string {
  const { text, encoding } = fieldsOf(content);
  if (typeof text !== 'string' || text.length > MOST_TEXT) return '';
  if (encoding !== 'base64') return text;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
  } catch {
    return '';
  }
}

function mostOf(places: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}

const guarded: ReadonlySet<string> = new Set(guardedOperations.map(({ id }) => id));

/** The causes of refusals that a recording shows: a wrong key, and no token where others have one. */
function withCauses(entries: readonly Entry[]): Seen[] {
  const showsTokens = entries.some(({ isAuthorized }) => isAuthorized);
  return entries.map(({ seen, isAuthorized }) => {
    if (isGranted(seen)) return seen;
    if (seen.operation === 'issueToken') return { ...seen, cause: 'wrong-key' };
    const isBare =
      showsTokens && !isAuthorized && seen.operation !== undefined && guarded.has(seen.operation);
    return isBare ? { ...seen, cause: 'no-token' } : seen;
  });
}

const creates: { readonly [operation: string]: readonly OperationId[] } = {
  createGroup: Object.values(familyOperations.group),
  createUser: Object.values(familyOperations.user),
};

/** The answer to a create has the id that later paths of its kind have. */
function withIds(all: readonly Seen[]): Seen[] {
  return all.map((seen) => {
    const family = creates[seen.operation ?? ''];
    if (!family) return seen;
    const located = /\/([^/?#]+)\/?$/.exec(seen.headers.location ?? '')?.[1];
    const used = new Set(
      all
        .filter(({ operation }) => operation !== undefined && family.includes(operation))
        .map(({ id }) => id),
    );
    const ids = new Set(
      leavesOf(seen.json)
        .map(({ value }) => String(value))
        .filter((value) => used.has(value)),
    );
    const [id] = ids;
    return { ...seen, id: ids.size === 1 ? id : located };
  });
}

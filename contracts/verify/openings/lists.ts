/**
 * How lists are paged and asked for: that of the devices is asked for once as it is, then for one record, for the next, and
 * for as many as can be asked for; each list, for all but the first.
 */

import type { Answer } from '../../deployment/answer.ts';
import { shows } from '../../deployment/probing/evidence.ts';
import { linkedQuery, type Query, readPage } from '../../deployment/reading/lists.ts';
import { splitPointer } from '../../kit/json-pointer.ts';
import { type AnyId, isId } from '../../profile/facts.ts';
import { follow } from '../../profile/pointer.ts';
import { listedBy, operation } from '../../specification/operations.ts';
import type { RunSession } from '../run-session.ts';
import type { ObservationDraft, SomeWatches } from './observer.ts';

export const listObservers = {
  async 'operations.paging'(session) {
    const pinned = session.profile.openings['operations.paging'];
    const seen = await pagesOf(session);
    if (!seen) return undefined;
    const { whole, one, next, most } = seen;
    const exchanges = [whole, one, next, most?.page].flatMap((page) => (page ? [page.answer.exchange] : []));
    const observed = [
      `${whole.ids.length} devices in a page`,
      ...signsOf(whole),
      ...(one ? [`${one.ids.length} when one was asked for`] : []),
      ...(next ? [`the next page ${isAnother(one, next) ? 'shows another' : 'does not go on'}`] : []),
      ...(most ? [`${most.page.ids.length} when ${most.size} were asked for from the first on`] : []),
    ].join(', ');
    if (!pinned) return { observed, exchanges };
    const size =
      pinned.size === undefined ? [] : [pinned.size === null ? 'all at once' : `${pinned.size} in a page`];
    const words = [`by ${pinned.by}`, ...size, ...(pinned.totalHeader ? [pinned.totalHeader] : [])].join(
      ', ',
    );
    const faults = [
      pinned.totalHeader !== null && whole.total === undefined,
      pinned.size === null
        ? whole.total !== undefined && whole.ids.length < whole.total
        : pinned.size !== undefined && whole.ids.length > pinned.size,
      next !== undefined && !isAnother(one, next),
      most !== undefined && isCut(whole, most),
      ...placesMissed(session, whole),
    ];
    return { observed, pinned: words, holds: !faults.includes(true), exchanges };
  },

  async 'operations.query'(session) {
    const names = session.profile.openings['operations.query'];
    const seen = names && (await pagesOf(session));
    if (!seen) return undefined;
    const { whole, one, rest, ofGroup } = seen;
    const inCapitals = names.anyCase === undefined ? undefined : await isServedInCapitals(session, whole);
    const drafts = [
      ...(inCapitals
        ? [{ name: 'another case', page: inCapitals, holds: inCapitals.served === names.anyCase }]
        : []),
      ...(one && names.limit ? [{ name: names.limit, page: one, holds: one.ids.length === 1 }] : []),
      ...rest.map(({ operation, page, holds }) => ({
        name: `${names.offset} alone in ${operation}`,
        page,
        holds,
      })),
      ...(ofGroup && names.group ? [{ name: names.group, page: ofGroup.page, holds: ofGroup.holds }] : []),
    ];
    const { anyCase, ...parameters } = names;
    const given = [...Object.values(parameters), ...(anyCase ? ['paths in any case'] : [])].join(', ');
    return {
      observed:
        drafts.map(({ name, holds }) => `${name} ${holds ? 'as pinned' : 'not as pinned'}`).join(', ') ||
        'nothing',
      pinned: given,
      ...(drafts.length > 0 && { holds: drafts.every(({ holds }) => holds) }),
      notCompared: 'no list was long enough for a parameter to make a difference',
      exchanges: drafts.map(({ page }) => page.answer.exchange),
    } satisfies ObservationDraft;
  },
} satisfies SomeWatches;

const LISTS = ['listDevices', 'listGroups', 'listUsers'] as const;
type ListOperation = (typeof LISTS)[number];

interface Page {
  answer: Answer;
  ids: unknown[];
  /** The groups of each record. */
  groups: unknown[][];
  total: number | undefined;
  cursor: string | null | undefined;
}

interface Pages {
  whole: Page;
  /** When one record was asked for, and when the one after it was. */
  one?: Page | undefined;
  next?: Page | undefined;
  /** When the largest size was asked for, from the first record on. */
  most?: { page: Page; size: number } | undefined;
  /** All but the first record, without a size, of each list; and whether they are. */
  rest: readonly { operation: ListOperation; page: Page; holds: boolean }[];
  /** The devices of one group, and whether they are of that group alone. */
  ofGroup?: { page: Page; holds: boolean } | undefined;
}

/** `undefined` where the list of devices was not seen in this run, or cannot be read. */
function pagesOf(session: RunSession): Promise<Pages | undefined> {
  return session.once('pages of the devices', async () => {
    const known = await session.probes.known.served.get('listDevices');
    if (!known || !shows(session, known) || session.signal.aborted) return undefined;
    const { 'operations.paging': paging, 'operations.query': names = {} } = session.profile.openings;
    const whole = await pageFor(session, {});
    if (whole.ids.length < 2) return { whole, rest: await restOf(session, whole) };
    const isPaged = paging && paging.by !== 'none' && names.limit !== undefined;
    const [one, most, rest, ofGroup] = await Promise.all([
      isPaged ? pageFor(session, { [names.limit ?? '']: '1' }) : undefined,
      isPaged && paging.max !== undefined ? largestPage(session, paging.max) : undefined,
      restOf(session, whole),
      groupPage(session, whole),
    ]);
    const following = one && followingQuery(session, one);
    return { whole, one, next: following && (await pageFor(session, following)), most, rest, ofGroup };
  });
}

async function pageFor(
  session: RunSession,
  query: Query,
  operation: ListOperation = 'listDevices',
): Promise<Page> {
  const answer = await session.as('calibration').call(operation, { query });
  const { records: found, total, next } = readPage(session.lens, listedBy[operation], answer.json);
  const records: readonly { id?: unknown; groupId?: unknown; groupIds?: unknown }[] = found;
  return {
    answer,
    ids: records.map(({ id }) => id),
    groups: records.map(({ groupId, groupIds }) => (Array.isArray(groupIds) ? groupIds : [groupId])),
    total: total ?? totalIn(session, answer),
    cursor: next,
  };
}

/** For each number that the profile has a place for in the list of devices: whether there is none. */
function placesMissed({ lens, profile }: RunSession, { answer }: Page): boolean[] {
  const wrapping = profile.openings['operations.envelope']?.lists?.devices;
  const read = wrapping && lens.list('devices').read(answer.json);
  const names = ['total', 'page', 'pages'] as const;
  const asText =
    wrapping?.total === undefined ? undefined : follow(answer.json, splitPointer(wrapping.total));
  return [
    ...names.map((name) => wrapping?.[name] !== undefined && read?.[name] === undefined),
    asText !== undefined && (typeof asText === 'string') !== (wrapping?.totalAsText ?? false),
  ];
}

/** The list by its path in capitals. */
async function isServedInCapitals(
  session: RunSession,
  whole: Page,
): Promise<Pick<Page, 'answer'> & { served: boolean }> {
  const url = session.lens.basePath + operation('listDevices').path.toUpperCase();
  const sending = { method: 'GET', url, headers: { accept: 'application/json' } };
  const answer = await session.as('calibration').sendUndocumented(sending, 'token');
  return { answer, served: answer.fingerprint === whole.answer.fingerprint };
}

function totalIn({ profile }: RunSession, { headers }: Answer): number | undefined {
  const text = headers[profile.openings['operations.paging']?.totalHeader?.toLowerCase() ?? ''];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** How the record after the first is asked for. */
function followingQuery({ profile }: RunSession, one: Page): Query | undefined {
  const { 'operations.paging': paging, 'operations.query': names = {} } = profile.openings;
  const { limit, offset, page, cursor } = names;
  if (!paging || limit === undefined) return undefined;
  if (paging.by === 'link') return linkedQuery(one.answer.headers.link);
  if (paging.by === 'offset' && offset !== undefined) return { [limit]: '1', [offset]: '1' };
  if (paging.by === 'page' && page !== undefined)
    return { [limit]: '1', [page]: String(paging.firstPage + 1) };
  if (paging.by === 'cursor' && cursor !== undefined && one.cursor)
    return { [limit]: '1', [cursor]: one.cursor };
  return undefined;
}

/** Where a place alone says which records are wanted, each list from its second record on. */
async function restOf(session: RunSession, devices: Page): Promise<Pages['rest']> {
  const { 'operations.paging': paging, 'operations.query': names = {} } = session.profile.openings;
  if (paging?.by !== 'offset' || names.offset === undefined) return [];
  const query = { [names.offset]: '1' };
  const restIn = async (operation: ListOperation): Promise<Pages['rest']> => {
    const known = await session.probes.known.served.get(operation);
    if (!known || !shows(session, known) || session.signal.aborted) return [];
    const whole = operation === 'listDevices' ? devices : await pageFor(session, {}, operation);
    if (whole.ids.length < 2) return [];
    const page = await pageFor(session, query, operation);
    const holds = isWithoutOne(whole, page);
    // A list that others shorten meanwhile shows nothing.
    const isAtRest = holds || isSame(whole, await pageFor(session, {}, operation));
    return isAtRest ? [{ operation, page, holds }] : [];
  };
  return (await Promise.all(LISTS.map(restIn))).flat();
}

function isSame({ ids }: Page, { ids: others }: Page): boolean {
  return ids.length === others.length && ids.every((id, index) => String(id) === String(others[index]));
}

/** As many as can be asked for; where a page has a number or a place, from the first. */
async function largestPage(session: RunSession, size: number): Promise<Pages['most']> {
  const { 'operations.paging': paging, 'operations.query': names = {} } = session.profile.openings;
  const { limit, offset, page } = names;
  if (!paging || limit === undefined) return undefined;
  const query = {
    [limit]: String(size),
    ...(paging.by === 'offset' && offset !== undefined && { [offset]: '0' }),
    ...(paging.by === 'page' && page !== undefined && { [page]: String(paging.firstPage) }),
  };
  return { page: await pageFor(session, query), size };
}

/** The devices of the group that the fewest are in, unless all are in one. */
async function groupPage(session: RunSession, { groups }: Page): Promise<Pages['ofGroup']> {
  const name = session.profile.openings['operations.query']?.group;
  const counts = new Map<AnyId, number>();
  for (const id of groups.flat()) {
    if (isId(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const [fewest] = [...counts].sort((a, b) => a[1] - b[1]);
  if (name === undefined || !fewest || fewest[1] === groups.length) return undefined;
  const [id] = fewest;
  const page = await pageFor(session, { [name]: String(id) });
  return {
    page,
    holds: page.groups.length > 0 && page.groups.every((own) => own.map(String).includes(String(id))),
  };
}

function isAnother(one: Page | undefined, next: Page): boolean {
  return next.ids.length > 0 && String(next.ids[0]) !== String(one?.ids[0]);
}

/** Returns whether a page has fewer records than were asked for, and than there are. */
function isCut({ ids }: Page, { page, size }: { page: Page; size: number }): boolean {
  return page.ids.length < Math.min(size, page.total ?? ids.length, ids.length);
}

/** Returns whether a list is without one of its records: which is the first of a map is not known. */
function isWithoutOne(whole: Page, { ids }: Page): boolean {
  const left = new Set(ids.map(String));
  return ids.length > 0 && whole.ids.some((id) => !left.has(String(id)));
}

/** The parts of an answer that show pages, beside the records. */
function signsOf({ answer: { headers }, cursor }: Page): string[] {
  const totals = Object.keys(headers).filter(
    (name) => /total|count/.test(name) && /^\d+$/.test(headers[name] ?? ''),
  );
  const signs = [...totals, ...(headers.link ? ['link'] : [])];
  return [...(signs.length > 0 ? [`headers ${signs.join(', ')}`] : []), ...(cursor ? ['a cursor'] : [])];
}

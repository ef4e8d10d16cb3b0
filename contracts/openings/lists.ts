/** How lists are paged and asked for: the list of devices is asked for as it is, for one record, the next, and as many as can be asked for. */

import type { Answer } from '../deployment/answer.ts';
import { shows } from '../deployment/probing/evidence.ts';
import { linkedQuery, type Query, readPage } from '../deployment/reading/lists.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { isId } from '../profile/facts.ts';
import { follow } from '../profile/pointer.ts';
import { operation } from '../specification/operations.ts';
import type { RunSession } from '../verify/run-session.ts';
import { compared, type Look, type Parts } from './sight.ts';

interface Page {
  readonly answer: Answer;
  readonly ids: readonly string[];
  /** The groups of each record. */
  readonly groups: readonly (readonly string[])[];
  readonly total: number | undefined;
  readonly cursor: string | null | undefined;
}

export const lists: Look = async (session) => {
  const { probes, profile, signal } = session;
  const known = await probes.known.served.get('listDevices');
  if (!known || !shows(session, known) || signal.aborted) return [];
  const { 'operations.paging': paging, 'operations.query': names } = profile.openings;
  const { limit, offset, page, cursor, group, anyCase } = names ?? {};
  const pageFor = (query: Query | undefined) => query && pageOf(session, query);
  const whole = await pageOf(session, {});
  const isLong = whole.ids.length > 1;
  const sized = isLong && paging && paging.by !== 'none' ? limit : undefined;
  const first = paging?.by === 'page' && page ? { [page]: String(paging.firstPage) } : {};
  const own = isLong && group !== undefined ? smallestGroup(whole) : undefined;
  const [one, largest, ofGroup, inCapitals] = await Promise.all([
    pageFor(sized === undefined ? undefined : { [sized]: '1' }),
    pageFor(sized !== undefined && paging?.max ? { [sized]: String(paging.max), ...first } : undefined),
    pageFor(own === undefined || group === undefined ? undefined : { [group]: own }),
    anyCase === undefined ? undefined : capitals(session),
  ]);
  const following: { readonly [by: string]: Query | undefined } =
    sized === undefined || !one || !paging
      ? {}
      : {
          link: linkedQuery(one.answer.headers.link),
          offset: offset === undefined ? undefined : { [sized]: '1', [offset]: '1' },
          page: page === undefined ? undefined : { [sized]: '1', [page]: String(paging.firstPage + 1) },
          cursor: cursor && one.cursor ? { [sized]: '1', [cursor]: one.cursor } : undefined,
        };
  const next = await pageFor(following[paging?.by ?? 'none']);
  const answers = [whole, one, next, largest, ofGroup].map((seen) => seen?.answer);
  const { size, totalHeader } = paging ?? {};
  const count = whole.ids.length;
  const room = size ?? (size === null ? whole.total : undefined);
  const isAll = size === null ? count >= (room ?? count) : count <= (room ?? count);
  const enough = Math.min(paging?.max ?? 0, largest?.total ?? count, count);
  const ofPaging: Parts = {
    'devices in a page:': [count, room === undefined || isAll ? undefined : room],
    ...(totalHeader && { [`${totalHeader}:`]: [whole.total !== undefined, true] }),
    ...(next && { 'another on the next page:': [next.ids.length > 0 && next.ids[0] !== one?.ids[0], true] }),
    ...(largest && { 'as many as can be asked for:': [largest.ids.length >= enough, true] }),
    ...placesIn(session, whole),
    ...(paging && { by: [paging.by, paging.by] }),
  };
  const isOfGroup =
    ofGroup && ofGroup.ids.length > 0 && ofGroup.groups.every((all) => all.includes(own ?? ''));
  const ofQuery: Parts = {
    ...(one && limit && { [`${limit}=1:`]: [one.ids.length, 1] }),
    ...(ofGroup && { [`${group}=${own}:`]: [isOfGroup, true] }),
    ...(inCapitals && {
      'paths in any case:': [inCapitals.fingerprint === whole.answer.fingerprint, anyCase],
    }),
  };
  const query = compared('operations.query', ofQuery, ...answers, inCapitals);
  const notCompared = 'no list was long enough for a parameter to make a difference';
  return [compared('operations.paging', ofPaging, ...answers), ...(names ? [{ ...query, notCompared }] : [])];
};

async function pageOf(session: RunSession, query: Query): Promise<Page> {
  const answer = await session.as('calibration').call('listDevices', { query });
  const { records, total, next } = readPage(session.lens, 'devices', answer.json);
  const name = session.profile.openings['operations.paging']?.totalHeader?.toLowerCase() ?? '';
  const told = answer.headers[name];
  return {
    answer,
    ids: records.map(({ id }) => String(id)),
    groups: records.map(({ groupId, groupIds }) => [groupIds ?? groupId].flat().filter(isId).map(String)),
    total: total ?? (/^\d+$/.test(told ?? '') ? Number(told) : undefined),
    cursor: next,
  };
}

/** The list by its path in capitals. */
function capitals(session: RunSession): Promise<Answer> {
  const url = session.lens.basePath + operation('listDevices').path.toUpperCase();
  const sending = { method: 'GET', url, headers: { accept: 'application/json' } };
  return session.as('calibration').sendUndocumented(sending, 'token');
}

/** Each number that the profile has a place for beside the devices. */
function placesIn({ lens, profile }: RunSession, { answer: { json } }: Page): Parts {
  const wrapping = profile.openings['operations.envelope']?.lists?.devices;
  if (!wrapping) return {};
  const read = lens.list('devices').read(json);
  const told = (['total', 'page', 'pages'] as const).filter((name) => wrapping[name] !== undefined);
  const total = wrapping.total === undefined ? undefined : follow(json, splitPointer(wrapping.total));
  return {
    ...Object.fromEntries(told.map((name) => [`${name}:`, [read[name] !== undefined, true]])),
    ...(total !== undefined && {
      'total as text:': [typeof total === 'string', wrapping.totalAsText ?? false],
    }),
  };
}

/** The group that the fewest devices are in, unless all are in one. */
function smallestGroup({ groups }: Page): string | undefined {
  const counts = new Map<string, number>();
  for (const id of groups.flat()) counts.set(id, (counts.get(id) ?? 0) + 1);
  const [fewest] = [...counts].sort((one, other) => one[1] - other[1]);
  return fewest && fewest[1] < groups.length ? fewest[0] : undefined;
}

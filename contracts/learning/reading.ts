/** Learning by requests that change nothing. */

import {
  listOperation,
  type PathResource,
  pathResources,
  readOperation,
} from '../specification/operations.ts';
import type { Asker } from './asker.ts';
import { leavesOf } from './leaves.ts';
import { queryNames } from './names.ts';
import { type Paged, pagedBy, pagesOf } from './pages.ts';
import { payloadsIn } from './payloads.ts';
import { idCandidates, listedIn, listOf } from './records.ts';
import { isGranted, type Seen } from './seen.ts';

/** Places of an id that are tried, and records that are read. */
const PLACES = 6;
const READS = 2;
const LOCATIONS = 2;

/** Sends what shows most first: where there is no room for all, the rest stays unknown. */
export async function readAll(asker: Asker): Promise<void> {
  await askTokens(asker);
  await readRecords(asker, pathResources);
  await askRefusals(asker);
  await askPages(asker);
}

/** All lists, and single records of these resources. */
export async function readRecords(asker: Asker, resources: readonly PathResource[]): Promise<void> {
  for (const operation of Object.values(listOperation)) await asker.call(operation);
  for (const resource of resources) await readSome(asker, resource);
}

async function askTokens(asker: Asker): Promise<void> {
  const { nonce, options } = asker.session;
  await asker.token();
  await asker.token({ userName: options.credentials.userName, apiKey: `${nonce}-wrong` });
  const { userName, apiKey } = options.credentials;
  // With good credentials, where more than the key is wrong: those that are wrong would be refused for that.
  const bodies = [
    ['no-key', JSON.stringify({ userName }), 'application/json'],
    ['not-json', '{"userName":', 'application/json'],
    ['other-type', JSON.stringify({ userName, apiKey }), 'text/plain'],
  ] as const;
  for (const [cause, body, contentType] of bodies) {
    const sending = { method: 'POST', path: '/api/Auth/Token', body };
    await asker.raw(sending, { cause, contentType, auth: 'none' }, 'issueToken');
  }
  // Any of these may have ended the token that was in force before.
  asker.session.tokens.forget();
  await asker.call('listDevices', { auth: 'none', cause: 'no-token' });
  await asker.call('listTimeZones', { bearer: 'of.no.use', cause: 'no-token' });
}

/** Reads single records of a list, by the place for ids that is most usual; the next one where that is not served. */
async function readSome(asker: Asker, resource: PathResource): Promise<void> {
  const listed = listedIn(asker.seen, listOf[resource]);
  const candidates = idCandidates(resource, listed).slice(0, PLACES);
  for (const ids of candidates) {
    const [first, ...others] = [...new Set(ids)];
    if (first === undefined) continue;
    // A text that is no id is refused as any unknown one is.
    const one = await asker.call(readOperation[resource], { id: first, unseen: true });
    if (!one || !isGranted(one) || !hasRecord(one)) continue;
    asker.seen.push(one);
    for (const id of others.slice(0, READS - 1)) await asker.call(readOperation[resource], { id });
    if (resource === 'device')
      for (const id of [first, ...others].slice(0, LOCATIONS)) await asker.call('lastLocation', { id });
    return;
  }
}

/** More than a sentence of a refusal. */
function hasRecord({ id, json }: Seen): boolean {
  return leavesOf(json).length > 1 && leavesOf(json).some(({ value }) => String(value) === id)
    ? true
    : leavesOf(json).length > 3;
}

async function askRefusals(asker: Asker): Promise<void> {
  const { known } = payloadsIn(asker.seen);
  const { nonce } = asker.session;
  for (const resource of pathResources) {
    const [sample] = known[resource].ids;
    if (sample === undefined) continue;
    await asker.call(readOperation[resource], { id: unlike(sample), cause: 'unknown-id' });
  }
  await asker.raw({ method: 'GET', path: `/api/undocumented-${nonce}` }, { cause: 'unknown-path' });
}

/** An id of the same form that nothing has. */
function unlike(id: unknown): string {
  const text = String(id);
  if (/^[0-9a-f-]{36}$/i.test(text)) return `${text.slice(0, 24)}${'f0e1d2c3b4a5'}`;
  return `${text.replace(/\d/g, '')}99999999`;
}

/** Asks the longest list for single records, by the usual names of parameters, until they are told. */
async function askPages(asker: Asker): Promise<void> {
  const longest = pathResources
    .map((resource) => ({ resource, pages: pagesOf(resource, payloadsIn(asker.seen)) }))
    .toSorted((a, b) => (b.pages[0]?.keys.length ?? 0) - (a.pages[0]?.keys.length ?? 0))[0];
  if (!longest || (longest.pages[0]?.keys.length ?? 0) < 2) return;
  const { resource } = longest;
  const operation = listOperation[listOf[resource]];
  const told = () => pagedBy(pagesOf(resource, payloadsIn(asker.seen)));
  /** Asks by each usual name of a parameter until the name is told. */
  const until = async (parameter: keyof Paged['names'], ask: (name: string) => Promise<unknown>) => {
    for (const name of queryNames[parameter]) if (told().names[parameter] === undefined) await ask(name);
  };
  const { linked, plain } = told();
  if (linked) await asker.call(operation, { query: { ...linked } });
  const cursors = leavesOf(plain?.seen.json).filter(
    ({ names, value }) =>
      /next|cursor|after|continuation/i.test(names.at(-1) ?? '') &&
      ['string', 'number'].includes(typeof value),
  );
  const [cursor] = cursors;
  if (cursor && cursors.length === 1)
    await until('cursor', (name) => asker.call(operation, { query: { [name]: String(cursor.value) } }));
  await until('limit', (name) => asker.call(operation, { query: { [name]: '1' } }));
  if (linked || told().names.cursor !== undefined) return;
  await until('offset', (name) => asker.call(operation, { query: { [name]: '1' } }));
  if (told().names.offset !== undefined) return;
  const { limit } = told().names;
  const size: { [name: string]: string } = limit === undefined ? {} : { [limit]: '1' };
  await until('page', async (name) => {
    await asker.call(operation, { query: { ...size, [name]: '2' } });
    if (told().names.page !== undefined) await asker.call(operation, { query: { ...size, [name]: '1' } });
  });
}

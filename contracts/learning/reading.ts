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
import { type Paged, pagedIn, type QueryNames } from './pages.ts';
import { idCandidates, listedIn, listOf, payloadsIn } from './records.ts';
import { isGranted, type Seen } from './seen.ts';

type Query = { [name: string]: string };

/** Places of an id that are tried, and records that are read. */
const PLACES = 6;
const READS = 2;

/** Sends what shows most first: where there is no room for all, the rest stays unknown. */
export async function readAll(asker: Asker): Promise<void> {
  await askTokens(asker);
  for (const operation of Object.values(listOperation)) await asker.see(operation);
  for (const resource of pathResources) await readSome(asker, resource);
  await askRefusals(asker);
  await askPages(asker, queryNames);
}

async function askTokens(asker: Asker): Promise<void> {
  const { nonce, options, tokens } = asker.session;
  const { userName, apiKey } = options.credentials;
  await asker.token();
  await asker.token({ userName, apiKey: `${nonce}-wrong` });
  // With good credentials, where more than the key is wrong: those that are wrong would be refused for that.
  for (const [cause, raw, contentType] of [
    ['no-key', JSON.stringify({ userName }), 'application/json'],
    ['not-json', '{"userName":', 'application/json'],
    ['other-type', JSON.stringify({ userName, apiKey }), 'text/plain'],
  ] as const)
    await asker.see('issueToken', { cause, raw, contentType, bearer: null });
  // Any of these may have ended the token that was in force before.
  tokens.forget();
  await asker.see('listDevices', { bearer: null, cause: 'no-token' });
  await asker.see('listTimeZones', { bearer: 'of.no.use', cause: 'no-token' });
}

/** Reads single records of a list, by the place for ids that is most usual; the next one where that is not served. */
async function readSome(asker: Asker, resource: PathResource): Promise<void> {
  const candidates = idCandidates(resource, listedIn(asker.seen, listOf[resource]));
  for (const candidate of candidates.slice(0, PLACES)) {
    const ids = [...new Set(candidate)].slice(0, READS);
    const [first, ...others] = ids;
    if (first === undefined) continue;
    // A text that is no id is refused as any unknown one is, and shows nothing.
    const one = await asker.ask(readOperation[resource], { id: first });
    if (!one || !isGranted(one) || !hasRecord(one)) continue;
    asker.seen.push(one);
    for (const id of others) await asker.see(readOperation[resource], { id });
    if (resource === 'device') for (const id of ids) await asker.see('lastLocation', { id });
    return;
  }
}

/** Returns whether there is more than a sentence of a refusal. */
function hasRecord({ id, json }: Seen): boolean {
  const leaves = leavesOf(json);
  return leaves.length > (leaves.some(({ value }) => String(value) === id) ? 1 : 3);
}

async function askRefusals(asker: Asker): Promise<void> {
  const { known } = payloadsIn(asker.seen);
  for (const resource of pathResources) {
    const [sample] = known[resource].ids;
    if (sample === undefined) continue;
    await asker.see(readOperation[resource], { id: unlike(String(sample)), cause: 'unknown-id' });
  }
  await asker.see(undefined, { cause: 'unknown-path' });
}

/** An id of the same form that nothing has. */
function unlike(id: string): string {
  if (/^[0-9a-f-]{36}$/i.test(id)) return `${id.slice(0, 24)}f0e1d2c3b4a5`;
  return `${id.replace(/\d/g, '')}99999999`;
}

/** Asks the longest list that was seen for single records, by each of these names of parameters until they are told. */
export async function askPages(asker: Asker, names: QueryNames): Promise<void> {
  const paged = (resource: PathResource) => pagedIn(resource, payloadsIn(asker.seen), names);
  const sized = pathResources.map((resource) => [resource, paged(resource).plain?.keys.length ?? 0] as const);
  const [[longest, size] = ['device', 0] as const] = sized.toSorted(([, one], [, other]) => other - one);
  if (size < 2) return;
  const ask = (query: Query) => asker.see(listOperation[listOf[longest]], { query });
  const told = () => paged(longest);
  /** Asks by each usual name of a parameter until the name is told. */
  const until = async (parameter: keyof Paged['names'], queryOf: (name: string) => Query) => {
    for (const name of names[parameter]) if (told().names[parameter] === undefined) await ask(queryOf(name));
  };
  const { linked, plain } = told();
  if (linked) await ask({ ...linked });
  const [cursor, ...others] = leavesOf(plain?.seen.json).filter(
    ({ names: way, value }) =>
      /next|cursor|after|continuation/i.test(way.at(-1) ?? '') && ['string', 'number'].includes(typeof value),
  );
  if (cursor && others.length === 0) await until('cursor', (name) => ({ [name]: String(cursor.value) }));
  await until('limit', (name) => ({ [name]: '1' }));
  if (linked || told().names.cursor !== undefined) return;
  await until('offset', (name) => ({ [name]: '1' }));
  const { limit, offset } = told().names;
  if (offset !== undefined) return;
  const one: Query = limit === undefined ? {} : { [limit]: '1' };
  await until('page', (name) => ({ ...one, [name]: '2' }));
  const { page } = told().names;
  if (page !== undefined) await ask({ ...one, [page]: '1' });
}

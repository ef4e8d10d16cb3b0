/** The bearer values and spellings that are tried on each operation, and the requests that they make. */
import { expect, test } from 'vitest';
import { accessHistories } from '../../contracts/histories/access.ts';
import { alterations, garbage, type Step, spellings } from '../../contracts/play/steps.ts';
import { changesMethod, type Filling, wayRound } from '../../contracts/play/ways.ts';
import { guardedOperations } from '../../contracts/specification/operations.ts';

type Call = Extract<Step, { do: 'call' }>;

const options: Filling = { basePath: '/v2', forged: 'e30.e30.' };
const places = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

function callsIn(when: 'thorough' | undefined, isRead: boolean): Call[] {
  return accessHistories
    .filter((history) => history.when === when)
    .flatMap(({ steps }) => steps.flatMap((step) => (step.do === 'call' ? [step] : [])))
    .filter(({ operation }) =>
      guardedOperations.some(
        ({ id, method }) => id === operation && (method === 'GET') === isRead && id !== 'postAlerts',
      ),
    );
}

test.each([
  ['reads', true],
  ['writes', false],
] as const)('each row is tried on an operation that %s', (_, isRead) => {
  const calls = callsIn(undefined, isRead);
  const tried = new Set<string | undefined>(calls.flatMap(({ bearer, by }) => [bearer, by]));
  const ways = spellings.filter((by) => isRead || by !== 'a query');
  expect([...garbage, ...alterations, ...ways].filter((row) => !tried.has(row))).toEqual([]);
});

test('a run that may take longer tries every row on every operation', () => {
  for (const { steps } of accessHistories.filter(({ when }) => when === 'thorough')) {
    const tried = new Set<string | undefined>(
      steps.flatMap((step) => (step.do === 'call' ? [step.bearer, step.by] : [])),
    );
    expect([...garbage, ...alterations, ...spellings].filter((row) => !tried.has(row))).toEqual([]);
  }
});

test('every way makes another request of it, and leaves base path, id and body as they are', () => {
  const asIs = { method: 'PUT', url: '/v2/api/groups/Grp-7', headers: { accept: 'x' }, body: '{"name":"a"}' };
  for (const by of spellings)
    for (const place of places) {
      const { method, url, body, headers } = wayRound(by, { ...options, place }).reshape(asIs);
      expect({ method, url, headers }).not.toEqual({ method: 'PUT', url: asIs.url, headers: asIs.headers });
      expect(url.startsWith('/v2/')).toBe(true);
      if (by !== 'the asked path in X-Original-URL') expect(url).toContain('Grp-7');
      expect([body, headers?.accept]).toEqual(['{"name":"a"}', 'x']);
      expect(method).toBe(changesMethod(by) ? 'POST' : 'PUT');
    }
});

test('of a list the link to the next page is tried, or else a query', () => {
  const list = { method: 'GET', url: '/v2/api/users' };
  const queried = (page?: string) => wayRound('a query', { ...options, page }).reshape(list).url;
  expect(queried('after=Nw')).toBe('/v2/api/users?after=Nw');
  expect(queried()).toBe('/v2/api/users?page=1');
});

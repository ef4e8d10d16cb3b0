import { expect, test } from 'vitest';
import { guardedOperations } from '../../../contracts/specification/operations.ts';
import { drawnWays, waysRound } from '../../../contracts/suite/cases/auth/ways.ts';
import { Chance } from '../../../contracts/suite/session/chance.ts';

const seeds = Array.from({ length: 50 }, (_, seed) => new Chance(seed));
const options = { basePath: '/v2', all: false, readOnly: false, nextPage: undefined };

test.each(seeds)('each operation is tried by four ways, and each way on three operations: %o', (chance) => {
  const drawn = guardedOperations.map(({ id }) => drawnWays(chance, id));
  for (const ways of drawn) expect(new Set(ways).size).toBe(4);
  const counts = new Map<string, number>();
  for (const way of drawn.flat()) counts.set(way, (counts.get(way) ?? 0) + 1);
  const all = new Set(
    guardedOperations.flatMap(({ id }) =>
      waysRound(chance, id, { ...options, all: true }).map(({ by }) => by),
    ),
  );
  for (const way of all) if (way !== 'a query') expect(counts.get(way), way).toBeGreaterThanOrEqual(3);
});

test('every way makes another request of it, and leaves base path, id and body as they are', () => {
  const asIs = { method: 'PUT', url: '/v2/api/groups/Grp-7', headers: { accept: 'x' }, body: '{"name":"a"}' };
  for (const chance of seeds)
    for (const { reshape } of waysRound(chance, 'replaceGroup', { ...options, all: true })) {
      const { method, url, body, headers } = reshape(asIs);
      expect({ method, url, headers }).not.toEqual({ method: 'PUT', url: asIs.url, headers: asIs.headers });
      expect(url.startsWith('/v2/')).toBe(true);
      expect(url).toContain('Grp-7');
      expect([body, headers?.accept]).toEqual(['{"name":"a"}', 'x']);
      if (method !== 'PUT') expect(method).toBe('POST');
    }
});

test('a run that only reads sends no other method', () => {
  for (const chance of seeds)
    for (const { reshape } of waysRound(chance, 'listUsers', { ...options, readOnly: true }))
      expect(reshape({ method: 'GET', url: '/v2/api/users' }).method).toBe('GET');
});

test('of a list the link to the next page is tried, or else a query', () => {
  const list = { method: 'GET', url: '/v2/api/users' };
  const last = (nextPage: string | undefined) =>
    waysRound(new Chance(1), 'listUsers', { ...options, all: true, nextPage })
      .at(-1)
      ?.reshape(list).url;
  expect(last('after=Nw')).toBe('/v2/api/users?after=Nw');
  expect(last(undefined)).toBe('/v2/api/users?page=1');
});

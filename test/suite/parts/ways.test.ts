import { expect, test } from 'vitest';
import { guardedOperations } from '../../../contracts/specification/operations.ts';
import { waysFor, waysRound } from '../../../contracts/suite/cases/auth/ways.ts';
import { Chance } from '../../../contracts/suite/session/chance.ts';

const seeds = Array.from({ length: 50 }, (_, seed) => new Chance(seed));
const context = (chance: Chance, thorough = false) => ({ chance, thorough });
const options = { basePath: '/v2', readOnly: false, nextPage: undefined, forged: 'e30.e30.' };

test.each(seeds)('each way is tried on an operation that reads and on one that writes: %o', (chance) => {
  const every = waysFor(context(chance, true), 'listDevices');
  const readings = (isRead: boolean) =>
    guardedOperations
      .filter(({ id, method }) => (method === 'GET') === isRead && id !== 'postAlerts')
      .flatMap(({ id }) => waysFor(context(chance), id));
  for (const isRead of [true, false]) expect(new Set(readings(isRead))).toEqual(new Set(every));
});

test('every way makes another request of it, and leaves base path, id and body as they are', () => {
  const asIs = { method: 'PUT', url: '/v2/api/groups/Grp-7', headers: { accept: 'x' }, body: '{"name":"a"}' };
  for (const chance of seeds)
    for (const { reshape } of waysRound(context(chance, true), 'replaceGroup', options)) {
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
    for (const { reshape } of waysRound(context(chance), 'listUsers', { ...options, readOnly: true }))
      expect(reshape({ method: 'GET', url: '/v2/api/users' }).method).toBe('GET');
});

test('of a list the link to the next page is tried, or else a query', () => {
  const list = { method: 'GET', url: '/v2/api/users' };
  const last = (nextPage: string | undefined) =>
    waysRound(context(new Chance(1), true), 'listUsers', { ...options, nextPage })
      .at(-1)
      ?.reshape(list).url;
  expect(last('after=Nw')).toBe('/v2/api/users?after=Nw');
  expect(last(undefined)).toBe('/v2/api/users?page=1');
});

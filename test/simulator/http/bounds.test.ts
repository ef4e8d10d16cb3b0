import { describe, expect, test } from 'vitest';
import { JSON_DEPTH, OUTER_JSON_DEPTH } from '../../../contracts/kit/bounds.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { clientOf } from '../client.ts';

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const located = (attributes: string): string => `{"latitude":48,"longitude":11,"attributes":${attributes}}`;

describe('a body that is nested too deeply', () => {
  test.each([
    ['POST', '/api/groups'],
    ['PATCH', '/api/groups/grp-1'],
    ['PUT', '/api/users/usr-1'],
    ['POST', '/api/devices/dev-1/locations'],
    ['POST', '/api/devices/dev-1/alerts'],
    ['POST', '/api/Auth/Token'],
  ])('is refused: %s %s', async (method, path) => {
    const client = clientOf(createSimulator());
    for (const depth of [JSON_DEPTH + 1, 100_000]) {
      const answer = await client.authorised(method, path, nested(depth));
      expect(answer.status).toBe(400);
    }
  });

  test.each([
    ['PUT', '/clock'],
    ['PUT', '/account'],
    ['POST', '/devices'],
    ['PUT', '/faults'],
    ['PUT', '/snapshot'],
  ])('is refused by the control API: %s %s', async (method, path) => {
    const client = clientOf(createSimulator());
    for (const depth of [OUTER_JSON_DEPTH + 1, 100_000]) {
      const answer = await client.control(method, path, nested(depth));
      expect(answer).toMatchObject({ status: 400, json: { code: 'BODY_NOT_JSON' } });
    }
  });
});

test('what is nested as deeply as may be is read, exported and restored', async () => {
  const client = clientOf(createSimulator());
  const posted = await client.authorised(
    'POST',
    '/api/devices/dev-1/locations',
    located(nested(JSON_DEPTH - 1)),
  );
  expect(posted.status).toBeLessThan(300);
  const last = await client.authorised('GET', '/api/devices/dev-1/lastLocation');
  expect(last.text).toContain(nested(JSON_DEPTH - 1));
  const { text } = await client.control('GET', '/snapshot');
  expect((await client.control('PUT', '/snapshot', text)).status).toBe(200);
});

import { expect, test } from 'vitest';
import { toFetch } from '../../../simulator/hosts/fetch.ts';
import { json } from './echo.ts';
import { stallListeners } from './stalled.ts';

test('listeners who do not read are cut off before they fill the memory, and who reads hears everything', async () => {
  const { cut, most, heard, sent } = await stallListeners(40, 12_000_000);
  expect(cut).toBe(40);
  expect(heard).toBe(sent);
  expect(most).toBeLessThan(100_000_000);
});

test('the same over fetch: together they hold no more than the bound', async () => {
  const writers = new Set<(chunk: string) => void>();
  const fetched = toFetch(
    () => ({
      ...json(200, undefined),
      stream: (write) => {
        writers.add(write);
        return () => writers.delete(write);
      },
    }),
    0,
  );
  const replies: Response[] = [];
  for (let count = 0; count < 40; count++) replies.push(await fetched(new Request('http://a/events')));
  for (let written = 0; written < 3; written++) for (const write of writers) write('x'.repeat(1024 * 1024));
  expect(writers.size).toBeGreaterThan(0);
  expect(writers.size).toBeLessThanOrEqual(32);
  await Promise.all(replies.map((reply) => reply.body?.cancel().catch(() => undefined)));
  expect(writers.size).toBe(0);
});

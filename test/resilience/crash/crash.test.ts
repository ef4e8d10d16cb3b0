/** One of the moments that `npm run resilience -- crash` tries. Stands on a build. */
import { expect, it } from 'vitest';
import { crash } from './crash.ts';

it('a run that is killed at any moment is undone by a sweep', async () => {
  const { tried, lost } = await crash.run({ count: 1, seed: 5 });
  expect(lost).toEqual([]);
  expect(tried).toBe(1);
});

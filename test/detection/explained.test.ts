/** The rows of what need not be caught: each is about code that is there. */
import { expect, it } from 'vitest';
import { instrument } from '../mutation/instrument.ts';
import { explained, isAbout } from './explained.ts';

it('every row quotes a fault that can still be made', async () => {
  const { mutants } = await instrument([...new Set(explained.map(({ file }) => file))]);
  const gone = explained.filter((row) => !mutants.some((mutant) => isAbout(row, mutant)));
  expect(gone).toEqual([]);
});

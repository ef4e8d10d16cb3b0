/** The tests of a part that is mutated. */
import process from 'node:process';
import base from '../vitest.config.ts';

const include = (process.env.ROADTEST_MUTATED ?? '')
  .split(' ')
  .map((path) => (path.endsWith('.ts') ? path : `${path}/*.test.ts`));

// Instrumented code is slow.
export default { ...base, test: { ...base.test, include, testTimeout: 600_000 } };

/** All of the tests, with what `npm run whole` alone runs (`*.whole.ts`). */
import base from './vitest.config.ts';

export default {
  ...base,
  test: {
    ...base.test,
    include: ['test/**/*.test.ts', 'test/**/*.whole.ts'],
    testTimeout: 600_000,
  },
};

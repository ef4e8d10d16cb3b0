/** `npm run test:whole`, and `npm run matrix` of it: all that `npm test` runs a sample of. */
import base from './vitest.config.ts';

export default { ...base, test: { ...base.test, testTimeout: 600_000, env: { ROADTEST_WHOLE: 'yes' } } };

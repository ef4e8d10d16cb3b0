/** `npm run test:whole`, all that `npm test` runs a sample of. */
import base from './vitest.config.ts';

export default { ...base, test: { ...base.test, testTimeout: 600_000, env: { ROADTEST_WHOLE: 'yes' } } };

/** `npm run screenshots`: takes pictures, and tests nothing. */
import base from '../vitest.config.ts';

export default { ...base, test: { ...base.test, include: ['test/page/screenshots.ts'] } };

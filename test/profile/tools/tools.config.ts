/** `npm run openapi`: what needs tools of others. */
import base from '../../vitest.config.ts';

export default { ...base, test: { ...base.test, include: ['test/profile/tools/*.tools.ts'] } };

/** `npm run matrix`: every run of it, which takes hours. */
import whole from '../whole.config.ts';

export default { ...whole, test: { ...whole.test, env: { ...whole.test.env, ROADTEST_MATRIX: 'yes' } } };

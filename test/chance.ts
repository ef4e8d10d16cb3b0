/** Before each test file: what fast-check draws comes from the seed of the samples, so that a run can be repeated. */
import fc from 'fast-check';
import { SEED } from './sample.ts';

fc.configureGlobal({ seed: SEED });

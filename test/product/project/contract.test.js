import { createSimulator } from 'roadtest';
import { describeContract } from 'roadtest/vitest';

describeContract({ simulator: createSimulator(), only: ['token/', 'users/'], require: { inconclusive: 0 } });

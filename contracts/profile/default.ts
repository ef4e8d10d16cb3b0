/** The default profile: what the simulator does wherever the interface document leaves a choice. */
import { defaultAnswers } from '../specification/openings/index.ts';
import type { CompleteProfile } from './profile.ts';

/**
 * The choices of the simulator wherever the interface document leaves one.
 *
 * @example
 * import { defaultProfile } from 'roadtest/profile';
 *
 * console.log(defaultProfile.openings['token.lifetime']); // PT1H
 */
export const defaultProfile: CompleteProfile = {
  roadtest: 1,
  name: 'default',
  description:
    'Plain REST: bare records and arrays, canonical names, ISO 8601 in UTC, HTTP statuses as HTTP means them.',
  basePath: '',
  openings: defaultAnswers,
};

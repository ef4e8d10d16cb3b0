/** The profiles that the behaviour is run with. */
import { defaultProfile } from '../../contracts/profile/index.ts';

export const profiles = { default: defaultProfile };

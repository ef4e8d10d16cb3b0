/** The profiles that the behaviour is run with: the default one, and one that differs in nearly everything. */

import { completeProfile, defaultProfile } from '../../contracts/profile/index.ts';
import { envelopedProfile } from '../enveloped.generated.ts';

export const profiles = [defaultProfile, completeProfile(envelopedProfile)];

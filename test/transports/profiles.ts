/** The profiles that the behaviour is run with: the default one, and one that differs in nearly everything. */

import { envelopedProfile } from '../../contracts/profile/examples/enveloped.generated.ts';
import { completeProfile, defaultProfile } from '../../contracts/profile/index.ts';

export const profiles = [defaultProfile, completeProfile(envelopedProfile)];

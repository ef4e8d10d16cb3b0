/** The profiles that the behaviour is run with: the default one, and one that differs in nearly everything. */
import { completeProfile, defaultProfile, envelopedProfile } from '../../contracts/profile/index.ts';

export const profiles = [defaultProfile, completeProfile(envelopedProfile)];

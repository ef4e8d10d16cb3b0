/** `roadtest/profile`: how one deployment fills what the interface document leaves open. Runs in Node and in browsers. */
export { completeProfile } from './complete.ts';
export { defaultProfile } from './default.ts';
export { ProfileError, type ProfileIssue } from './errors.ts';
export { profileSchema } from './format.ts';
export { compileLens } from './lens/compile.ts';
export type { Lens } from './lens/lens.ts';
export { checkProfile, parseProfile } from './load.ts';
export type { CompleteProfile, Profile } from './profile.ts';

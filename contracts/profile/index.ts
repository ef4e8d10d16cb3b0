/**
 * The public entry `roadtest/profile`: how one deployment fills what the interface document leaves open.
 *
 * - `defaultProfile`, `completeProfile`   the simulator's choices, and a profile filled up from them
 * - `parseProfile`, `checkProfile`        from YAML or JSON, with every issue and its line
 * - `parseFetchedProfile`                 from what a deployment tells of itself: data only
 * - `profileSchema`                       JSON Schema of the file format
 * - `envelopedProfile`                    an example that differs from the default in nearly everything
 * - `compileLens`                         writes records into a dialect and reads them back
 */
export * from './core.ts';
export { envelopedProfile } from './examples/enveloped.generated.ts';
export { parseFetchedProfile } from './fetched.ts';
export { profileSchema } from './format.ts';
export { checkProfile, parseProfile } from './load.ts';

/** The file format of a profile as JSON Schema: `schema/parts.ts`, `schema/openings.ts`, `schema/profile.ts`. */
export { profileSchema } from './schema/profile.ts';

/** The file format of a profile as JSON Schema: put together in `schema/`. */
export { profileSchema } from './schema/profile.ts';

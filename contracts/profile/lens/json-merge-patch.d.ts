/** The part of the library that we use; it brings no types of its own. */
declare module 'json-merge-patch' {
  import type { Json } from '../../kit/json.ts';

  const library: { apply(target: Json, patch: unknown): Json };
  export default library;
}

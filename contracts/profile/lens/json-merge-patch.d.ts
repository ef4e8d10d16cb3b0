/** The part of the library that we use; it brings no types of its own. */
declare module 'json-merge-patch' {
  const library: { apply(target: unknown, patch: unknown): unknown };
  export default library;
}

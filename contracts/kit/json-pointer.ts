/** JSON Pointers (RFC 6901) as text: `/openings/token.lifetime`; empty for the whole value. */

/**
 * The pointer along the given names.
 *
 * @example formatPointer(['a/b', 0]) // '/a~1b/0'
 */
export function formatPointer(names: readonly (string | number)[]): string {
  return names.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The names along a pointer. The text must be one. */
export function splitPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

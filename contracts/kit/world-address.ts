/**
 * Addresses of the worlds of a simulator's server: each below `/w/{name}`, beside the one at the plain address. The
 * server, the live page and those who call the control API agree on it here.
 */

/** A name of a world: letters, digits and hyphens, so that it is written alike in every address. */
export const worldNames = { pattern: '^[a-z0-9][a-z0-9-]{0,62}$', description: 'like "checkout-7"' } as const;

const PREFIX = /^\/w\/[a-z0-9][a-z0-9-]{0,62}(?=[/?#]|$)/;

/**
 * The part of a path that names a world, `''` for a path of the plain address.
 *
 * @example worldPrefix('/w/checkout/api/devices') // '/w/checkout'
 */
export function worldPrefix(path: string): string {
  return path.startsWith('/w/') ? (PREFIX.exec(path)?.[0] ?? '') : '';
}

/** The prefix of the world with a name. */
export function prefixOf(name: string): string {
  return `/w/${name}`;
}

/**
 * The header that names the world a call is for, whatever its path: the answer is as if that world were at the path. So a
 * fork can stand in for the world that it was made of.
 */
export const worldHeader = 'x-roadtest-world';

/** The control API that goes with an address of a simulator: that of the world it is in, and of no other. */
export function controlAddress({ origin, pathname }: URL): string {
  return `${origin}${worldPrefix(pathname)}/_control`;
}

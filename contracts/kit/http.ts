/** Facts of HTTP that several parts use. */

/** Statuses whose replies have no body (RFC 9110, 15.3.5, 15.3.6 and 15.4.5). */
export const bodilessStatuses: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Returns whether a host name is a loopback one: `localhost`, 127.0.0.0/8, or ::1 with or without brackets.
 *
 * @example isLoopback('127.0.0.1') // true
 */
export function isLoopback(name: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(name);
}

/** A segment of a path as text; as it is where it is encoded wrongly. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Returns whether it is a name below `localhost`, which browsers resolve to this machine (RFC 6761, 6.3). */
export function isBelowLocalhost(name: string): boolean {
  return /^.+\.localhost$/i.test(name);
}

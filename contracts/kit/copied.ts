/** Parts of long texts that are kept. */

/**
 * The same text by itself: a part of a longer one would keep all of it in memory.
 *
 * @example copied(body.slice(0, 4_096))
 */
export function copied(part: string): string {
  return String(JSON.parse(JSON.stringify(part)));
}

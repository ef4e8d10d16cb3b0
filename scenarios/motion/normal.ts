/** Draws of a normal distribution. */

/**
 * An approximation of a normal distribution of mean 0 and deviation 1, from 32 bits: the sum of four bytes. It
 * never is further out than 3.45.
 */
export function normalOf(bits: number): number {
  const sum = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24);
  return (sum - 510) / 147.8;
}

/** "Did you mean …?" */
import { closest, distance } from 'fastest-levenshtein';

/** A question that names the candidate next to what was written; `undefined` when none is near. */
export function didYouMean(written: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0) return undefined;
  const near = closest(
    written.toLowerCase(),
    candidates.map((candidate) => candidate.toLowerCase()),
  );
  const found = candidates.find((candidate) => candidate.toLowerCase() === near) as string;
  const allowed = Math.max(2, Math.floor(written.length / 3));
  return distance(written.toLowerCase(), near) <= allowed ? `did you mean "${found}"?` : undefined;
}

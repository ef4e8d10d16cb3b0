/** "Did you mean …?" */
import { closest, distance } from 'fastest-levenshtein';

/** A question that names the candidate next to what was written; `undefined` when none is near. */
export function didYouMean(written: string, candidates: Iterable<string>): string | undefined {
  const near = nearest(written, [...candidates]);
  return near === undefined ? undefined : `did you mean "${near}"?`;
}

/** The question, or else what there is to choose from. */
export function didYouMeanOneOf(written: string, candidates: Iterable<string>): string | undefined {
  const names = [...candidates];
  if (names.length === 0) return undefined;
  const more = names.length > FEW ? ', …' : '';
  return didYouMean(written, names) ?? `there are: ${names.slice(0, FEW).join(', ')}${more}`;
}

const FEW = 12;

/** The candidate that was likely meant. */
export function nearest(written: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0) return undefined;
  const lower = candidates.map((candidate) => candidate.toLowerCase());
  const near = closest(written.toLowerCase(), lower);
  const allowed = Math.max(2, Math.floor(written.length / 3));
  if (distance(written.toLowerCase(), near) > Math.min(allowed, written.length - 1)) return undefined;
  return candidates[lower.indexOf(near)];
}

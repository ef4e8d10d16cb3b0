import { distance } from 'fastest-levenshtein';

/** The names that somebody who wrote `wrong` may have meant, the likeliest first; at most three. */
export function closest(wrong: string, names: Iterable<string>): string[] {
  const lower = wrong.toLowerCase();
  const tolerance = Math.max(2, Math.floor(wrong.length / 3));
  const scored: { name: string; score: number }[] = [];
  for (const name of names) {
    const candidate = name.toLowerCase();
    const contains = lower.length > 2 && candidate.includes(lower);
    const score = contains ? 0 : distance(lower, candidate);
    if (score <= tolerance) scored.push({ name, score });
  }
  return scored
    .sort((a, b) => a.score - b.score)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** `Did you mean a or b?`, or nothing where no name is near. */
export function didYouMean(wrong: string, names: Iterable<string>): string | undefined {
  const near = closest(wrong, names);
  return near.length > 0 ? `Did you mean ${near.join(' or ')}?` : undefined;
}

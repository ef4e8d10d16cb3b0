/** Suggestions for a name that was mistyped. */
import { distance } from 'fastest-levenshtein';
import { suggestionBounds } from './bounds.ts';

/** How many names a hint suggests, and how many it lists. */
const MAX_SUGGESTED = 3;
const MAX_LISTED = 12;

/**
 * The candidates that are similar to what was written, the nearest first. A candidate is similar when at most a
 * third of the letters differ (two of a short word, but never all), or when it contains the word.
 *
 * @example nearest('verfy', ['serve', 'verify']) // ['verify']
 */
export function nearest(written: string, candidates: Iterable<string>, most = 1): string[] {
  if (written === '' || written.length > suggestionBounds.characters) return [];
  const word = written.toLowerCase();
  const tolerance = Math.min(Math.max(2, Math.floor(word.length / 3)), word.length - 1);
  const near: { name: string; score: number }[] = [];
  for (const name of [...candidates].slice(0, suggestionBounds.candidates)) {
    if (name === written) continue;
    const candidate = name.toLowerCase();
    const contains = word.length > 2 && candidate.includes(word);
    if (!contains && Math.abs(candidate.length - word.length) > tolerance) continue;
    const score = contains ? Math.min(tolerance, candidate.length - word.length) : distance(word, candidate);
    if (score <= tolerance) near.push({ name, score });
  }
  return near
    .sort((a, b) => a.score - b.score)
    .slice(0, most)
    .map(({ name }) => name);
}

/** A hint that goes on after a colon: `did you mean "a"?`; `undefined` when no candidate is near. */
export function didYouMean(written: string, candidates: Iterable<string>): string | undefined {
  const [near] = nearest(written, candidates);
  return near === undefined ? undefined : `did you mean "${near}"?`;
}

/** A hint that is a sentence: `Did you mean a or b?`, at most three; `undefined` when no candidate is near. */
export function suggestion(written: string, candidates: Iterable<string>): string | undefined {
  const near = nearest(written, candidates, MAX_SUGGESTED);
  return near.length > 0 ? `Did you mean ${near.join(' or ')}?` : undefined;
}

/** The same as `didYouMean`, or else the candidates there are; `undefined` when there are none. */
export function didYouMeanOneOf(written: string, candidates: Iterable<string>): string | undefined {
  const names = [...candidates].slice(0, suggestionBounds.candidates);
  if (names.length === 0) return undefined;
  const more = names.length > MAX_LISTED ? ', …' : '';
  return didYouMean(written, names) ?? `there are: ${names.slice(0, MAX_LISTED).join(', ')}${more}`;
}

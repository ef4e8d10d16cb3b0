/** What somebody who mistyped a name may have meant. */
import { distance } from 'fastest-levenshtein';
import { suggestionBounds } from './bounds.ts';

/**
 * The candidates next to what was written, the nearest first. A candidate is near when a third of the
 * letters differ at most (two of a short word, but never all), or when it contains the word.
 */
export function nearest(written: string, candidates: Iterable<string>, most = 1): string[] {
  if (written === '' || written.length > suggestionBounds.characters) return [];
  const word = written.toLowerCase();
  const tolerance = Math.min(Math.max(2, Math.floor(word.length / 3)), word.length - 1);
  const near: { name: string; score: number }[] = [];
  for (const name of firstOf(candidates, suggestionBounds.candidates)) {
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

/** A question that names the nearest candidate; `undefined` when none is near. */
export function didYouMean(written: string, candidates: Iterable<string>): string | undefined {
  const [near] = nearest(written, candidates);
  return near === undefined ? undefined : `did you mean "${near}"?`;
}

/** How many names a hint lists. */
const LISTED = 12;

/** The question, or else what there is to choose from; `undefined` when there is nothing. */
export function didYouMeanOneOf(written: string, candidates: Iterable<string>): string | undefined {
  const names = firstOf(candidates, suggestionBounds.candidates);
  if (names.length === 0) return undefined;
  const more = names.length > LISTED ? ', …' : '';
  return didYouMean(written, names) ?? `there are: ${names.slice(0, LISTED).join(', ')}${more}`;
}

function firstOf(names: Iterable<string>, most: number): string[] {
  const first: string[] = [];
  for (const name of names) {
    if (first.length === most) break;
    first.push(name);
  }
  return first;
}

/** Suggestions as sentences of their own. */
import { nearest } from '../contracts/kit/suggest.ts';

/** The names that somebody who wrote `wrong` may have meant, the likeliest first; at most three. */
export function closest(wrong: string, names: Iterable<string>): string[] {
  return nearest(wrong, names, 3);
}

/** `Did you mean a or b?`, or nothing where no name is near. */
export function didYouMean(wrong: string, names: Iterable<string>): string | undefined {
  const near = closest(wrong, names);
  return near.length > 0 ? `Did you mean ${near.join(' or ')}?` : undefined;
}

import { describe, expect, it } from 'vitest';
import { suggestionBounds } from '../../../contracts/kit/bounds.ts';
import { didYouMean, didYouMeanOneOf, nearest } from '../../../contracts/kit/suggest.ts';

describe('a suggestion', () => {
  it.each<[written: string, names: string[], near: string[]]>([
    ['depto', ['depot', 'harbour'], ['depot']],
    ['DEPOT', ['depot'], ['depot']],
    ['uid', ['uuid', 'number'], ['uuid']],
    ['records', ['records.id', 'records.time', 'token'], ['records.id', 'records.time']],
    ['x', ['y', 'z'], []],
    ['ab', ['cd'], []],
    ['', ['a'], []],
    ['nothing-like-it', ['depot'], []],
  ])('for %j of %j is %j', (written, names, near) => {
    expect(nearest(written, names, 3)).toEqual(near);
  });

  it('is a question, or a list of what there is', () => {
    expect(didYouMean('depto', new Set(['depot']))).toBe('did you mean "depot"?');
    expect(didYouMeanOneOf('harbour', ['a', 'b'])).toBe('there are: a, b');
    expect(didYouMeanOneOf('harbour', [])).toBeUndefined();
  });

  it('is not looked for where the word is not a slip, nor among more names than is useful', () => {
    const long = 'x'.repeat(suggestionBounds.characters);
    expect(nearest(long, [`${long}y`])).toHaveLength(1);
    expect(nearest(`${long}x`, [`${long}y`])).toEqual([]);
    const names = (count: number) => [...Array(count).fill('a'), 'depot'];
    expect(nearest('depto', names(suggestionBounds.candidates - 1))).toEqual(['depot']);
    expect(nearest('depto', names(suggestionBounds.candidates))).toEqual([]);
  });
});

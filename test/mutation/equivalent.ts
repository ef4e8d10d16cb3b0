/**
 * Mutants that behave as the code that they stand for, with the proof of each in a line: at most 5 in 100 of a part.
 * Where the code itself can go, it goes.
 */
import type { Mutant } from './instrument.ts';

interface Equivalent extends Pick<Mutant, 'file' | 'code' | 'becomes'> {
  nth?: number;
  proof: string;
}

export const equivalents: readonly Equivalent[] = [
  {
    file: 'simulator/control/guard.ts',
    code: 'i < wanted.length',
    becomes: 'i <= wanted.length',
    proof: 'Past the end of both texts 0 is compared with 0; texts of two lengths differ already.',
  },
  {
    file: 'contracts/kit/secret-index.ts',
    code: 'best.fellows > 0',
    becomes: 'best.fellows >= 0',
    proof: 'Nothing has fewer fellows than none: the search only goes on without finding a better place.',
  },
  {
    file: 'contracts/kit/secret-shapes.ts',
    code: '!header || !payload',
    becomes: 'false',
    proof: 'The loop ends three parts before the end: both are there. The check is for the compiler.',
  },
  {
    file: 'contracts/kit/unescaped.ts',
    code: 'end === 0',
    becomes: 'false',
    proof: 'A text without escapes is looked through once more as it is; places that overlap count as one.',
  },
];

export function isEquivalent({ file, code, becomes, nth }: Mutant): boolean {
  return equivalents.some(
    (one) => one.file === file && one.code === code && one.becomes === becomes && (one.nth ?? 1) === nth,
  );
}

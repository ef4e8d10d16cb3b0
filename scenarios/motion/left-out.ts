/** The points of a file that a track is driven without, and why. */
import { plural } from '../../contracts/kit/phrases.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';

/** Each reason with the words that go on from "points". */
const reasons = [
  ['untimed', 'without a time'],
  ['noFix', 'without a position'],
  ['repeated', 'at a time already taken'],
  ['dates', 'more than a year from the others'],
  ['jumps', 'that no road vehicle can have reached'],
] as const;

/** How many points are left out for each reason. */
export type LeftOut = { [Reason in (typeof reasons)[number][0]]: number };

/** Result where all points are driven. */
export const noneLeftOut: LeftOut = { untimed: 0, noFix: 0, repeated: 0, dates: 0, jumps: 0 };

/** `3 points without a position, 1 point at a time already taken`; `undefined` where none is left out. */
export function leftOutInWords(leftOut: LeftOut): string | undefined {
  const counts = reasons.flatMap(([reason, words]) =>
    leftOut[reason] > 0 ? [`${plural(leftOut[reason], 'point')} ${words}`] : [],
  );
  return counts.length > 0 ? counts.join(', ') : undefined;
}

/** Says so where more than a tenth of the points is left out: then the file may be read otherwise than it was meant. */
export function manyLeftOut(track: string, fixes: number, leftOut: LeftOut): string | undefined {
  const count = reasons.reduce((sum, [reason]) => sum + leftOut[reason], 0);
  if (count * 10 <= fixes + count) return undefined;
  return `more than a tenth of the track ${quoted(track)} is left out: ${leftOutInWords(leftOut)}.`;
}

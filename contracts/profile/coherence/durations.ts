/** Durations: of a form, and neither zero nor too long. */
import { DAY, parseDuration } from '../../kit/durations.ts';
import { quoted } from '../../kit/untrusted.ts';
import type { ProfileIssue } from '../errors.ts';

const HUNDRED_YEARS = { ms: 36_525 * DAY, words: 'a hundred years' };

export interface DurationBounds {
  mayBeZero?: boolean;
  /** Default: a hundred years. */
  longest?: { ms: number; words: string };
}

export function durationIssues(
  text: string,
  pointer: string,
  { mayBeZero = false, longest = HUNDRED_YEARS }: DurationBounds = {},
): ProfileIssue[] {
  const length = parseDuration(text);
  if (length === undefined || length < 0) {
    return [{ code: 'DURATION_INVALID', message: `${quoted(text)} is not a duration such as PT1H`, pointer }];
  }
  if (length > longest.ms) {
    return [
      { code: 'DURATION_TOO_LONG', message: `${quoted(text)} is longer than ${longest.words}`, pointer },
    ];
  }
  return length > 0 || mayBeZero
    ? []
    : [{ code: 'DURATION_ZERO', message: 'must be longer than zero', pointer }];
}

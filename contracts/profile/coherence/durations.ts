/** Durations: of a form, and neither zero nor too long. */
import { DAY, parseDuration } from '../../kit/durations.ts';
import { quoted } from '../../kit/untrusted.ts';
import type { ProfileIssue } from '../errors.ts';
import { issue } from './issue.ts';

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
    return [issue('DURATION_INVALID', pointer, `${quoted(text)} is not a duration such as PT1H`)];
  }
  if (length > longest.ms) {
    return [issue('DURATION_TOO_LONG', pointer, `${quoted(text)} is longer than ${longest.words}`)];
  }
  return length > 0 || mayBeZero ? [] : [issue('DURATION_ZERO', pointer, 'must be longer than zero')];
}

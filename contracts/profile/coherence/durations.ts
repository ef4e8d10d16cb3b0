/** Durations: of a form, and neither zero nor too long. */
import { quoted } from '../../kit/untrusted.ts';
import type { ProfileIssue } from '../errors.ts';

const DAY = 86_400_000;
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
  const length = durationMs(text);
  if (length === undefined) {
    return [{ code: 'DURATION_INVALID', message: `${quoted(text)} is no duration such as PT1H`, pointer }];
  }
  if (length > longest.ms) {
    return [
      { code: 'DURATION_TOO_LONG', message: `${quoted(text)} is longer than ${longest.words}`, pointer },
    ];
  }
  return length > 0 || mayBeZero ? [] : [{ code: 'DURATION_ZERO', message: 'this takes some time', pointer }];
}

/** The length of an ISO 8601 duration without years and months. */
function durationMs(text: string): number | undefined {
  const parts = /^P(?=.)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(
    text,
  );
  if (!parts) return undefined;
  const [weeks, days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0)) as number[];
  const wholeDays = (weeks as number) * 7 + (days as number);
  return wholeDays * DAY + (((hours as number) * 60 + (minutes as number)) * 60 + (seconds as number)) * 1000;
}

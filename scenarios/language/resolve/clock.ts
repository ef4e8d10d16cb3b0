/** When the story plays. */

import { DAY } from '../../../contracts/kit/durations.ts';
import { didYouMean } from '../../../contracts/kit/suggest.ts';
import { isTimeZone } from '../../../contracts/kit/times.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { Fixture } from '../../../simulator/fixture/schema.ts';
import { isDayEnd } from '../../../simulator/time/day-end.ts';
import type { WrittenClock } from '../schema/setting.ts';
import type { StoryClock } from '../terms.ts';
import type { Diagnostics } from './diagnostics.ts';
import { durationOf } from './durations.ts';
import { dateTimeOf, localText, timeOf } from './times.ts';

/** Ten years: enough for every expiry, and not so long that a slip of the pen plays for ever. */
const LONGEST = 3653 * DAY;
/** Times are read against this where the clock itself cannot be read. */
const elsewhere = Date.UTC(2026, 0, 5, 8);

/**
 * The clock; where it is wrong, one that lets the rest be read.
 *
 * @param cast that of the story's fixture, for what the story does not say itself
 */
export function clockOf(
  written: WrittenClock | undefined,
  cast: Fixture['clock'],
  seed: number | undefined,
  diagnostics: Diagnostics,
): { clock: StoryClock; known: boolean } {
  const { start: startText = cast?.now, timeZone: zoneText = cast?.timeZone ?? 'UTC' } = written ?? {};
  if (
    written !== undefined &&
    startText === undefined &&
    diagnostics.sound(['clock']) &&
    diagnostics.sound(['clock', 'start'])
  )
    diagnostics.wrong(
      'MISSING_FIELD',
      ['clock', 'start'],
      '"start" is missing',
      'say it here, or in the fixture: clock: { now: 2026-03-02T08:00:00Z }',
    );
  const timeZone = zoneOf(zoneText, ['clock', 'timeZone'], diagnostics) ?? 'UTC';
  const dayEnds = dayEndsOf(written?.dayEnds ?? cast?.dayEnds, diagnostics);
  const chosen = seed ?? written?.seed ?? 1;
  const start =
    typeof startText === 'string'
      ? dateTimeOf(startText, timeZone, ['clock', 'start'], diagnostics)
      : undefined;
  const end = start === undefined ? undefined : endOf(written ?? {}, start, timeZone, diagnostics);
  const known = start !== undefined && end !== undefined && timeZone === zoneText;
  const from = start ?? elsewhere;
  const clock = { start: from, end: end ?? from + DAY, timeZone, ...(dayEnds && { dayEnds }), seed: chosen };
  return { clock, known };
}

function dayEndsOf(text: string | undefined, diagnostics: Diagnostics): string | undefined {
  if (typeof text !== 'string' || isDayEnd(text)) return text;
  return diagnostics.wrong(
    'DAY_ENDS_INVALID',
    ['clock', 'dayEnds'],
    `${quoted(text)} is not an end of a day`,
    'write a time of day such as 04:00, or with a time zone: 00:00 UTC',
  );
}

export function zoneOf(name: unknown, path: readonly string[], diagnostics: Diagnostics): string | undefined {
  if (typeof name !== 'string') return undefined;
  if (isTimeZone(name)) return name;
  return diagnostics.wrong(
    'UNKNOWN_TIME_ZONE',
    path,
    `there is no time zone ${quoted(name)}`,
    didYouMean(name, Intl.supportedValuesOf('timeZone')) ?? 'write one such as Europe/Berlin or UTC',
  );
}

function endOf(
  { end: endText, for: forText }: Partial<WrittenClock>,
  start: number,
  timeZone: string,
  diagnostics: Diagnostics,
): number | undefined {
  if ((endText === undefined) === (forText === undefined)) {
    const message =
      endText === undefined ? 'the clock does not say when it ends' : 'the clock has both "end" and "for"';
    return diagnostics.wrong('END_UNCLEAR', ['clock'], message, 'say either "for: 2h" or "end: 10:30"');
  }
  const path = ['clock', endText === undefined ? 'for' : 'end'];
  const text = endText ?? forText;
  if (typeof text !== 'string' || !diagnostics.sound(path)) return undefined;
  const lasts = forText === undefined ? undefined : durationOf(forText);
  const end =
    lasts === undefined ? timeOf({ start, end: start, timeZone }, text, path, diagnostics) : start + lasts;
  if (end === undefined) return undefined;
  if (end <= start)
    return diagnostics.wrong(
      'END_BEFORE_START',
      path,
      `the story ends at ${localText(end, timeZone)}, and begins at ${localText(start, timeZone)}`,
    );
  if (end - start > LONGEST)
    return diagnostics.wrong('CLOCK_TOO_LONG', path, 'a story lasts ten years at most');
  return end;
}

/** When the story plays. */
import { DAY } from '../../../contracts/kit/durations.ts';
import { didYouMean } from '../../../contracts/kit/suggest.ts';
import { isTimeZone } from '../../../contracts/kit/times.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { Fixture } from '../../../simulator/fixture/schema.ts';
import { isDayEnd } from '../../../simulator/time/day-end.ts';
import type { Path } from '../problems.ts';
import type { WrittenClock } from '../schema/setting.ts';
import type { StoryClock } from '../terms.ts';
import { durationOf } from './durations.ts';
import type { Names } from './names.ts';
import { dateTimeOf, localText, timeOf } from './times.ts';

/** Ten years: enough for every expiry, and not so long that a slip of the pen plays for ever. */
const LONGEST = 3653 * DAY;

/**
 * The clock; it means nothing where something in it is wrong, which is reported.
 *
 * @param cast that of the story's fixture, for what the story does not say itself
 */
export function clockOf(
  written: WrittenClock,
  cast: Fixture['clock'],
  seed: number | undefined,
  names: Names,
): StoryClock {
  const { start: startText = cast?.now, timeZone = cast?.timeZone ?? 'UTC' } = written;
  const { dayEnds = cast?.dayEnds } = written;
  const clock = { start: 0, end: 0, timeZone, seed: seed ?? written.seed ?? 1, ...(dayEnds && { dayEnds }) };
  if (dayEnds !== undefined && !isDayEnd(dayEnds)) {
    const hint = 'write a time of day such as 04:00, or with a time zone: 00:00 UTC';
    names.wrong('DAY_ENDS_INVALID', ['clock', 'dayEnds'], `${quoted(dayEnds)} is not an end of a day`, hint);
  }
  if (startText === undefined) {
    const hint = 'say it here, or in the fixture: clock: { now: 2026-03-02T08:00:00Z }';
    names.wrong('MISSING_FIELD', ['clock', 'start'], '"start" is missing', hint);
  }
  const start =
    checkZone(timeZone, ['clock', 'timeZone'], names) && typeof startText === 'string'
      ? dateTimeOf(startText, timeZone, ['clock', 'start'], names)
      : undefined;
  return start === undefined ? clock : { ...clock, start, end: endOf(written, { ...clock, start }, names) };
}

/** Returns whether there is a time zone of this name; reported where there is none. */
export function checkZone(name: string, path: Path, names: Names): boolean {
  if (isTimeZone(name)) return true;
  const hint = didYouMean(name, Intl.supportedValuesOf('timeZone'));
  const message = `there is no time zone ${quoted(name)}`;
  names.wrong('UNKNOWN_TIME_ZONE', path, message, hint ?? 'write one such as Europe/Berlin or UTC');
  return false;
}

function endOf(written: WrittenClock, { start, timeZone }: StoryClock, names: Names): number {
  const { end: endText, for: forText } = written;
  if ((endText === undefined) === (forText === undefined)) {
    const message = `the clock ${endText === undefined ? 'does not say when it ends' : 'has both "end" and "for"'}`;
    names.wrong('END_UNCLEAR', ['clock'], message, 'say either "for: 2h" or "end: 10:30"');
    return start;
  }
  const path = ['clock', endText === undefined ? 'for' : 'end'];
  const lasts = forText === undefined ? undefined : durationOf(forText);
  const end =
    lasts === undefined ? timeOf({ start, end: start, timeZone }, endText ?? '', path, names) : start + lasts;
  if (end === undefined) return start;
  const [ends, begins] = [localText(end, timeZone), localText(start, timeZone)];
  if (end <= start)
    names.wrong('END_BEFORE_START', path, `the story ends at ${ends}, and begins at ${begins}`);
  else if (end - start > LONGEST) names.wrong('CLOCK_TOO_LONG', path, 'a story lasts ten years at most');
  return end;
}

/** When a story plays: as it is written, and as it is read. */
import { DAY } from '../../contracts/kit/durations.ts';
import { refer, type Static, typed } from '../../contracts/kit/schema.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import type { Fixture } from '../../simulator/fixture/schema.ts';
import { isDayEnd } from '../../simulator/time/day-end.ts';
import { describe, object, option, plainText, whole } from './builders.ts';
import { definitions, ref, timeZone, zoneIn } from './forms.ts';
import type { Names } from './names.ts';
import type { StoryClock } from './terms.ts';
import { dateTimeOf, durationOf, localText, momentOf } from './times.ts';

export const clock = describe(
  'When it plays.',
  object({
    start: option(
      'Date and time of the beginning, by the clocks of the time zone; default that of the fixture.',
      typed<string>({ ...plainText, examples: ['2026-03-02 08:00'] }),
    ),
    end: option('When it ends. Or say `for`.', refer('time', definitions.time)),
    for: option('How long it lasts.', ref('duration')),
    timeZone: option('A time zone of the IANA database; default UTC.', timeZone),
    dayEnds: option(
      'When a day ends and daily counters start again: 04:00, or with a time zone, 00:00 UTC; default midnight in the time zone.',
      typed<string>({ ...plainText, examples: ['04:00', '00:00 UTC'] }),
    ),
    seed: option('Everything that looks random comes from it; default 1.', whole(0, 4_294_967_295)),
  }),
);

/** Ten years: enough for every expiry, and not so long that a slip of the pen plays for ever. */
const LONGEST = 3653 * DAY;

/**
 * The clock of a story.
 *
 * @param cast that of the story's fixture, for what the story does not say itself
 */
export function readClock(
  written: Static<typeof clock>,
  cast: Fixture['clock'],
  seed: number | undefined,
  names: Names,
): StoryClock {
  const { start: startText = cast?.now, end: endText, for: forText } = written;
  const { dayEnds = cast?.dayEnds, timeZone: zone = cast?.timeZone ?? 'UTC' } = written;
  const wrong = (field: string, code: string, message: string, hint?: string) =>
    names.wrong<undefined>(code, ['clock', field], message, hint);
  const read = {
    start: 0,
    end: 0,
    timeZone: zone,
    seed: seed ?? written.seed ?? 1,
    ...(dayEnds && { dayEnds }),
  };
  if (dayEnds !== undefined && !isDayEnd(dayEnds)) {
    const hint = 'write a time of day such as 04:00, or with a time zone: 00:00 UTC';
    wrong('dayEnds', 'DAY_ENDS_INVALID', `${quoted(dayEnds)} is not an end of a day`, hint);
  }
  if (startText === undefined) {
    const hint = 'say it here, or in the fixture: clock: { now: 2026-03-02T08:00:00Z }';
    wrong('start', 'MISSING_FIELD', '"start" is missing', hint);
    return read;
  }
  const at = { path: ['clock', 'timeZone'], names, mayBeIt: false };
  if (zoneIn(zone, at) === undefined) return read;
  const start = dateTimeOf(startText, zone);
  if (typeof start === 'object') {
    wrong('start', start.code, start.message, start.hint);
    return read;
  }
  if ((endText === undefined) === (forText === undefined)) {
    const what = endText === undefined ? 'does not say when it ends' : 'has both "end" and "for"';
    names.wrong('END_UNCLEAR', ['clock'], `the clock ${what}`, 'say either "for: 2h" or "end: 10:30"');
    return read;
  }
  const field = endText === undefined ? 'for' : 'end';
  const end =
    endText === undefined
      ? start + (durationOf(forText ?? '') ?? 0)
      : momentOf({ start, end: start, timeZone: zone }, endText);
  if (typeof end === 'object') wrong(field, end.code, end.message, end.hint);
  else if (end <= start) {
    const [ends, begins] = [localText(end, zone), localText(start, zone)];
    wrong(field, 'END_BEFORE_START', `the story ends at ${ends}, and begins at ${begins}`);
  } else if (end - start > LONGEST) wrong(field, 'CLOCK_TOO_LONG', 'a story lasts ten years at most');
  return { ...read, start, end: Number(end) };
}

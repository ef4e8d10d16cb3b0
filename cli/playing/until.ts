/** `--until`: a moment of a story as people write it. */
import { Temporal } from 'temporal-polyfill';
import { durationOf, type Story } from '../../scenarios/index.ts';
import { parseInstant } from '../../simulator/index.ts';
import { CliError } from '../command.ts';

const clockTime = /^([01]?\d|2[0-3]):([0-5]\d)$/;

/**
 * A duration after the start (`90m`), a time of day by the story's clocks (`08:30`, the first one after the
 * start), or an instant (`2026-03-02T08:30:00Z`).
 *
 * @throws CliError UNTIL_INVALID for anything else, and for a moment outside the story
 */
export function untilOf(text: string, { clock }: Story): number {
  const at = momentOf(text, clock);
  if (at === undefined) {
    throw new CliError('UNTIL_INVALID', `--until ${text} names no moment.`, {
      hint: 'Write 90m after the start, 08:30 by the clocks of the story, or 2026-03-02T08:30:00Z.',
    });
  }
  if (at >= clock.start && at <= clock.end) return at;
  const [start, end] = [clock.start, clock.end].map((time) => new Date(time).toISOString());
  throw new CliError('UNTIL_INVALID', `--until ${text} lies outside the story.`, {
    hint: `It is played from ${start} to ${end}.`,
  });
}

function momentOf(text: string, { start, timeZone }: Story['clock']): number | undefined {
  const after = durationOf(text);
  if (after !== undefined) return start + after;
  const [, hour, minute] = clockTime.exec(text) ?? [];
  if (hour !== undefined && minute !== undefined) {
    return nextOnClocks(start, timeZone, { hour: Number(hour), minute: Number(minute) });
  }
  try {
    return parseInstant(text);
  } catch {
    return undefined;
  }
}

function nextOnClocks(start: number, timeZone: string, time: { hour: number; minute: number }): number {
  const plainTime = Temporal.PlainTime.from(time);
  const date = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone).toPlainDate();
  const today = date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
  return today >= start
    ? today
    : date.add({ days: 1 }).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
}

/** `--until`: a moment of a story, written as the times in its file are. */

import type { Story } from '../../scenarios/language/story.ts';
import { localText, momentOf } from '../../scenarios/language/times.ts';
import { CliError } from '../command.ts';

/**
 * A duration after the start (`90m`), a time by the story's clocks (`08:30`, `day 2 08:30`, `2026-03-02 08:30`),
 * or an instant (`2026-03-02T08:30:00Z`).
 *
 * @throws CliError UNTIL_INVALID for anything else, and for a moment outside the story
 */
export function untilOf(text: string, { clock }: Story): number {
  const at = momentOf(clock, text);
  if (typeof at !== 'number') {
    throw new CliError('UNTIL_INVALID', `--until ${text} is not a valid time: ${at.message}.`, {
      hint: 'Write 90m after the start, 08:30 or day 2 08:30 in the time zone of the story, or 2026-03-02T08:30:00Z.',
    });
  }
  if (at >= clock.start && at <= clock.end) return at;
  const [start, end, meant] = [clock.start, clock.end, at].map((time) => localText(time, clock.timeZone));
  throw new CliError('UNTIL_INVALID', `--until ${text} is ${meant}, which is outside the story.`, {
    hint: `It is played from ${start} to ${end}, ${clock.timeZone} time.`,
  });
}

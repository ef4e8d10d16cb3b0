/** The result of playing, for people. */
import { visible } from '../../contracts/kit/untrusted.ts';
import { localText } from '../../scenarios/language/times.ts';
import type { Performance } from '../../scenarios/player/perform.ts';
import type { ExpectationReport, StoryReport } from '../../scenarios/player/report.ts';
import type { Io } from '../command.ts';
import { inDigits } from './progress.ts';

export function summaryOf(played: StoryReport, performance: Performance, io: Io): string {
  const { colors } = io;
  const { timeZone } = performance.story.clock;
  const reached = localText(Date.parse(played.reached), timeZone);
  const lines = [
    '',
    played.finished ? `Played to the end at ${reached}.` : `Stopped at ${reached}, before the end.`,
    countsOf(played),
    colors.dim(`seed ${played.seed}, digest ${played.digest}`),
    '',
    ...failedLines(played, performance, io),
    ...neverLines(played, io),
    expectationsLine(played, io),
    '',
  ];
  return `${lines.join('\n')}\n`;
}

/** `licence-crunch.yaml:41` */
export function placeOf({ file, line }: { file: string; line: number }): string {
  return `${file}:${line}`;
}

function countsOf({ counts, messages, reports, reportsPerSecond, milliseconds }: StoryReport): string {
  const seconds = (milliseconds / 1000).toFixed(milliseconds < 10_000 ? 2 : 1);
  return [
    `${inNumber(reports, 'location')} in ${seconds} s, ${inDigits(reportsPerSecond)} a second`,
    inNumber(counts['alert-raised'] ?? 0, 'alert'),
    `${inNumber(messages.sent, 'message')} sent, ${inDigits(messages.withheld)} withheld`,
  ].join('; ');
}

/** `1 alert`, `1,200 alerts` */
function inNumber(count: number, what: string): string {
  return `${inDigits(count)} ${what}${count === 1 ? '' : 's'}`;
}

/** ` (2 of 3 times)`; nothing where it was looked at once. */
export function oftenOf({ checked, failed }: ExpectationReport): string {
  return checked > 1 ? ` (${failed} of ${checked} times)` : '';
}

/** ` at 08:50, Van 2`: when it did not hold for the first time, and the device that led to it. */
export function momentOf({ at, device }: ExpectationReport, { story, simulator }: Performance): string {
  const when = at === null ? '' : ` at ${localText(Date.parse(at), story.clock.timeZone)}`;
  return device === null ? when : `${when}, ${simulator.fleet.devices.nameOf(device)}`;
}

function failedLines({ expectations }: StoryReport, performance: Performance, { colors }: Io): string[] {
  return expectations
    .filter(({ state }) => state === 'failed')
    .flatMap((result) => {
      const { label, wanted, actual } = result;
      return [
        `${colors.red('✗')} ${colors.bold(placeOf(result))}  ${visible(label)}${oftenOf(result)}`,
        ...(wanted === null ? [] : [`    wanted ${colors.green(visible(wanted))}`]),
        `    actual ${colors.red(visible(actual ?? 'nothing'))}${colors.dim(momentOf(result, performance))}`,
      ];
    });
}

function neverLines({ neverSetOff }: StoryReport, { colors }: Io): string[] {
  return neverSetOff.map(
    (entry) =>
      `${colors.yellow('○')} ${colors.bold(placeOf(entry))}  never triggered: ${visible(entry.label)}`,
  );
}

function expectationsLine({ standing: { met, failed, open } }: StoryReport, { colors }: Io): string {
  if (met + failed + open === 0) return 'The story has no expectations.';
  const counts = [
    `${colors.green('✔')} ${met} passed`,
    ...(failed > 0 ? [`${colors.red('✗')} ${failed} failed`] : []),
    ...(open > 0 ? [`○ ${open} not reached`] : []),
  ];
  return `Expectations: ${counts.join(', ')}`;
}

/** Spans of time on the command line: `60s`, `5m`, `1h`, or seconds alone. */
import { HOUR, parseSpan, SECOND } from '../contracts/kit/durations.ts';
import { CliError } from './command.ts';

const MOST = 168 * HOUR;

/** In ms. @throws CliError WRONG_OPTION */
export function durationFrom(text: string, option: string): number {
  const span = /^\d+(\.\d+)?$/.test(text) ? Number(text) * SECOND : (parseSpan(text) ?? 0);
  if (span > 0 && span <= MOST) return span;
  throw new CliError('WRONG_OPTION', `--${option} takes a span of time such as 60s, 5m or 1h.`, {
    hint: `For example --${option} 30s.`,
  });
}

/** The same for an option that need not be given. */
export function spanOrNone(text: string | undefined, option: string): number | undefined {
  return text === undefined ? undefined : durationFrom(text, option);
}

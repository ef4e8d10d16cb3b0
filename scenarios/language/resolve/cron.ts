/** Cron expressions: whether they are any, and whether they ever come. */
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { Path } from '../problems.ts';
import type { Diagnostics } from './diagnostics.ts';
import { localText } from './times.ts';

interface Window {
  from: number;
  until: number;
  timeZone: string;
}

const example = 'minute, hour, day, month, weekday: "30 8 * * 1-5" is half past eight on working days';

/** Whether the expression can be used; reported where it cannot. */
export async function checkCron(
  expression: string,
  { from, until, timeZone }: Window,
  path: Path,
  diagnostics: Diagnostics,
  clockKnown: boolean,
): Promise<boolean> {
  // Only a story that needs the library loads it.
  const { validateDetailed } = await import('node-cron');
  const { valid, errors } = validateDetailed(expression);
  if (!valid) {
    const never = errors.some(({ message }) => message.includes('impossible'));
    const reasons = errors.map(({ message }) => message).join('; ');
    if (never) diagnostics.wrong('CRON_NEVER', path, `${quoted(expression)} never comes: ${reasons}`);
    else
      diagnostics.wrong(
        'CRON_INVALID',
        path,
        `${quoted(expression)} is not a valid cron expression: ${reasons}`,
        example,
      );
    return false;
  }
  if (!clockKnown) return true;
  const { nextCronTime } = await import('../../player/cron.ts');
  if (nextCronTime(expression, timeZone, from - 1, until) !== undefined) return true;
  diagnostics.wrong(
    'CRON_NEVER',
    path,
    `${quoted(expression)} never comes from ${localText(from, timeZone)} to ${localText(until, timeZone)}`,
    'the story plays at another time, or the expression means another one',
  );
  return false;
}

/** Calendar dates. */
import { Temporal } from 'temporal-polyfill';
import type { Path } from '../problems.ts';
import type { Diagnostics } from './diagnostics.ts';

/** A date of the calendar; one that has the form but does not exist is reported. */
export function isDate(
  text: string | null | undefined,
  path: Path,
  diagnostics: Diagnostics,
): string | undefined {
  if (text === undefined || text === null) return undefined;
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString();
  } catch {
    return diagnostics.wrong(
      'DATE_INVALID',
      path,
      `${text} is not a valid date`,
      'write YYYY-MM-DD, such as 2026-03-29',
    );
  }
}

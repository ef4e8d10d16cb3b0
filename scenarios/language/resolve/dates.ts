/** Calendar dates. */
import { getBasic } from 'temporal-polyfill/fns/Calendar';
import { toString as dateText, fromString } from 'temporal-polyfill/fns/PlainDate';
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
    return dateText(fromString(text, getBasic));
  } catch {
    return diagnostics.wrong(
      'DATE_INVALID',
      path,
      `${text} is not a valid date`,
      'write YYYY-MM-DD, such as 2026-03-29',
    );
  }
}

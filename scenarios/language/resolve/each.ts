/** Values that a story may write in several ways. */
import { getBasic } from 'temporal-polyfill/fns/Calendar';
import { toString as dateText, fromString } from 'temporal-polyfill/fns/PlainDate';
import type { Path } from '../problems.ts';
import type { Switch } from '../schema/forms.ts';
import type { Names } from './names.ts';

export function isOn(value: Switch): boolean {
  return value === true || value === 'on';
}

/** One, or a list of several, each with its path. */
export function each<T>(value: T | readonly T[] | undefined, path: Path): [item: T, path: Path][] {
  if (value === undefined) return [];
  if (!isList(value)) return [[value, path]];
  return value.map((item, index) => [item, [...path, index]]);
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}

/** A date of the calendar; one that has the form but does not exist is reported. */
export function dateOf(text: string | null | undefined, path: Path, names: Names): string | undefined {
  if (text === undefined || text === null) return undefined;
  try {
    return dateText(fromString(text, getBasic));
  } catch {
    const hint = 'write YYYY-MM-DD, such as 2026-03-29';
    return names.wrong('DATE_INVALID', path, `${text} is not a valid date`, hint);
  }
}

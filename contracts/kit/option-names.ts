/** The names of options: one that there is not would be left unheeded, and what was meant by it never happen. */
import { suggestion } from './suggest.ts';
import { excerpt, quoted } from './untrusted.ts';

type NameOf<T> = T extends unknown ? keyof T : never;

/** Every option of a type, which the compiler holds to it. */
export type OptionNames<T> = { readonly [Name in NameOf<T>]-?: true };

/** The given options are not valid. A TypeError, since the types refuse them as well. */
export class OptionError extends TypeError {
  override readonly name = 'OptionError';
  readonly code = 'OPTION_INVALID';
  readonly field: string | undefined;
  readonly hint: string;

  constructor(message: string, hint: string, field?: string) {
    super(`${message} ${hint}`);
    this.field = field;
    this.hint = hint;
  }
}

/** The first name that is none of these, and what was probably meant. */
export function unknownName(
  given: object,
  names: object,
): { readonly name: string; readonly hint: string } | undefined {
  const name = Object.keys(given).find((one) => !Object.hasOwn(names, one));
  if (name === undefined) return undefined;
  const known = Object.keys(names);
  return { name: excerpt(name), hint: suggestion(name, known) ?? `Possible: ${known.join(', ')}.` };
}

/**
 * The row of a table by its id.
 *
 * @param what what the rows are, such as `rule`
 * @throws OptionError for an id that no row has
 */
export function rowOf<T>(table: { readonly [id: string]: T }, id: string, what: string): T {
  const row = Object.hasOwn(table, id) ? table[id] : undefined;
  if (row !== undefined) return row;
  const hint = suggestion(String(id), Object.keys(table)) ?? `Possible are the ids of ${what}s.`;
  throw new OptionError(`There is no ${what} ${quoted(id)}.`, hint);
}

/**
 * Refuses options that there are not.
 *
 * @param of what takes them, such as `serve`
 * @throws OptionError
 */
export function checkOptions<T extends object>(given: T, names: OptionNames<T>, of: string): void {
  if (typeof given !== 'object' || given === null) {
    throw new OptionError(`The options of ${of} must be an object, not ${quoted(given)}.`, 'Pass an object.');
  }
  const unknown = unknownName(given, names);
  if (unknown)
    throw new OptionError(`${of} has no option ${quoted(unknown.name)}.`, unknown.hint, unknown.name);
}

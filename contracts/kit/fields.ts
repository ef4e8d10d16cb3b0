/** Objects of unknown form, read field by field. */

/** An object whose fields are not known yet. */
export interface Fields {
  readonly [name: string]: unknown;
}

const none: Fields = {};

/** Returns whether a value is an object with fields: not `null`, not a list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The fields of a value, each of unknown type; of what is not an object, none.
 *
 * @example const { token } = fieldsOf(JSON.parse(body)); // unknown
 */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : none;
}

/** Gives the code of an error, where it is a text, and its message. */
export function errorFacts(error: unknown): { code: string | undefined; message: string } {
  const { code } = fieldsOf(error);
  return {
    code: typeof code === 'string' ? code : undefined,
    message: error instanceof Error ? error.message : String(error),
  };
}

/** The same fields without those that are `undefined`. */
export function defined<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** The fields that are wanted. */
export function only<T extends object>(fields: T, isWanted: (name: string, value: unknown) => boolean): T {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => isWanted(name, value))) as T;
}

/** Checks of values that may not have the form of the schema. */

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isMap(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

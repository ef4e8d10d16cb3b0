/** Whether something that may not have the form of the schema is a text all the same. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Numbers that are set aside for fiction, 555-0100 to 555-0199. */
export const PHONES: readonly string[] = Array.from(
  { length: 100 },
  (_, number) => `+12025550${100 + number}`,
);

/** Whether a record has a number of the run's own, which none shares with it. */
export function isOwnPhone(value: unknown): boolean {
  return typeof value === 'string' && PHONES.includes(value);
}

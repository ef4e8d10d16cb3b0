/** What helpers have started for the tests of a file. */
const endings: (() => unknown)[] = [];

/** Has something ended after the tests of the file. */
export function endWithFile(end: () => unknown): void {
  endings.push(end);
}

/** Ends all of it, the latest first. */
export async function endStarted(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end();
}

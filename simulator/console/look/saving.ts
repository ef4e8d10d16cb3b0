/** Files that the browser saves. */

/** How long the browser may take to begin with it, in milliseconds. */
const BEGINS = 10_000;

/** Saves a JSON file `roadtest-NAME-2026-01-05T0800.json`. @param at milliseconds since 1970 UTC */
export function saveFile(content: Blob, { name, at }: { name: string; at: number }): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = `roadtest-${name}-${new Date(at).toISOString().slice(0, 16).replaceAll(':', '')}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), BEGINS);
}

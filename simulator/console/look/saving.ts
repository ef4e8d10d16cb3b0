/** Files that the browser saves. */

/** How long the browser may take to begin with it, in milliseconds. */
const BEGINS = 10_000;

interface Named {
  name: string;
  /** Milliseconds since 1970 UTC. */
  at: number;
  /** Default: `json`. */
  ending?: string;
}

/** Saves a file under a name. */
export function saveAs(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), BEGINS);
}

/** Saves a file `roadtest-NAME-2026-01-05T0800.json`. */
export function saveFile(content: Blob, { name, at, ending = 'json' }: Named): void {
  saveAs(
    content,
    `roadtest-${name}-${new Date(at).toISOString().slice(0, 16).replaceAll(':', '')}.${ending}`,
  );
}

/** Copies a text, also where the page is not served as a secure context (another machine's address, by http). */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'visually-hidden';
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
}

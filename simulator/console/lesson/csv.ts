/** A table as a file of comma-separated values (RFC 4180), which a spreadsheet takes for text and numbers alone. */

import { saveAs } from '../look/saving.ts';

type Cell = string | number | null;

/** Text that a spreadsheet would take for a formula begins with a quotation mark. */
function cellOf(cell: Cell): string {
  const text = String(cell ?? '');
  const safe = typeof cell === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

/** Saves a table under a name. */
export function saveCsv(name: string, rows: readonly (readonly Cell[])[]): void {
  saveAs(new Blob([`\ufeff${csvOf(rows)}`], { type: 'text/csv' }), name);
}

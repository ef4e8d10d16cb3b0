/** Rows as a table: the first column to the left, the others to the right, as numbers are. */
export function aligned(rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((row) => row.map(String));
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const cellOf = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return lines.map((line) => line.map(cellOf).join('  ')).join('\n');
}

/** The table that `npm run resilience` prints. */
import type { Outcome } from './area.ts';

const head = ['area', 'tried', 'survived', 'lost'];

/** One line for each area, and a line with the sums. Names to the left, numbers to the right. */
export function tableOf(results: ReadonlyMap<string, Outcome>): string {
  const rows = [...results].map(([name, { tried, survived, lost }]) => [name, tried, survived, lost.length]);
  const sum = (column: number) => rows.reduce((total, row) => total + Number(row[column]), 0);
  const lines = [head, ...rows, ['all', sum(1), sum(2), sum(3)]].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

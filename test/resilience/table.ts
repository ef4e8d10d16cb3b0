/** The table that `npm run resilience` prints. */
import { aligned } from '../aligned.ts';
import type { Outcome } from './area.ts';

const head = ['area', 'tried', 'survived', 'lost'];

/** One line for each area, and a line with the sums. */
export function tableOf(results: ReadonlyMap<string, Outcome>): string {
  const rows = [...results].map(([name, { tried, survived, lost }]) => [name, tried, survived, lost.length]);
  const sum = (column: number) => rows.reduce((total, row) => total + Number(row[column]), 0);
  return aligned([head, ...rows, ['all', sum(1), sum(2), sum(3)]]);
}

/** One line that shows how far a run is, to be drawn over itself. */

import { cut } from '../kit/columns.ts';
import { shortened, visible } from '../kit/untrusted.ts';
import type { Outcome } from '../verify/run.ts';
import { layoutOf, type ReportOptions } from './text.ts';
import { statuses, statusOf } from './verdicts.ts';

/** The number of characters of a reason that a log prints. */
const MAX_REASON = 300;

/** ` 82/244  ✔ auth/header-required/listDevices`, without a line end, at most `width` columns. */
export function progressLine(
  done: number,
  total: number,
  last: Pick<Outcome, 'id' | 'verdict' | 'accepted'> | undefined,
  options: ReportOptions = {},
): string {
  const { palette, width } = layoutOf(options);
  const numbers = `${String(done).padStart(String(total).length)}/${total}`;
  const room = width - numbers.length - 2;
  if (!last || room <= 0) return cut(numbers, width);
  const { symbol, colour } = statuses[statusOf(last)];
  const shown = cut(`${symbol} ${visible(last.id)}`, room);
  return `${numbers}  ${palette[colour](shown.slice(0, symbol.length))}${shown.slice(symbol.length)}`;
}

/** One line for an outcome that wants attention, for logs without a live display; `undefined` for others. */
export function outcomeLine(outcome: Outcome, options: ReportOptions = {}): string | undefined {
  const { palette, width } = layoutOf(options);
  const status = statusOf(outcome);
  if (status === 'pass' || status === 'not-applicable') return undefined;
  const { symbol, word, colour } = statuses[status];
  const shown = cut(
    visible(`${symbol} ${word} ${outcome.id}: ${shortened(outcome.reason, MAX_REASON)}`),
    width,
  );
  const head = symbol.length + 1 + word.length;
  return `${palette[colour](shown.slice(0, head))}${shown.slice(head)}`;
}

/** Small parts that the blocks share. */

import { widthOf } from '../../kit/columns.ts';
import type { Paint, Palette } from '../../kit/palette.ts';
import { type Counts, type Status, statuses, statusOrder } from '../verdicts.ts';

/** The symbol of a status in its colour. */
export function mark(status: Status, palette: Palette): string {
  const { symbol, colour } = statuses[status];
  return palette[colour](symbol);
}

/** Text that stays on one line, and its colour. */
export interface Piece {
  text: string;
  paint?: Paint;
}

/** `✘ 1 fail`, `✔ 12 pass`: the statuses that occur. */
export function countsIn(counts: Counts, palette: Palette): Piece[] {
  return statusOrder
    .filter((status) => counts[status] > 0)
    .map((status) => {
      const { symbol, word, colour } = statuses[status];
      return { text: `${symbol} ${counts[status]} ${word}`, paint: palette[colour] };
    });
}

/** Pieces one after the other, on further lines under `indent` where the width is at its end. */
export function flow(
  pieces: readonly Piece[],
  gap: Piece,
  width: number,
  start: number,
  indent: number,
): string {
  let out = '';
  let taken = start;
  for (const [index, { text, paint = same }] of pieces.entries()) {
    const columns = widthOf(text);
    if (index > 0 && taken + widthOf(gap.text) + columns <= width) {
      out += (gap.paint ?? same)(gap.text);
      taken += widthOf(gap.text);
    } else if (taken > indent && taken + columns > width) {
      out += `\n${' '.repeat(indent)}`;
      taken = indent;
    }
    out += paint(text);
    taken += columns;
  }
  return out;
}

function same(text: string): string {
  return text;
}

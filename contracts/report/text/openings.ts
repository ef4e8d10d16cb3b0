/** Where the document leaves the deployment free: what was seen there, and whether it is what the profile says. */

import { cut, hang, pad, widthOf } from '../../kit/columns.ts';
import { visible } from '../../kit/untrusted.ts';
import type { Observation, Run } from '../../verify/run.ts';
import type { Layout } from '../options.ts';
import { byPin } from '../pins.ts';
import { flow, mark, type Piece } from './parts.ts';

/** The number of characters of a value that a line shows. */
const MOST = 200;

export function openingBlock(run: Run, layout: Layout): string {
  const { observations } = run;
  if (observations.length === 0) return '';
  const { palette, width, full } = layout;
  const { drifted, held, open, free } = byPin(observations);
  const counts: Piece[] = [
    { text: `${drifted.length} not as the profile pins`, paint: palette.magenta },
    { text: `${held.length} as the profile pins` },
    { text: `${open.length} pinned and not compared` },
    { text: `${free.length} not pinned` },
  ].filter(({ text }) => !text.startsWith('0 '));
  const rows = [...drifted, ...free, ...(full ? [...held, ...open] : [])];
  const widest = Math.max(0, ...rows.map(({ opening }) => widthOf(opening)));
  const line = flow(counts, { text: ' · ', paint: palette.dim }, width, 10, 4);
  const title = `${palette.bold('Openings')}  ${line}\n`;
  return title + rows.map((row) => openingLine(row, layout, widest)).join('');
}

function openingLine(it: Observation, { palette, width }: Layout, widest: number): string {
  const name = palette.cyan(pad(it.opening, widest));
  const indent = widest + 6;
  const seen = inColumns(
    it.notCompared === undefined ? it.observed : `not compared: ${it.notCompared}`,
    width - indent,
  );
  if (!it.drift) return `    ${name}  ${palette.dim(seen)}\n`;
  const head = `  ${mark('drift', palette)} ${name}  `;
  return (
    hang(head, indent, `seen    ${inColumns(it.observed, MOST)}`, width) +
    hang(' '.repeat(indent), indent, `pinned  ${inColumns(it.pinned ?? '', MOST)}`, width, palette.dim)
  );
}

function inColumns(text: string, width: number): string {
  // No more is looked at than can be shown: a body can be very long.
  return cut(visible(text.slice(0, 2 * MOST)), Math.min(MOST, Math.max(10, width)));
}

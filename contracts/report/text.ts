/**
 * The report on a terminal: what is suspect, what was judged, section by section, then what wants attention, the
 * failures last, right above the prompt. Symbols and words say everything that colours say.
 *
 * The blocks are in `text/`, each of them text that ends in a line end, or nothing.
 */

import { hang } from '../kit/columns.ts';
import { plural } from '../kit/phrases.ts';
import { inert, visible } from '../kit/untrusted.ts';
import type { Run } from '../suite/run.ts';
import { notices } from './notices.ts';
import { type Layout, layoutOf, type ReportOptions } from './options.ts';
import { type Summary, summarise } from './summary.ts';
import { failureBlock } from './text/failures.ts';
import { openingBlock } from './text/openings.ts';
import { countsIn, flow, type Piece } from './text/parts.ts';
import { sectionBlock } from './text/sections.ts';
import { suspectBlock } from './text/suspects.ts';
import { lockedBlock } from './text/unlocks.ts';
import { unseenBlock } from './text/unseen.ts';
import { duration } from './words.ts';

/** The whole report. */
export function renderText(run: Run, options: ReportOptions = {}): string {
  const layout = layoutOf(options);
  const summary = summarise(run);
  const blocks = [
    headBlock(run, layout),
    suspectBlock(run, layout),
    sectionBlock(summary, layout),
    openingBlock(run, layout),
    lockedBlock(run, layout),
    failureBlock(run, layout),
    `${summaryLine(run, layout, summary)}\n${unseenBlock(run, layout)}`,
  ];
  return inert(blocks.filter((block) => block !== '').join('\n'));
}

/** The run in one line (two where it is too wide): `✘ 2 fail · ✔ 160 pass · 162 of 244 judged · 840 requests in 1.8 s`. */
export function summaryLine(
  run: Run,
  options: ReportOptions = {},
  summary: Summary = summarise(run),
): string {
  const { palette, width } = layoutOf(options);
  const { counts, judged, applicable, drifted, requests, milliseconds } = summary;
  const pieces: Piece[] = [
    ...(run.outcomes.length === 0
      ? [{ text: 'nothing was judged', paint: palette.bold }]
      : countsIn(counts, palette)),
    ...(drifted > 0 ? [{ text: `≠ ${plural(drifted, 'opening')} drifted`, paint: palette.magenta }] : []),
    ...(applicable > 0 ? [{ text: `${judged} of ${applicable} judged` }] : []),
    { text: `${plural(requests, 'request')} in ${duration(milliseconds)}` },
  ];
  return flow(pieces, { text: ' · ', paint: palette.dim }, width, 0, 0);
}

function headBlock(run: Run, { palette, width }: Layout): string {
  const profile = run.profile === null ? 'no profile' : `profile ${visible(run.profile)}`;
  return [
    hang('', 0, visible(run.target), width, palette.bold),
    hang('', 0, `${profile}, ${visible(run.tool)}, --seed ${run.seed}`, width, palette.dim),
    ...notices(run).map((notice) => hang(`${palette.yellow('!')} `, 2, notice, width)),
  ].join('');
}

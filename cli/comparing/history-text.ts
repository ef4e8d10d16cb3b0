/** Many runs as text: a line for each run, then a line of symbols for each check that was ever not a pass. */
import { hang, pad, widthOf } from '../../contracts/kit/columns.ts';
import { plural } from '../../contracts/kit/phrases.ts';
import { inert, visible } from '../../contracts/kit/untrusted.ts';
import { layoutOf, type ReportOptions } from '../../contracts/report/text.ts';
import {
  type Counts,
  countStatuses,
  countsIn,
  mark,
  statuses,
  statusOrder,
} from '../../contracts/report/verdicts.ts';
import { causes } from './causes.ts';
import { diffConclusion } from './diff-text.ts';
import type { Column, History, Row } from './history.ts';

export function historyText(history: History, options: ReportOptions = {}): string {
  const { palette, width } = layoutOf(options);
  const { columns, rows, latest } = history;
  const widest = Math.max(0, ...rows.map(({ id }) => widthOf(visible(id))));
  const lines = columns.map((column) => {
    const head = `${minute(column.startedAt)}  exit ${column.exitCode}  `;
    const counts = countsIn(countsOf(column)).join('  ');
    const changed = changedIn(column);
    return `${head}${counts}${changed === '' ? '' : palette.dim(`  ${changed}`)}\n`;
  });
  const matrix = rows.map((row) => {
    const cells = row.cells.map((status) => (status ? mark(status, palette) : ' ')).join('');
    return `  ${palette.cyan(pad(visible(row.id), widest))}  ${cells}${row.flaky ? `  ${flakyWords(row)}` : ''}\n`;
  });
  const blocks = [
    lines.join(''),
    rows.length === 0
      ? ''
      : `${palette.bold('Ever not a pass')}  ${rows.length}, the oldest run first\n${matrix.join('')}${legend(rows)}`,
    latest
      ? hang(
          '',
          0,
          `Last run beside the one before: ${diffConclusion(latest).replace(/^\d: /, '')}`,
          width,
          palette.bold,
        )
      : '',
    `${plural(columns.length, 'run')}, ${plural(rows.filter(({ flaky }) => flaky).length, 'flaky check')}\n`,
  ];
  return inert(blocks.filter((block) => block !== '').join('\n'));
}

function flakyWords({ turns }: Row): string {
  return `flaky: turned ${turns} times`;
}

/** `2026-01-05 08:00` */
function minute(moment: string): string {
  return moment.slice(0, 16).replace('T', ' ');
}

/** `another target, other profile`: beside the seed. */
function changedIn({ changed }: Column): string {
  const words = changed.map((cause) => (cause === 'target' ? 'the address' : causes[cause]));
  return words.length === 0 ? '' : `changed: ${words.join(', ')}`;
}

function countsOf({ counts }: Column): Counts {
  return { ...countStatuses([]), ...counts };
}

function legend(rows: readonly Row[]): string {
  const found = new Set(rows.flatMap(({ cells }) => cells));
  const signs = statusOrder.filter((status) => found.has(status));
  return `  ${signs.map((status) => `${statuses[status].symbol} ${statuses[status].word}`).join('  ')}\n`;
}

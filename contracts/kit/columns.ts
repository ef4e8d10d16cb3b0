/**
 * Text in the columns of a terminal: broken into lines, cut, padded, and in tables. A text takes as many columns as it has
 * UTF-16 units: an emoji of two takes two. Characters of East Asia take more.
 */

/** Fewer columns than this are not worth wrapping to: in a hanging paragraph, and in the last column of a table. */
const NARROWEST = { paragraph: 10, column: 30 };

/** In lines of at most `width` columns, broken between words, and inside a word that is wider than that. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(1, width)));
}

function wrapLine(text: string, width: number): string[] {
  if (text.length <= width) return [text];
  const piece = new RegExp(`.{1,${width}}`, 'gsu');
  const words = text.split(' ').flatMap((word) => (word.length > width ? (word.match(piece) ?? []) : word));
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length <= width) line += ` ${word}`;
    else {
      if (line !== '') lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** Cut to `width` columns, with `…` where something was cut. */
export function cut(text: string, width: number): string {
  if (text.length <= width) return text;
  // A pair of surrogates is not taken apart.
  return width < 1 ? '' : `${text.slice(0, width - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** How a line is painted once it is broken, or a cell once it is padded. */
export type Style = (text: string) => string;

/** Broken lines, the first after `head` (which takes `indent` columns), the others under it. */
export function hang(head: string, indent: number, text: string, width: number, paint: Style = same): string {
  return wrap(text, Math.max(NARROWEST.paragraph, width - indent))
    .map((line, index) => `${index === 0 ? head : ' '.repeat(indent)}${paint(line)}\n`)
    .join('');
}

const GAP = '  ';

/**
 * Rows in aligned columns, the last column wrapped to the width with a hanging indent.
 *
 * @param styles of the columns but the last one
 * @param width in columns of the terminal; infinite leaves every row on one line, for readers such as grep
 */
export function table(rows: readonly (readonly string[])[], styles: readonly Style[], width: number): string {
  const widths = columnWidths(rows);
  const indent = widths.slice(0, -1).reduce((sum, column) => sum + column + GAP.length, GAP.length);
  return rows
    .map((row) => {
      const cells = row
        .slice(0, -1)
        .map((cell, index) => (styles[index] ?? same)(cell.padEnd(widths[index] ?? 0)));
      const last = wrap(row.at(-1) ?? '', Math.max(NARROWEST.column, width - indent));
      return `${GAP}${[...cells, last.join(`\n${' '.repeat(indent)}`)].join(GAP)}\n`;
    })
    .join('');
}

function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  return widths;
}

function same(text: string): string {
  return text;
}

/** Plain text in columns. */

/** How a cell looks once it has its width. */
export type Style = (text: string) => string;

const GAP = '  ';
/** Below this many characters the last column is not worth wrapping. */
const NARROWEST = 30;

/**
 * Rows in aligned columns, the last column wrapped to the width with a hanging indent.
 *
 * @param width in characters; infinite leaves every row on one line, as a reader like grep wants it
 */
export function table(rows: readonly (readonly string[])[], styles: readonly Style[], width: number): string {
  const widths = columnWidths(rows);
  const indent = widths.slice(0, -1).reduce((sum, column) => sum + column + GAP.length, GAP.length);
  return rows
    .map((row) => {
      const cells = row
        .slice(0, -1)
        .map((cell, index) => (styles[index] ?? plain)(cell.padEnd(widths[index] ?? 0)));
      const last = wrap(row.at(-1) ?? '', Math.max(NARROWEST, width - indent));
      return `${GAP}${[...cells, last.join(`\n${' '.repeat(indent)}`)].join(GAP)}\n`;
    })
    .join('');
}

/** A text in lines of at most `width` characters, broken between words. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  return widths;
}

function plain(text: string): string {
  return text;
}

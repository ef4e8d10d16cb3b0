/** Text in the columns of a terminal: how wide it is, broken into lines, cut, padded, and in tables. */

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Characters that terminals draw over two columns. */
const wide =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
/** Fewer columns than this are not worth wrapping to: in a hanging paragraph, and in the last column of a table. */
const NARROWEST = { paragraph: 10, column: 30 };
const ascii = /^[\x20-\x7e]*$/;

/** Columns that a text takes; it holds no controls and no colours. */
export function widthOf(text: string): number {
  if (ascii.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/** In lines of at most `width` columns, broken between words, and inside a word that is wider than that. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(1, width)));
}

function wrapLine(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) <= width) {
      line += ` ${word}`;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = breakWord(word, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return [...lines, line];
}

function breakWord(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  let taken = 0;
  for (const { segment } of graphemes.segment(word)) {
    const columns = widthOf(segment);
    if (taken + columns > width && piece !== '') {
      pieces.push(piece);
      [piece, taken] = ['', 0];
    }
    piece += segment;
    taken += columns;
  }
  return [...pieces, piece];
}

/** Cut to `width` columns, with `…` where something was cut. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width < 2) return '…'.slice(0, Math.max(0, width));
  return `${breakWord(text, width - 1)[0] ?? ''}…`;
}

/** Padded with spaces to `width` columns. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
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
        .map((cell, index) => (styles[index] ?? same)(pad(cell, widths[index] ?? 0)));
      const last = wrap(row.at(-1) ?? '', Math.max(NARROWEST.column, width - indent));
      return `${GAP}${[...cells, last.join(`\n${' '.repeat(indent)}`)].join(GAP)}\n`;
    })
    .join('');
}

function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  }
  return widths;
}

function same(text: string): string {
  return text;
}

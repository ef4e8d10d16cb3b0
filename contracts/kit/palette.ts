/**
 * The colours of a terminal. A painted text carries marks that only their maker knows, in place of
 * escape sequences: so an outlet can let our own colours through and no other sequence, wherever it comes from.
 */
import { mapTable } from './tables.ts';

export type Paint = (text: string) => string;

/** Codes that begin and end a style of text (ECMA-48, SGR). */
const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;

/** The styles of text. */
export type Palette = { readonly [Style in keyof typeof codes]: Paint };

/** For files and pipes: no colours at all. */
export const plain: Palette = mapTable(codes, () => (text: string) => text);

export interface Colours {
  readonly palette: Palette;
  /** Colours for a terminal: the marks as escape sequences, all other text as `other` gives it. */
  shown(text: string, other: (text: string) => string): string;
}

/** @param nonce known to no text from outside; hexadecimal digits */
export function terminalColours(nonce: string): Colours {
  const mark = (code: number) => `\u001b${nonce};${code}m`;
  const marks = new RegExp(`\u001b${nonce};(\\d+)m`);
  const paint = ([begin, end]: readonly [number, number]): Paint => {
    // A style that ends inside the text begins anew.
    return (text) => mark(begin) + text.replaceAll(mark(end), mark(end) + mark(begin)) + mark(end);
  };
  return {
    palette: mapTable(codes, paint),
    shown: (text, other) =>
      text
        .split(marks)
        .map((piece, index) => (index % 2 === 1 ? `\u001b[${piece}m` : other(piece)))
        .join(''),
  };
}

/** For what is not to be coloured: nothing is let through. */
export const noColours: Colours = { palette: plain, shown: (text, other) => other(text) };

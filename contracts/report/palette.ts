/** The colours of a terminal, handed in by whoever knows whether there is one. */

export type Paint = (text: string) => string;

/** What a report paints with. `picocolors` fits as it is. */
export interface Palette {
  bold: Paint;
  dim: Paint;
  red: Paint;
  green: Paint;
  yellow: Paint;
  magenta: Paint;
  cyan: Paint;
}

const asItIs: Paint = (text) => text;

/** For files and pipes: no colours at all. */
export const plain: Palette = {
  bold: asItIs,
  dim: asItIs,
  red: asItIs,
  green: asItIs,
  yellow: asItIs,
  magenta: asItIs,
  cyan: asItIs,
};

/** How wide and in which colours a report is printed. */
import { type Palette, plain } from '../kit/palette.ts';

export interface ReportOptions {
  /** Default: no colours. */
  palette?: Palette;
  /** Columns to keep to. Default: none, each text on its line, as a reader like grep wants it. */
  width?: number;
  /** Default: rules that simply hold are counted; `true` lists them too, and all that was observed. */
  full?: boolean;
}

export type Layout = Required<ReportOptions>;

export function layoutOf({
  palette = plain,
  width = Number.POSITIVE_INFINITY,
  full = false,
}: ReportOptions): Layout {
  return { palette, width, full };
}

/** The steps of a history as a path. */
import type { LicencePoint } from '../../state/account.ts';

export interface HistoryProps {
  points: readonly LicencePoint[];
  /** Now. */
  used: number;
  total: number;
  from: number;
  to: number;
}

/** The field that it is drawn in. */
export const WIDTH = 300;
export const HEIGHT = 56;

/** The path of the steps, in a field of 300 by 56. */
export function stepsOf({ points, used, total, from, to }: HistoryProps): string {
  const most = Math.max(total, used, 1, ...points.map((point) => point.used));
  const x = (at: number) =>
    Math.round((Math.min(1, Math.max(0, (at - from) / (to - from || 1))) * WIDTH + Number.EPSILON) * 10) / 10;
  const y = (count: number) => Math.round((HEIGHT - 2 - (count / most) * (HEIGHT - 6)) * 10) / 10;
  const [first] = points;
  const steps = [`M0 ${y(first?.before ?? used)}`];
  for (const point of points) steps.push(`H${x(point.at)}`, `V${y(point.used)}`);
  steps.push(`V${y(used)}`, `H${WIDTH}`);
  return steps.join('');
}

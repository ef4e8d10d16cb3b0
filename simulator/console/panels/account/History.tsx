/** How many licences were used when: steps, since the number stays between two events. */

import { counted } from '../../../../contracts/kit/phrases.ts';
import { shortTimeOf } from '../../look/format.ts';
import type { LicencePoint } from '../../state/account.ts';
import { zone } from '../time/view.ts';

export function History(props: HistoryProps) {
  const { points, used, total, from, to } = props;
  const most = Math.max(total, used, 1, ...points.map((point) => point.used));
  const line = HEIGHT - 2 - (total / most) * (HEIGHT - 6);
  return (
    <figure class="history">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Used licences since ${shortTimeOf(from, zone.value)}: ${counted(points.length, 'change')}, ${used} now`}
      >
        <path class="history-total" d={`M0 ${line}H${WIDTH}`} />
        <path class="history-used" d={stepsOf(props)} />
      </svg>
      <figcaption class="row small muted">
        <span>{shortTimeOf(from, zone.value)}</span>
        <span class="push">{points.length === 0 ? 'no change yet' : counted(points.length, 'change')}</span>
        <span class="push">{shortTimeOf(to, zone.value)}</span>
      </figcaption>
    </figure>
  );
}

interface HistoryProps {
  points: readonly LicencePoint[];
  /** Now. */
  used: number;
  total: number;
  from: number;
  to: number;
}

/** The field that it is drawn in. */
const WIDTH = 300;
const HEIGHT = 56;

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

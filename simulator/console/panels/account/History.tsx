/** How many licences were used when: steps, since the number stays between two events. */

import { counted } from '../../../../contracts/kit/phrases.ts';
import { shortTimeOf } from '../../look/format.ts';
import { zone } from '../time/view.ts';
import { HEIGHT, type HistoryProps, stepsOf, WIDTH } from './steps.ts';

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

/** The chosen vehicle on the timeline: its speed, its stops and its alerts. */
import { chosenDevice } from '../../state/choice.ts';
import { speeds } from '../../state/speeds.ts';
import { travels } from '../../state/travels.ts';
import { eventMarks } from './marks.ts';
import { BOX, speedPath } from './strip.ts';
import { scale, shareOf } from './view.ts';

export function Strip() {
  const device = chosenDevice.value;
  if (device === undefined) return null;
  const { placeOf } = scale.value;
  const isDrawn = (from: number, to: number) => placeOf(to) > 0 && placeOf(from) < 1;
  const stops = (travels.value?.stops ?? [])
    .map(({ start, end }) => ({ from: Date.parse(start), to: Date.parse(end) }))
    .filter(({ from, to }) => isDrawn(from, to));
  const id = String(device.id);
  const alerts = eventMarks.value.filter(({ at, of }) => of === id && isDrawn(at, at));
  return (
    <div class="timeline-strip" role="img" aria-label={`Speed, stops and alerts of ${device.name}`}>
      {stops.map(({ from, to }) => (
        <span key={from} class="strip-stop" style={{ '--at': shareOf(from), '--end': shareOf(to) }} />
      ))}
      <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={speedPath(speeds.value, placeOf)} />
      </svg>
      {alerts.map(({ at, shape }) => (
        <span key={`${at} ${shape}`} class={`mark ${shape}`} style={{ '--at': shareOf(at) }} />
      ))}
      <span class="strip-name small muted cut">{device.name}</span>
    </div>
  );
}

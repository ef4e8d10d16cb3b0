/** The bar at the foot of the page: play, pause, steps, the simulated clock, the timeline and the speed. */
import './time.css';
import { cityOf, dateOf, momentOf, timeOf } from '../look/format.ts';
import { Icon, type IconName } from '../look/Icon.tsx';
import { interrupt, playOrPause, reset, SPEEDS, setSpeed, stepBack, stepForward } from '../state/actions.ts';
import { clock, now, running, travelling } from '../state/clock.ts';
import { mayCall } from '../state/role.ts';
import { ending, zone } from '../state/story.ts';
import { Timeline } from './Timeline.tsx';

export function TimeBar() {
  return (
    <section class="time-bar" aria-label="Time">
      <div class="row time-buttons">
        {mayCall('POST /reset') && <Press icon="reset" label="Reset" act={reset} />}
        {mayCall('POST /story/seek') && (
          <Press icon="back" label="Previous event" shortcut="←" act={stepBack} />
        )}
        {mayCall('PUT /clock') && <PlayButton />}
        {mayCall('POST /clock/advance') && (
          <Press icon="next" label="Next event" shortcut="→" act={stepForward} />
        )}
      </div>
      <ClockFace />
      <Timeline />
      <Speed />
    </section>
  );
}

interface PressProps {
  icon: IconName | 'turning';
  label: string;
  shortcut?: string;
  isPrimary?: boolean;
  act: () => Promise<void>;
}

function Press({ icon, label, shortcut, isPrimary = false, act }: PressProps) {
  return (
    <button
      type="button"
      class={`button square ${isPrimary ? 'primary' : 'plain'}`}
      title={shortcut === undefined ? label : `${label} (${shortcut})`}
      aria-label={label}
      onClick={() => void act()}
    >
      {icon === 'turning' ? <span class="turning" aria-hidden="true" /> : <Icon name={icon} />}
    </button>
  );
}

const PLAY = {
  none: 'Play',
  playing: 'Play',
  ended: 'Play again from the start',
  over: 'Keep driving without the story',
} as const;

function PlayButton() {
  if (travelling.value || clock.value?.advancing)
    return <Press icon="turning" label="Stop here" isPrimary act={interrupt} />;
  const label = running.value ? 'Pause' : PLAY[ending.value];
  const icon = running.value ? 'pause' : 'play';
  return <Press icon={icon} label={label} shortcut="space" isPrimary act={playOrPause} />;
}

/** The simulated moment in the account's zone, and in UTC where that is another. */
function ClockFace() {
  const at = now.value;
  if (at === 0) return <div class="clock-face muted">…</div>;
  const isLocal = zone.value !== 'UTC' && zone.value !== 'Etc/UTC';
  return (
    <div class="clock-face" role="timer" aria-label="Simulated clock" data-at={Math.floor(at)}>
      <span class="clock-time">
        {timeOf(at, zone.value)} <span class="small muted">{cityOf(zone.value)}</span>
      </span>
      <span class="small muted">
        {dateOf(at, zone.value)}
        {isLocal && <span class="clock-utc"> · {timeOf(at, 'UTC')} UTC</span>}
      </span>
    </div>
  );
}

const OFFERED = [SPEEDS.min, 10, 60, 600, SPEEDS.max];

function Speed() {
  const { speed = 1, until = null } = clock.value ?? {};
  if (!mayCall('PUT /clock'))
    return <span class="speed strong">{speed === 'max' ? 'Max' : `${speed}×`}</span>;
  const offered = speed === 'max' || OFFERED.includes(speed) ? OFFERED : [...OFFERED, speed];
  return (
    <select
      class="input speed"
      aria-label="Speed"
      title={until === null ? 'Speed (< and >)' : `Until ${momentOf(Date.parse(until), zone.value)}`}
      value={String(speed)}
      onChange={({ currentTarget: { value } }) => void setSpeed(value === 'max' ? 'max' : Number(value))}
    >
      {offered
        .toSorted((one, other) => one - other)
        .map((each) => (
          <option key={each} value={each}>
            {each}×
          </option>
        ))}
      <option value="max">Max</option>
    </select>
  );
}

/** Part 2 of the page: play, pause, speed, steps, the timeline and the simulated clock. */
import './time.css';
import { dateOf, speedOf, timeOf } from '../../look/format.ts';
import { Icon } from '../../look/Icon.tsx';
import {
  interrupt,
  playOrPause,
  reset,
  SPEEDS,
  setSpeed,
  stepBack,
  stepForward,
} from '../../state/actions.ts';
import { clock, now, reached, running, travelling } from '../../state/clock.ts';
import { playWords } from '../../state/ending.ts';
import { mayCall, refusalOf } from '../../state/role.ts';
import { PLACES, placeOfSpeed, speedAtPlace } from './scale.ts';
import { clockInWords, Timeline } from './Timeline.tsx';
import { zone } from './view.ts';

export function TimeBar() {
  return (
    <section class="time" aria-label="Time">
      <div class="time-bar">
        <div class="time-buttons">
          <button
            type="button"
            class="button plain square"
            disabled={!mayCall('POST /reset')}
            title={refusalOf('POST /reset') ?? 'Back to the start of the world'}
            onClick={() => void reset()}
          >
            <Icon name="reset" />
            <span class="visually-hidden">Reset</span>
            <ShortWord>Reset</ShortWord>
          </button>
          <button
            type="button"
            class="button plain square"
            disabled={!mayCall('POST /story/seek')}
            title={refusalOf('POST /story/seek') ?? 'Previous event (←)'}
            onClick={() => void stepBack()}
          >
            <Icon name="back" />
            <span class="visually-hidden">Previous event</span>
            <ShortWord>Previous</ShortWord>
          </button>
          <PlayButton />
          <button
            type="button"
            class="button plain square"
            disabled={!mayCall('POST /clock/advance')}
            title={refusalOf('POST /clock/advance') ?? 'Next event (→)'}
            onClick={() => void stepForward()}
          >
            <Icon name="next" />
            <span class="visually-hidden">Next event</span>
            <ShortWord>Next</ShortWord>
          </button>
        </div>
        <ClockFace />
        <Timeline />
        <SpeedControl />
      </div>
    </section>
  );
}

/** The visible part of a button's name on a phone, where signs alone are not known. */
function ShortWord({ children }: { children: string }) {
  return (
    <span class="short-word" aria-hidden="true">
      {children}
    </span>
  );
}

function PlayButton() {
  if (travelling.value || clock.value?.advancing) {
    return (
      <button
        type="button"
        class="button primary play"
        disabled={!mayCall('DELETE /clock/advance')}
        title={refusalOf('DELETE /clock/advance') ?? 'Stop here'}
        onClick={() => void interrupt()}
      >
        <span class="turning" aria-hidden="true" />
        <span class="visually-hidden">Stop here</span>
        <ShortWord>Stop</ShortWord>
      </button>
    );
  }
  return (
    <button
      type="button"
      class="button primary play"
      disabled={!mayCall('PUT /clock')}
      title={refusalOf('PUT /clock') ?? `${running.value ? 'Pause' : playWords.value} (space)`}
      onClick={() => void playOrPause()}
    >
      <Icon name={running.value ? 'pause' : 'play'} />
      <span class="visually-hidden">{running.value ? 'Pause' : playWords.value}</span>
      <ShortWord>{running.value ? 'Pause' : 'Play'}</ShortWord>
    </button>
  );
}

/** `Berlin`, `UTC`. */
const zoneInWords = () => zone.value.split('/').at(-1)?.replaceAll('_', ' ');

/** The simulated moment in the account's zone, and in UTC where that is another. */
export function ClockFace() {
  const at = now.value;
  if (at === 0) return <div class="clock-face muted">…</div>;
  const isLocal = zone.value !== 'UTC' && zone.value !== 'Etc/UTC';
  return (
    <div class="clock-face" role="timer" aria-label="Simulated clock" data-at={Math.floor(at)}>
      <span class="visually-hidden">{clockInWords()}</span>
      <span class="clock-time">
        {timeOf(at, zone.value)} <span class="clock-zone">{zoneInWords()}</span>
      </span>
      <span class="clock-date muted">{dateOf(at, zone.value)}</span>
      {isLocal && (
        <span class="clock-utc small muted">
          {timeOf(at, 'UTC')} <span class="clock-zone">UTC</span>
        </span>
      )}
    </div>
  );
}

function SpeedControl() {
  const speed = clock.value?.speed ?? 1;
  const isMax = speed === 'max';
  const text = isMax ? 'as fast as possible' : `${speed} times real time`;
  return (
    <div class="speed">
      <label class="visually-hidden" for="speed">
        Speed
      </label>
      <input
        id="speed"
        type="range"
        min={0}
        max={PLACES}
        value={isMax ? PLACES : placeOfSpeed(speed, SPEEDS.least, SPEEDS.most)}
        aria-valuetext={text}
        disabled={!mayCall('PUT /clock')}
        title={refusalOf('PUT /clock') ?? 'Speed (< and >)'}
        onInput={({ currentTarget }) =>
          void setSpeed(speedAtPlace(Number(currentTarget.value), SPEEDS.least, SPEEDS.most))
        }
      />
      <output class="speed-shown" for="speed">
        {isMax ? 'max' : `${speed}×`}
        <Reached />
      </output>
      <button
        type="button"
        class="button slim"
        aria-pressed={isMax}
        disabled={!mayCall('PUT /clock')}
        title={refusalOf('PUT /clock') ?? 'As fast as possible'}
        onClick={() => void setSpeed(isMax ? 1 : 'max')}
      >
        Max
      </button>
    </div>
  );
}

/** The speed that the server reaches of the one that was asked for. */
function Reached() {
  const speed = reached.value;
  if (!running.value || speed === null) return null;
  return (
    <span class="speed-reached small muted" title="The speed that is reached, over the last seconds">
      {speedOf(speed)} reached
    </span>
  );
}

/** The trainees as a table, and what the trainer does to one of them or to all. */
import './class.css';
import { signal } from '@preact/signals';
import { entriesOf } from '../../../contracts/kit/tables.ts';
import type { BodyOf, FaultRule } from '../../control/schemas/index.ts';
import { injections } from '../../control/schemas/injections.generated.ts';
import { controlToken } from '../api/http.ts';
import { objectivesInWords } from '../lesson/Parts.tsx';
import { Choice, Field } from '../look/controls.tsx';
import { cityOf, dateOf, nearMomentOf, timeOf } from '../look/format.ts';
import { isAdding, opened, Trainees } from './Trainees.tsx';
import { inEach, isConnected, room, saveClass, type TraineesWorld, worlds } from './worlds.ts';

/** The name of the world that is meant; `''` for all. */
const whose = signal('');
const meant = () => (worlds.value ?? []).filter(({ name }) => whose.value === '' || name === whose.value);

const speeds = [1, 10, 60, 600];

const faults: { readonly [label: string]: readonly FaultRule[] } = {
  'No fault': [],
  'Answer 503 to all': [{ status: 503 }],
  'Answer 429 to all': [{ status: 429 }],
  'Answer after 5 s': [{ latency: 5_000 }],
  'Cut every third call': [{ every: 3, cut: 'before' }],
  'Lose every third answer': [{ every: 3, cut: 'after' }],
};

const WITHOUT_TOKEN =
  'This server takes no trainees, since it asks for no token: everyone could do everything. Start roadtest class, or set ROADTEST_CONTROL_TOKEN before roadtest serve.';

export function Class() {
  const all = worlds.value ?? [];
  const isEmpty = worlds.value?.length === 0;
  return (
    <main class="class">
      <header class="row wrap">
        <h1>Class</h1>
        <span class={`chip ${isConnected.value ? 'good' : 'bad'}`} role="status">
          {isConnected.value ? `${all.length} trainees` : 'not connected'}
        </span>
        <div class="row wrap push" role="toolbar" aria-label="All trainees">
          <ClockButton label="Pause all" of={all} change={{ frozen: true }} />
          <ClockButton label="Run all" of={all} change={{ frozen: false }} />
          {speeds.map((speed) => (
            <ClockButton key={speed} label={`All at ${speed}×`} of={all} change={{ speed }} />
          ))}
          {all.some(({ lesson }) => lesson) && (
            <button type="button" class="button" onClick={() => void saveClass()}>
              CSV
            </button>
          )}
          {room.value?.takesTrainees && (
            <button
              type="button"
              class="button primary"
              onClick={() => {
                isAdding.value = true;
              }}
            >
              Add trainees
            </button>
          )}
        </div>
      </header>
      {isEmpty && (
        <p class="empty">
          {room.value?.takesTrainees === false
            ? WITHOUT_TOKEN
            : 'There is no trainee yet. Add trainees makes a world for each.'}
        </p>
      )}
      {all.length > 0 && <Sending />}
      {all.length > 0 && (
        <table class="table">
          <thead>
            <tr>
              {['Trainee', 'Clock', 'Objectives', 'Calls', 'Last alert', 'Actions'].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {all.map((world) => (
              <Row key={world.name} world={world} />
            ))}
          </tbody>
        </table>
      )}
      <Trainees />
    </main>
  );
}

interface ClockButtonProps {
  label: string;
  of: readonly TraineesWorld[];
  change: BodyOf<'PUT /clock'>;
}

function ClockButton({ label, of, change }: ClockButtonProps) {
  return (
    <button
      type="button"
      class="button"
      disabled={of.length === 0}
      onClick={() => void inEach(of, (control) => control.clock.set(change), label)}
    >
      {label}
    </button>
  );
}

const event = signal('SOS');
const device = signal('dev-1');
const fault = signal('No fault');
const caption = signal('');

/** An event, a fault and a caption, for one trainee or all. */
function Sending() {
  const offered = entriesOf(injections);
  const sendEvent = () => {
    const [kind] = offered.find(([, { label }]) => label === event.value) ?? [];
    if (kind === undefined || device.value === '') return;
    const body = { device: device.value, kind };
    void inEach(meant(), (control) => control.story.inject(body), `${event.value} of ${device.value}`);
  };
  const setFault = () => {
    const rules = [...(faults[fault.value] ?? [])];
    void inEach(meant(), (control) => control.faults.set({ rules }), `Fault “${fault.value}”`);
  };
  const showCaption = () => {
    const text = caption.value.trim();
    if (text) void inEach(meant(), (control) => control.story.inject({ kind: 'caption', text }), 'Caption');
  };
  const all = worlds.value ?? [];
  const same = (label: string) => [label, label] as const;
  return (
    <section class="card sending" aria-label="Send">
      <Choice
        id="whose"
        label="Send to"
        value={whose}
        of={[['', 'all trainees'], ...all.map(({ name, trainee }) => [name, trainee] as const)]}
      />
      <div class="row">
        <Choice id="event" label="Event" value={event} of={offered.map(([, { label }]) => same(label))} />
        <Field id="device" label="Device" value={device} />
        <Send label="Send the event" act={sendEvent} />
      </div>
      <div class="row">
        <Choice id="fault" label="Fault of the service" value={fault} of={Object.keys(faults).map(same)} />
        <Send label="Set the fault" act={setFault} />
      </div>
      <div class="row">
        <Field id="caption" label="Caption" value={caption} />
        <Send label="Show the caption" act={showCaption} />
      </div>
    </section>
  );
}

function Send({ label, act }: { label: string; act: () => void }) {
  return (
    <button type="button" class="button at-end" onClick={act}>
      {label}
    </button>
  );
}

function Row({ world }: { world: TraineesWorld }) {
  const { name, trainee, now, timeZone, frozen, speed, calls, alert, lesson, pageUrl } = world;
  const at = Date.parse(now);
  const token = `#token=${encodeURIComponent(controlToken() ?? '')}`;
  return (
    <tr class="trainee" data-trainee={trainee}>
      <th scope="row" class="untrusted">
        {trainee}
      </th>
      <td>
        {dateOf(at, timeZone)}, {timeOf(at, timeZone)} <span class="small muted">{cityOf(timeZone)}</span>{' '}
        <span class={`chip ${frozen ? '' : 'accent'}`}>{frozen ? 'paused' : `${speed}×`}</span>
      </td>
      <td>{lesson ? objectivesInWords(lesson) : '–'}</td>
      <td data-calls={calls}>{calls}</td>
      <td class="untrusted">
        {alert ? `${alert.text}, ${nearMomentOf(Date.parse(alert.at), timeZone)}` : 'none'}
      </td>
      <td>
        <div class="row wrap">
          <ClockButton label={frozen ? 'Run' : 'Pause'} of={[world]} change={{ frozen: !frozen }} />
          <Link label="Open" href={`${pageUrl}${token}`} />
          <button
            type="button"
            class="button"
            onClick={() => {
              opened.value = [name];
            }}
          >
            Links
          </button>
          {lesson && <Link label="Debrief" href={`${pageUrl}_console/debrief.html${token}`} />}
        </div>
      </td>
    </tr>
  );
}

function Link({ label, href }: { label: string; href: string }) {
  return (
    <a class="button" href={href} target="_blank" rel="noopener">
      {label}
    </a>
  );
}

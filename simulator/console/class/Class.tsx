/** The cards of the trainees, and what the trainer does to one of them or to all. */
import './class.css';
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { entriesOf } from '../../../contracts/kit/tables.ts';
import type { BodyOf, FaultRule } from '../../control/schemas/index.ts';
import { injections } from '../../control/schemas/injections.generated.ts';
import { controlToken } from '../api/http.ts';
import { objectivesInWords } from '../lesson/Parts.tsx';
import { Empty } from '../look/controls.tsx';
import { Icon } from '../look/Icon.tsx';
import { Dialog } from '../panels/page/Dialog.tsx';
import { Adding, isAdding } from './Adding.tsx';
import { Seats } from './Seats.tsx';
import { removeTrainee, room } from './seats.ts';
import { saveClass } from './table.ts';
import { inEach, isConnected, type TraineesWorld, worlds } from './worlds.ts';

/** The name of the world that is meant; `''` for all. */
const whose = signal('');
const meant = () => (worlds.value ?? []).filter(({ name }) => whose.value === '' || name === whose.value);

/** The name of the world whose links are shown. */
const opened = signal('');

const speeds = [1, 10, 60, 600];

const offered = entriesOf(injections);

const faults: { readonly [label: string]: readonly FaultRule[] } = {
  'No fault': [],
  'Answer 503 to all': [{ status: 503 }],
  'Answer 429 to all': [{ status: 429 }],
  'Answer after 5 s': [{ latency: 5_000 }],
  'Cut every third call': [{ every: 3, cut: 'before' }],
  'Lose every third answer': [{ every: 3, cut: 'after' }],
};

export function Class() {
  const all = worlds.value;
  return (
    <main class="class">
      <header class="row wrap">
        <h1>Class</h1>
        <span class={`chip ${isConnected.value ? 'good' : 'bad'}`} role="status">
          {isConnected.value ? `${all?.length ?? 0} trainees` : 'not connected'}
        </span>
        <div class="row wrap push" role="toolbar" aria-label="All trainees">
          <ClockButton label="Pause all" of={all ?? []} change={{ frozen: true }} />
          <ClockButton label="Run all" of={all ?? []} change={{ frozen: false }} />
          {speeds.map((speed) => (
            <ClockButton key={speed} label={`All at ${speed}×`} of={all ?? []} change={{ speed }} />
          ))}
          {all?.some(({ lesson }) => lesson) && (
            <button type="button" class="button" onClick={() => void saveClass(all)}>
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
      {all?.length === 0 ? (
        <Empty icon="people">
          {room.value?.takesTrainees === false
            ? 'This server takes no trainees, since it asks for no token: everyone could do everything. Start roadtest class, or set ROADTEST_CONTROL_TOKEN before roadtest serve.'
            : 'There is no trainee yet. Add trainees makes a world for each.'}
        </Empty>
      ) : (
        <>
          <Sending />
          <ul class="trainees" aria-label="Trainees">
            {all?.map((world) => (
              <Card key={world.name} world={world} />
            ))}
          </ul>
        </>
      )}
      <Adding />
      <Given />
    </main>
  );
}

function ClockButton({
  label,
  of,
  change,
}: {
  label: string;
  of: readonly TraineesWorld[];
  change: BodyOf<'PUT /clock'>;
}) {
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

/** The credentials that the trainee of a card is given, and their removal. */
function Given() {
  const seat = room.value?.trainees.find(({ world }) => world === opened.value);
  const close = () => {
    opened.value = '';
  };
  return (
    <Dialog open={seat !== undefined} title={seat?.name ?? ''} onClose={close}>
      {seat && (
        <>
          <Seats of={[seat]} />
          <hr />
          <div class="row wrap">
            <p class="small muted grow">Removing {seat.name} ends their world: nothing of it is left.</p>
            <button
              type="button"
              class="button"
              onClick={() => {
                close();
                void removeTrainee(seat);
              }}
            >
              Remove {seat.name}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** The forms for an event, a fault and a caption. */
function Sending() {
  return (
    <section class="card" aria-label="Send">
      <div class="field">
        <label for="whose">Send to</label>
        <select
          id="whose"
          class="input"
          value={whose.value}
          onChange={({ currentTarget }) => {
            whose.value = currentTarget.value;
          }}
        >
          <option value="">all trainees</option>
          {worlds.value?.map(({ name, trainee }) => (
            <option key={name} value={name}>
              {trainee}
            </option>
          ))}
        </select>
      </div>
      <div class="send">
        <Form
          button="Send the event"
          onSend={(field) => {
            const device = field('device');
            for (const [kind, { label }] of offered)
              if (label === field('event') && device)
                void inEach(
                  meant(),
                  (control) => control.story.inject({ device, kind }),
                  `${label} of ${device}`,
                );
          }}
        >
          <Choice id="event" label="Event" of={offered.map(([, { label }]) => label)} />
          <label class="small" for="device">
            Device
          </label>
          <input id="device" name="device" class="input mono" value="dev-1" required />
        </Form>
        <Form
          button="Set the fault"
          onSend={(field) => {
            const rules = [...(faults[field('fault')] ?? [])];
            void inEach(meant(), (control) => control.faults.set({ rules }), `Fault “${field('fault')}”`);
          }}
        >
          <Choice id="fault" label="Fault of the service" of={Object.keys(faults)} />
        </Form>
        <Form
          button="Show the caption"
          onSend={(field) => {
            const text = field('caption').trim();
            if (text) void inEach(meant(), (control) => control.story.caption({ text }), 'Caption');
          }}
        >
          <label for="caption">Caption</label>
          <input id="caption" name="caption" class="input" maxLength={500} required />
        </Form>
      </div>
    </section>
  );
}

function Form({
  button,
  onSend,
  children,
}: {
  button: string;
  onSend: (field: (name: string) => string) => void;
  children: ComponentChildren;
}) {
  return (
    <form
      class="field"
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        onSend((name) => String(data.get(name) ?? ''));
      }}
    >
      {children}
      <button type="submit" class="button">
        {button}
      </button>
    </form>
  );
}

function Choice({ id, label, of }: { id: string; label: string; of: readonly string[] }) {
  return (
    <>
      <label for={id}>{label}</label>
      <select id={id} name={id} class="input">
        {of.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </>
  );
}

function Card({ world }: { world: TraineesWorld }) {
  const { name, trainee, now, frozen, speed, calls, alert, lesson, pageUrl } = world;
  const token = encodeURIComponent(controlToken() ?? '');
  return (
    <li class="card trainee" data-trainee={trainee}>
      <h2 class="cut untrusted">{trainee}</h2>
      <dl>
        <dt>Clock, UTC</dt>
        <dd>
          {timeOf(now)}{' '}
          {frozen ? <span class="chip muted">paused</span> : <span class="chip accent">{speed}×</span>}
        </dd>
        {lesson && (
          <>
            <dt>Objectives</dt>
            <dd>{objectivesInWords(lesson)}</dd>
          </>
        )}
        <dt>Calls</dt>
        <dd>{calls}</dd>
        <dt>Last alert</dt>
        <dd class="untrusted">{alert ? `${alert.text}, ${timeOf(alert.at)}` : 'none'}</dd>
      </dl>
      <div class="row wrap">
        <ClockButton label={frozen ? 'Run' : 'Pause'} of={[world]} change={{ frozen: !frozen }} />
        <a class="button" href={`${pageUrl}#token=${token}`} target="_blank" rel="noopener">
          <Icon name="link" /> Open
        </a>
        <button
          type="button"
          class="button"
          onClick={() => {
            opened.value = name;
          }}
        >
          Links
        </button>
        {lesson && (
          <a
            class="button"
            href={`${pageUrl}_console/debrief.html#token=${token}`}
            target="_blank"
            rel="noopener"
          >
            Debrief
          </a>
        )}
      </div>
    </li>
  );
}

/** UTC, to the second. */
function timeOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

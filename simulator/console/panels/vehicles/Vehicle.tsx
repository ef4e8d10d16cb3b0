/** The chosen vehicle: facts, where it is, messages against their limits, settings, and what can be injected. */
import { entriesOf } from '../../../../contracts/kit/tables.ts';
import './vehicles.css';
import { computed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Device, DeviceLocation } from '../../../control/schemas/index.ts';
import { injections } from '../../../control/schemas/injections.generated.ts';
import { control } from '../../api/control.ts';
import { Empty, Meter } from '../../look/controls.tsx';
import { compassOf, nearMomentOf, numberOf, spanOf } from '../../look/format.ts';
import { Icon } from '../../look/Icon.tsx';
import { inUnits, measured } from '../../look/units.ts';
import { inject } from '../../state/actions.ts';
import { choose, chosen, chosenDevice, following } from '../../state/choice.ts';
import { now } from '../../state/clock.ts';
import { deadlines } from '../../state/deadlines.ts';
import { devicesLoaded } from '../../state/devices.ts';
import { ageOf, overdueWords } from '../../state/known.ts';
import { positionFrames, positions } from '../../state/positions.ts';
import { whereabouts } from '../../state/streets.ts';
import { withheldToday } from '../../state/withheld.ts';
import { Only } from '../page/Only.tsx';
import { zone } from '../time/view.ts';
import { Curves } from './Curves.tsx';
import { Settings } from './Settings.tsx';
import { Travels } from './Travels.tsx';

export function Vehicle() {
  const device = chosenDevice.value;
  if (chosen.value === null) return <Empty icon="vehicle">Choose a vehicle on the map or in the list.</Empty>;
  if (!device) {
    const missing = `There is no device ${chosen.value} in this world.`;
    return <Empty icon="vehicle">{devicesLoaded.value ? missing : 'Loading the vehicle…'}</Empty>;
  }
  return (
    <div class="vehicle" data-device={String(device.id)}>
      <header class="section vehicle-head">
        <div class="row">
          <h2 class="grow untrusted">{device.name}</h2>
          <button type="button" class="button plain square" onClick={() => choose(null)}>
            <Icon name="close" />
            <span class="visually-hidden">Clear selection</span>
          </button>
        </div>
        <div class="row wrap">
          <span class={`chip ${device.licence === 'used' ? 'good' : 'warn'}`} data-licence={device.licence}>
            <Icon name={device.licence === 'used' ? 'check' : 'warn'} />
            {device.licence === 'used' ? 'uses a licence' : 'expired'}
          </span>
          <Status device={device} />
          <button
            type="button"
            class="button slim push"
            aria-pressed={following.value}
            onClick={() => {
              following.value = !following.value;
            }}
          >
            <Icon name="follow" />
            Follow
          </button>
        </div>
      </header>
      <Where device={device} />
      <Curves device={device} />
      <Messages device={device} />
      <Travels />
      <Inject device={device} />
      <Settings key={String(device.id)} device={device} />
      <Facts device={device} />
    </div>
  );
}

/** The status that the service shows, or for how long nothing has been reported, as in the list. */
function Status({ device }: { device: Device }) {
  positionFrames.value;
  return <span class="chip">{overdueWords(device.number ?? 0, now.value) ?? device.status}</span>;
}

/** Looked up again as it moves, some times a second at most. */
const place = computed(() => {
  const number = chosenDevice.value?.number ?? 0;
  positionFrames.value;
  const at = positions.at[number] ?? 0;
  if (at === 0) return '';
  return [
    at,
    positions.latitude[number],
    positions.longitude[number],
    positions.speed[number],
    positions.course[number],
  ].join(' ');
});

function Where({ device }: { device: Device }) {
  const last = useSignal<DeviceLocation | null>(null);
  useEffect(() => {
    let isLeft = false;
    last.value = null;
    const look = async () => {
      try {
        const { locations } = await control.devices.track(device.id, { limit: 1 });
        if (!isLeft) last.value = locations.at(-1) ?? null;
      } catch {
        // The positions of the stream are shown all the same.
      }
    };
    void look();
    const timer = setInterval(() => void look(), 2_000);
    return () => {
      isLeft = true;
      clearInterval(timer);
    };
  }, [device.id]);

  const [
    at = Number.NaN,
    latitude = Number.NaN,
    longitude = Number.NaN,
    speed = Number.NaN,
    course = Number.NaN,
  ] = place.value === '' ? [] : place.value.split(' ').map(Number);
  const fix = last.value;
  if (Number.isNaN(at) && !fix) {
    return (
      <section class="section">
        <h3>Last reported location</h3>
        <p class="muted">No location reported yet.</p>
      </section>
    );
  }
  positionFrames.value;
  const number = device.number ?? 0;
  const overdue = overdueWords(number, now.value);
  // While no report arrives, the list and the map say the same.
  const seen =
    fix && overdue === undefined ? Date.parse(fix.deviceTime) : now.value - ageOf(number, now.value);
  const street = whereabouts(
    Number.isNaN(latitude) ? (fix?.latitude ?? 0) : latitude,
    Number.isNaN(longitude) ? (fix?.longitude ?? 0) : longitude,
  );
  return (
    <section class="section">
      <div class="row">
        <h3>Last reported location</h3>
        <span class="small muted push">
          {nearMomentOf(seen, zone.value)}, {spanOf(Math.max(0, now.value - seen))} ago
        </span>
      </div>
      <div class="tiles">
        <Reported label="Speed" fact="speed" value={speed} />
        <Tile
          label="Heading"
          value={Number.isNaN(course) ? '—' : compassOf(course)}
          unit={Number.isNaN(course) ? '' : `${numberOf(course)}°`}
        />
        <Tile
          label="Ignition"
          value={fix?.ignition === undefined || fix.ignition === null ? '—' : fix.ignition ? 'on' : 'off'}
        />
        <Reported label="Battery" fact="battery" value={fix?.battery} />
        <Reported label="Fuel" fact="fuel" value={fix?.fuel} />
        <Reported label="Odometer" fact="odometer" value={fix?.odometer} />
      </div>
      {street && <p class="small">{street}</p>}
      <p class="small mono muted">
        {numberOf(Number.isNaN(latitude) ? (fix?.latitude ?? 0) : latitude, 5)},{' '}
        {numberOf(Number.isNaN(longitude) ? (fix?.longitude ?? 0) : longitude, 5)}
      </p>
      {fix?.attributes && Object.keys(fix.attributes).length > 0 && (
        <dl class="facts small">
          {Object.entries(fix.attributes).map(([name, value]) => (
            <div key={name} class="fact">
              <dt>{name}</dt>
              <dd>{attributeInWords(name, value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** Numbers of sensors to two places. */
function attributeInWords(name: string, value: unknown): string {
  if (typeof value === 'number') return inUnits(name, value, 2);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A number that was reported, in the units that were chosen. */
function Reported({ label, fact, value }: { label: string; fact: string; value: number | null | undefined }) {
  const isKnown = typeof value === 'number' && !Number.isNaN(value);
  return <Tile label={label} {...(isKnown ? measured(fact, value) : { value: '—' })} />;
}

function Tile({ label, value, unit = '' }: { label: string; value: string; unit?: string }) {
  return (
    <div class="tile">
      <span class="small muted">{label}</span>
      <span class="measure">
        <span class="strong">{value}</span> {value !== '—' && <span class="small muted">{unit}</span>}
      </span>
    </div>
  );
}

function Messages({ device: { limits } }: { device: Device }) {
  const end = deadlines.value.find(({ kind }) => kind === 'day-end');
  return (
    <section class="section">
      <div class="row">
        <h3>Messages today</h3>
        {end && (
          <span class="small muted push" data-day-end={end.at}>
            ends {nearMomentOf(Date.parse(end.at), zone.value)}, in {spanOf(Date.parse(end.at) - now.value)}
          </span>
        )}
      </div>
      <Meter
        label="E-mails"
        icon="mail"
        used={limits.usage.email}
        limit={limits.dailyEmail}
        what={sentAnd(withheldToday.value.email)}
      />
      <Meter
        label="SMS"
        icon="sms"
        used={limits.usage.sms}
        limit={limits.dailySms}
        what={sentAnd(withheldToday.value.sms)}
      />
    </section>
  );
}

const sentAnd = (withheld: number) => (withheld > 0 ? `sent, ${numberOf(withheld)} withheld` : 'sent');

function Inject({ device }: { device: Device }) {
  return (
    <section class="section">
      <Only call="POST /inject">
        <h3>Inject event</h3>
        <Buttons device={device} areFaults={false} />
        <h3>Inject faulty reports, for 10 minutes</h3>
        <Buttons device={device} areFaults />
      </Only>
    </section>
  );
}

function Buttons({ device, areFaults }: { device: Device; areFaults: boolean }) {
  const offered = entriesOf(injections).filter(([, injection]) => 'isFault' in injection === areFaults);
  return (
    <div class="filters">
      {offered.map(([kind, { icon, label }]) => (
        <button
          type="button"
          key={kind}
          class="button"
          data-inject={kind}
          onClick={() => void inject(device.id, kind)}
        >
          <Icon name={icon} />
          {label}
        </button>
      ))}
    </div>
  );
}

const FACTS: readonly (readonly [label: string, fact: keyof Device])[] = [
  ['Id', 'id'],
  ['Model', 'model'],
  ['Licence plate', 'licencePlate'],
  ['IMEI', 'imei'],
  ['Phone', 'phone'],
  ['Groups', 'groupIds'],
];

function Facts({ device }: { device: Device }) {
  return (
    <section class="section">
      <h3>Device</h3>
      <dl class="facts">
        {FACTS.map(([label, fact]) => (
          <div key={fact} class="fact">
            <dt>{label}</dt>
            <dd>{[device[fact] ?? []].flat().join(', ') || '—'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

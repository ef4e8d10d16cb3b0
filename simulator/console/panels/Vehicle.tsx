/** The chosen vehicle as a card: where it is, its curve, messages against limits, and what can be injected; the rest is folded. */
import { entriesOf } from '../../../contracts/kit/tables.ts';
import type { Device } from '../../control/schemas/index.ts';
import { injections } from '../../control/schemas/injections.generated.ts';
import { Close, Facts, Fold, Menu, Meter } from '../look/controls.tsx';
import {
  compassOf,
  countOf,
  nearMomentOf,
  numberOf,
  placeInWords,
  shortTimeOf,
  spanOf,
} from '../look/format.ts';
import { Icon } from '../look/Icon.tsx';
import { inUnits } from '../look/units.ts';
import { inject } from '../state/actions.ts';
import { choose, chosen, chosenDevice, track, travels, withheldToday } from '../state/chosen.ts';
import { now } from '../state/clock.ts';
import { devicesLoaded } from '../state/devices.ts';
import { ageOf, overdueWords } from '../state/known.ts';
import { positionFrames, positions } from '../state/positions.ts';
import { mayCall } from '../state/role.ts';
import { deadlines } from '../state/server.ts';
import { zone } from '../state/story.ts';
import { whereabouts } from '../state/streets.ts';
import { Curves } from './Curves.tsx';
import { Activation, Settings } from './Settings.tsx';

export function Vehicle() {
  const device = chosenDevice.value;
  if (!device) {
    const missing = `There is no device ${chosen.value} in this world.`;
    return <p class="muted">{devicesLoaded.value ? missing : 'Loading the vehicle…'}</p>;
  }
  return (
    <section
      class="card vehicle scrolls"
      aria-label="The chosen vehicle"
      data-device={String(device.id)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
      tabIndex={0}
    >
      <Head device={device} />
      <Where device={device} />
      <Activation device={device} />
      <Curves device={device} />
      <Messages device={device} />
      {mayCall('POST /inject') && (
        <Menu
          label="Inject an event"
          entries={entriesOf(injections).map(([kind, { label, icon }]) => ({
            label,
            icon,
            inject: kind,
            act: () => void inject(device.id, kind),
          }))}
        />
      )}
      <Fold title="Trips and stops">
        <Travels />
      </Fold>
      <Fold title="Limit settings">
        <Settings key={String(device.id)} device={device} />
      </Fold>
      <Fold title="Device">
        <Facts
          of={[
            ['Id', device.id],
            ['Model', device.model ?? undefined],
            ['Licence plate', device.licencePlate ?? undefined],
            ['IMEI', device.imei ?? undefined],
            ['Phone', device.phone ?? undefined],
            ['Groups', device.groupIds?.join(', ') || undefined],
          ]}
        />
      </Fold>
    </section>
  );
}

function Head({ device }: { device: Device }) {
  positionFrames.value;
  const hasLicence = device.licence === 'used';
  return (
    <header class="vehicle-head stack">
      <div class="row">
        <h2 class="grow untrusted">{device.name}</h2>
        <Close label="Clear selection" onClick={() => choose(null)} />
      </div>
      <div class="row wrap">
        <span class={`chip ${hasLicence ? 'good' : 'warn'}`} data-licence={device.licence}>
          <Icon name={hasLicence ? 'check' : 'warn'} />
          {hasLicence ? 'licensed' : 'expired'}
        </span>
        <span class="chip">{overdueWords(device.number, now.value) ?? device.status}</span>
      </div>
    </header>
  );
}

/** Last reported location: list, map and card have speed and place from the same report. */
function Where({ device: { number } }: { device: Device }) {
  positionFrames.value;
  const fix = track.value?.at(-1);
  const isLive = !Number.isNaN(positions.latitude[number] ?? Number.NaN);
  const latitude = (isLive ? positions.latitude[number] : fix?.latitude) ?? Number.NaN;
  const longitude = (isLive ? positions.longitude[number] : fix?.longitude) ?? Number.NaN;
  if (Number.isNaN(latitude)) return <p class="muted">No location reported yet.</p>;
  const seen = now.value - ageOf(number, now.value);
  const ofFix = (fact: 'battery' | 'fuel' | 'odometer') =>
    fix?.[fact] == null ? undefined : inUnits(fact, fix[fact]);
  const [speed = Number.NaN, course = Number.NaN] = [positions.speed[number], positions.course[number]];
  const tiles = [
    ['Speed', Number.isNaN(speed) ? undefined : inUnits('speed', speed)],
    ['Heading', Number.isNaN(course) ? undefined : `${compassOf(course)} ${numberOf(course)}°`],
    ['Ignition', fix?.ignition == null ? undefined : fix.ignition ? 'on' : 'off'],
    ['Battery', ofFix('battery')],
    ['Fuel', ofFix('fuel')],
    ['Odometer', ofFix('odometer')],
  ] as const;
  const sensors = Object.entries(fix?.attributes ?? {});
  return (
    <section class="stack" aria-label="Last reported location">
      <p class="small muted">
        {Number.isNaN(seen)
          ? 'Last reported location'
          : `${nearMomentOf(seen, zone.value)}, ${spanOf(now.value - seen)} ago`}
        {': '}
        {whereabouts(latitude, longitude) ?? `${numberOf(latitude, 5)}, ${numberOf(longitude, 5)}`}
      </p>
      <div class="tiles">
        {tiles.map(
          ([label, value]) =>
            value !== undefined && (
              <div key={label} class="tile">
                <span class="small muted">{label}</span>
                <span class="strong">{value}</span>
              </div>
            ),
        )}
      </div>
      {sensors.length > 0 && (
        <Facts of={sensors.map(([name, value]) => [placeInWords(name), sensorInWords(name, value)])} />
      )}
    </section>
  );
}

/** Numbers of sensors to two places. */
function sensorInWords(name: string, value: unknown): string {
  if (typeof value === 'number') return inUnits(name, value, 2);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function Messages({ device: { limits } }: { device: Device }) {
  const end = deadlines.value?.find(({ kind }) => kind === 'day-end');
  const channels = [
    ['email', 'mail', 'E-mails', limits.dailyEmail],
    ['sms', 'sms', 'SMS', limits.dailySms],
  ] as const;
  return (
    <section class="stack" aria-label="Messages today">
      {channels.map(([channel, icon, label, limit]) => {
        const [used, withheld] = [limits.usage[channel], withheldToday.value[channel]];
        const what = withheld > 0 ? `sent, ${numberOf(withheld)} withheld` : 'sent';
        if (limit !== null) return <Meter key={channel} {...{ label, icon, used, limit, what }} />;
        return (
          <div key={channel} class="row">
            <Icon name={icon} />
            <span class="strong">{label}</span>
            <span class="push">
              {countOf(used)} {what}
            </span>
          </div>
        );
      })}
      {end && (
        <p class="small muted" data-day-end={end.at}>
          The day ends {nearMomentOf(Date.parse(end.at), zone.value)}, in{' '}
          {spanOf(Date.parse(end.at) - now.value)}
        </p>
      )}
    </section>
  );
}

const MAX_TRAVELS = 12;

/** Trips and stops, the newest first. */
function Travels() {
  const { trips = [], stops = [], since = null } = travels.value ?? {};
  if (since === null) return <p class="muted">No location is kept.</p>;
  const all = [...trips, ...stops].sort((a, b) => Date.parse(b.start) - Date.parse(a.start));
  return (
    <>
      <p class="small muted">Since {nearMomentOf(Date.parse(since), zone.value)}</p>
      <ol class="lines">
        {all.slice(0, MAX_TRAVELS).map((each) => {
          const [start, end] = [Date.parse(each.start), Date.parse(each.end)];
          const isTrip = 'distance' in each;
          // The end of a trip, or the place of a stop.
          const at = isTrip ? stops.find((stop) => stop.start === each.end) : each;
          const where = at && whereabouts(at.latitude, at.longitude);
          const lasted = spanOf(end - start);
          const what = isTrip
            ? `${inUnits('distance', each.distance / 1000, 1)} in ${lasted}`
            : `Stop of ${lasted}`;
          const areas = each.areas.map(({ name }) => `, in ${placeInWords(name)}`).join('');
          return (
            <li key={`${isTrip} ${each.start}`} class="row" data-travel={isTrip ? 'trip' : 'stop'}>
              <Icon name={isTrip ? 'vehicle' : 'pause'} />
              <span class="grow untrusted">
                {what}
                {where && ` ${isTrip ? 'to' : 'at'} ${where}`}
                {areas}
              </span>
              <span class="small muted">
                {shortTimeOf(start, zone.value)} – {shortTimeOf(end, zone.value)}
              </span>
            </li>
          );
        })}
      </ol>
      {all.length > MAX_TRAVELS && <p class="small muted">And {all.length - MAX_TRAVELS} earlier ones.</p>}
    </>
  );
}

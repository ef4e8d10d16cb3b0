/** The fleet: the chosen vehicle as a card over the list, search and filters. Of 10,000 only those that can be seen are drawn. */
import './panels.css';
import { computed, signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { counted } from '../../../contracts/kit/phrases.ts';
import type { DayTotals, Device } from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { Facts, SearchBox } from '../look/controls.tsx';
import { countOf, shortTimeOf, spanOf } from '../look/format.ts';
import { inUnits } from '../look/units.ts';
import { choose, chosen } from '../state/chosen.ts';
import { now } from '../state/clock.ts';
import { devices, devicesLoaded, devicesTotal, devicesVersion, isAtLimit } from '../state/devices.ts';
import { drivenVehicles, drivesOf } from '../state/drives.ts';
import { overdueWords, stateOf } from '../state/known.ts';
import { positionFrames, positions } from '../state/positions.ts';
import { largeType } from '../state/preferences.ts';
import { resource } from '../state/resource.ts';
import { zone } from '../state/story.ts';
import { Vehicle } from './Vehicle.tsx';

const search = signal('');
const KEPT_BY: { readonly [filter: string]: (device: Device) => boolean } = {
  all: () => true,
  moving: ({ number }) => stateOf(number) === 'moving',
  expired: ({ licence }) => licence === 'expired',
  'at limit': isAtLimit,
};
const filter = signal('all');

/** Rows have one height, so that their place is known without drawing them. In root sizes: 3.3rem. */
const ROW_REM = 3.3;
const BEYOND = 6;

const found = computed<readonly Device[]>(() => {
  devicesVersion.value;
  if (filter.value === 'moving') positionFrames.value;
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const kept = [...devices.values()].filter(KEPT_BY[filter.value] ?? (() => true));
  if (words.length === 0) return kept;
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const all = kept.filter(({ name, id, licencePlate, model, imei }) =>
    has(`${name} ${id} ${licencePlate} ${model} ${imei}`),
  );
  return [...all.filter(({ name }) => has(name)), ...all.filter(({ name }) => !has(name))];
});

export function Fleet() {
  return (
    <div class="fleet">
      {chosen.value !== null && <Vehicle />}
      <List />
    </div>
  );
}

function List() {
  const list = useRef<HTMLDivElement>(null);
  const scrolled = useSignal(0);
  const height = useSignal(600);
  const rem = useSignal(14);

  useEffect(() => list.current?.scrollTo(0, 0), [search.value]);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      height.value = element.clientHeight;
      rem.value = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [largeType.value]);

  const row = ROW_REM * rem.value;
  const first = Math.max(0, Math.floor(scrolled.value / row) - BEYOND);
  const last = Math.min(found.value.length, Math.ceil((scrolled.value + height.value) / row) + BEYOND);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = found.value.findIndex(({ id }) => String(id) === chosen.value);
    const page = Math.max(1, Math.floor(height.value / row) - 1);
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: found.value.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const place = Math.min(found.value.length - 1, Math.max(0, to));
    const device = found.value[place];
    const element = list.current;
    if (!device || !element) return;
    choose(device.id);
    const top = place * row;
    if (top < element.scrollTop || top + row > element.scrollTop + element.clientHeight)
      element.scrollTop = top - element.clientHeight / 2;
  };

  return (
    <div class="device-list">
      <div class="stack">
        <SearchBox
          label="Search devices"
          placeholder="Name, plate or id"
          value={search}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && found.value[0]) choose(found.value[0].id);
            if (event.key === 'ArrowDown') {
              event.preventDefault();
              list.current?.focus();
            }
          }}
        />
        <fieldset class="filters" aria-label="Devices to show">
          {Object.keys(KEPT_BY).map((each) => (
            <button
              type="button"
              key={each}
              class="button slim"
              aria-pressed={filter.value === each}
              onClick={() => {
                filter.value = each;
              }}
            >
              {each}
            </button>
          ))}
          <span class="small muted push found" role="status">
            {foundInWords()}
          </span>
        </fieldset>
        <Today />
      </div>
      <div
        class="device-rows scrolls"
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-label="Devices"
        aria-activedescendant={chosen.value === null ? undefined : 'chosen-device'}
        onScroll={({ currentTarget }) => {
          scrolled.value = currentTarget.scrollTop;
        }}
        onKeyDown={onKeyDown}
      >
        {found.value.length === 0 && (
          <p class="empty">{devicesLoaded.value ? 'No device matches.' : 'Loading devices…'}</p>
        )}
        <div class="device-space" style={{ height: `${found.value.length * row}px` }} role="presentation">
          {found.value.slice(first, last).map((device, index) => (
            <Row
              key={device.id}
              device={device}
              top={(first + index) * row}
              place={first + index + 1}
              of={found.value.length}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function foundInWords(): string {
  const [count, total] = [found.value.length, devicesTotal.value];
  if (!devicesLoaded.value) return 'Loading…';
  if (count < devices.size) return `${countOf(count)} of ${countOf(total)}`;
  return devices.size < total
    ? `${countOf(devices.size)} of ${countOf(total)} loaded`
    : counted(total, 'device');
}

interface RowProps {
  device: Device;
  top: number;
  place: number;
  of: number;
}

function Row({ device, top, place, of }: RowProps) {
  const isChosen = chosen.value === String(device.id);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and the keys
    <div
      class="device-row row"
      role="option"
      id={isChosen ? 'chosen-device' : undefined}
      aria-selected={isChosen}
      aria-setsize={of}
      aria-posinset={place}
      tabIndex={-1}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => choose(device.id)}
    >
      <span class="grow">
        <span class="cut name strong">{device.name}</span>
        <span class="cut small muted">{device.licencePlate || String(device.id)}</span>
      </span>
      {isAtLimit(device) && <span class="chip bad">at limit</span>}
      <State device={device} />
    </div>
  );
}

/** The state that the map shows as well. */
function State({ device: { number, licence } }: { device: Device }) {
  positionFrames.value;
  drivenVehicles.value;
  const state = licence === 'expired' ? 'expired' : stateOf(number);
  if (state === 'expired') return <span class="chip warn">expired</span>;
  const words = overdueWords(number, now.value);
  if (words !== undefined) return <span class="chip">{words}</span>;
  const speed = positions.speed[number] ?? Number.NaN;
  const isNowhere = Number.isNaN(speed) && drivesOf(number).length === 0;
  if (isNowhere) return <span class="small muted">no location yet</span>;
  return <span class="small number">{state === 'moving' ? inUnits('speed', speed) : 'parked'}</span>;
}

const totals = resource(() => control.story.trips(), { isLazy: true });

/** The day of the fleet in totals; fetched when it is opened. */
function Today() {
  return (
    <details class="fold small" onToggle={({ currentTarget }) => currentTarget.open && totals.ask()}>
      <summary>Today's trips</summary>
      {totals.value && <Totals {...totals.value} />}
    </details>
  );
}

function Totals({ day, devices: known, of, since, distance, trips, driving, stops, standing }: DayTotals) {
  const partly = known < of ? `, of the first ${countOf(known)} devices` : '';
  const from = since === null ? 'no location is kept' : shortTimeOf(Date.parse(since), zone.value);
  return (
    <div data-day={day}>
      <Facts
        of={[
          ['Driven', `${inUnits('distance', distance / 1000, 1)} in ${countOf(trips)} trips`],
          ['Driving', spanOf(driving * 1000)],
          ['Stops', `${countOf(stops)}, ${spanOf(standing * 1000)}`],
          ['Since', from + partly],
        ]}
      />
    </div>
  );
}

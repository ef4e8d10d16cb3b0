/** Part 1: search and choose a device. Of 10,000 only those that can be seen are drawn. */
import './vehicles.css';
import { computed, signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { counted } from '../../../../contracts/kit/phrases.ts';
import type { Device } from '../../../control/schemas/index.ts';
import { Empty, SearchBox } from '../../look/controls.tsx';
import { countOf } from '../../look/format.ts';
import { inUnits } from '../../look/units.ts';
import { choose, chosen } from '../../state/choice.ts';
import { now } from '../../state/clock.ts';
import { devices, devicesLoaded, devicesTotal, devicesVersion } from '../../state/devices.ts';
import { drivenVehicles, drivesHad } from '../../state/drives.ts';
import { overdueWords, stateOf } from '../../state/known.ts';
import { positionFrames, positions } from '../../state/positions.ts';
import { largeType } from '../../state/preferences.ts';
import { world } from '../../state/world.ts';
import { FleetDay } from './FleetDay.tsx';

const search = signal('');
const FILTERS = ['all', 'moving', 'expired', 'at limit'] as const;
type Filter = (typeof FILTERS)[number];
const filter = signal<Filter>('all');

/** Rows have one height, so that their place is known without drawing them. In root sizes: 3.3rem. */
const ROW_REM = 3.3;
const BEYOND = 6;

const isAtLimit = ({ limits: { dailyEmail, dailySms, usage } }: Device) =>
  (dailyEmail !== null && usage.email >= dailyEmail) || (dailySms !== null && usage.sms >= dailySms);
const speedOf = ({ number }: Device) => positions.speed[number ?? 0] ?? Number.NaN;

const KEPT_BY: { readonly [F in Filter]: (device: Device) => boolean } = {
  all: () => true,
  moving: ({ number }) => stateOf(number ?? 0) === 'moving',
  expired: ({ licence }) => licence === 'expired',
  'at limit': isAtLimit,
};

const found = computed<readonly Device[]>(() => {
  devicesVersion.value;
  if (filter.value === 'moving') positionFrames.value;
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const kept = [...devices.values()].filter(KEPT_BY[filter.value]);
  if (words.length === 0) return kept;
  const byName: Device[] = [];
  const byElse: Device[] = [];
  for (const device of kept) {
    const { name, id, licencePlate, model, imei } = device;
    const all = `${name} ${id} ${licencePlate} ${model} ${imei}`.toLowerCase();
    if (!words.every((word) => all.includes(word))) continue;
    const isNamed = words.every((word) => name.toLowerCase().includes(word));
    (isNamed ? byName : byElse).push(device);
  }
  return [...byName, ...byElse];
});

export function DeviceList() {
  const list = useRef<HTMLDivElement>(null);
  const scrolled = useSignal(0);
  const height = useSignal(600);
  const rem = useSignal(14);

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
  const reach = (index: number) => {
    const device = found.value[Math.min(found.value.length - 1, Math.max(0, index))];
    if (!device) return;
    choose(device.id);
    const at = found.value.indexOf(device) * row;
    const element = list.current;
    if (element && (at < element.scrollTop || at + row > element.scrollTop + element.clientHeight))
      element.scrollTop = at - element.clientHeight / 2;
  };
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
    reach(to);
  };

  return (
    <div class="device-list">
      <div class="stack">
        <SearchBox
          label="Search devices"
          placeholder="Name, plate or id"
          value={search.value}
          onInput={(text) => {
            search.value = text;
            if (list.current) list.current.scrollTop = 0;
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && found.value[0]) choose(found.value[0].id);
            if (event.key === 'ArrowDown') {
              event.preventDefault();
              list.current?.focus();
            }
          }}
        />
        <fieldset class="filters tight" aria-label="Which devices">
          {FILTERS.map((each) => (
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
            {!devicesLoaded.value
              ? 'Loading…'
              : found.value.length === devices.size
                ? devices.size < devicesTotal.value
                  ? `${countOf(devices.size)} of ${countOf(devicesTotal.value)} loaded`
                  : counted(devicesTotal.value, 'device')
                : `${countOf(found.value.length)} of ${countOf(devicesTotal.value)}`}
          </span>
        </fieldset>
        <FleetDay key={world.value?.world} />
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
          <Empty icon="vehicle">{devicesLoaded.value ? 'No device matches.' : 'Loading devices…'}</Empty>
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
      class="device-row"
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
        <span class="cut name">{device.name}</span>
        <span class="cut small muted">{device.licencePlate || String(device.id)}</span>
      </span>
      {isAtLimit(device) && <span class="chip bad">at limit</span>}
      <State device={device} />
    </div>
  );
}

/** The state that the map shows as well. */
function State({ device }: { device: Device }) {
  positionFrames.value;
  const number = device.number ?? 0;
  const state = device.licence === 'expired' ? 'expired' : stateOf(number);
  if (state === 'expired') return <span class="chip warn">expired</span>;
  const words = overdueWords(number, now.value);
  if (words !== undefined) return <span class="chip muted">{words}</span>;
  const speed = speedOf(device);
  drivenVehicles.value;
  const isNowhere = Number.isNaN(speed) && drivesHad(number) === 0;
  if (isNowhere) return <span class="small muted">no location yet</span>;
  return <span class="small number">{state === 'moving' ? inUnits('speed', speed) : 'parked'}</span>;
}

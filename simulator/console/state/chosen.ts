/** The device that the page is about, whether the map follows it, and what the server knows of it. */
import { computed, signal } from '@preact/signals';
import { DAY } from '../../../contracts/kit/durations.ts';
import type { DeviceLocation, Id, Message } from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { now } from './clock.ts';
import { devices, devicesVersion } from './devices.ts';
import { onPositions } from './positions.ts';
import { type Resource, resource } from './resource.ts';
import { deadlines } from './server.ts';

/** As text, whatever the profile writes: `devices` is kept by it. */
export const chosen = signal<string | null>(null);
export const following = signal(false);
/** Grows with each choice, also of the device that is chosen already. */
export const choices = signal(0);

/** The record of the chosen device; `undefined` while it is not known. */
export const chosenDevice = computed(() => {
  devicesVersion.value;
  return chosen.value === null ? undefined : devices.get(chosen.value);
});

/** Chooses a device; `null` none. */
export function choose(id: Id | null): void {
  chosen.value = id === null ? null : String(id);
  choices.value++;
  if (id === null) following.value = false;
}

/** Facts about the chosen vehicle, fetched again whenever it has reported. */
function ofChosen<T>(ask: (id: string) => Promise<T>, pause: number): Resource<T> {
  const found = resource(
    async () => {
      const id = chosen.peek();
      const answer = id === null ? undefined : await ask(id);
      return chosen.peek() === id ? answer : undefined;
    },
    { pause },
  );
  chosen.subscribe(() => found.reset());
  onPositions((frame) => {
    const number = chosenDevice.peek()?.number;
    if (number !== undefined && frame?.numbers.includes(number)) found.ask();
  });
  return found;
}

const MAX_LOCATIONS = 1_000;

export interface Reading extends DeviceLocation {
  /** Simulated, ms since 1970. */
  at: number;
  /** How long after that the service received it, in ms. */
  late: number;
}

/** The locations that the service keeps of it, the oldest first. */
export const track = ofChosen<readonly Reading[]>(async (id) => {
  const { locations } = await control.devices.track(id, { limit: MAX_LOCATIONS });
  return locations
    .map((each) => {
      const at = Date.parse(each.deviceTime);
      return { ...each, at, late: Date.parse(each.receivedAt) - at };
    })
    .sort((one, other) => one.at - other.at);
}, 1_500);

/** Trips and stops, as the server finds them in these locations. */
export const travels = ofChosen((id) => control.devices.trips(id), 2_000);

const outbox = ofChosen(async (device) => {
  const { messages } = await control.outbox.list({ device, limit: 1_000 });
  return messages.filter(({ outcome }) => outcome === 'withheld');
}, 1_000);

/** How many of its messages were withheld today, by channel. */
export const withheldToday = computed<{ readonly [Channel in Message['channel']]: number }>(() => {
  const end = deadlines.value?.find(({ kind }) => kind === 'day-end');
  const began = (end ? Date.parse(end.at) : now.value) - DAY;
  const today = outbox.value?.filter(({ at }) => Date.parse(at) >= began) ?? [];
  const count = (channel: Message['channel']) => today.filter((one) => one.channel === channel).length;
  return { email: count('email'), sms: count('sms') };
});

/**
 * Devices by id and by the fleet's number. They are fetched in pages, the first at once and the others behind
 * it; afterwards events keep them: a fleet of 10,000 is not fetched again for each message.
 */
import { computed, signal } from '@preact/signals';
import type { KindAffecting } from '../../../contracts/specification/events/index.ts';
import type { Device, DeviceNow, Id, ShownEvent } from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { ApiError } from '../api/http.ts';
import { forgetDrives } from './drives.ts';
import { onEvents } from './events.ts';
import { removePosition } from './positions.ts';
import { ofThisWorld, onNewWorld } from './world.ts';

/** By id as text, in the order of the fleet. */
export const devices = new Map<string, Device>();
/** Grows whenever `devices` changed. */
export const devicesVersion = signal(0);
/** Grows only when one came, went or may be called otherwise: names are shown in many places. */
export const namesVersion = signal(0);
/** How many the fleet has; more than `devices.size` while pages are still on their way. */
export const devicesTotal = signal(0);

/** True if the first page of this world is here. */
export const devicesLoaded = signal(false);

const byNumber = new Map<number, string>();
/** By id: the newest event that what is known of it holds already. */
const upTo = new Map<string, number>();
const PAGE = 1_000;

/** The id of the device with a number of the fleet. */
export function idOfNumber(number: number): string | undefined {
  return byNumber.get(number);
}

/** The device with a number of the fleet. */
export function deviceOfNumber(number: number): Device | undefined {
  const id = byNumber.get(number);
  return id === undefined ? undefined : devices.get(id);
}

/** The name of a device, or its id while the name is not known. */
export function nameOf(id: Id): string {
  namesVersion.value;
  return devices.get(String(id))?.name ?? String(id);
}

/** After a jump in the same story the devices of before are shown until they are fetched again. */
let isPast = false;
onNewWorld((isSameStory) => {
  isPast = true;
  if (isSameStory) return;
  forget();
  devicesTotal.value = 0;
  devicesLoaded.value = false;
  devicesVersion.value++;
  namesVersion.value++;
});

function forget(): void {
  isPast = false;
  devices.clear();
  byNumber.clear();
  upTo.clear();
}

/** The devices that the map marks, by number: found in one pass. */
const marks = computed(() => {
  devicesVersion.value;
  const atLimit: number[] = [];
  const expired = new Set<number>();
  for (const device of devices.values()) {
    if (isAtLimit(device)) atLimit.push(device.number);
    if (device.licence === 'expired') expired.add(device.number);
  }
  return { atLimit, expired };
});

/** The numbers of the devices that may send no more messages of a channel today. */
export const atLimit = computed<readonly number[]>(() => marks.value.atLimit);
/** The numbers of the devices whose licence has expired: those that never reported too. */
export const expired = computed<ReadonlySet<number>>(() => marks.value.expired);

/** Returns whether a device may send no more messages of a channel today. */
export function isAtLimit({ limits: { dailyEmail, dailySms, usage } }: Device): boolean {
  const reaches = (used: number, limit: number | null) => limit !== null && used >= limit;
  return reaches(usage.email, dailyEmail) || reaches(usage.sms, dailySms);
}

/** Takes in a device as the server had it when `sequence` was its newest event. */
export function setDevice({ sequence, ...device }: DeviceNow): void {
  put(device, sequence);
  devicesTotal.value = Math.max(devicesTotal.peek(), devices.size);
  devicesVersion.value++;
}

/** Ignores an answer that is older than an event that is counted already: it would undo the event. */
function put(device: Device, sequence: number): void {
  const id = String(device.id);
  if (sequence < (upTo.get(id) ?? 0)) return;
  const before = devices.get(id);
  devices.set(id, device);
  byNumber.set(device.number, id);
  upTo.set(id, sequence);
  if (before?.name !== device.name) namesVersion.value++;
}

function remove({ id, number }: Device): void {
  devices.delete(String(id));
  byNumber.delete(number);
  upTo.delete(String(id));
  devicesTotal.value--;
  namesVersion.value++;
  removePosition(number);
  forgetDrives(number);
}

/** Fetches the whole fleet, page by page. */
export async function loadDevices(): Promise<void> {
  for (let offset = 0; ; offset += PAGE) {
    const page = await ofThisWorld(control.devices.list({ offset, limit: PAGE }));
    if (!page) return;
    if (isPast) forget();
    devicesTotal.value = page.total;
    devicesLoaded.value = true;
    for (const device of page.devices) put(device, page.sequence);
    devicesVersion.value++;
    if (page.devices.length === 0 || offset + PAGE >= page.total) return;
  }
}

/** Fetches one device again, where it may have changed in a way that no event reports. */
export async function loadDevice(id: Id): Promise<void> {
  try {
    const device = await ofThisWorld(control.devices.read(id));
    if (device) setDevice(device);
  } catch (error) {
    // Another world may have been loaded that has no such device.
    if (!(error instanceof ApiError)) throw error;
  }
}

onEvents((events) => {
  const unknown = new Set<Id>();
  let changed = false;
  for (const event of events) {
    if (event.kind === 'day-ended') changed = endDay(event.sequence);
    if (!('deviceId' in event) || event.deviceId === undefined) continue;
    const id = String(event.deviceId);
    const device = devices.get(id);
    if (device !== undefined && event.kind === 'device-removed') {
      remove(device);
      changed = true;
      continue;
    }
    if (device === undefined && event.kind === 'device-created') unknown.add(event.deviceId);
    const after = device && isNews(id, event.sequence) ? afterEvent(device, event) : device;
    if (after === undefined || after === device) continue;
    devices.set(id, after);
    upTo.set(id, event.sequence);
    changed = true;
  }
  if (changed) devicesVersion.value++;
  if (unknown.size > 20) void loadDevices();
  else for (const id of unknown) void loadDevice(id);
});

/** The device after an event of it. */
function afterEvent(device: Device, event: ShownEvent): Device {
  switch (event.kind) {
    case 'device-removed':
      return device;
    case 'device-expired':
      return { ...device, licence: 'expired' };
    case 'device-activated':
      return { ...device, licence: 'used' };
    case 'limits-set': {
      const { kind: _kind, at: _at, sequence: _sequence, deviceId: _id, ...settings } = event;
      return { ...device, limits: { ...device.limits, ...settings } };
    }
    case 'message-sent': {
      const { usage } = device.limits;
      const used = usage[event.channel] + event.count;
      return { ...device, limits: { ...device.limits, usage: { ...usage, [event.channel]: used } } };
    }
    default:
      // A kind whose row says that it affects the device needs a case of its own.
      event.kind satisfies Exclude<ShownEvent['kind'], KindAffecting<'device'>>;
      return device;
  }
}

function isNews(id: string, sequence: number): boolean {
  return sequence > (upTo.get(id) ?? 0);
}

function endDay(sequence: number): boolean {
  for (const [id, device] of devices) {
    const { email, sms } = device.limits.usage;
    if (email + sms === 0 || !isNews(id, sequence)) continue;
    devices.set(id, { ...device, limits: { ...device.limits, usage: { email: 0, sms: 0 } } });
    upTo.set(id, sequence);
  }
  return true;
}

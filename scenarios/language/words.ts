/** Parts of a story in words: devices, durations, numbers as people say them. */
import { DAY, HOUR, MINUTE, SECOND } from '../../contracts/kit/durations.ts';
import type { Devices, Driving, Setting, Wanted } from './terms.ts';

/** The parts of a story that the words refer to by name. */
export type StoryNames = Pick<Setting, 'fleet' | 'sites' | 'routes' | 'devices' | 'clock'> & {
  /** The names of devices that come later, as far as they are known. */
  readonly added?: ReadonlyMap<string, number>;
};

/** `van-3`, `van`, `van-1..van-5`, `all`, `it`. */
export function devicesInWords(devices: Devices, names: StoryNames): string {
  if (devices === 'it') return 'it';
  const { first, count } = devices;
  if (count > 1 && first === 1 && count === names.devices) return 'all';
  const part = names.fleet.find((each) => each.first === first && each.count === count);
  if (part) return part.name;
  const last = first + count - 1;
  return count === 1 ? deviceName(first, names) : `${deviceName(first, names)}..${deviceName(last, names)}`;
}

/** The name of one device in the file: `van-3`. One that came later and is not known is `device 12`. */
export function deviceName(id: number, { fleet, added }: Pick<StoryNames, 'fleet' | 'added'>): string {
  const part = fleet.find(({ first, count }) => id >= first && id < first + count);
  if (part) return part.count === 1 ? part.name : `${part.name}-${id - part.first + 1}`;
  const [name] = [...(added ?? [])].find(([, number]) => number === id) ?? [`device ${id}`];
  return name;
}

/** `10m`, `1h 30m`, `2d`. */
export function durationInWords(ms: number): string {
  let rest = ms;
  const words = Object.entries({ d: DAY, h: HOUR, m: MINUTE, s: SECOND, ms: 1 }).flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [`${count}${unit}`] : [];
  });
  return words.join(' ') || '0s';
}

export function drivingInWords({ route, repeat, above, dwell, towed }: Driving, names: StoryNames): string {
  const name = names.routes[route]?.name ?? '';
  const how = { once: '', loop: ', over and over', 'back-and-forth': ', back and forth' }[repeat];
  const fast = above > 0 ? `, ${above} km/h too fast` : '';
  return `${name}${how}${towed ? ', towed' : ''}${fast}${dwell > 0 ? `, ${durationInWords(dwell)} at each stop` : ''}`;
}

/** `5`, `3 or more`, `3 to 5`. */
export function numberInWords(wanted: Wanted, write: (value: number) => string = String): string {
  if ('is' in wanted) return write(wanted.is);
  const { atLeast, atMost } = wanted;
  if (atLeast !== undefined && atMost !== undefined) return `${write(atLeast)} to ${write(atMost)}`;
  return atLeast === undefined ? `${write(atMost ?? 0)} or less` : `${write(atLeast)} or more`;
}

export function siteName(site: number, { sites }: StoryNames): string {
  return sites[site]?.name ?? '';
}

export function channelWord(channel: 'email' | 'sms'): string {
  return channel === 'email' ? 'e-mails' : 'SMS';
}

/** ` to Bob`; nothing for anyone. */
export function toInWords(to: string | undefined): string {
  return to === undefined ? '' : ` to ${to}`;
}

/** ` for 10m`; nothing for a duration without an end. */
export function lastingInWords(ms: number | undefined): string {
  return ms === undefined ? '' : ` for ${durationInWords(ms)}`;
}

/** `, now NAME` where the name changes. */
export function renamed(from: string, to: string | undefined): string {
  return to === undefined || to === from ? '' : `, now ${to}`;
}

export function pairs(facts: object): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name} ${value === null ? 'none' : String(value)}`)
    .join(', ');
}

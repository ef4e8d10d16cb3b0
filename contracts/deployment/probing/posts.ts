/** The bodies that probes post: a report that is good by the profile, or a range of time where posting asks for one. */
import { HOUR, MINUTE } from '../../kit/durations.ts';
import type { Json } from '../../kit/json.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Deployment, Trace } from '../deployment.ts';
import type { Learned } from './learned.ts';

/** The contents of a report where the profile has no sample; only what the dialect has a place for is sent. */
const samples = {
  location: { latitude: 48.137154, longitude: 11.576124, speed: 0, course: 0 },
  alert: {
    type: 'maintenance-due',
    severity: 'info',
    text: 'Sent by roadtest; nothing is wrong.',
    channels: [],
  },
};

/** The place that is posted where no other is asked for. */
export function sampledPlace({ samples: given }: Pick<Profile, 'samples'>): {
  latitude: number;
  longitude: number;
} {
  const { latitude, longitude } = { ...samples.location, ...given?.location };
  const isPlace = typeof latitude === 'number' && typeof longitude === 'number';
  return isPlace ? { latitude, longitude } : samples.location;
}

/** The first location of a device is so old: further ones are newer, and none lies in the future. */
const FIRST_AGE = 10 * MINUTE;
/** Two marked places lie so far from each other, in degrees. */
const STEP = 0.01;
/** After so many steps the places are the same again. */
const STEPS = 400;

/**
 * A report of a device. One that is marked has a place and a text of its own, so that it can be recognised when it is read
 * back. Throws PROFILE_UNBOUND.
 */
export function post(
  { lens, profile, clock, nonce }: Deployment,
  learned: Learned,
  what: 'locations' | 'alerts',
  device: AnyId,
  isMarked: boolean,
): { body: Json; trace?: Trace } {
  const posting = lens.posting(what);
  const now = Math.floor(clock.now() / 1000) * 1000;
  if (posting.does === 'query') return { body: posting.writeRange({ from: now - HOUR, to: now }) };
  const number = isMarked ? ++learned.posts.number : 0;
  const written = (resource: 'location' | 'alert', facts: { [fact: string]: Json }) => {
    const places = new Set<string>(lens.record(resource).facts);
    const all = Object.entries({ ...samples[resource], ...profile.samples?.[resource], ...facts });
    return posting.write([Object.fromEntries(all.filter(([fact]) => places.has(fact)))]);
  };
  if (what === 'alerts') {
    const mark = `${nonce}-post-${number}`;
    const text = profile.samples?.alert?.text ?? samples.alert.text;
    const body = written('alert', { raisedAt: now, text: isMarked ? `${text} ${mark}` : text });
    return { body, ...(isMarked && { trace: { left: 'alert', device, mark } }) };
  }
  const { latitude, longitude } = sampledPlace(profile);
  const checksum = [...nonce].reduce((sum, character) => sum + character.charCodeAt(0), 0);
  const offset = isMarked ? (1 + (checksum % 8)) / 1000 + STEP * (1 + (number % STEPS)) : 0;
  const place = isMarked
    ? { latitude: shifted(latitude, offset), longitude: shifted(longitude, offset) }
    : { latitude, longitude };
  const deviceTime = Math.max((learned.latest.get(device) ?? 0) + 1000, now - FIRST_AGE);
  learned.latest.set(device, deviceTime);
  const body = written('location', { deviceTime, ...place });
  return { body, ...(isMarked && { trace: { left: 'location', device, ...place } }) };
}

/** Towards the equator and the prime meridian, where every place is a place. */
function shifted(degrees: number, by: number): number {
  return Math.round((degrees > 0 ? degrees - by : degrees + by) * 10_000) / 10_000;
}

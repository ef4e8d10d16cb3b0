/** The bodies that are posted: a report that is good by the profile, or a range of time where posting asks for one. */
import { HOUR, MINUTE } from '../../kit/durations.ts';
import { only } from '../../kit/fields.ts';
import type { Json } from '../../kit/json.ts';
import type { AnyId, WritableFacts } from '../../profile/facts.ts';
import type { Profile } from '../../profile/profile.ts';
import { recordFacts } from '../../specification/records/index.ts';
import type { Deployment, Trace } from '../deployment.ts';
import { learnedOf } from './learned.ts';

type Sample = { readonly [fact: string]: Json };
const place = { latitude: 48.137154, longitude: 11.576124 };

/** The contents of a report where the profile has no sample. */
const samples: { readonly [R in 'location' | 'alert']: Sample } = {
  location: { ...place, speed: 30, course: 0 },
  // The least alarming of the kinds that people use.
  alert: { type: 'maintenance-due', severity: 'info', text: 'Roadtest {nonce}: nothing is wrong.' },
};

/** The facts of a report as of now, those alone that the dialect has a place for. A sample gives a moment as text too. */
export function sampleOf<R extends 'location' | 'alert'>(
  { lens, clock, profile, nonce }: Deployment,
  resource: R,
  now = clock.now(),
): WritableFacts<R, AnyId> {
  const kinds: { readonly [fact: string]: string } = recordFacts[resource];
  const moment = { [resource === 'location' ? 'deviceTime' : 'raisedAt']: now };
  // No one is to be notified of an alert, unless the sample says so.
  const silent = resource === 'alert' && { channels: [] };
  const sample: Sample = { ...moment, ...silent, ...(profile.samples?.[resource] ?? samples[resource]) };
  const facts = lens.record(resource).facts.flatMap((fact): [string, Json][] => {
    const value = sample[fact];
    if (typeof value !== 'string') return value === undefined ? [] : [[fact, value]];
    return [[fact, kinds[fact] === 'time' ? Date.parse(value) : value.replaceAll('{nonce}', nonce)]];
  });
  return Object.fromEntries(facts) as WritableFacts<R, AnyId>;
}

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The place that is posted where no other is asked for. */
export function sampledPlace({ samples: given }: Pick<Profile, 'samples'>): Place {
  const { latitude, longitude } = { ...place, ...given?.location };
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : place;
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
  deployment: Deployment,
  what: 'locations' | 'alerts',
  device: AnyId,
  isMarked: boolean,
): { body: Json; trace?: Trace } {
  const { lens, profile, clock, nonce } = deployment;
  const learned = learnedOf(deployment);
  const posting = lens.posting(what);
  const now = Math.floor(clock.now() / 1000) * 1000;
  if (posting.does === 'query') return { body: posting.writeRange({ from: now - HOUR, to: now }) };
  if (isMarked) learned.posts += 1;
  const written = (resource: 'location' | 'alert', facts: Sample) => {
    const places = new Set<string>(lens.record(resource).facts);
    const sample = sampleOf(deployment, resource, now) as Sample;
    return posting.write([{ ...sample, ...only(facts, (fact) => places.has(fact)) }]);
  };
  if (what === 'alerts') {
    const mark = `${nonce}-post-${learned.posts}`;
    const { text = '' } = sampleOf(deployment, 'alert');
    const body = written('alert', { raisedAt: now, ...(isMarked && { text: `${text} ${mark}` }) });
    return { body, ...(isMarked && { trace: { left: 'alert', device, mark } }) };
  }
  const at = isMarked ? placeOf(sampledPlace(profile), nonce, learned.posts) : sampledPlace(profile);
  const deviceTime = Math.max((learned.latest.get(device) ?? 0) + 1000, now - FIRST_AGE);
  learned.latest.set(device, deviceTime);
  const body = written('location', { deviceTime, ...at });
  return { body, ...(isMarked && { trace: { left: 'location', device, ...at } }) };
}

/** The run has posted a location of a device at that time: those of probes are to be newer. */
export function knowsLocation(deployment: Deployment, device: AnyId, at: number): void {
  const { latest } = learnedOf(deployment);
  latest.set(device, Math.max(at, latest.get(device) ?? at));
}

/** A place of the run's own, towards the equator and the prime meridian, where every place is a place. */
function placeOf({ latitude, longitude }: Place, nonce: string, number: number): Place {
  const checksum = [...nonce].reduce((sum, character) => sum + character.charCodeAt(0), 0);
  const by = (1 + (checksum % 8)) / 1000 + STEP * (1 + (number % STEPS));
  const shifted = (degrees: number) =>
    Math.round((degrees > 0 ? degrees - by : degrees + by) * 10_000) / 10_000;
  return { latitude: shifted(latitude), longitude: shifted(longitude) };
}

/** The bodies that probes post: a report that is good by the profile, or a range of time where posting asks for one. */
import { HOUR, MINUTE } from '../../kit/durations.ts';
import type { Json } from '../../kit/json.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Dialect } from '../session/dialect.ts';
import type { DeploymentTime } from '../time/deployment-time.ts';

export interface PostsContext extends Dialect {
  readonly nonce: string;
  readonly time: Pick<DeploymentTime, 'now'>;
}

/** A report that can be recognised when it is read back. */
export interface MarkedPost {
  body: Json;
  latitude: number;
  longitude: number;
  /** A text that this alert holds, and no other. */
  mark: string;
}

/** The contents of a report where the profile has no sample; only what the dialect has a place for is sent. */
const samples: { [R in 'location' | 'alert']: { [fact: string]: Json } } = {
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
  return {
    latitude: numberIn(latitude, samples.location.latitude),
    longitude: numberIn(longitude, samples.location.longitude),
  };
}

/** The first location of a device is so old: further ones are newer, and none lies in the future. */
const FIRST_AGE = 10 * MINUTE;
/** Two marked places lie so far from each other, in degrees. */
const STEP = 0.01;
/** After so many steps the places are the same again. */
const STEPS = 400;

export class Posts {
  readonly #context: PostsContext;
  readonly #latest = new Map<AnyId, number>();
  #number = 0;

  constructor(context: PostsContext) {
    this.#context = context;
  }

  /** A later location of the device is posted with a later time than this, in ms. */
  knowsLocation(device: AnyId, at: number): void {
    this.#latest.set(device, Math.max(at, this.#latest.get(device) ?? at));
  }

  /** A report of a device. Throws PROFILE_UNBOUND. */
  report(what: 'locations' | 'alerts', device: AnyId): Json {
    return this.#written(what, device, {});
  }

  /** The same with a place and a text of its own. */
  marked(what: 'locations' | 'alerts', device: AnyId): MarkedPost {
    const number = ++this.#number;
    const { latitude, longitude } = sampledPlace(this.#context.profile);
    const offset = (1 + (checksum(this.#context.nonce) % 8)) / 1000 + STEP * (1 + (number % STEPS));
    const place = {
      latitude: shifted(latitude, offset),
      longitude: shifted(longitude, offset),
    };
    const mark = `${this.#context.nonce}-post-${number}`;
    const changed =
      what === 'locations' ? place : { text: `${this.#sample('alert').text ?? 'roadtest'} ${mark}` };
    return { body: this.#written(what, device, changed), ...place, mark };
  }

  #sample(resource: 'location' | 'alert'): { [fact: string]: Json } {
    const { profile } = this.#context;
    return { ...samples[resource], ...sampledPlace(profile), ...profile.samples?.[resource] };
  }

  #written(what: 'locations' | 'alerts', device: AnyId, changed: { [fact: string]: Json }): Json {
    const { lens, time } = this.#context;
    const posting = lens.posting(what);
    const now = Math.floor(time.now() / 1000) * 1000;
    if (posting.does === 'query') return posting.writeRange({ from: now - HOUR, to: now });
    const resource = what === 'locations' ? 'location' : 'alert';
    const moment = what === 'locations' ? { deviceTime: this.#nextTime(device, now) } : { raisedAt: now };
    const places = new Set<string>(lens.record(resource).facts);
    const facts = Object.entries({ ...moment, ...this.#sample(resource), ...changed });
    return posting.write([Object.fromEntries(facts.filter(([fact]) => places.has(fact)))]);
  }

  #nextTime(device: AnyId, now: number): number {
    const latest = this.#latest.get(device) ?? 0;
    const next = Math.max(latest + 1000, now - FIRST_AGE);
    this.#latest.set(device, next);
    return next;
  }
}

/** Towards the equator and the prime meridian, where every place is a place. */
function shifted(degrees: number, by: number): number {
  return Math.round((degrees > 0 ? degrees - by : degrees + by) * 10_000) / 10_000;
}

function numberIn(value: Json | undefined, otherwise: Json | undefined): number {
  return typeof value === 'number' ? value : Number(otherwise);
}

function checksum(text: string): number {
  let sum = 0;
  for (const character of text) sum += character.charCodeAt(0);
  return sum;
}

/**
 * Writes that become readable a moment later (opening `consistency`).
 *
 * The fleet itself is always up to date. Here stands, for the moment after a write, what a reader
 * still sees of the record: the one before, or none.
 */

import { instant, mustHold, ordinal } from '../../contracts/kit/saved.ts';
import {
  constant,
  list,
  object,
  optional,
  type Static,
  type TSchema,
  tuple,
  typed,
} from '../../contracts/kit/schema.ts';
import type { Answers } from '../../contracts/specification/openings/index.ts';
import { group, location, user } from '../fleet/forms.ts';
import type { EpochMs } from '../fleet/types.ts';
import { parseDuration } from '../time/calendar.ts';

export type ConsistencyAnswers = Answers<'consistency'>;

export type DelayedResource = 'group' | 'user' | 'location';

export interface Veil {
  until: EpochMs;
  before?: object | undefined;
}

/** What readers still see of the records of one resource, by id. */
function veilsOf<const R extends DelayedResource, S extends TSchema>(resource: R, record: S) {
  return tuple([
    constant(resource),
    list(tuple([ordinal, object({ until: instant, before: optional(record) })])),
  ]);
}
const veils = [veilsOf('group', group), veilsOf('user', user), veilsOf('location', location)] as const;
export const delayedReadsState = list(typed<[DelayedResource, [number, Veil][]]>({ anyOf: veils }));
export type DelayedReadsState = Static<typeof delayedReadsState>;

export function createDelayedReads({ consistency }: ConsistencyAnswers): DelayedReads {
  return new DelayedReads(parseDuration(consistency.readableAfter));
}

export class DelayedReads {
  readonly #delay: number;
  #veils = new Map<DelayedResource, Map<number, Veil>>();

  /** `delay` in milliseconds; 0 switches the whole thing off. */
  constructor(delay: number) {
    this.#delay = delay;
  }

  /** Remembers what readers see until the write made at `now` has become readable. */
  written(resource: DelayedResource, id: number, before: object | undefined, now: EpochMs): void {
    if (this.#delay === 0) return;
    const veils = this.#veilsOf(resource, now);
    veils.set(id, { until: now + this.#delay, before: veils.has(id) ? veils.get(id)?.before : before });
  }

  /** What a reader sees at `now`, where `current` is what the fleet holds. */
  read<T>(resource: DelayedResource, id: number, current: T, now: EpochMs): T | undefined {
    if (this.#delay === 0) return current;
    const veil = this.#veilsOf(resource, now).get(id);
    return veil ? (veil.before as T | undefined) : current;
  }

  /** The same for all records of a resource, in the order of their ids. */
  readAll<T extends { id: number }>(
    resource: DelayedResource,
    current: readonly T[],
    now: EpochMs,
  ): readonly T[] {
    if (this.#delay === 0) return current;
    const veils = this.#veilsOf(resource, now);
    if (veils.size === 0) return current;
    const seen = new Map(current.map((record) => [record.id, record]));
    for (const [id, veil] of veils) {
      if (veil.before === undefined) seen.delete(id);
      else seen.set(id, veil.before as T);
    }
    return [...seen.values()].sort((a, b) => a.id - b.id);
  }

  save(): DelayedReadsState {
    return [...this.#veils].map(([resource, veils]) => [resource, [...veils]]);
  }

  /** Throws a StateError for what hangs longer than it may, or over another record than it says. */
  restore(state: DelayedReadsState, now: EpochMs): void {
    this.#veils = new Map();
    state.forEach(([resource, veils], place) => {
      mustHold(!this.#veils.has(resource), `/${place}`, 'is of a resource that stands there twice');
      const ids = new Set(veils.map(([id]) => id));
      mustHold(ids.size === veils.length, `/${place}/1`, 'has a record twice');
      veils.forEach(([id, { until, before }], at) => {
        const isOwn = before === undefined || idOf(before) === id;
        mustHold(isOwn, `/${place}/1/${at}/1/before`, 'is another record than its id says');
        mustHold(until <= now + this.#delay, `/${place}/1/${at}/1/until`, 'is later than any write shows');
      });
      this.#veils.set(resource, new Map(veils));
    });
  }

  adopt(other: DelayedReads): void {
    this.#veils = other.#veils;
  }

  /** The veils of a resource that still hang at `now`. */
  #veilsOf(resource: DelayedResource, now: EpochMs): Map<number, Veil> {
    const veils = this.#veils.get(resource) ?? new Map<number, Veil>();
    this.#veils.set(resource, veils);
    for (const [id, veil] of veils) if (veil.until <= now) veils.delete(id);
    return veils;
  }
}

/** The id of a record; of a location, that of its device. */
function idOf(record: object): unknown {
  return 'deviceId' in record ? record.deviceId : 'id' in record && record.id;
}

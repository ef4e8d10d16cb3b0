/**
 * Writes that become readable a moment later (opening `consistency`).
 *
 * The fleet itself is always up to date. This module holds, for the moment after a write, what a reader
 * still sees of the record: the one before, or none.
 */

import { instant, ordinal } from '../../contracts/kit/saved.ts';
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
import { mustHold } from '../time/saved.ts';

export type ConsistencyAnswers = Answers<'consistency'>;

export type DelayedResource = 'group' | 'user' | 'location';

export interface StaleRead {
  until: EpochMs;
  before?: object | undefined;
}

/** The records of one resource that readers still see, by id. */
function staleReadsOf<const R extends DelayedResource, S extends TSchema>(resource: R, record: S) {
  return tuple([
    constant(resource),
    list(tuple([ordinal, object({ until: instant, before: optional(record) })])),
  ]);
}
const staleReads = [
  staleReadsOf('group', group),
  staleReadsOf('user', user),
  staleReadsOf('location', location),
] as const;
export const delayedReadsState = list(typed<[DelayedResource, [number, StaleRead][]]>({ anyOf: staleReads }));
export type DelayedReadsState = Static<typeof delayedReadsState>;

export function createDelayedReads({ consistency }: ConsistencyAnswers): DelayedReads {
  return new DelayedReads(parseDuration(consistency.readableAfter));
}

export class DelayedReads {
  readonly #delay: number;
  #staleReads = new Map<DelayedResource, Map<number, StaleRead>>();

  /** `delay` in milliseconds; 0 switches the whole thing off. */
  constructor(delay: number) {
    this.#delay = delay;
  }

  /** Remembers what readers see until the write made at `now` has become readable; asks for it where that is later. */
  written(resource: DelayedResource, id: number, before: () => object | undefined, now: EpochMs): void {
    if (this.#delay === 0) return;
    const staleReads = this.#staleReadsOf(resource, now);
    staleReads.set(id, {
      until: now + this.#delay,
      before: staleReads.has(id) ? staleReads.get(id)?.before : before(),
    });
  }

  /** The record that a reader sees at `now`, where `current` is the one of the fleet. */
  read<T>(resource: DelayedResource, id: number, current: T, now: EpochMs): T | undefined {
    if (this.#delay === 0) return current;
    const staleRead = this.#staleReadsOf(resource, now).get(id);
    return staleRead ? (staleRead.before as T | undefined) : current;
  }

  /** The same for all records of a resource, in the order of their ids. */
  readAll<T extends { id: number }>(
    resource: DelayedResource,
    current: readonly T[],
    now: EpochMs,
  ): readonly T[] {
    if (this.#delay === 0) return current;
    const staleReads = this.#staleReadsOf(resource, now);
    if (staleReads.size === 0) return current;
    const seen = new Map(current.map((record) => [record.id, record]));
    for (const [id, staleRead] of staleReads) {
      if (staleRead.before === undefined) seen.delete(id);
      else seen.set(id, staleRead.before as T);
    }
    return [...seen.values()].sort((a, b) => a.id - b.id);
  }

  save(): DelayedReadsState {
    return [...this.#staleReads].map(([resource, staleReads]) => [resource, [...staleReads]]);
  }

  /** Throws a StateError for what lasts longer than it may, or is of another record than it says. */
  restore(state: DelayedReadsState, now: EpochMs): void {
    this.#staleReads = new Map();
    state.forEach(([resource, staleReads], place) => {
      mustHold(!this.#staleReads.has(resource), `/${place}`, 'repeats a resource');
      const ids = new Set(staleReads.map(([id]) => id));
      mustHold(ids.size === staleReads.length, `/${place}/1`, 'repeats a record');
      staleReads.forEach(([id, { until, before }], at) => {
        const isOwn = before === undefined || idOf(before) === id;
        mustHold(isOwn, `/${place}/1/${at}/1/before`, 'is not the record with that id');
        mustHold(
          until <= now + this.#delay,
          `/${place}/1/${at}/1/until`,
          'is later than the configured delay of reads',
        );
      });
      this.#staleReads.set(resource, new Map(staleReads));
    });
  }

  /** The staleReads of a resource that are still in force at `now`. */
  #staleReadsOf(resource: DelayedResource, now: EpochMs): Map<number, StaleRead> {
    const staleReads = this.#staleReads.get(resource) ?? new Map<number, StaleRead>();
    this.#staleReads.set(resource, staleReads);
    for (const [id, staleRead] of staleReads) if (staleRead.until <= now) staleReads.delete(id);
    return staleReads;
  }
}

/** The id of a record; of a location, that of its device. */
function idOf(record: object): unknown {
  return 'deviceId' in record ? record.deviceId : 'id' in record && record.id;
}

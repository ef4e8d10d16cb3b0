/** The end of the day (section 8; openings `day.*`): one event for the whole account. */
import type { Answers } from '../../contracts/specification/openings/index.ts';
import { type Core, zoneOf } from './core.ts';
import type { DeviceLimits } from './limits.ts';
import type { EpochMs } from './types.ts';

const KIND = 'day-end';

export type DayEvents = 'day-ended';
export type DayPolicy = Answers<'day.ends' | 'day.time-zone'>;

export class Day {
  readonly #core: Core<DayEvents>;
  readonly #policy: DayPolicy;
  readonly #limits: DeviceLimits;

  constructor(core: Core<DayEvents>, policy: DayPolicy, limits: DeviceLimits) {
    this.#core = core;
    this.#policy = policy;
    this.#limits = limits;
    core.timeline.on(KIND, () => this.#end(), { first: true });
  }

  /** Puts the end of the current day on the timeline. Once: each end schedules the next. */
  begin(): void {
    const { timeline } = this.#core;
    timeline.schedule(this.endAfter(timeline.now), KIND, {});
  }

  /** The first end of a day after a moment. */
  endAfter(after: EpochMs): EpochMs {
    return this.#core.rules.dayEnd({
      after,
      dayEnds: this.#policy['day.ends'],
      timeZone: zoneOf(this.#core, this.#policy['day.time-zone']),
    });
  }

  #end(): void {
    this.#limits.endDay();
    this.#core.log.append('day-ended', {});
    this.begin();
  }
}

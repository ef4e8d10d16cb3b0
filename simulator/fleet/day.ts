/** The end of the day (section 8; openings `day.*`): one event for the whole account. */
import type { Answers } from '../../contracts/specification/openings/index.ts';
import { type Core, zoneOf } from './core.ts';
import type { DeviceLimits } from './limits.ts';

const KIND = 'day-end';

export type DayPolicy = Answers<'day.ends' | 'day.time-zone'>;

export class Day {
  readonly #core: Core;
  readonly #policy: DayPolicy;
  readonly #limits: DeviceLimits;

  constructor(core: Core, policy: DayPolicy, limits: DeviceLimits) {
    this.#core = core;
    this.#policy = policy;
    this.#limits = limits;
    core.timeline.on(KIND, () => this.#end());
  }

  /** Puts the end of the current day on the timeline. Once: each end schedules the next. */
  begin(): void {
    const { rules, timeline } = this.#core;
    const end = rules.dayEnd({
      after: timeline.now,
      dayEnds: this.#policy['day.ends'],
      timeZone: zoneOf(this.#core, this.#policy['day.time-zone']),
    });
    timeline.schedule(end, KIND, {});
  }

  #end(): void {
    this.#limits.endDay();
    this.#core.log.append('day-ended');
    this.begin();
  }
}

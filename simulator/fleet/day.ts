/** The end of the day (section 8; openings `day.*`): one event for the whole account. */
import type { Core } from './core.ts';
import type { DeviceLimits } from './limits.ts';

const KIND = 'day-end';

export class Day {
  readonly #core: Core;
  readonly #limits: DeviceLimits;

  constructor(core: Core, limits: DeviceLimits) {
    this.#core = core;
    this.#limits = limits;
    core.timeline.on(KIND, () => this.#end());
  }

  /** Puts the end of the current day on the timeline. Once: each end schedules the next. */
  begin(): void {
    const { policy, rules, timeline } = this.#core;
    const end = rules.dayEnd({ after: timeline.now, dayEnds: policy.dayEnds, timeZone: policy.dayTimeZone });
    timeline.schedule(end, KIND, {});
  }

  #end(): void {
    this.#limits.endDay();
    this.#core.log.append('day-ended');
    this.begin();
  }
}

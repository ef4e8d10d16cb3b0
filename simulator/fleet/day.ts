/** The end of the day (section 8; openings `day.*`): one event for the whole account. */
import { type Answers, defaultAnswers } from '../../contracts/specification/openings/index.ts';
import { dayEndIn } from '../time/day-end.ts';
import type { Account } from './account.ts';
import { type Core, zoneOf } from './core.ts';
import type { DeviceLimits } from './limits.ts';
import type { EpochMs } from './types.ts';

const KIND = 'day-end';

export type DayEvents = 'day-ended';
export type DayPolicy = Answers<'day.ends' | 'day.time-zone'>;

export class Day {
  readonly #core: Core<DayEvents>;
  readonly #policy: DayPolicy;
  readonly #account: Pick<Account, 'dayEnds'>;
  readonly #limits: DeviceLimits;

  constructor(
    core: Core<DayEvents>,
    policy: DayPolicy,
    account: Pick<Account, 'dayEnds'>,
    limits: DeviceLimits,
  ) {
    this.#core = core;
    this.#policy = policy;
    this.#account = account;
    this.#limits = limits;
    core.timeline.on(KIND, () => this.#end(), { first: true });
  }

  /** Puts the end of the current day on the timeline. Once: each end schedules the next. */
  begin(): void {
    const { timeline } = this.#core;
    timeline.schedule(this.endAfter(timeline.now), KIND, {});
  }

  /** When a day ends. What the account says fills in what the profile leaves at the default. */
  get ends(): DayPolicy {
    const { at, timeZone } = dayEndIn(this.#account.dayEnds ?? defaultAnswers['day.ends']);
    const said = { 'day.ends': at, 'day.time-zone': timeZone ?? defaultAnswers['day.time-zone'] };
    const answerOf = (id: keyof DayPolicy): string =>
      this.#policy[id] === defaultAnswers[id] ? said[id] : this.#policy[id];
    return {
      'day.ends': answerOf('day.ends'),
      'day.time-zone': zoneOf(this.#core, answerOf('day.time-zone')),
    };
  }

  /** The first end of a day after a moment. */
  endAfter(after: EpochMs): EpochMs {
    const { 'day.ends': dayEnds, 'day.time-zone': timeZone } = this.ends;
    return this.#core.rules.dayEnd({ after, dayEnds, timeZone });
  }

  #end(): void {
    this.#limits.endDay();
    this.#core.log.append('day-ended', {});
    this.begin();
  }
}

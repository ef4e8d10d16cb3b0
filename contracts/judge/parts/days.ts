/**
 * When a day may have ended, and when it must have (section 8). At which time days end is open, and so is the zone: a
 * day has 23 to 25 hours, and its end may be carried out a little late.
 */
import { HOUR, MINUTE, SECOND } from '../../kit/durations.ts';
import type { EpochMs } from '../../profile/facts.ts';

const SHORTEST_DAY = 23 * HOUR;
/** With an hour for a day's end that is carried out late. */
const LONGEST_DAY = 26 * HOUR;
/**
 * So little time is taken for none, unless a quarter of an hour ends in it: whatever the zone, days hardly end at another
 * time, and what fails is done again on fresh records before it counts.
 */
const NO_TIME = 10 * MINUTE;
const QUARTER = 15 * MINUTE;
/** A clock that is read by the second, on another machine, may be so far behind. */
const BEHIND = 2 * SECOND;

/** The moments between which the last end of a day was, as far as known. Before the first, `to` is when counting began. */
export interface DayState {
  readonly at: EpochMs;
  readonly from: EpochMs | undefined;
  readonly to: EpochMs;
}

export interface DayNext {
  readonly day: DayState;
  /** Tells whether a day has ended meanwhile. */
  readonly ended: boolean;
  /** Tells whether the document allows it. */
  readonly lawful: boolean;
}

/** The ways in which time can have passed until `at`. */
export function timePasses(day: DayState, at: EpochMs): readonly DayNext[] {
  // The moment that is kept may be so much too early: that widens what is possible, never narrows it.
  if (at - day.at < NO_TIME && quarterOf(at + BEHIND) === quarterOf(day.at))
    return [{ day, ended: false, lawful: true }];
  const mayEnd = day.from === undefined || at - day.from >= SHORTEST_DAY;
  const mustEnd = at - day.to >= LONGEST_DAY;
  return [
    { day: { at, from: day.at, to: at }, ended: true, lawful: mayEnd },
    { day: { ...day, at }, ended: false, lawful: !mustEnd },
  ];
}

/** The distance from the stated end of a day before which it has certainly not come yet, and after which it certainly has. */
const MARGIN = 20 * MINUTE;

/** The same where it is stated when days end. */
export function passesBy(endAfter: (moment: EpochMs) => EpochMs | undefined): typeof timePasses {
  return (day, at) => {
    const [first, surely] = [endAfter(day.at - MARGIN), endAfter(day.at + MARGIN)];
    if (first === undefined || surely === undefined) return timePasses(day, at);
    const mayEnd = first <= at + MARGIN;
    const mustEnd = surely <= at - MARGIN;
    if (!mayEnd && at - day.at < NO_TIME) return [{ day, ended: false, lawful: true }];
    return [
      { day: { at, from: day.at, to: at }, ended: true, lawful: mayEnd },
      { day: { ...day, at }, ended: false, lawful: !mustEnd },
    ];
  };
}

function quarterOf(at: EpochMs): number {
  return Math.floor(at / QUARTER);
}

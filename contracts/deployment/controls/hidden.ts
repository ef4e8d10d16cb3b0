/** Settings and counters that are certain to be there, and that an answer leaves out where the profile has a place for them. */
import { DAY, MINUTE } from '../../kit/durations.ts';
import { namesOf } from '../../kit/tables.ts';
import type { AnyId, EpochMs } from '../../profile/facts.ts';
import type { Channel } from '../../specification/judged.ts';
import type { Deployment } from '../deployment.ts';
import { dayEndAfter } from '../reading/day-end.ts';
import type { LimitsChange, LimitsRead } from './api.ts';
import type { Memory } from './memory.ts';

/** The distance from the end of a day within which it may be another day by the deployment's clock. */
const DAY_END_SLACK = 5 * MINUTE;

/** The facts that the run set and counted, and that nothing can have changed since. An expired device may show none of it. */
export function certainOf(
  id: AnyId,
  memory: Memory,
  deployment: Pick<Deployment, 'profile' | 'clock'>,
): LimitsChange {
  const settings = memory.settings(id);
  const now = deployment.clock.now();
  if (!memory.isMade(id) || mayHavePassed(settings.expirationDate, now)) return {};
  const sentToday = (channel: Channel): number => {
    const at = memory.lastSent(id, channel);
    const dayEnd = at === undefined ? undefined : dayEndAfter(deployment, at - DAY_END_SLACK);
    const isSameDay = dayEnd !== undefined && now + DAY_END_SLACK < dayEnd;
    return isSameDay ? (memory.sent(id, channel, now) ?? 0) : 0;
  };
  return { ...settings, usageEmail: sentToday('email'), usageSms: sentToday('sms') };
}

/** A day begins up to 14 hours before that of UTC; and clocks differ. */
function mayHavePassed(date: string | null | undefined, now: EpochMs): boolean {
  return typeof date === 'string' && now >= Date.parse(date) - DAY;
}

/** The first that is left out. A fact that is off, none or zero may be. */
export function hiddenIn(read: LimitsRead, certain: LimitsChange) {
  const there = {
    expires: certain.expires === true && typeof certain.expirationDate === 'string',
    dailyEmail: (certain.dailyEmail ?? 0) > 0,
    dailySms: (certain.dailySms ?? 0) > 0,
    usageEmail: (certain.usageEmail ?? 0) > 0,
    usageSms: (certain.usageSms ?? 0) > 0,
  };
  return namesOf(there).find((name) => there[name] && read[name] === undefined);
}

/** Messages at several hours of a day, with a limit of two. */
import type { Step } from '../play/steps.ts';
import type { Channel } from '../specification/judged.ts';
import { dayEnd, hours, limit, send, sendEach, settings } from './steps.ts';

/**
 * The day has just begun: what changes later on it shows. The day that ends at last is no 24 hours back from any moment, since
 * two messages fell into one before.
 */
export function severalHours(channel: Channel): Step[] {
  return [
    dayEnd('after'),
    limit(1, channel, 2),
    send(1, channel),
    hours(6),
    ...sendEach(1, channel, 2),
    hours(6),
    settings(1),
    send(1, channel),
    hours(15),
    send(1, channel, 2),
    settings(1),
  ];
}

/**
 * The daily limits of a device, each rule for e-mail and SMS apart (sections 1, 2 and 8).
 *
 * - `settings.ts`    limits and counters, read and set
 * - `of-new.ts`      what a device begins with
 * - `line.ts`        one channel of one device: what messages are sent on
 * - `limit-case.ts`  cases that look at what happened to devices, together or each for itself
 * - `reaching.ts`    a limit that is reached, and then changed again and again
 * - `changing.ts`    limits that are lowered or set below zero, counters that are set
 * - `apart.ts`       a limit for each device and each channel, and the limit of 0
 * - `at-once.ts`     many messages at the same time
 * - `next-day.ts`    what the following days restore, and do not add up
 */
import type { CasesOf } from '../../case.ts';
import { apartCases } from './apart.ts';
import { atOnceCases } from './at-once.ts';
import { changingCases } from './changing.ts';
import { nextDayCases } from './next-day.ts';
import { reachingCases } from './reaching.ts';

export const limitCases: CasesOf<'limits'> = {
  ...reachingCases,
  ...changingCases,
  ...apartCases,
  ...atOnceCases,
  ...nextDayCases,
};

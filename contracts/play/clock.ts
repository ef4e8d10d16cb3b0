/** Steps that wait; and when on its date a device expires, by what the profile says of it (opening `expiry.instant`). */

import { getBasic } from 'temporal-polyfill/fns/Calendar';
import { addDays, fromString, toPlainDateTime, toZonedDateTime } from 'temporal-polyfill/fns/PlainDate';
import { toZonedDateTime as momentOf } from 'temporal-polyfill/fns/PlainDateTime';
import { fromString as plainTimeFrom } from 'temporal-polyfill/fns/PlainTime';
import { dayEndAfter } from '../deployment/reading/dates.ts';
import { HOUR, MINUTE } from '../kit/durations.ts';
import { integer } from '../kit/schema.ts';
import type { EpochMs } from '../profile/facts.ts';
import type { Openings } from '../specification/openings/index.ts';
import { device, row, side } from './row.ts';
import type { Scene, StepResult } from './scene.ts';

/** So far from its moment a date is certainly not reached yet, and certainly already. */
const CLEARLY = 30 * MINUTE;
/** Hours until the end of a day, and until a date is reached, at most. */
const LONGEST = { dayEnd: 26, instant: 7 * 24 };

export const clockRows = {
  /** Until shortly before or after the moment of its date at which a device expires, where the profile states it. */
  instant: row({
    fields: { device, side },
    ...{ touches: ['devices', 'licences'], cost: { hours: LONGEST.instant } },
    say: (step) => `wait until shortly ${step.side} device ${step.device} expires by the profile`,
    async act(scene, { device, side }) {
      const date = scene.dates.get(device);
      const stated = scene.deployment.profile.openings['expiry.instant'];
      const reached = date !== undefined && stated && expiryInstant(date, stated);
      return reached ? beside(scene, side, side === 'before' ? reached.earliest : reached.latest) : undefined;
    },
  }),
  /** Until shortly before or after the end of the day, where the profile states it. */
  dayEnd: row({
    fields: { side },
    ...{ touches: ['devices', 'licences'], cost: { hours: LONGEST.dayEnd } },
    say: (step) => `wait until shortly ${step.side} the end of the day by the profile`,
    async act(scene, { side }) {
      const now = scene.deployment.clock.now();
      return beside(scene, side, dayEndAfter(scene.deployment, side === 'before' ? now : now - CLEARLY));
    },
  }),
  wait: row({
    fields: { hours: integer({ minimum: 1, maximum: 2_000 }) },
    ...{ touches: ['devices', 'licences', 'records'], needs: ['advance'] },
    // It goes on where a day ends near its end.
    cost: ({ hours }) => ({ requests: 2, hours: hours + 1 }),
    say: (step) => `wait ${step.hours} hours`,
    async act(scene, { hours }) {
      const { clock } = scene.deployment;
      const moment = clock.now() + hours * HOUR;
      // If a day ends near that moment by the profile, it is not known which day it is then.
      const end = dayEndAfter(scene.deployment, moment - CLEARLY);
      const clear = end !== undefined && end < moment + CLEARLY ? end + CLEARLY : moment;
      if (!clock.canReach(clear))
        throw clock.outOfReach('time cannot be brought forward', 'controls.advance');
      return waited(scene, clear);
    },
  }),
};

/** Waits until shortly before or after a moment, where that lies ahead and can be reached. */
async function beside(scene: Scene, side: 'before' | 'after', at: EpochMs | undefined): Promise<StepResult> {
  const { clock } = scene.deployment;
  const moment = (at ?? 0) + (side === 'before' ? -CLEARLY : CLEARLY);
  return moment <= clock.now() || !clock.canReach(moment) ? undefined : waited(scene, moment);
}

async function waited({ deployment }: Scene, moment: EpochMs): Promise<StepResult> {
  await deployment.appointments.at(moment);
  return { at: deployment.clock.now(), kind: 'waited' };
}

/** The zones that are furthest east and west: between them is that of the account, which the profile does not state. */
const FURTHEST = { east: '+14:00', west: '-12:00' };

/**
 * The earliest and the latest instant on a date (YYYY-MM-DD), which differ in the time zone of the account. `undefined`
 * where a clock change leaves that time out or brings it twice.
 */
export function expiryInstant(
  date: string,
  { at, timeZone }: Openings['expiry.instant'],
): { earliest: EpochMs; latest: EpochMs } | undefined {
  const { east, west } = timeZone === 'account' ? FURTHEST : { east: timeZone, west: timeZone };
  const [earliest, latest] = [instantIn(date, at, east), instantIn(date, at, west)];
  return earliest === undefined || latest === undefined ? undefined : { earliest, latest };
}

function instantIn(date: string, at: string, timeZone: string): EpochMs | undefined {
  const day = fromString(date, getBasic);
  if (at === 'start') return toZonedDateTime(day, timeZone).epochMilliseconds;
  if (at === 'end') return toZonedDateTime(addDays(day, 1), timeZone).epochMilliseconds;
  try {
    const local = toPlainDateTime(day, plainTimeFrom(at));
    return momentOf(local, timeZone, { disambiguation: 'reject' }).epochMilliseconds;
  } catch {
    return undefined;
  }
}

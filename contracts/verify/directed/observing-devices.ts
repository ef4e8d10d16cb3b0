/** Openings about devices as histories show them: what a POST does, which location is the last, its time, the total of a list. */

import type { Deployment } from '../../deployment/deployment.ts';
import type { HasExchange } from '../../deployment/finding.ts';
import type { Event } from '../../judge/event.ts';
import { MINUTE, SECOND } from '../../kit/durations.ts';
import { evidenceOf, observeSights, type Sight } from './sight.ts';
import type { Shown } from './witness.ts';

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

export function observeDevices(session: Deployment, shown: readonly Shown[]): void {
  const shifts: Shift[] = [];
  for (const one of shown) {
    const { facts } = one;
    observeSights(session, one, [
      ...postsIn(session, facts),
      ...ordersIn(facts),
      ...totalsIn(session, facts),
    ]);
    shifts.push(...shiftsIn(one));
  }
  observeShifted(session, shifts);
}

/** Alerts that are taken, and locations that are read afterwards. */
function postsIn({ profile }: Deployment, facts: readonly Event[]): Sight[] {
  const purpose = profile.openings['alerts.purpose']?.does;
  return facts.flatMap((fact, step): Sight[] => {
    if (fact.kind === 'alerted' && fact.taken === 'taken' && purpose !== undefined) {
      const observed = 'a POST takes an alert';
      const compared = { observed, pinned: purpose, holds: purpose === 'record' };
      return [{ opening: 'alerts.purpose', observed: compared, at: [step] }];
    }
    if (fact.kind !== 'last' || fact.place === undefined) return [];
    const post = postBefore(facts, step);
    if (post?.fact.place !== fact.place) return [];
    const recorded = { observed: 'a POST records a location', pinned: 'record', holds: true };
    return [{ opening: 'locations.purpose', observed: recorded, at: [post.step, step] }];
  });
}

/** The last post of the device that a look is at. */
function postBefore(
  facts: readonly Event[],
  step: number,
): { fact: Of<'located'>; step: number } | undefined {
  const look = facts[step];
  if (look?.kind !== 'last') return undefined;
  for (let before = step - 1; before >= 0; before--) {
    const fact = facts[before];
    if (fact?.kind === 'located' && fact.device === look.device) return { fact, step: before };
  }
  return undefined;
}

/** The location that is the last when one comes late: it is open which. */
function ordersIn(facts: readonly Event[]): Sight[] {
  return facts.flatMap((fact, step): Sight[] => {
    const post = postBefore(facts, step);
    if (fact.kind !== 'last' || !post || post.fact.newest) return [];
    const before = facts
      .slice(0, post.step)
      .findLast((one) => one.kind === 'last' && one.device === fact.device) as Of<'last'> | undefined;
    // A post that may not have been taken shows nothing where it changes nothing.
    const isOlder = post.fact.taken === 'taken' && fact.place === before?.place;
    const observed = fact.place === post.fact.place ? 'received' : isOlder ? 'device-time' : undefined;
    return observed === undefined ? [] : [{ opening: 'locations.order', observed, at: [post.step, step] }];
  });
}

/** A total that is not that of the list is no broken rule. */
function totalsIn({ profile }: Deployment, facts: readonly Event[]): Sight[] {
  if (profile.openings['operations.paging'] === undefined) return [];
  return facts.flatMap((fact, step): Sight[] => {
    if (fact.kind !== 'devices' || !fact.complete || fact.repeated.length > 0) return [];
    const { total, listed } = fact;
    if (total === undefined || total === listed.length) return [];
    const observed = `a total of ${total} where the list has ${listed.length}`;
    const compared = { observed, pinned: 'the total of the list', holds: false };
    return [{ opening: 'operations.paging', observed: compared, at: [step] }];
  });
}

/** How far the time that is shown of a location lies from the one that was sent. */
interface Shift {
  readonly off: number;
  readonly shown: readonly HasExchange[];
}

/** Zones are apart by so much, or a multiple of it. */
const ZONE_STEP = 15 * MINUTE;
/** So much a store cuts off a time. */
const CUT_OFF = 2 * SECOND;

/** The first look at each location of today. */
function shiftsIn(one: Shown): Shift[] {
  const seen = new Set<number>();
  return one.facts.flatMap((fact, step): Shift[] => {
    const post = postBefore(one.facts, step);
    if (fact.kind !== 'last' || fact.time === undefined || !post || seen.has(post.step)) return [];
    const { time, place, newest, past, far, again } = post.fact;
    if (time === undefined || fact.place !== place || !newest || past || far || again) return [];
    seen.add(post.step);
    return [{ off: fact.time - time, shown: evidenceOf(one, step) }];
  });
}

/** Times of locations that come back shifted alike by the offset of a zone are written otherwise than the profile says. */
function observeShifted(session: Deployment, shifts: readonly Shift[]): void {
  const [first, ...others] = shifts;
  if (!first || others.length === 0) return;
  const steps = Math.round(first.off / ZONE_STEP);
  const isZone = ({ off }: Shift) => Math.abs(off - steps * ZONE_STEP) <= CUT_OFF;
  if (steps === 0 || !shifts.every(isZone)) return;
  const minutes = (steps * ZONE_STEP) / MINUTE;
  const observed = `the own times of locations come back ${Math.abs(minutes)} minutes ${minutes < 0 ? 'early' : 'late'}`;
  const pinned = 'as they were sent';
  session.observe(
    'records.time',
    { observed, pinned, holds: false },
    ...shifts.flatMap(({ shown }) => shown),
  );
}

/** Openings as histories show them: limits and expiries that are set, and the answers that the profile pins. */

import type { Compared, Deployment } from '../../deployment/deployment.ts';
import { farAhead } from '../../deployment/reading/dates.ts';
import { type Event, singleEvents } from '../../judge/event.ts';
import { pinsSeen } from '../../judge/pinned.ts';
import { DAY } from '../../kit/durations.ts';
import type { OpeningId } from '../../specification/openings/index.ts';
import { contradictedIn } from './contradicted.ts';
import { knownBy } from './known.ts';
import { observeDevices } from './observing-devices.ts';
import { observeRecords } from './observing-records.ts';
import { observeTokens } from './observing-tokens.ts';
import { evidenceOf } from './sight.ts';
import type { Shown } from './witness.ts';

export function observe(session: Deployment, shown: readonly Shown[]): void {
  for (const { opening, observed, at } of contradictedIn(shown, session.profile)) {
    const one = shown.find(({ name }) => name === at.history);
    const draft = { observed, pinned: 'as the profile says', holds: false };
    if (one) session.observe(opening, draft, ...evidenceOf(one, at.step));
  }
  for (const { opening, holds, at } of pinsSeen(shown, knownBy(session))) {
    const { history, step } = at.at(-1) ?? {};
    const one = shown.find(({ name }) => name === history);
    const evidence = one ? evidenceOf(one, step ?? 0) : [];
    for (const [id, observed] of wordsOf(session, opening, holds)) session.observe(id, observed, ...evidence);
  }
  observeRecords(session, shown);
  observeTokens(session, shown);
  observeDevices(session, shown);
  for (const one of shown) {
    observeDefault(session, one);
    observeDateGiven(session, one);
    for (const [index, fact] of one.facts.entries())
      for (const event of singleEvents([fact])) {
        if (event.kind !== 'set') continue;
        const limit = [event.change.dailyEmail, event.change.dailySms].find((one) => (one ?? 0) < 0);
        if (limit === undefined) continue;
        const fate = event.done ? 'taken' : 'refused';
        session.observe('limits.range', `${limit} is ${fate}`, ...evidenceOf(one, index));
      }
  }
}

/** The end of the day is two openings: the time, and the zone that it is a time of. */
function wordsOf(
  { profile: { openings } }: Deployment,
  opening: OpeningId,
  holds: boolean,
): [OpeningId, string | Compared][] {
  const { 'day.ends': ends, 'day.time-zone': zone, 'expiry.instant': instant } = openings;
  if (opening === 'expiry.instant' && instant) {
    const pinned = `${instant.at} ${instant.timeZone}`;
    return [
      ['expiry.instant', { observed: holds ? pinned : `another moment than ${pinned}`, pinned, holds }],
    ];
  }
  if (opening !== 'day.ends' || ends === undefined || zone === undefined) return [];
  if (!holds) return [['day.ends', `another time than ${ends} ${zone}`]];
  return [
    ['day.ends', ends],
    ['day.time-zone', zone],
  ];
}

/** The limits of a device on which nothing was set yet. */
function observeDefault(session: Deployment, one: Shown): void {
  const { email, sms } = session.profile.openings['limits.default'] ?? {};
  const words = (ofEmail: number | null, ofSms: number | null) =>
    `${ofEmail ?? 'no limit'} for e-mails, ${ofSms ?? 'no limit'} for SMS messages`;
  const blank = new Set<string>();
  for (const [index, event] of one.facts.entries()) {
    const made = untouched(event);
    if (made !== undefined) blank.add(made);
    if (event.kind === 'set') blank.delete(event.device);
    if (event.kind !== 'settings' || !blank.has(event.device)) continue;
    const { dailyEmail, dailySms } = event.read;
    if (dailyEmail === undefined || dailySms === undefined) continue;
    const observed = words(dailyEmail, dailySms);
    const compared = email !== undefined &&
      sms !== undefined && {
        observed,
        pinned: words(email, sms),
        holds: email === dailyEmail && sms === dailySms,
      };
    session.observe('limits.default', compared || observed, ...evidenceOf(one, index));
  }
}

/** The device that an event gave the history, where nothing was set on it and nothing was sent from it. */
function untouched(event: Event): string | undefined {
  if (event.kind !== 'device' || !event.fresh || !event.unsent || event.limits) return undefined;
  return event.device;
}

/** Observes whether the date that was given with an activation is read after it. One with a time of day may be that of another zone. */
function observeDateGiven(session: Deployment, one: Shown): void {
  const given = new Map<string, string>();
  for (const [index, event] of one.facts.entries()) {
    if (event.kind === 'set') given.delete(event.device);
    if (event.kind === 'activated' && event.activated && event.dated)
      given.set(event.device, farAhead(event.at));
    if (event.kind !== 'settings' || event.read.expirationDate === undefined) continue;
    const date = given.get(event.device);
    given.delete(event.device);
    if (date === undefined || Math.abs(Date.parse(event.read.expirationDate ?? '') - Date.parse(date)) <= DAY)
      continue;
    const observed = 'another date is read than was given with it';
    session.observe('activation.also', observed, ...evidenceOf(one, index));
  }
}

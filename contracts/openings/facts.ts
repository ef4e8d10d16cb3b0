/** Openings as the facts of histories show them. Nothing is sent. */
import type { Deployment } from '../deployment/deployment.ts';
import type { HasExchange } from '../deployment/finding.ts';
import { farAhead } from '../deployment/reading/dates.ts';
import type { Event, Texts } from '../judge/event.ts';
import { pinsSeen } from '../judge/pinned.ts';
import { DAY, MINUTE, SECOND } from '../kit/durations.ts';
import { exactJsonIn } from '../kit/exact-json.ts';
import { nameIn } from '../kit/tables.ts';
import type { OpeningId } from '../specification/openings/index.ts';
import { contradictedIn } from '../verify/contradicted.ts';
import { knownBy } from '../verify/described.ts';
import type { Shown } from '../verify/witness.ts';
import { compared, type Parts } from './observation.ts';

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

/** An opening as some facts of a history show it: in words that are the pinned answer or not, or by its parts. */
type Saw = readonly [opening: OpeningId, observed: string | Parts, ...steps: readonly number[]];
type Reader = (one: Shown, session: Deployment) => Iterable<Saw>;

/** Notes what the facts of these histories show. */
export function observe(session: Deployment, shown: readonly Shown[]): void {
  const note = (one: Shown | undefined, [opening, observed, ...steps]: Saw) => {
    const evidence = evidenceOf(one, ...steps);
    // A plain answer is compared at the end, with the last that was seen.
    if (typeof observed === 'string') return session.observe(opening, observed, ...evidence);
    const { observed: words, pinned, holds } = compared(opening, observed);
    const isTold = pinned !== undefined && holds !== undefined;
    session.observe(opening, isTold ? { observed: words, pinned, holds } : words, ...evidence);
  };
  const named = (name: string | undefined) => shown.find((one) => one.name === name);
  for (const { opening, observed, at } of contradictedIn(shown, session.profile))
    note(named(at.history), [opening, whole(observed, 'as the profile says'), at.step]);
  for (const { opening, holds, at } of pinsSeen(shown, knownBy(session))) {
    const { history, step = 0 } = at.at(-1) ?? {};
    for (const saw of pinned(session, opening, holds, step)) note(named(history), saw);
  }
  for (const one of shown) for (const read of readers) for (const saw of read(one, session)) note(one, saw);
}

/** The requests of these facts. */
function evidenceOf(one: Shown | undefined, ...steps: readonly number[]): HasExchange[] {
  return steps.flatMap((step) => (one?.exchanges[step] ?? []).map((exchange) => ({ exchange })));
}

/** An opening as a whole, as it was seen and as the profile has it. */
function whole(seen: string, said: string): Parts {
  return { '': [seen, said] };
}

/** The answers that the judge holds to. The end of the day is two openings: the time, and the zone that it is a time of. */
function* pinned({ profile }: Deployment, opening: OpeningId, holds: boolean, step: number): Iterable<Saw> {
  const { 'day.ends': ends, 'day.time-zone': zone, 'expiry.instant': instant } = profile.openings;
  if (opening === 'expiry.instant' && instant) {
    const said = `${instant.at} ${instant.timeZone}`;
    yield [opening, whole(holds ? said : `another moment than ${said}`, said), step];
  }
  if (opening !== 'day.ends' || ends === undefined || zone === undefined) return;
  yield [opening, whole(holds ? ends : `another time than ${ends} ${zone}`, ends), step];
  if (holds) yield ['day.time-zone', zone, step];
}

const readers: readonly Reader[] = [
  /** The limits of a device on which nothing was set yet; and the date that was given with an activation, which is to be read after it. One with a time of day may be that of another zone. */
  function* settings({ facts }, { profile }) {
    const { email, sms } = profile.openings['limits.default'] ?? {};
    for (const [step, fact] of facts.entries()) {
      if (fact.kind !== 'settings') continue;
      const { dailyEmail, dailySms, expirationDate } = fact.read;
      const before = facts.slice(0, step).filter((one) => 'device' in one && one.device === fact.device);
      const [first, changed] = [before[0], before.findLast(({ kind }) => /^(set|activated)$/.test(kind))];
      const isNew = first?.kind === 'device' && first.fresh && first.unsent && !first.limits;
      const isBlank = isNew && !before.some(({ kind }) => kind === 'set');
      if (isBlank && dailyEmail !== undefined && dailySms !== undefined)
        yield ['limits.default', { 'e-mails': [dailyEmail, email], 'SMS messages': [dailySms, sms] }, step];
      if (changed?.kind !== 'activated' || !changed.activated || !changed.dated) continue;
      const off = Math.abs(Date.parse(expirationDate ?? '') - Date.parse(farAhead(changed.at)));
      if (expirationDate !== undefined && !(off <= DAY))
        yield ['activation.also', 'another date is read than was given with it', step];
    }
  },

  /** A new record may have the id of one that is gone. One that has not does not show that none ever will. */
  function* idsAgain({ facts }, { profile }) {
    const gone = new Set<string>();
    for (const [step, fact] of facts.entries()) {
      if (fact.kind === 'deleted') gone.add(`${fact.family} ${fact.record}`);
      if (fact.kind !== 'created' || ![...gone].some((key) => key.startsWith(`${fact.family} `))) continue;
      if (gone.has(`${fact.family} ${fact.record}`)) yield ['records.id-reuse', 'reused', step];
      else if (profile.openings['records.id-reuse'] === 'never') yield ['records.id-reuse', 'never', step];
    }
  },

  /** The fate of texts that a PUT left out and that were there before. */
  function* leftOut({ facts }, { profile }) {
    const said = profile.openings['put.left-out'];
    for (const [step, fact] of facts.entries()) {
      const fate = fact.kind === 'replaced' && fact.left ? fateOf(facts, step, fact) : undefined;
      if (fate !== undefined) yield ['put.left-out', said === undefined ? fate : whole(fate, said), step];
    }
  },

  /** A token may be another one where the last has not ended; and the status of a refusal is an opening as well. */
  function* issued({ facts, exchanges }, { tokens, transport }) {
    const noted = { 'wrong-api-key': 'refused', 'missing-api-key': 'incomplete' } as const;
    let last: { fact: Of<'issued'>; step: number } | undefined;
    for (const [step, fact] of facts.entries()) {
      if (fact.kind === 'access') last = undefined;
      if (fact.kind !== 'issued') continue;
      const as = nameIn(noted, fact.credentials);
      const exchange = exchanges[step]?.at(-1);
      const reply = exchange === undefined ? undefined : transport.exchanges[exchange]?.reply;
      if (as !== undefined && exchange !== undefined && reply)
        tokens[noted[as]] ??= { status: reply.status, json: exactJsonIn(reply.body), exchange };
      if (!fact.issued || fact.credentials !== 'good') continue;
      if (last && fact.at < (last.fact.expires ?? 0))
        yield ['token.reissue', last.fact.token === fact.token ? 'same' : 'new', last.step, step];
      last = { fact, step };
    }
  },

  /** The fate of an older token while the newest one is served, and of one while API access is off. */
  function* tried({ facts, steps }) {
    let [newest, isOff]: [string | undefined, boolean] = [undefined, false];
    const ends = new Map<string, number>();
    for (const [step, fact] of facts.entries()) {
      if (fact.kind === 'access') isOff = !fact.enabled;
      if (fact.kind === 'issued' && fact.credentials === 'good' && fact.token !== undefined) {
        newest = fact.token;
        ends.set(newest, fact.expires ?? 0);
      }
      if (fact.kind !== 'called' || steps[step]?.do !== 'try' || typeof fact.bearer === 'string') continue;
      const isInForce = fact.at < (ends.get(fact.bearer.token) ?? 0);
      if (!isInForce || (fact.served !== 'yes' && fact.served !== 'no')) continue;
      const isServed = fact.served === 'yes';
      const before = facts[step - 1];
      if (isOff) yield ['token.live-when-disabled', isServed ? 'works' : 'refused', step];
      else if (before?.kind === 'called' && before.served === 'yes' && fact.bearer.token !== newest)
        yield ['token.older', isServed ? 'works' : 'ends', step - 1, step];
    }
  },

  /** Alerts that are taken, locations that are read afterwards, and which is the last when one comes late. */
  function* posts({ facts }, { profile }) {
    const purpose = profile.openings['alerts.purpose']?.does;
    const recorded = 'a POST records a location';
    for (const [step, fact] of facts.entries()) {
      if (fact.kind === 'alerted' && fact.taken === 'taken' && purpose !== undefined)
        yield ['alerts.purpose', { 'a POST takes an alert:': [true, purpose === 'record'] }, step];
      const post = postBefore(facts, step);
      if (fact.kind !== 'last' || !post) continue;
      const isThis = fact.place === post.fact.place;
      if (isThis && fact.place !== undefined)
        yield ['locations.purpose', whole(recorded, recorded), post.step, step];
      const minutes = isThis ? shiftOf(fact, post.fact) : 0;
      if (minutes !== 0)
        yield [
          'records.time',
          whole(`locations come back ${minutes} minutes off`, 'as they were sent'),
          step,
        ];
      if (post.fact.newest) continue;
      const before = facts
        .slice(0, post.step)
        .findLast((one): one is Of<'last'> => one.kind === 'last' && one.device === fact.device);
      // A post that may not have been taken shows nothing where it changes nothing.
      if (isThis) yield ['locations.order', 'received', post.step, step];
      else if (post.fact.taken === 'taken' && fact.place === before?.place)
        yield ['locations.order', 'device-time', post.step, step];
    }
  },
];

/** Zones are apart by so many minutes, or a multiple of it; and so many ms a store cuts off a time. */
const ZONE_STEP = 15;
const CUT_OFF = 2 * SECOND;

/** The minutes by which the own time of a location was shifted as by the offset of a zone: then it is written otherwise than the profile says. */
function shiftOf({ time }: Of<'last'>, { newest, past, far, again, ...sent }: Of<'located'>): number {
  if (time === undefined || sent.time === undefined || !newest || past || far || again) return 0;
  const off = time - sent.time;
  const minutes = Math.round(off / MINUTE / ZONE_STEP) * ZONE_STEP;
  return Math.abs(off - minutes * MINUTE) <= CUT_OFF ? minutes : 0;
}

/** The last post of the device that a look is at. */
function postBefore(facts: readonly Event[], at: number): { fact: Of<'located'>; step: number } | undefined {
  const look = facts[at];
  if (look?.kind !== 'last') return undefined;
  const isPost = (one: Event) => one.kind === 'located' && one.device === look.device;
  const step = facts.slice(0, at).findLastIndex(isPost);
  const fact = facts[step];
  return fact?.kind === 'located' ? { fact, step } : undefined;
}

/** The first read of a record after a write of it, with no other write of it between, where it shows these texts. */
function readAfter(facts: readonly Event[], step: number, texts: Texts): Of<'read'> | undefined {
  const of = facts[step];
  const fact = of && facts.find((one, index) => index > step && isOf(one, of));
  if (fact?.kind !== 'read' || !fact.found) return undefined;
  return Object.entries(texts).every(([name, text]) => fact.texts[name] === text) ? fact : undefined;
}

function isOf(fact: Event, other: Event): boolean {
  const isRecord = 'record' in fact && 'record' in other;
  return isRecord && fact.record === other.record && fact.family === other.family;
}

function fateOf(facts: readonly Event[], step: number, fact: Of<'replaced'>): string | undefined {
  if (fact.taken === 'refused') {
    const isWhole = (one: Event, index: number) =>
      one.kind === 'replaced' && isOf(one, fact) && !one.left && readAfter(facts, index, one.texts);
    return facts.some(isWhole) ? 'refused' : undefined;
  }
  const before = facts.slice(0, step).findLast((one) => isOf(one, fact));
  const texts = before?.kind === 'read' && before.found ? before.texts : {};
  const was = fact.left?.find((name) => (texts[name] ?? '') !== '');
  const after = readAfter(facts, step, fact.texts)?.texts;
  if (fact.taken !== 'taken' || was === undefined || !after) return undefined;
  const now = after[was] ?? '';
  return now === texts[was] ? 'kept' : now === '' ? 'cleared' : 'another text in its place';
}

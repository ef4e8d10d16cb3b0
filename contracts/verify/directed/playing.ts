/**
 * Histories played on a deployment. Those that share nothing run beside each other, each in turn on devices that it alone
 * has: when all wait for a moment, the clock moves once for all of them. So do those that write groups beside those that
 * write users, one of each at a time: a write of one would hide what another left stale. Those that count licences run
 * alone. A history that no reading of the document explains, or in which the deployment broke off, is played again on
 * other devices: what comes each time is the deployment's, and not that of what surrounds it.
 */

import type { Answer } from '../../deployment/answer.ts';
import { dayEndAfter } from '../../deployment/reading/day-end.ts';
import { expiryInstant } from '../../deployment/reading/expiry-instant.ts';
import type { Session } from '../../deployment/session/session.ts';
import type { History } from '../../histories/history.ts';
import type { Event, Family } from '../../judge/event.ts';
import { Judge } from '../../judge/judge.ts';
import { rulesOfCall } from '../../judge/parts/tokens.ts';
import type { Known } from '../../judge/pins.ts';
import { stakesOf } from '../../judge/stakes.ts';
import { CONFIRMING, type Witnessed } from '../../judge/verdict.ts';
import { Pool } from '../../kit/pool.ts';
import { kindOf } from '../../play/bearers.ts';
import { countsLicences } from '../../play/in-use.ts';
import { type Played, play } from '../../play/player.ts';
import type { Step } from '../../play/steps.ts';
import type { DeviceSupply } from '../../play/supply.ts';
import type { Profile } from '../../profile/profile.ts';
import { touchedBy } from './touches.ts';

/** A history as it was played first, with what shows it. */
export interface Shown extends Witnessed {
  readonly history: History;
  /** The steps that gave the facts, in the same order. */
  readonly steps: readonly Step[];
  /** The requests of each fact: indexes into the exchanges of the run. */
  readonly exchanges: readonly (readonly number[])[];
  /** The answer that each fact rests on, where that is one alone. */
  readonly answers: readonly (Answer | undefined)[];
  /** Why it says nothing: the deployment broke off each time. */
  readonly brokeOff: string | undefined;
}

export interface Playing {
  readonly session: Session;
  readonly supply: DeviceSupply;
  /** Whether each is played once, on devices that no other has had: others have failed. */
  readonly tells?: boolean;
  /** Called with what could not be undone. */
  warn(warning: string): void;
  /** Called before each time that a history is played. */
  begins?(history: History): void;
}

/** So often a history is played that was broken off each time; the run comes back to it later. */
const BROKEN_OFF = 2;

/** Histories of devices that run beside each other. */
const LANES = 4;

const families: readonly Family[] = ['group', 'user'];

/** The parts of a deployment that a history touches: those of one kind, or of another, may run beside it. */
type Kind = 'alone' | 'devices' | 'licences' | Family | 'records' | 'looking' | 'access' | 'refusals';

const ofDevices = [
  ...(['device', 'limit', 'limits', 'counter', 'send', 'settings', 'expiry'] as const),
  ...(['wait', 'dayEnd', 'instant', 'locate', 'last', 'alert', 'visit'] as const),
] as const;

const stepsOf = {
  /** They touch the devices of the history alone. */
  devices: ofDevices,
  /** They count what all devices share. */
  licences: [...ofDevices, 'licences', 'allot', 'activate', 'burst', 'devices'],
  /** They write records, which are new each time, and touch nothing else. */
  records: ['device', 'create', 'read', 'list', 'replace', 'update', 'delete', 'wait'],
  looking: ['device', 'visit', 'devices', 'last', 'strange', 'choices'],
  /** They call operations on what is their own, and share their tokens. */
  access: ['runToken', 'call', 'look', 'until'],
} as const satisfies { [K in Kind]?: readonly Step['do'][] };

function touchOf(history: History, session: Session): Kind {
  const { steps } = history;
  const areAll = (these: readonly Step['do'][]) => steps.every((step) => these.includes(step.do));
  if (areAll(stepsOf.devices) && !countsLicences(steps, session)) return 'devices';
  if (areAll(stepsOf.access)) return 'access';
  if (areAll(stepsOf.looking)) return 'looking';
  if (areAll(stepsOf.licences)) return 'licences';
  if (steps.every(isOfNobody)) return 'refusals';
  if (!areAll(stepsOf.records)) return 'alone';
  const written = new Set(steps.map((step) => ('family' in step ? step.family : step.do)));
  return (
    families.find((family) => [...written].every((one) => one === family || one === 'wait')) ?? 'records'
  );
}

/** Whether a step writes or reads a record, which does not change with time. */
function isOfRecords({ do: kind }: Step): boolean {
  return kind !== 'device' && stepsOf.records.some((one) => one === kind);
}

/** A token request that no account counts as a wrong one. */
function isOfNobody(step: Step): boolean {
  return step.do === 'token' && step.near === undefined && step.credentials !== 'wrong-api-key';
}

/** In the order in which they are given; less than all where the run was ended. */
export async function playHistories(histories: readonly History[], playing: Playing): Promise<Shown[]> {
  const { session, supply, tells = false } = playing;
  const { appointments, controls } = session;
  const shown = new Map<History, Shown>();
  const again: History[] = [];
  // Nothing runs beside histories that tell rules apart.
  const of = (...kinds: readonly Kind[]) =>
    histories.filter((history) => kinds.includes(tells ? 'alone' : touchOf(history, session)));
  const one = async (history: History, times: Times = {}) => {
    const played = await witness(history, playing, times);
    if (!played) return;
    shown.set(history, played);
    // It is worked out while others wait for the deployment.
    stakesOf(played.facts, knownBy(session));
  };
  const each = async (these: readonly History[]) => {
    for (const history of these) await one(history, { isAgain: again.includes(history) });
  };
  const write = async (these: readonly History[]) => {
    for (const history of these) {
      await one(history);
      const { failed = 0, played = 0 } = shown.get(history) ?? {};
      if (failed > 0 && failed < played) again.push(history);
    }
  };
  let writing = families.length;
  const writeFamily = async (family: Family) => {
    await write(of(family));
    if (--writing === 0) await write(of('records'));
  };
  // A failure beside others may be their doing: only a failure alone counts.
  const once = async (history: History) => {
    await one(history, { most: 1 });
    if ((shown.get(history)?.failed ?? 0) > 0) again.push(history);
  };
  // A lane takes the next one that is waiting, once there are devices for it.
  const waiting = of('devices');
  const room = new Pool<never>([], supply.most);
  // Devices that the profile names are held by one history at a time.
  const lanes = controls.has('createDevice') ? Math.min(LANES, waiting.length) : Math.min(1, waiting.length);
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const count = Math.min(devicesIn(next), supply.most);
      await appointments.idle(() => room.take(count));
      await (lanes > 1 ? once(next) : one(next)).finally(() => room.give([], count));
    }
  };
  const isNew = ({ isOfNew }: History) => isOfNew === true;
  const [counting, alone] = [of('licences'), of('alone')];
  await each(alone.filter(isNew));
  // When all of them wait for a moment, the clock moves.
  await appointments.idle(() => {
    // Histories that have a device anew come first, and those that leave devices expired last.
    const counted = appointments.attend(() => each(counting.filter(isNew)));
    const inLanes = [counted, ...Array.from({ length: lanes }, () => attendAfter(session, [counted], lane))];
    const looks = of('looking').map((history) => attendAfter(session, inLanes, () => once(history)));
    const last = () => each(counting.filter((one) => !isNew(one)));
    return Promise.all([
      attendAfter(session, [...inLanes, ...looks], last),
      ...of('refusals').map((history) => appointments.attend(() => once(history))),
      ...families.map((family) => appointments.attendPausing(() => writeFamily(family))),
    ]);
  });
  // A deployment may end older tokens where another is issued, and each of these asks for one when it fails.
  const mayEnd = session.profile.openings['token.older'] !== 'works';
  const call = mayEnd ? once : one;
  await appointments.idle(() =>
    Promise.all(of('access').map((history) => appointments.attend(() => call(history)))),
  );
  await each([...again, ...alone.filter((history) => !isNew(history))]);
  return histories.flatMap((history) => shown.get(history) ?? []);
}

/** Work that may wait for a moment of the deployment's time, once these are done. */
async function attendAfter(
  { appointments }: Session,
  these: readonly Promise<unknown>[],
  work: () => Promise<void>,
): Promise<void> {
  await appointments.attend(async () => {
    await appointments.idle(() => Promise.all(these));
    await work();
  });
}

/** How many devices a history has at the same time. */
function devicesIn({ steps }: History): number {
  return steps.filter((step) => step.do === 'device' && !step.foreign).length;
}

/** How often a history is played. */
interface Times {
  /** So often at most, where it fails each time. */
  readonly most?: number;
  /** Whether it failed before: then its devices are new from the first time on. */
  readonly isAgain?: boolean;
}

async function witness(
  history: History,
  playing: Playing,
  { most = playing.tells ? 1 : CONFIRMING, isAgain = false }: Times,
): Promise<Shown | undefined> {
  const { session } = playing;
  const known = knownBy(session);
  const isLost = () => session.journal.failure !== undefined && touchedBy([history]) !== 'nothing';
  const isOver = () => session.signal.aborted || isLost();
  // It is played to its end where only a pin does not hold.
  const wrong = (played: Played) => played.wrongAbout ?? judgedBy(played, known).wrongAbout;
  let shown: Played | undefined;
  let about: string | undefined;
  let [failed, played, broken, open] = [0, 0, 0, 0];
  while (!isOver() && failed === played && played < most && broken < BROKEN_OFF) {
    await session.turn.renew();
    const ofNew = playing.tells || isAgain || shown !== undefined;
    const now = await playOnce(history, playing, ofNew);
    if (now.brokeOff !== undefined) {
      shown ??= now;
      broken++;
      continue;
    }
    if (played === 0 && isOfEnded(now) && wrong(now) === undefined && open < CONFIRMING) {
      shown = now;
      open++;
      continue;
    }
    if (played === 0) {
      about = wrong(now);
      shown = now;
    }
    played++;
    if (about === undefined || wrong(now) !== about) continue;
    // On other devices, of which nothing but this history is known, it says most; records are new each time.
    if (devicesIn(history) > 0) shown = now;
    failed++;
  }
  if (!shown) return undefined;
  const judged = shown.done.filter(({ event }) => event);
  const isExplained = judgedBy(shown, {}).explains;
  return {
    ...{ history, name: history.name, about: history.about, failed, played: Math.max(played, 1) },
    facts: judged.flatMap(({ event }) => event ?? []),
    ...(playing.tells && { tells: true }),
    // A dead deployment is not held to its answers, nor one to what a control did not bring about.
    counts: shown.wrongAbout !== undefined || (isExplained && shown.judged > 0),
    untaken: shown.done.flatMap(({ step, untaken }) =>
      untaken
        ? [{ ...untaken, ...(step.do === 'call' && { rules: rulesOfCall(step, kindOf(step.bearer)) }) }]
        : [],
    ),
    steps: judged.map(({ step }) => step),
    exchanges: judged.map(({ exchanges }) => exchanges),
    answers: judged.map(({ evidence }) => evidence),
    brokeOff: played === 0 ? shown.brokeOff : undefined,
  };
}

async function playOnce(
  history: History,
  { session, supply, warn, begins = () => undefined }: Playing,
  isAgain: boolean,
): Promise<Played> {
  begins(history);
  const played = await play(session, supply, history.steps, Judge.create(), {
    purpose: history.about[0] ?? 'histories',
    isAgain,
    reach: (moment) => session.appointments.at(moment),
    ...(history.steps.every((step) => isOfRecords(step)) && {
      between: () => session.appointments.between(),
    }),
  });
  for (const undone of played.undone) warn(undone);
  return played;
}

/** Whether a call was made with a token that a newer one may have ended, so that nothing follows from it. */
function isOfEnded({ done }: Played): boolean {
  return done.some(
    ({ event }) => event?.kind === 'called' && typeof event.bearer === 'object' && event.bearer.superseded,
  );
}

function judgedBy({ done }: Played, known: Known): Judge {
  const facts = done.flatMap(({ event }): Event[] => (event ? [event] : []));
  return facts.reduce((judge, fact) => judge.after(fact), Judge.create({ known }));
}

const known = new WeakMap<Profile, Known>();

/** The answers of the profile that the judge holds a deployment to: the same object each time, since the judge remembers by it. */
export function knownBy({ profile }: { profile: Profile }): Known {
  const answers = known.get(profile) ?? answersOf(profile);
  known.set(profile, answers);
  return answers;
}

function answersOf(profile: Profile): Known {
  const instant = profile.openings['expiry.instant'];
  return {
    ...(dayEndAfter({ profile }, 0) !== undefined && {
      dayEndAfter: (moment) => dayEndAfter({ profile }, moment),
    }),
    ...(instant && { reachOf: (date) => expiryInstant(date, instant) }),
  };
}

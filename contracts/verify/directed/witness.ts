/** One history played on a deployment until it is known whether what came of it comes each time. */
import type { Deployment } from '../../deployment/deployment.ts';
import type { History } from '../../histories/history.ts';
import type { Event } from '../../judge/event.ts';
import { Judge } from '../../judge/judge.ts';
import { keptIn } from '../../judge/parts/kept-facts.ts';
import type { Known } from '../../judge/pins.ts';
import { CONFIRMING } from '../../judge/verdict.ts';
import { type Played, play } from '../../play/player.ts';
import type { DeviceSupply } from '../../play/supply.ts';
import type { Evidenced } from '../evidence.ts';
import { seenIn } from '../shown.ts';
import { isOfRecords } from './kinds.ts';
import { knownBy } from './known.ts';
import { touchedBy } from './touches.ts';

/** A history as it was played first, with what shows it. */
export interface Shown extends Evidenced {
  readonly history: History;
}

export interface Playing {
  readonly session: Deployment;
  readonly supply: DeviceSupply;
  /** Tells whether they are played on devices that no other has had, since others have failed. */
  readonly tells?: boolean;
  /** Called with what could not be undone. */
  warn(warning: string): void;
  /** Called before each time that a history is played. */
  begins?(history: History): void;
}

/** So often a history is played that was broken off each time; the run comes back to it later. */
const BROKEN_OFF = 3;

/** So often a history is played once more of which a write got no answer, or that of a gateway. */
const DISTURBED = 2;

/** How many devices a history has at the same time. */
export function devicesIn({ steps }: History): number {
  return steps.filter((step) => step.do === 'device' && !step.foreign).length;
}

/** How often a history is played. */
export interface Times {
  /** So often at most, where it fails each time. */
  readonly most?: number;
  /** Tells whether it failed before: then its devices are new from the first time on. */
  readonly isAgain?: boolean;
}

/**
 * A history as it was played, again on other devices where no reading explains it or the deployment broke off. Nothing where
 * the run was ended.
 */
export async function witness(
  history: History,
  playing: Playing,
  { most = CONFIRMING, isAgain = false }: Times,
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
    const ofNew = playing.tells || isAgain || shown !== undefined;
    const now = await playOnce(history, playing, ofNew);
    if (now.brokeOff !== undefined) {
      shown ??= now;
      broken++;
      continue;
    }
    const wrongNow = wrong(now);
    const again = isOfEnded(now) ? CONFIRMING : now.disturbed ? DISTURBED : 0;
    if (played === 0 && open < again && wrongNow === undefined) {
      shown = now;
      open++;
      continue;
    }
    if (played === 0) {
      about = wrongNow;
      shown = now;
    }
    played++;
    if (about === undefined || wrongNow !== about) continue;
    // On other devices, of which nothing but this history is known, it says most; records are new each time.
    if (devicesIn(history) > 0) shown = now;
    failed++;
  }
  if (!shown) return isLost() && !session.signal.aborted ? unplayed(history, session) : undefined;
  return {
    ...{ history, name: history.name, about: history.about, failed, played: Math.max(played, 1) },
    ...(playing.tells && { tells: true }),
    ...seenIn(shown),
    brokeOff: played === 0 ? shown.brokeOff : undefined,
  };
}

/** A history of which no step is taken, since nothing is changed any more. */
function unplayed(history: History, { journal: { failure = '' } }: Deployment): Shown {
  const reason = `nothing more is changed, since the journal failed: ${failure}`;
  return {
    ...{ history, name: history.name, about: history.about, failed: 0, played: 1, counts: true },
    ...{ facts: [], steps: [], exchanges: [], brokeOff: undefined, answerTo: () => undefined },
    untaken: [{ reason, unlock: ['journal'] }],
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

/** Returns whether a call was made with a token that a newer one may have ended, so that nothing follows from it. */
function isOfEnded({ done }: Played): boolean {
  return done.some(
    ({ event }) => event?.kind === 'called' && typeof event.bearer === 'object' && event.bearer.superseded,
  );
}

function judgedBy(played: Played, known: Known): Judge {
  const facts = factsOf(played);
  return facts.reduce((judge, fact) => judge.after(fact), Judge.create({ known, kept: keptIn(facts) }));
}

function factsOf({ done }: Played): Event[] {
  return done.flatMap(({ event }): Event[] => (event ? [event] : []));
}

/** One history played on a deployment, and once more where it fails, cut to the steps that its failure needs. */
import type { Deployment } from '../deployment/deployment.ts';
import type { Exchange } from '../deployment/exchange.ts';
import type { History } from '../histories/history.ts';
import type { Event } from '../judge/event.ts';
import { type Explanation, explain, Judge } from '../judge/judge.ts';
import { neededIn } from '../judge/needed.ts';
import { keptIn } from '../judge/parts/record-texts.ts';
import type { Known } from '../judge/pins.ts';
import { CONFIRMING } from '../judge/verdict.ts';
import { rememberingLast } from '../kit/remembering.ts';
import { shrinking } from '../kit/shrinking.ts';
import { type Played, play } from '../play/player.ts';
import { numberOf, onlyReads, type Step, targetOf } from '../play/steps.ts';
import type { DeviceSupply } from '../play/supply.ts';
import { nameOf } from '../specification/judged.ts';
import { touchedBy } from './demands.ts';
import { knownBy } from './described.ts';
import type { Evidenced } from './evidence.ts';
import { cutsOf, MAX_STEPS, onlySome, seenIn } from './shown.ts';

/** A history as it was played first, with what shows it. */
export interface Shown extends Evidenced {
  readonly history: History;
}

export interface Playing {
  readonly session: Deployment;
  readonly supply: DeviceSupply;
  /** Tells whether they are played on devices that no other has had, since others have failed. */
  readonly tells?: boolean;
  /** The requests that confirming and telling apart took, and whether there is room for more. */
  readonly further: Further;
  /** Called with what could not be undone. */
  warn(warning: string): void;
}

/** So many requests a run may take for what failed, beside those that it takes anyway, and in all; the clean-up comes on top. */
const MAX_FURTHER = 600;
const MAX_IN_ALL = 1_720;
/** So many of these are kept for confirming, and looking through steps leaves. */
const KEPT = 350;

/** Counts the requests for what failed. */
export class Further {
  #left: number;
  /** The room that the whole run has, with the requests that prepare devices for a replay. */
  #room: number;
  readonly #reasons = new Set<string>();
  /** Tells whether something was left out for want of room. */
  isShort = false;

  /** @param planned the requests that the run takes where nothing fails */
  constructor({ thorough }: Pick<Deployment, 'thorough'>, planned: number) {
    this.#left = thorough ? Number.POSITIVE_INFINITY : MAX_FURTHER;
    this.#room = thorough ? Number.POSITIVE_INFINITY : MAX_IN_ALL - planned;
  }

  get hasRoom(): boolean {
    const hasRoom = Math.min(this.#left, this.#room) > 0;
    this.isShort ||= !hasRoom;
    return hasRoom;
  }

  /** Returns whether nothing failed before for the same reasons. */
  isNew(explanation: Explanation | undefined): boolean {
    const names = [...new Set(explanation?.broken.flat().map(nameOf))].sort().join(' ');
    const isNew = !this.#reasons.has(names);
    this.#reasons.add(names);
    return isNew;
  }

  /** Tells whether there is room for what only makes a failure shorter. */
  get isPlenty(): boolean {
    return Math.min(this.#left, this.#room) > KEPT;
  }

  /** @param meanwhile all requests of the run while it was played */
  note({ done }: Played, meanwhile: readonly Exchange[]): void {
    // The requests that a history rests on may have been sent before it.
    const sent = Math.min(new Set(done.flatMap(({ exchanges }) => exchanges)).size, meanwhile.length);
    this.#left -= sent;
    this.#room -= sent + meanwhile.filter(({ purpose }) => purpose === 'set-up').length;
  }
}

/** So often a history is played that was broken off each time; the run comes back to it later. */
const BROKEN_OFF = 3;

/** So often a history is played once more of which a write got no answer, or that of a gateway, and one whose token was ended. */
const DISTURBED = 2;
const ENDED = 3;

/** How many devices a history has at the same time. */
export function devicesIn({ steps }: History): number {
  return steps.filter((step) => step.do === 'device' && !step.foreign).length;
}

/** The devices of a history that is played again: new ones, or those that it had. */
type Again = 'fresh' | 'same';

/** A history as it was played; nothing where the run was ended, or changes nothing any more. */
export async function witness(history: History, playing: Playing, again?: Again): Promise<Shown | undefined> {
  const { session, tells } = playing;
  const played = await playedOf(history, history.steps, playing, again ?? (tells ? 'fresh' : undefined));
  if (played) return shownAs(history, history.name, played, playing);
  return !again && isLost(history, session) && !session.signal.aborted
    ? unplayed(history, session)
    : undefined;
}

/**
 * A history that failed, after it was played once more on fresh records: cut to the steps that its failure needs, by the judge
 * over what was seen, or to all steps about the same. What does not fail so is played as a whole. The cut one stands beside it, as one that
 * failed as often.
 */
export async function confirm(whole: Shown, playing: Playing): Promise<readonly Shown[]> {
  const { history } = whole;
  const known = knownBy(playing.session);
  const explanation = whole.counts ? explain(whole.facts, { known }) : undefined;
  const { further } = playing;
  const count = (failed: number) => ({ failed: whole.failed + failed, played: whole.played + 1 });
  for (const steps of explanation ? cutsOf(whole, explanation, { known }) : []) {
    if (!further.hasRoom) return [whole];
    const cut = await cutTo(steps, history, playing);
    if (!cut || !isAlike(explanation, cut, known)) continue;
    const shorter = await shorterThan(cut, explanation, playing);
    return [whole, shorter].map((one) => ({ ...one, ...count(1) }));
  }
  if (!further.hasRoom) return [whole];
  const again = await witness(history, playing, 'fresh');
  if (!again || again.brokeOff !== undefined) return [whole];
  const came = (seen: Shown) => seen.failed > 0 && (!explanation || isAlike(explanation, seen, known));
  // A deployment that was too busy to say why it refused has not done it right.
  const isBusy = again.facts.some((fact) => fact.kind === 'issued' && fact.busy);
  if (!came(again)) {
    if (isBusy) return [whole];
    const name = `${history.name}, on devices with a past and not on new ones`;
    const same = explanation && (await onSameDevices(whole, playing, came));
    const often = { isOfPast: true, failed: CONFIRMING, played: CONFIRMING };
    return [same ? { ...same, name, ...often } : { ...whole, ...count(0) }];
  }
  // On other devices, of which nothing but this history is known, it says most; records are new each time.
  const best = { ...(devicesIn(history) > 0 ? again : whole), ...count(1) };
  const name = `${history.name}, cut`;
  const shorter = explanation && (await shorterThan({ ...again, name }, explanation, playing));
  return shorter && shorter.steps.length < again.steps.length ? [best, { ...shorter, ...count(1) }] : [best];
}

/** A history that failed on devices that others had before, where it comes again on them as often as confirms it. */
async function onSameDevices(
  { history, ...failed }: Shown,
  playing: Playing,
  came: (seen: Shown) => boolean,
): Promise<Shown | undefined> {
  const { supply, further } = playing;
  const wanted = devicesOf(failed);
  let seen: Shown | undefined;
  for (let played = 0; played < CONFIRMING; played++) {
    if (wanted.length === 0 || !further.hasRoom) return undefined;
    supply.wanted = wanted;
    seen = await witness(history, playing, 'same').finally(() => {
      supply.wanted = [];
    });
    const had = seen ? devicesOf(seen) : [];
    if (!seen || !came(seen) || !wanted.every((id) => had.includes(id))) return undefined;
  }
  return seen;
}

/** The devices of the run that a history had, and others before it, by their ids. */
export function devicesOf({ facts }: Pick<Shown, 'facts'>): string[] {
  return facts.flatMap((fact) => (fact.kind === 'device' && fact.own && !fact.fresh ? [fact.device] : []));
}

/** A history cut to these steps, as it was played, without what was read beside them and no failure needs. */
async function cutTo(steps: readonly Step[], history: History, playing: Playing): Promise<Shown | undefined> {
  const played = await playedOf(history, steps, playing, 'fresh');
  if (!played) return undefined;
  const known = knownBy(playing.session);
  const seen = shownAs(history, `${history.name}, cut`, played, playing);
  const explanation = explain(seen.facts, { known });
  const needed = explanation && neededIn(seen.facts, explanation, { known });
  const some = seen.steps.flatMap((step, index) =>
    !onlyReads(step) || steps.includes(step) || needed?.includes(index) ? [index] : [],
  );
  const without = onlySome(seen, some);
  return isAlike(explanation, without, known) ? without : seen;
}

/** Longer cuts are looked through, in so many attempts; those that are more than twice as long each time. */
const ATTEMPTS = 20;

/** A cut history with fewer steps, where it fails without some; a short one once for what failed for the same reasons. */
async function shorterThan(
  cut: Shown,
  explanation: Explanation | undefined,
  playing: Playing,
): Promise<Shown> {
  const { further, session } = playing;
  const { length } = cut.steps;
  if (length <= MAX_STEPS || (!further.isNew(explanation) && length <= 2 * MAX_STEPS)) return cut;
  let shortest = cut;
  const last = cut.steps.slice(-1);
  const search = shrinking(cut.steps.slice(0, -1));
  let attempts = 0;
  const fails = async (steps: readonly Step[]) => {
    if (!isWhole(steps)) return false;
    if (attempts++ >= ATTEMPTS || !further.isPlenty) return undefined;
    const seen = await cutTo(steps, cut.history, playing);
    const isShorter = seen && isAlike(explanation, seen, knownBy(session));
    if (isShorter) shortest = seen;
    return isShorter;
  };
  for (let next = search.next(); !next.done; ) next = search.next(await fails([...next.value, ...last]));
  return shortest;
}

/** Returns whether each record and device of some steps is made in them. */
function isWhole(steps: readonly Step[]): boolean {
  const made = new Set(
    steps.flatMap((step) => (step.do === 'create' || step.do === 'device' ? [targetOf(step)] : [])),
  );
  return steps.every((step) => numberOf(step) === undefined || made.has(targetOf(step)));
}

/** Returns whether a history is wrong about the same, and a rule that explains that explains this. */
function isAlike(first: Explanation | undefined, { facts, counts, brokeOff }: Shown, known: Known): boolean {
  const other = counts && brokeOff === undefined ? explain(facts, { known }) : undefined;
  if (!first || other?.about !== first.about) return false;
  const rules = new Set(first.broken.flat());
  return rules.size === 0 || other.broken.flat().some((rule) => rules.has(rule));
}

function shownAs(history: History, name: string, played: Played, { session, tells }: Playing): Shown {
  const isWrong = played.brokeOff === undefined && wrongIn(played, knownBy(session)) !== undefined;
  return {
    ...{ history, name, about: history.about, failed: isWrong ? 1 : 0, played: 1 },
    ...(tells && { tells: true }),
    ...seenIn(played),
    brokeOff: played.brokeOff,
  };
}

/** Returns whether nothing is changed any more, which a history needs. */
function isLost(history: History, { journal }: Deployment): boolean {
  return journal.failure !== undefined && touchedBy([history]) !== 'nothing';
}

/** A history of which no step is taken, since nothing is changed any more. */
function unplayed(history: History, { journal: { failure = '' } }: Deployment): Shown {
  const reason = `nothing more is changed, since the journal failed: ${failure}`;
  return {
    ...{ history, name: history.name, about: history.about, failed: 0, played: 1, counts: true },
    ...{ facts: [], steps: [], exchanges: [], brokeOff: undefined, answers: [] },
    untaken: [{ reason, unlock: ['journal'] }],
  };
}

/** Steps played until they are not broken off, nor left open by what a gateway or another token did; nothing where the run was ended. */
async function playedOf(
  history: History,
  steps: readonly Step[],
  playing: Playing,
  again: Again | undefined,
): Promise<Played | undefined> {
  const { session } = playing;
  let last: Played | undefined;
  let [broken, open] = [0, 0];
  while (!session.signal.aborted && !isLost(history, session)) {
    const from = session.transport.exchanges.length;
    const isFresh = again ? again === 'fresh' : last !== undefined;
    const now = await playOnce(history, steps, playing, isFresh);
    if (again || last) playing.further.note(now, session.transport.exchanges.slice(from));
    const isBroken = now.brokeOff !== undefined;
    if (!isBroken || !last) last = now;
    if (isBroken && ++broken === BROKEN_OFF) return last;
    if (isBroken) continue;
    // A call with a token that a newer one may have ended proves nothing.
    const isOfEnded = now.done.some(
      ({ event: call }) =>
        call?.kind === 'called' && typeof call.bearer === 'object' && call.bearer.superseded,
    );
    const often = isOfEnded ? ENDED : now.disturbed ? DISTURBED : 0;
    if (open++ >= often || wrongIn(now, knownBy(session)) !== undefined) return now;
  }
  return last;
}

async function playOnce(
  history: History,
  steps: readonly Step[],
  { session, supply, warn }: Playing,
  isFresh: boolean,
): Promise<Played> {
  const played = await play(session, supply, steps, Judge.create(), {
    purpose: history.about[0] ?? 'histories',
    isAgain: isFresh,
  });
  for (const undone of played.undone) warn(undone);
  return played;
}

/** The part that is wrong; it is played to its end where only a pin does not hold. */
const wrongIn = rememberingLast((played: Played, known: Known): string | undefined => {
  const facts = played.done.flatMap(({ event }): Event[] => (event ? [event] : []));
  const judge = () =>
    facts.reduce((so, fact) => so.after(fact), Judge.create({ known, kept: keptIn(facts) }));
  return played.wrongAbout ?? judge().wrongAbout;
});

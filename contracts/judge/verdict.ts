/**
 * The verdicts on rules that follow from histories as they were played. A rule passes where it was at stake as long as a
 * history is explained without giving anything up, and a service that does nothing could not have answered so far. It fails
 * where giving it up is the least that explains a history, and where that comes again on fresh records. What only the
 * environment explains is suspect, what only another answer than the profile pins explains is drift.
 */
import { capitalised, plural } from '../kit/phrases.ts';
import { type JudgedId, nameOf } from '../specification/judged.ts';
import { operation as operationOf } from '../specification/operations.ts';
import { type Assumption, isEnvironment, pinIn, ruleIn, showsOtherwise, workingIn } from './assumption.ts';
import { culprits, type JudgedHistory as HistoryBy, setsOf } from './culprits.ts';
import { looksOf } from './decisive.ts';
import type { Event } from './event.ts';
import { MAX_HYPOTHESES } from './hypotheses.ts';
import { type Explanation, explain } from './judge.ts';
import { alikeIn } from './nulls.ts';
import { looksFor } from './parts/intrusions.ts';
import { rulesOfCall } from './parts/tokens.ts';
import type { Known } from './pins.ts';
import { stakesOf } from './stakes.ts';

/** A history as it was played. */
export interface Witnessed {
  readonly name: string;
  /** The rules that it was written for, the first above all. */
  readonly about: readonly JudgedId[];
  readonly facts: readonly Event[];
  /** Tells whether what was seen can be held against the deployment: it answered, and nothing else brought it about. */
  readonly counts: boolean;
  /** How often it could not be explained, of the times that it was played; 0 of 1 where it can. */
  readonly failed: number;
  readonly played: number;
  /** Tells whether it failed each time on devices with a past, and not on new ones. */
  readonly isOfPast?: boolean;
  /** Tells whether it was played since others had failed: it tells which rule is broken, and nothing else is blamed for it. */
  readonly tells?: boolean | undefined;
  /**
   * It was seen in the traffic of clients, and cannot be played again: `shared` where other clients may change the same
   * records beside them, `alone` where none does.
   */
  readonly traffic?: Traffic | undefined;
  /** The steps that could not be taken: why, and what would change that. */
  readonly untaken: readonly {
    readonly reason: string;
    readonly unlock: readonly string[];
    /** The rules of which it says nothing for that. Absent: all. */
    readonly rules?: readonly JudgedId[] | undefined;
    /** Tells whether by the profile it could have been taken. */
    readonly contradicts?: boolean;
    /** Tells whether it makes the rule that its history was written for suspect even where they were seen to be kept. */
    readonly doubts?: boolean;
  }[];
}

export type Traffic = 'shared' | 'alone';

/** So often a failure has to come, each time. */
export const CONFIRMING = 2;

export type HistoryVerdict = 'fail' | 'suspect' | 'drift' | 'pass' | 'not-reached' | 'not-offered';

/** The verdict on one judged rule. */
export interface Ruling {
  readonly id: JudgedId;
  readonly verdict: HistoryVerdict;
  /** One sentence. */
  readonly reason: string;
  /** Tells whether it rests on answers served and refused alone: none showed data, and no effect was looked for. */
  readonly byStatus: boolean;
  /** At so many steps it was at stake, in histories that are explained. */
  readonly stakes: number;
  /** The names of the histories that it rests on. */
  readonly histories: readonly string[];
  /** The facts that show it, the clearest last: for a pass those at which it was at stake. */
  readonly at: readonly Place[];
  /** Openings, controls and other means that would make it reachable. */
  readonly unlock: readonly string[];
  /** Tells whether a history that was written for it failed now and then. */
  readonly isUnsteady?: boolean;
}

/** A fact of a history that was played. */
export interface Place {
  readonly history: string;
  /** Index into the facts of the history. */
  readonly step: number;
}

/** The parts of a profile that verdicts depend on. */
export interface Described {
  /** Rules that need not be reached, and why; their outcome counts where they are. */
  readonly withheld?: ReadonlyMap<JudgedId, string>;
  readonly unoffered?: ReadonlyMap<JudgedId, string>;
  readonly known?: Known | undefined;
  /** Rules that were found broken before: what one of them explains is held against no other. */
  readonly broken?: ReadonlySet<JudgedId>;
}

interface JudgedHistory extends HistoryBy<Witnessed> {
  /** The explanation if nobody else uses its devices, where others could have brought it about. */
  readonly alone?: Explanation | undefined;
}

/**
 * The rulings on these rules.
 *
 * @param described `unoffered`: the rules that the profile takes from the deployment, and why; nothing is held against it
 *   there. `withheld`: those that it takes from the account. `known`: the answers that it pins
 */
export function rulingsOn(
  ids: readonly JudgedId[],
  witnessed: readonly Witnessed[],
  { unoffered = new Map(), withheld = new Map(), known, broken = new Set() }: Described = {},
): Ruling[] {
  const asked = new Set(ids);
  // Controls whose effect was seen in any history, and whether any showed other settings than were asked for.
  const seen = {
    ...{ known, asked, isOtherwise: witnessed.some(({ facts }) => showsOtherwise(facts)) },
    working: new Set(witnessed.flatMap(({ facts }) => [...workingIn(facts)])),
  };
  const weighed = witnessed.map((history) => weigh(history, seen));
  const isWrong = ({ history, explanation }: JudgedHistory) =>
    explanation !== undefined && !history.tells && isConfirmed(history) && !history.isOfPast;
  // A rule that is broken for sure may have left devices with the past on which alone another history fails.
  const isBroken = weighed.some(isWrong);
  const isOnceOnly = ({ history, explanation }: JudgedHistory) =>
    explanation !== undefined &&
    !history.tells &&
    (!isConfirmed(history) || (isBroken && history.isOfPast === true));
  const steady = weighed.filter((one) => !isOnceOnly(one));
  // Failures that came each time are not explained by those that did not.
  const sure = culprits(steady, asked, broken, known);
  const all = culprits(weighed.filter(isOnceOnly), asked, sure, known);
  return ids.map((id) => {
    const reason = unoffered.get(id);
    if (reason !== undefined) return rule(id, 'not-offered', reason);
    const ruling = rulingOn(id, weighed, { sure, all });
    const spared = ruling.verdict === 'not-reached' ? withheld.get(id) : undefined;
    return spared === undefined ? ruling : rule(id, 'not-offered', spared);
  });
}

/** A ruling that rests on the failure of one history, or on none. */
function rule(id: JudgedId, verdict: HistoryVerdict, reason: string, one?: JudgedHistory): Ruling {
  const histories = one ? [one.history.name] : [];
  const at = one ? placesOf(one, [lengthOf(one)]) : [];
  return { id, verdict, reason, byStatus: false, stakes: 0, histories, at, unlock: [] };
}

function weigh(history: Witnessed, seen: Parameters<typeof explain>[1]): JudgedHistory {
  const { facts, traffic, counts } = history;
  const stakes = stakesOf(facts, seen?.known);
  // The environment does not do the same each time on fresh records; on one device it may.
  const isRare = history.failed < history.played || history.played < CONFIRMING || history.isOfPast === true;
  const blames = !history.tells && traffic !== 'alone' && isRare;
  const isOpen = counts && stakes.explained < facts.length;
  const others = traffic === 'shared';
  const explanation = isOpen ? explain(facts, { ...seen, blames, others }) : undefined;
  // A device that others may use as well.
  const isShared = (fact: Event) => fact.kind === 'device' && !fact.fresh && !fact.own;
  if (explanation || !counts || !facts.some(isShared)) return { history, stakes, explanation };
  const own = facts.map((fact) => (isShared(fact) ? { ...fact, own: true } : fact));
  return { history, stakes, explanation, alone: explain(own, seen) };
}

/** Returns whether a failure came each time, on fresh records, or cannot be asked for again. */
function isConfirmed({ failed, played, traffic }: Witnessed): boolean {
  return failed === played && (played >= CONFIRMING || traffic !== undefined);
}

/** The facts of a history until its failure shows. */
function lengthOf({ explanation }: JudgedHistory): number {
  return explanation?.step ?? 0;
}

/** The rules that explain what failed: each time, and further ones for what did not. */
interface Guilty {
  readonly sure: ReadonlySet<JudgedId>;
  readonly all: ReadonlySet<JudgedId>;
}

/** The first that says something. */
function rulingOn(id: JudgedId, weighed: readonly JudgedHistory[], guilty: Guilty): Ruling {
  const failed = failedBy(id, weighed, guilty);
  if (failed) return failed;
  const own = weighed.filter(({ history }) => history.about.includes(id));
  const blamed = own.filter(({ explanation }) => explanation);
  const outside = blamed.find((one) => assumptionsOf(one).some(isEnvironment));
  if (outside) {
    const words = assumptionsOf(outside).map((one) => outsideInWords.get(one) ?? one);
    const reason = `The history "${outside.history.name}" is explained if ${words.join(', and ')}, and not by a rule alone.`;
    return rule(id, 'suspect', reason, outside);
  }
  const mainly = own.filter(({ history }) => history.about[0] === id);
  const doubt = mainly.flatMap(({ history }) => history.untaken).find(({ doubts }) => doubts);
  const suspected = (reason: string): Ruling => ({
    ...{ ...notReached(id, weighed, own), verdict: 'suspect', reason: sentenceOf(reason) },
  });
  if (doubt) return suspected(doubt.reason);
  const drifted = blamed.find((one) => assumptionsOf(one).some(pinIn));
  const passed = passedBy(id, weighed);
  // The rule that its history was written for says so, whatever others show.
  if (drifted && (!passed || drifted.history.about[0] === id)) {
    const reason = `Only another answer than the profile pins explains the history "${drifted.history.name}": ${assumptionsOf(drifted).join(', ')}.`;
    return rule(id, 'drift', reason, drifted);
  }
  // A step was refused that can be taken by the profile.
  const refused = own.flatMap((one) => untakenOf(one, id)).find(({ contradicts }) => contradicts);
  return passed ?? (refused ? suspected(refused.reason) : notReached(id, weighed, own));
}

function failedBy(id: JudgedId, weighed: readonly JudgedHistory[], guilty: Guilty): Ruling | undefined {
  const broken = weighed.filter((one) => setsOf(one).some((set) => set.includes(id)));
  const sure = broken.filter(({ history }) => isConfirmed(history));
  const shown = sure.length > 0 ? sure : broken;
  const [shortest] = shown.toSorted((one, other) => lengthOf(one) - lengthOf(other));
  if (!guilty.all.has(id) || !shortest) return undefined;
  const { name, failed, played } = shortest.history;
  const others = setsOf(shortest).flatMap((set) => (set.includes(id) ? [] : [set.join(' and ')]));
  const also = others.length > 0 ? ` Other rules that may be the cause: ${others.join('; ')}.` : '';
  const reason = `No reading of the document explains the history "${name}" at step ${lengthOf(shortest) + 1}, ${failed} of ${played} times.${also}`;
  const verdict = sure.length > 0 && guilty.sure.has(id) ? 'fail' : 'suspect';
  return { ...rule(id, verdict, reason, shortest), histories: shown.map(({ history }) => history.name) };
}

export function sentenceOf(text: string): string {
  return `${capitalised(text)}.`;
}

/** Returns whether a rule was at stake only where nothing but its answer shows whether a call was carried out. */
function isByStatus(id: JudgedId, { history, stakes }: JudgedHistory, facts = history.facts): boolean {
  return (stakes.at.get(id) ?? []).every((step) => isOfAnswerAlone(facts, step));
}

/** Returns whether one value of a kind was refused, and another one answered as a good token is, with no effect to be seen. */
function isHeardAsWell(id: JudgedId, one: JudgedHistory): boolean {
  const isHeard = (fact: Event) =>
    fact.kind === 'called' &&
    fact.served === 'heard' &&
    typeof fact.bearer === 'string' &&
    rulesOfCall(fact, fact.bearer).includes(id);
  return one.history.facts.some(isHeard) && isByStatus(id, one);
}

/** `false` where an answer showed what the operation shows to a good token, or the effect was looked for afterwards. */
function isOfAnswerAlone(facts: readonly Event[], step: number): boolean {
  const call = facts[step];
  if (call?.kind !== 'called' || call.done) return false;
  const { operation, sent } = call;
  const ofIt = facts.flatMap((one) => (one.kind === 'called' && one.operation === operation ? [one] : []));
  // A call that a good token does not get done either is seen nowhere.
  const isVain = ofIt.some(({ bearer, served }) => typeof bearer === 'object' && served === 'heard');
  if (sent) return isVain || !facts.slice(step + 1).some((fact) => looksFor(fact, sent));
  return operationOf(operation).method !== 'GET' || !ofIt.some(({ done }) => done);
}

/** The facts of a history until one could not be explained. */
function lawful({ history, explanation }: JudgedHistory): readonly Event[] {
  return explanation ? history.facts.slice(0, explanation.step) : history.facts;
}

function passedBy(id: JudgedId, weighed: readonly JudgedHistory[]): Ruling | undefined {
  const mayBreak = (one: JudgedHistory) => explainsAlone(setsOf(one), id, one);
  const isDoubtful = weighed.some(mayBreak);
  if (weighed.some((one) => doubtOf(id, one) !== undefined)) return undefined;
  const shown = weighed.filter(
    (one) =>
      one.history.counts &&
      one.stakes.at.has(id) &&
      // With too many readings, one of them may have been broken later on.
      one.stakes.exhausted.length === 0 &&
      // A rule that may be broken elsewhere does not pass by being at stake incidentally.
      (!isDoubtful || (one.history.about.includes(id) && !mayBreak(one))) &&
      !isHeardAsWell(id, one) &&
      // A call that is looked for only by the fact that shows another one may have been written over.
      (isByStatus(id, one) || !isByStatus(id, one, lawful(one))) &&
      alikeIn(lawful(one), id).length === 0,
  );
  const looked = shown.flatMap((one) => one.stakes.looks.get(id) ?? []);
  const isWhole = looksOf(id).every((of) => of.some((look) => looked.includes(look)));
  const stakes = shown.reduce((sum, one) => sum + (one.stakes.at.get(id)?.length ?? 0), 0);
  if (stakes === 0 || !isWhole) return undefined;
  const byStatus = /^(auth|operations)\//.test(id) && shown.every((one) => isByStatus(id, one));
  const often = `${plural(stakes, 'step')} of ${plural(shown.length, 'history', 'histories')}`;
  const how = byStatus ? ', by what was served and refused alone' : '';
  return {
    ...{ ...rule(id, 'pass', `It was at stake at ${often}, and held${how}.`), byStatus, stakes },
    histories: shown.map(({ history }) => history.name),
    at: shown.flatMap((one) => placesOf(one, one.stakes.at.get(id) ?? [])),
  };
}

/**
 * Returns whether a rule explains a history by itself. In one about both channels the first to fail ends it: the same rule
 * in the other one may be broken as well.
 */
function explainsAlone(
  sets: readonly (readonly JudgedId[])[],
  id: JudgedId,
  { history }: JudgedHistory,
): boolean {
  const isSame = (one: JudgedId | undefined) =>
    one === id || (one !== undefined && nameOf(one) === nameOf(id) && history.about.includes(id));
  return sets.some((set) => set.length === 1 && isSame(set[0]));
}

/** Returns why a history leaves a rule open: others would have to disturb it for the rule to be kept, or no rule that is known explains it. */
function doubtOf(id: JudgedId, one: JudgedHistory): Pick<Ruling, 'reason' | 'unlock'> | undefined {
  const { history, explanation, alone } = one;
  if (explainsAlone(alone?.broken ?? [], id, one))
    return {
      reason: `The history "${history.name}" is explained only if others use its devices meanwhile, so that the rule cannot be judged.`,
      unlock: ['controls.createDevice'],
    };
  const isOpen = explanation?.givenUp.length === 0 && history.about.includes(id);
  return isOpen ? { reason: `No rule alone explains the history "${history.name}".`, unlock: [] } : undefined;
}

function placesOf({ history: { name } }: JudgedHistory, steps: readonly number[]): Place[] {
  return steps.map((step) => ({ history: name, step }));
}

/** @param own the histories that are about it */
function notReached(id: JudgedId, weighed: readonly JudgedHistory[], own: readonly JudgedHistory[]): Ruling {
  const untaken = nearest(own, id);
  const [doubt] = weighed.flatMap((one) => doubtOf(id, one) ?? []);
  return {
    ...rule(id, 'not-reached', whyNot(id, own, untaken)),
    ...{ unlock: unlockOf(untaken), histories: own.map(({ history }) => history.name), ...doubt },
    isUnsteady: own.some((one) => one.explanation !== undefined && !isConfirmed(one.history)),
  };
}

type Untaken = Witnessed['untaken'];

/** The steps that could not be taken of the one history that lacks least: any of them would do. */
function nearest(own: readonly JudgedHistory[], id: JudgedId): Untaken {
  const about = own.map((one) => untakenOf(one, id));
  // A step about other rules may have ended the history before the steps about this one.
  const isSilent = own.every(({ stakes, explanation }) => !stakes.at.has(id) && !explanation);
  const isNone = isSilent && about.every(({ length }) => length === 0);
  const lacking = isNone ? own.map(({ history }) => history.untaken) : about;
  // A rule for which nothing is known to help is far.
  const needs = (untaken: Untaken) => unlockOf(untaken).length || Number.MAX_SAFE_INTEGER;
  const some = lacking.filter(({ length }) => length > 0);
  return some.toSorted((one, other) => needs(one) - needs(other))[0] ?? [];
}

/** The steps that could not be taken, as far as they are about a rule. */
function untakenOf({ history }: JudgedHistory, id: JudgedId): Untaken {
  return history.untaken.filter(({ rules }) => rules === undefined || rules.includes(id));
}

function unlockOf(untaken: Untaken): string[] {
  return [...new Set(untaken.flatMap(({ unlock }) => unlock))];
}

/** The reason that says most comes first. */
function whyNot(id: JudgedId, own: readonly JudgedHistory[], lacking: Untaken): string {
  if (own.length === 0) return 'No history is about it.';
  const exhausted = own.find(({ stakes }) => stakes.exhausted.length > 0);
  const wrong = own.find(({ explanation }) => explanation);
  const [alike] = own.flatMap((one) => (one.stakes.at.has(id) ? alikeIn(lawful(one), id) : []));
  // The history went on after those before; what nothing unlocks was not what was wanting.
  const untaken = lacking.findLast(({ unlock }) => unlock.length > 0) ?? lacking.at(-1);
  if (exhausted)
    return `History "${exhausted.history.name}" has more than ${MAX_HYPOTHESES} possible explanations (${exhausted.stakes.exhausted.join(', ')}); it proves nothing.`;
  if (untaken && (alike === undefined || untaken.unlock.length > 0))
    return `A step could not be taken: ${untaken.reason.replace(/\.$/, '')}.`;
  if (alike !== undefined) return `${alike}, so that the rule cannot be judged.`;
  if (wrong) {
    const { name, failed, played } = wrong.history;
    const often =
      failed < played ? `${failed} of ${played} times, and not again` : 'and was not played again';
    return isConfirmed(wrong.history)
      ? `The history "${name}" ended before, since another rule is broken in it.`
      : `The history "${name}" failed ${often}, so that it proves nothing.`;
  }
  if (own.every(({ history }) => !history.counts))
    return 'The deployment did not answer so that it could be judged.';
  return 'Every step was taken, and no answer said enough for the rule to be at stake.';
}

const outsideInWords: ReadonlyMap<Assumption, string> = new Map([
  ['environment:other-client', 'another client changed the same records'],
  ['environment:control', 'a control did not do what it answered'],
]);

function assumptionsOf({ explanation }: JudgedHistory): readonly Assumption[] {
  const [least = []] = explanation?.givenUp ?? [];
  return least.some((one) => ruleIn(one) !== undefined) ? [] : least;
}

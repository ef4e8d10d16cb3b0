/**
 * The verdicts on rules that follow from histories as they were played. A rule passes where it was at stake as long as a
 * history is explained without giving anything up, and a service that does nothing could not have answered so far. It fails
 * where giving it up is the least that explains a history, and where that comes again on fresh records. What only the
 * environment explains is suspect, what only another answer than the profile pins explains is drift.
 */
import type { JudgedId } from '../specification/judged.ts';
import { operation as operationOf } from '../specification/operations.ts';
import { areaOf } from '../specification/rules/index.ts';
import {
  type Assumption,
  type Control,
  isEnvironment,
  isPin,
  ruleIn,
  showsOtherwise,
  workingIn,
} from './assumption.ts';
import { culprits, setsOf, type Weighed as WeighedBy } from './culprits.ts';
import { looksOf, nameOf } from './decisive.ts';
import type { Event } from './event.ts';
import { MOST_HYPOTHESES } from './hypotheses.ts';
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

interface Weighed extends WeighedBy<Witnessed> {
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
  const seen = {
    working: new Set(witnessed.flatMap(({ facts }) => [...workingIn(facts)])),
    isOtherwise: witnessed.some(({ facts }) => showsOtherwise(facts)),
  };
  const asked = new Set(ids);
  const weighed = witnessed.map((history) => weigh(history, seen, asked, known));
  const guilty = guiltyIn(weighed, asked, broken, known);
  return ids.map((id) => {
    const reason = unoffered.get(id);
    if (reason !== undefined) return notOffered(id, reason);
    const ruling = rulingOn(id, weighed, guilty);
    const spared = ruling.verdict === 'not-reached' ? withheld.get(id) : undefined;
    return spared === undefined ? ruling : notOffered(id, spared);
  });
}

const blankOf = (id: JudgedId) => ({ id, byStatus: false, stakes: 0, histories: [], at: [], unlock: [] });

function notOffered(id: JudgedId, reason: string): Ruling {
  return { ...blankOf(id), verdict: 'not-offered', reason };
}

/** Controls whose effect was seen in any history, and whether any showed other settings than were asked for. */
interface SeenOfControls {
  readonly working: ReadonlySet<Control>;
  readonly isOtherwise: boolean;
}

function weigh(
  history: Witnessed,
  seen: SeenOfControls,
  asked: ReadonlySet<JudgedId>,
  known: Known | undefined,
): Weighed {
  const stakes = stakesOf(history.facts, known);
  // The environment does not do the same each time on fresh records.
  const { traffic } = history;
  const blames =
    !history.tells && traffic !== 'alone' && (history.failed < history.played || history.played < CONFIRMING);
  const others = traffic === 'shared';
  const isOpen = history.counts && stakes.explained < history.facts.length;
  const explanation = isOpen ? explain(history.facts, { blames, others, known, asked, ...seen }) : undefined;
  if (explanation || !history.counts || !history.facts.some(isOfOthers))
    return { history, stakes, explanation };
  const facts = history.facts.map((fact) => (isOfOthers(fact) ? { ...fact, own: true } : fact));
  return { history, stakes, explanation, alone: explain(facts, { known, asked, ...seen }) };
}

/** A device that others may use as well. */
function isOfOthers(fact: Event): boolean {
  return fact.kind === 'device' && !fact.fresh && !fact.own;
}

/** The rules that explain what failed. */
interface Guilty {
  /** Explain what came each time. */
  readonly sure: ReadonlySet<JudgedId>;
  /** These, and further ones for what did not come each time: that is not what others are to be explained by. */
  readonly all: ReadonlySet<JudgedId>;
}

function guiltyIn(
  weighed: readonly Weighed[],
  asked: ReadonlySet<JudgedId>,
  broken: ReadonlySet<JudgedId>,
  known: Known | undefined,
): Guilty {
  const isOnceOnly = ({ history, explanation }: Weighed) =>
    explanation !== undefined && !history.tells && !isConfirmed(history);
  const sure = culprits(
    weighed.filter((one) => !isOnceOnly(one)),
    asked,
    broken,
    known,
  );
  return { sure, all: culprits(weighed.filter(isOnceOnly), asked, sure, known) };
}

/** Returns whether a failure came each time, on fresh records, or cannot be asked for again. */
function isConfirmed({ failed, played, traffic }: Witnessed): boolean {
  return failed === played && (played >= CONFIRMING || traffic !== undefined);
}

/** The facts of a history until its failure shows. */
function lengthOf({ explanation }: Weighed): number {
  return explanation?.step ?? 0;
}

function rulingOn(id: JudgedId, weighed: readonly Weighed[], guilty: Guilty): Ruling {
  const failingIn = (one: Weighed | undefined) => (one ? placesOf(one, [one.explanation?.step ?? 0]) : []);
  const names = (these: readonly Weighed[]) => these.map(({ history }) => history.name);

  const broken = weighed.filter((one) => setsOf(one).some((set) => set.includes(id)));
  const sure = broken.filter(({ history }) => isConfirmed(history));
  const [shortest] = (sure.length > 0 ? sure : broken).toSorted(
    (one, other) => lengthOf(one) - lengthOf(other),
  );
  if (guilty.all.has(id) && broken.length > 0)
    return {
      ...blankOf(id),
      verdict: sure.length > 0 && guilty.sure.has(id) ? 'fail' : 'suspect',
      reason: brokenInWords(id, shortest),
      histories: names(sure.length > 0 ? sure : broken),
      at: failingIn(shortest),
    };

  const blamed = weighed.filter(({ history, explanation }) => explanation && history.about.includes(id));
  const outside = blamed.find((one) => assumptionsOf(one).some(isEnvironment));
  if (outside)
    return {
      ...blankOf(id),
      verdict: 'suspect',
      reason: `The history "${outside.history.name}" is explained if ${assumptionsOf(outside).map(inWords).join(', and ')}, and not by a rule alone.`,
      histories: [outside.history.name],
      at: failingIn(outside),
    };

  const doubt = weighed
    .filter(({ history }) => history.about[0] === id)
    .flatMap(({ history }) => history.untaken)
    .find(({ doubts }) => doubts);
  if (doubt) return { ...notReached(id, weighed), verdict: 'suspect', reason: sentenceOf(doubt.reason) };

  const drifted = blamed.find((one) => assumptionsOf(one).some(isPin));
  // The rule that its history was written for says so, whatever others show.
  const passed = reached(id, weighed);
  if (drifted && (!passed || drifted.history.about[0] === id))
    return {
      ...blankOf(id),
      verdict: 'drift',
      reason: `Only another answer than the profile pins explains the history "${drifted.history.name}": ${assumptionsOf(drifted).join(', ')}.`,
      histories: [drifted.history.name],
      at: failingIn(drifted),
    };
  return passed ?? contradicted(id, weighed) ?? notReached(id, weighed);
}

/** Returns what does not hold where a step was refused that can be taken by the profile. */
function contradicted(id: JudgedId, weighed: readonly Weighed[]): Ruling | undefined {
  const own = weighed.filter(({ history }) => history.about.includes(id));
  const refused = own.flatMap((one) => untakenOf(one, id)).find(({ contradicts }) => contradicts);
  return refused && { ...notReached(id, weighed), verdict: 'suspect', reason: sentenceOf(refused.reason) };
}

export function sentenceOf(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Returns whether a rule was at stake only where nothing but its answer shows whether a call was carried out. */
function isByStatus(id: JudgedId, { history, stakes }: Weighed, facts = history.facts): boolean {
  return (stakes.at.get(id) ?? []).every((step) => isOfAnswerAlone(facts, step));
}

/** Returns whether one value of a kind was refused, and another one answered as a good token is, with no effect to be seen. */
function isHeardAsWell(id: JudgedId, one: Weighed): boolean {
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
  if (call?.kind !== 'called') return false;
  const { operation, done = false, sent } = call;
  if (done) return false;
  const ofIt = facts.filter((fact) => fact.kind === 'called').filter((one) => one.operation === operation);
  // A call that a good token does not get done either is seen nowhere.
  const isVain = ofIt.some(({ bearer, served }) => typeof bearer === 'object' && served === 'heard');
  if (sent) return isVain || !facts.slice(step + 1).some((fact) => looksFor(fact, sent));
  return operationOf(operation).method !== 'GET' || !ofIt.some((fact) => fact.done);
}

/** The facts of a history until one could not be explained. */
function lawful({ history, explanation }: Weighed): readonly Event[] {
  return explanation ? history.facts.slice(0, explanation.step) : history.facts;
}

function reached(id: JudgedId, weighed: readonly Weighed[]): Ruling | undefined {
  const area = areaOf(id);
  const mayBreak = (one: Weighed) => explainsAlone(setsOf(one), id, one);
  const isDoubtful = weighed.some(mayBreak);
  if (weighed.some((one) => doubtOf(id, one) !== undefined)) return undefined;
  const staked = weighed.filter(
    (one) =>
      one.history.counts &&
      one.stakes.at.has(id) &&
      // Where there were too many readings one of them may have been broken later on.
      one.stakes.exhausted.length === 0 &&
      // Where it may be broken elsewhere, that it was at stake in passing does not do.
      (!isDoubtful || (one.history.about.includes(id) && !mayBreak(one))) &&
      !isHeardAsWell(id, one) &&
      // A call that is looked for only by the fact that shows another one may have been written over.
      (isByStatus(id, one) || !isByStatus(id, one, lawful(one))),
  );
  const shown = staked.filter((one) => alikeIn(lawful(one), id).length === 0);
  const looked = shown.flatMap((one) => one.stakes.looks.get(id) ?? []);
  const isWhole = looksOf(id).every((of) => of.some((look) => looked.includes(look)));
  const stakes = shown.reduce((sum, one) => sum + (one.stakes.at.get(id)?.length ?? 0), 0);
  if (stakes === 0 || !isWhole) return undefined;
  const byStatus = (area === 'auth' || area === 'operations') && shown.every((one) => isByStatus(id, one));
  return {
    id,
    verdict: 'pass',
    reason: `It was at stake at ${stakes} ${stakes === 1 ? 'step' : 'steps'} of ${shown.length} ${shown.length === 1 ? 'history' : 'histories'}, and held${byStatus ? ', by what was served and refused alone' : ''}.`,
    byStatus,
    stakes,
    histories: shown.map(({ history }) => history.name),
    at: shown.flatMap((one) => placesOf(one, one.stakes.at.get(id) ?? [])),
    unlock: [],
  };
}

/**
 * Returns whether a rule explains a history by itself. In one about both channels the first to fail ends it: the same rule
 * in the other one may be broken as well.
 */
function explainsAlone(sets: readonly (readonly JudgedId[])[], id: JudgedId, { history }: Weighed): boolean {
  const isSame = (rule: JudgedId | undefined) =>
    rule === id || (rule !== undefined && nameOf(rule) === nameOf(id) && history.about.includes(id));
  return sets.some((set) => set.length === 1 && isSame(set[0]));
}

/** Returns why a history leaves a rule open: others would have to disturb it for the rule to be kept, or no rule that is known explains it. */
function doubtOf(id: JudgedId, one: Weighed): Pick<Ruling, 'reason' | 'unlock'> | undefined {
  const { history, explanation, alone } = one;
  if (explainsAlone(alone?.broken ?? [], id, one))
    return {
      reason: `The history "${history.name}" is explained only if others use its devices meanwhile, so that the rule cannot be judged.`,
      unlock: ['controls.createDevice'],
    };
  const isOpen = explanation?.givenUp.length === 0 && history.about.includes(id);
  return isOpen ? { reason: `No rule alone explains the history "${history.name}".`, unlock: [] } : undefined;
}

function placesOf({ history: { name } }: Weighed, steps: readonly number[]): Place[] {
  return steps.map((step) => ({ history: name, step }));
}

function notReached(id: JudgedId, weighed: readonly Weighed[]): Ruling {
  const own = weighed.filter(({ history }) => history.about.includes(id));
  const untaken = nearest(own, id);
  const [doubt] = weighed.flatMap((one) => doubtOf(id, one) ?? []);
  return {
    ...blankOf(id),
    verdict: 'not-reached',
    ...(doubt ?? { unlock: unlockOf(untaken), reason: whyNot(id, own, untaken) }),
    histories: own.map(({ history }) => history.name),
  };
}

type Untaken = Witnessed['untaken'];

/** The steps that could not be taken of the one history that lacks least: any of them would do. */
function nearest(own: readonly Weighed[], id: JudgedId): Untaken {
  const isSome = ({ length }: Untaken) => length > 0;
  const about = own.map((one) => untakenOf(one, id)).filter(isSome);
  // A step about other rules may have ended the history before the steps about this one.
  const isSilent = own.every(({ stakes, explanation }) => !stakes.at.has(id) && !explanation);
  const lacking =
    about.length === 0 && isSilent ? own.map(({ history }) => history.untaken).filter(isSome) : about;
  const [least = []] = lacking.toSorted((one, other) => needs(one) - needs(other));
  return least;
}

/** The steps that could not be taken, as far as they are about a rule. */
function untakenOf({ history }: Weighed, id: JudgedId): Untaken {
  return history.untaken.filter(({ rules }) => rules === undefined || rules.includes(id));
}

/** How much would have to change; where nothing is known that would help, it is far. */
function needs(untaken: Untaken): number {
  return unlockOf(untaken).length || Number.MAX_SAFE_INTEGER;
}

function unlockOf(untaken: Untaken): string[] {
  return [...new Set(untaken.flatMap(({ unlock }) => unlock))];
}

/** The reason that says most comes first. */
function whyNot(id: JudgedId, own: readonly Weighed[], lacking: Untaken): string {
  if (own.length === 0) return 'No history is about it.';
  const exhausted = own.find(({ stakes }) => stakes.exhausted.length > 0);
  const wrong = own.find(({ explanation }) => explanation);
  const alike = own.flatMap((one) => (one.stakes.at.has(id) ? alikeIn(lawful(one), id) : []));
  // The history went on after those before; what nothing unlocks was not what was wanting.
  const untaken = lacking.findLast(({ unlock }) => unlock.length > 0) ?? lacking.at(-1);
  if (exhausted)
    return `There were more than ${MOST_HYPOTHESES} readings of the history "${exhausted.history.name}" (${exhausted.stakes.exhausted.join(', ')}), so that nothing follows from it.`;
  if (untaken && (alike.length === 0 || untaken.unlock.length > 0))
    return `A step could not be taken: ${untaken.reason.replace(/\.$/, '')}.`;
  if (alike[0] !== undefined) return `${alike[0]}, so that the rule cannot be judged.`;
  if (wrong) return `The history "${wrong.history.name}" ended before, since another rule is broken in it.`;
  if (own.every(({ history }) => !history.counts))
    return 'The deployment did not answer so that it could be judged.';
  return 'Every step was taken, and no answer said enough for the rule to be at stake.';
}

function brokenInWords(id: JudgedId, one: Weighed | undefined): string {
  if (!one?.explanation) return 'It is broken.';
  const { name, failed, played } = one.history;
  const others = setsOf(one)
    .filter((set) => !set.includes(id))
    .map((set) => set.join(' and '));
  const also = others.length > 0 ? ` Other rules that may be the cause: ${others.join('; ')}.` : '';
  return `No reading of the document explains the history "${name}" at step ${one.explanation.step + 1}, ${failed} of ${played} times.${also}`;
}

const outside: ReadonlyMap<Assumption, string> = new Map([
  ['environment:other-client', 'another client changed the same records'],
  ['environment:control', 'a control did not do what it answered'],
  ['environment:clock', "the deployment's clock showed another time than it had"],
]);

function inWords(assumption: Assumption): string {
  return outside.get(assumption) ?? assumption;
}

function assumptionsOf({ explanation }: Weighed): readonly Assumption[] {
  const [least = []] = explanation?.givenUp ?? [];
  return least.some((one) => ruleIn(one) !== undefined) ? [] : least;
}

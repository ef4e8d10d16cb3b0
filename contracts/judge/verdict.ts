/**
 * The verdicts on rules that follow from histories as they were played. A rule passes where it was at stake as long as a
 * history is explained without giving anything up, and a service that does nothing could not have answered so far. It fails
 * where giving it up is the least that explains a history, and where that comes again on fresh records. What only the
 * environment explains is suspect, what only another answer than the profile pins explains is drift.
 */
import type { JudgedId } from '../specification/judged.ts';
import { areaOf } from '../specification/rules/index.ts';
import { type Assumption, isEnvironment, isPin, ruleIn } from './assumption.ts';
import type { Event } from './event.ts';
import { MOST_HYPOTHESES } from './hypotheses.ts';
import { type Explanation, explain } from './judge.ts';
import { alikeIn } from './nulls.ts';
import type { Known } from './pins.ts';
import { type Stakes, stakesOf } from './stakes.ts';

/** A history as it was played. */
export interface Witnessed {
  readonly name: string;
  /** The rules that it was written for, the first above all. */
  readonly about: readonly JudgedId[];
  readonly facts: readonly Event[];
  /** Whether what was seen can be held against the deployment: it answered, and nothing else brought it about. */
  readonly counts: boolean;
  /** How often it could not be explained, of the times that it was played; 0 of 1 where it can. */
  readonly failed: number;
  readonly played: number;
  /** The steps that could not be taken: why, and what would change that. */
  readonly untaken: readonly { readonly reason: string; readonly unlock: readonly string[] }[];
}

/** So often a failure has to come, each time. */
export const CONFIRMING = 3;

export type HistoryVerdict = 'fail' | 'suspect' | 'drift' | 'pass' | 'not-reached' | 'not-offered';

/** The verdict on one judged rule. */
export interface Ruling {
  readonly id: JudgedId;
  readonly verdict: HistoryVerdict;
  /** One sentence. */
  readonly reason: string;
  /** Whether it rests on served or refused alone, without a look at an effect. */
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
  readonly unoffered?: ReadonlyMap<JudgedId, string>;
  readonly known?: Known | undefined;
}

/** A history, and the conclusions from it. */
interface Weighed {
  readonly history: Witnessed;
  readonly stakes: Stakes;
  readonly explanation: Explanation | undefined;
}

/**
 * The rulings on these rules.
 *
 * @param described `unoffered`: the rules that the profile takes from the deployment, and why; nothing is held against it
 *   there. `known`: the answers that it pins
 */
export function rulingsOn(
  ids: readonly JudgedId[],
  witnessed: readonly Witnessed[],
  { unoffered = new Map(), known }: Described = {},
): Ruling[] {
  const weighed = witnessed.map((history) => weigh(history, known));
  const guilty = culprits(weighed);
  return ids.map((id) => {
    const reason = unoffered.get(id);
    if (reason === undefined) return rulingOn(id, weighed, guilty);
    return {
      id,
      verdict: 'not-offered',
      reason,
      byStatus: false,
      stakes: 0,
      histories: [],
      at: [],
      unlock: [],
    };
  });
}

function weigh(history: Witnessed, known: Known | undefined): Weighed {
  const stakes = stakesOf(history.facts, known);
  // The environment does not do the same each time on fresh records.
  const blames = history.failed < history.played || history.played < CONFIRMING;
  const explanation = history.counts ? explain(history.facts, { blames, known }) : undefined;
  return { history, stakes, explanation };
}

/**
 * Few rules that explain all histories which only rules explain: one alone if that does, or else first the one that explains
 * most of them, and says most of each.
 */
function culprits(weighed: readonly Weighed[]): ReadonlySet<JudgedId> {
  const guilty = new Set<JudgedId>();
  let open = weighed.filter(({ explanation }) => explanation && explanation.broken.length > 0);
  while (open.length > 0) {
    const single = open.flatMap((one) =>
      setsOf(one)
        .filter(({ length }) => length === 1)
        .flat(),
    );
    const several = open.flatMap((one) => setsOf(one)[0] ?? []);
    const left = (single.length > 0 ? single : several).filter((rule) => !guilty.has(rule));
    const whole = left.filter((rule) => open.every((one) => explains(rule, one)));
    const candidates = new Set(whole.length > 0 ? whole : left);
    const likely = (rule: JudgedId) => {
      const told = open.reduce((sum, one) => sum + toldBy(rule, one), 0);
      return told / (1 + HOLDING * Math.sqrt(held(rule, weighed)));
    };
    const [best] = [...candidates].sort((one, other) => likely(other) - likely(one));
    if (best === undefined) break;
    guilty.add(best);
    open = open.filter((one) => !isExplainedBy(guilty, one));
  }
  return withoutSpare(guilty, weighed);
}

function isExplainedBy(guilty: ReadonlySet<JudgedId>, one: Weighed): boolean {
  return setsOf(one).some((set) => set.every((rule) => guilty.has(rule)));
}

/** Without a rule that explains nothing but what the others explain as well. */
function withoutSpare(guilty: ReadonlySet<JudgedId>, weighed: readonly Weighed[]): ReadonlySet<JudgedId> {
  const needed = new Set(guilty);
  for (const rule of guilty) {
    const others = new Set([...needed].filter((one) => one !== rule));
    const isSpare = weighed.every((one) => !isExplainedBy(needed, one) || isExplainedBy(others, one));
    if (isSpare) needed.delete(rule);
  }
  return needed;
}

function setsOf({ explanation }: Weighed): readonly (readonly JudgedId[])[] {
  return explanation?.broken ?? [];
}

/** Whether a rule alone explains what was seen. */
function explains(rule: JudgedId, one: Weighed): boolean {
  return setsOf(one).some((set) => set.length === 1 && set[0] === rule);
}

/**
 * How much it says of a history that a rule alone explains it. The rule of the last step before the failure says most: what
 * came before was seen to be well. That of the failing step itself would explain any. The rule that the history was
 * written for comes before others.
 */
function toldBy(rule: JudgedId, one: Weighed): number {
  const single = setsOf(one).filter(({ length }) => length === 1);
  const rank = single.findIndex((set) => set[0] === rule);
  if (rank < 0) return 0;
  const own = one.history.about[0] === rule ? MEANT : 0;
  return own + (rank === 0 ? 1 : rank < single.length - 1 ? EARLIER : LAST);
}

const MEANT = 1;
const EARLIER = 0.7;
const LAST = 0.3;
/** A rule that held elsewhere is a little less likely. */
const HOLDING = 0.03;

/** At so many steps a rule was at stake, and held. */
function held(rule: JudgedId, weighed: readonly Weighed[]): number {
  return weighed.reduce((sum, { stakes }) => sum + (stakes.at.get(rule)?.length ?? 0), 0);
}

function rulingOn(id: JudgedId, weighed: readonly Weighed[], guilty: ReadonlySet<JudgedId>): Ruling {
  const blank = { id, byStatus: false, stakes: 0, unlock: [] };
  const failingIn = (one: Weighed | undefined) => (one ? placesOf(one, [one.explanation?.step ?? 0]) : []);
  const names = (these: readonly Weighed[]) => these.map(({ history }) => history.name);

  const broken = weighed.filter((one) => setsOf(one).some((set) => set.includes(id)));
  const sure = broken.filter(({ history: { failed, played } }) => failed === played && played >= CONFIRMING);
  if (guilty.has(id) && broken.length > 0)
    return {
      ...blank,
      verdict: sure.length > 0 ? 'fail' : 'suspect',
      reason: brokenInWords(id, sure[0] ?? broken[0]),
      histories: names(sure.length > 0 ? sure : broken),
      at: failingIn(sure[0] ?? broken[0]),
    };

  const blamed = weighed.filter(({ history, explanation }) => explanation && history.about.includes(id));
  const outside = blamed.find((one) => assumptionsOf(one).some(isEnvironment));
  if (outside)
    return {
      ...blank,
      verdict: 'suspect',
      reason: `Only what is outside the deployment explains the history "${outside.history.name}": ${assumptionsOf(outside).join(', ')}.`,
      histories: [outside.history.name],
      at: failingIn(outside),
    };

  const drifted = blamed.find((one) => assumptionsOf(one).some(isPin));
  // The rule that its history was written for says so, whatever others show.
  const passed = reached(id, weighed);
  if (drifted && (!passed || drifted.history.about[0] === id))
    return {
      ...blank,
      verdict: 'drift',
      reason: `Only another answer than the profile pins explains the history "${drifted.history.name}": ${assumptionsOf(drifted).join(', ')}.`,
      histories: [drifted.history.name],
      at: failingIn(drifted),
    };
  return passed ?? notReached(id, weighed);
}

/** Whether a rule was at stake only where a call was served or refused. */
function isByStatus(id: JudgedId, { history, stakes }: Weighed): boolean {
  return (stakes.at.get(id) ?? []).every((step) => history.facts[step]?.kind === 'called');
}

/** The facts of a history until one could not be explained. */
function lawful({ history, explanation }: Weighed): readonly Event[] {
  return explanation ? history.facts.slice(0, explanation.step) : history.facts;
}

function reached(id: JudgedId, weighed: readonly Weighed[]): Ruling | undefined {
  const area = areaOf(id);
  // Where there were too many readings one of them may have been broken later on.
  const staked = weighed.filter(
    ({ history, stakes }) => history.counts && stakes.at.has(id) && stakes.exhausted.length === 0,
  );
  const shown = staked.filter((one) => alikeIn(lawful(one), id).length === 0);
  const stakes = shown.reduce((sum, one) => sum + (one.stakes.at.get(id)?.length ?? 0), 0);
  if (stakes === 0) return undefined;
  return {
    id,
    verdict: 'pass',
    reason: `It was at stake at ${stakes} ${stakes === 1 ? 'step' : 'steps'} of ${shown.length} ${shown.length === 1 ? 'history' : 'histories'}, and held.`,
    byStatus: (area === 'auth' || area === 'operations') && shown.every((one) => isByStatus(id, one)),
    stakes,
    histories: shown.map(({ history }) => history.name),
    at: shown.flatMap((one) => placesOf(one, one.stakes.at.get(id) ?? [])),
    unlock: [],
  };
}

function placesOf({ history: { name } }: Weighed, steps: readonly number[]): Place[] {
  return steps.map((step) => ({ history: name, step }));
}

function notReached(id: JudgedId, weighed: readonly Weighed[]): Ruling {
  const own = weighed.filter(({ history }) => history.about.includes(id));
  const untaken = own.flatMap(({ history }) => history.untaken);
  return {
    id,
    verdict: 'not-reached',
    reason: whyNot(id, own),
    byStatus: false,
    stakes: 0,
    histories: own.map(({ history }) => history.name),
    at: [],
    unlock: [...new Set(untaken.flatMap(({ unlock }) => unlock))],
  };
}

/** The reason that says most comes first. */
function whyNot(id: JudgedId, own: readonly Weighed[]): string {
  if (own.length === 0) return 'No history is about it.';
  const exhausted = own.find(({ stakes }) => stakes.exhausted.length > 0);
  const wrong = own.find(({ explanation }) => explanation);
  const alike = own.flatMap((one) => (one.stakes.at.has(id) ? alikeIn(lawful(one), id) : []));
  const untaken = own.flatMap(({ history }) => history.untaken)[0];
  if (exhausted)
    return `There were more than ${MOST_HYPOTHESES} readings of the history "${exhausted.history.name}" (${exhausted.stakes.exhausted.join(', ')}), so that nothing follows from it.`;
  if (alike[0] !== undefined) return `A service that ${alike[0]} would have answered so, too.`;
  if (untaken) return `A step could not be taken: ${untaken.reason}.`;
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
  const also =
    others.length > 0 ? ` It could also be explained without ${others.join(', or without ')}.` : '';
  return `No reading of the document explains the history "${name}" at step ${one.explanation.step + 1}, ${failed} of ${played} times.${also}`;
}

function assumptionsOf({ explanation }: Weighed): readonly Assumption[] {
  const [least = []] = explanation?.givenUp ?? [];
  return least.some((one) => ruleIn(one) !== undefined) ? [] : least;
}

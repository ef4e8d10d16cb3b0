/** A history as it was played: its facts and the exchanges that show each; and cuts of one that failed. Verdicts follow from these. */
import { describeAnswer } from '../deployment/reading/describe.ts';
import type { Explanation } from '../judge/judge.ts';
import { neededIn } from '../judge/needed.ts';
import { rulesOfCall } from '../judge/parts/tokens.ts';
import { kindOf } from '../play/bearers.ts';
import type { Played } from '../play/player.ts';
import { numberOf, onlyReads, type Step, targetOf } from '../play/steps.ts';
import type { Evidenced } from './evidence.ts';

/** The parts of a history that are seen, as against what it was played for, and how often. */
type Seen = Pick<Evidenced, 'facts' | 'counts' | 'untaken' | 'steps' | 'exchanges' | 'answers'>;

export function seenIn(played: Played): Seen {
  const judged = played.done.flatMap(({ event, ...done }) => (event ? [{ event, ...done }] : []));
  return {
    facts: judged.map(({ event }) => event),
    // A dead deployment is not held to its answers, nor one to what a control did not bring about.
    counts: played.wrongAbout !== undefined || (played.explains && played.judged > 0),
    untaken: played.done.flatMap(({ step, untaken }) => {
      if (!untaken) return [];
      return [step.do === 'call' ? { ...untaken, rules: rulesOfCall(step, kindOf(step.bearer)) } : untaken];
    }),
    steps: judged.map(({ step }) => step),
    exchanges: judged.map(({ exchanges }) => exchanges),
    answers: judged.map(({ evidence }) => (evidence ? describeAnswer(evidence) : null)),
  };
}

/** A history with some of its facts alone, by their indexes in order. */
export function onlySome<S extends Pick<Seen, 'facts' | 'steps' | 'exchanges' | 'answers'>>(
  seen: S,
  some: readonly number[],
): S {
  const of = <T>(all: readonly T[]) => some.flatMap((index) => all.slice(index, index + 1));
  const { facts, steps, exchanges, answers } = seen;
  return { ...seen, facts: of(facts), steps: of(steps), exchanges: of(exchanges), answers: of(answers) };
}

const withToken: ReadonlySet<Step['do']> = new Set(['call', 'look', 'try', 'until']);

/** A cut of more steps is tried without those about other records and devices than the last one, first. */
export const MAX_STEPS = 6;

/**
 * Cuts of a history that failed, by the judge over what was seen of it, the shortest that may fail alike first: the steps that a
 * failure needs; with the time that passes between them; all that change the same records and devices, too; and all about these.
 * Each with those that bring its tokens.
 */
export function cutsOf(
  { facts, steps }: Pick<Evidenced, 'facts' | 'steps'>,
  explanation: Explanation,
  start: Parameters<typeof neededIn>[2],
): (readonly Step[])[] {
  const needed = new Set(neededIn(facts, explanation, start));
  const targets = new Set(steps.filter((_, index) => needed.has(index)).map(targetOf));
  const isOfTokens = steps.some((step, index) => needed.has(index) && withToken.has(step.do));
  const brings = (index: number) => isOfTokens && facts[index]?.kind === 'issued';
  const until = steps.slice(0, explanation.step + 1);
  const least = until.filter((_, index) => needed.has(index) || brings(index));
  const [last] = until.slice(-1).map(targetOf);
  const isOwn = (step: Step) => numberOf(step) === undefined || targetOf(step) === last;
  const own = least.length > MAX_STEPS ? least.filter(isOwn) : least;
  // The moment of what was seen tells the judge that time has passed; a cut history has to let it pass.
  const passes = (step: Step) => step.do === 'wait' || step.do === 'dayEnd';
  const first = Math.min(...needed);
  const timed = until.filter(
    (step, index) => needed.has(index) || brings(index) || (passes(step) && index > first),
  );
  const more = until.filter((step, index) => brings(index) || passes(step) || targets.has(targetOf(step)));
  const writes = more.filter((step, index) => index === more.length - 1 || !onlyReads(step));
  return [own, least, timed, writes, more].filter(
    (cut, index, cuts) => cut.length < (cuts[index + 1] ?? steps).length,
  );
}

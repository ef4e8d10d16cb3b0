/** The facts of a history as it was played, and the exchanges that show each: verdicts follow from these, also of an exploration. */
import { describeAnswer } from '../deployment/reading/describe.ts';
import { Judge } from '../judge/judge.ts';
import { rulesOfCall } from '../judge/parts/tokens.ts';
import { kindOf } from '../play/bearers.ts';
import type { Played } from '../play/player.ts';
import type { Evidenced } from './evidence.ts';

/** The parts of a history that are seen, as against what it was played for, and how often. */
export type Seen = Pick<Evidenced, 'facts' | 'counts' | 'untaken' | 'steps' | 'exchanges' | 'answers'>;

export function seenIn(played: Played): Seen {
  const judged = played.done.flatMap(({ event, ...done }) => (event ? [{ event, ...done }] : []));
  // As it was followed while it was played.
  const isExplained = judged.reduce((judge, { event }) => judge.after(event), Judge.create()).explains;
  return {
    facts: judged.map(({ event }) => event),
    // A dead deployment is not held to its answers, nor one to what a control did not bring about.
    counts: played.wrongAbout !== undefined || (isExplained && played.judged > 0),
    untaken: played.done.flatMap(({ step, untaken }) =>
      untaken
        ? [{ ...untaken, ...(step.do === 'call' && { rules: rulesOfCall(step, kindOf(step.bearer)) }) }]
        : [],
    ),
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

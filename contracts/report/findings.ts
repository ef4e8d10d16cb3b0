/** The findings of a run, the worst first. Every report is made of it. */
import { groupedBy } from '../kit/items.ts';
import { plural } from '../kit/phrases.ts';
import { entriesOf } from '../kit/tables.ts';
import { visibleLines } from '../kit/untrusted.ts';
import type { Observation, Outcome, Run } from '../verify/run.ts';
import { acceptedFor, baselineFaults } from './baseline.ts';
import { inShort, sectionName, textOf, withStatus } from './summary.ts';
import { inWords } from './unlock.ts';
import { type Status, statuses, statusOf } from './verdicts.ts';

export interface Finding {
  status: Status;
  /** The word of the status; of a baseline the code of its fault. */
  word: string;
  /** A judged id, an opening, or how many checks have the same reason. */
  about: string;
  facts: readonly Fact[];
  steps: readonly StepLine[];
  /** Indexes of the exchanges that show it. */
  exchanges: readonly number[];
}

/** A text under a name: `['observed', '1 sent']`. */
export type Fact = readonly [label: string, text: string];

/** A step of a failure in one line, and the lines for `sh` that take it again. */
export interface StepLine {
  said: string;
  run: readonly string[];
}

export function findingsOf(run: Run): Finding[] {
  return entriesOf(statuses).flatMap(([status]): Finding[] => {
    const outcomes = withStatus(run, status);
    if (status === 'suspect' || status === 'left-open')
      return groupsOf(status, outcomes, ({ reason }) => reason, 'reason');
    if (status === 'accepted') return groupsOf(status, outcomes, acceptedFor, 'accepted');
    if (status !== 'fail' && status !== 'error' && status !== 'drift') return [];
    return [
      ...outcomes.map((outcome) => ({
        ...{ status, word: statuses[status].word, about: outcome.id, facts: factsOf(outcome) },
        ...{ steps: stepLines(outcome), exchanges: outcome.exchanges },
      })),
      ...(status === 'fail' ? baselineFindings(run) : status === 'drift' ? driftFindings(run) : []),
    ];
  });
}

/** The outcomes of a status, those with the same words together, the largest group first. */
function groupsOf(
  status: Status,
  outcomes: readonly Outcome[],
  wordsOf: (outcome: Outcome) => string | undefined,
  label: string,
): Finding[] {
  return [...groupedBy(outcomes, wordsOf)]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([words, own]) => {
      const [only] = own;
      const isOne = own.length === 1 && only;
      const checks: Fact[] = isOne ? [] : [['checks', inShort(own).join(', ')]];
      return {
        ...{ status, word: statuses[status].word, about: isOne ? only.id : plural(own.length, 'check') },
        facts: [...checks, ...(words ? [[label, words] as const] : [])],
        ...{ steps: [], exchanges: isOne ? only.exchanges : [] },
      };
    });
}

function baselineFindings(run: Run): Finding[] {
  return baselineFaults(run).map(({ code, id, message }) => ({
    ...{ status: 'fail', word: code, about: id, facts: [['reason', message]], steps: [], exchanges: [] },
  }));
}

function driftFindings({ observations }: Run): Finding[] {
  return byPin(observations).drifted.map(({ opening, observed, pinned = '', exchanges }) => ({
    ...{ status: 'drift', word: statuses.drift.word, about: opening, steps: [], exchanges },
    facts: [
      ['observed', observed],
      ['pinned', pinned],
    ],
  }));
}

/** All that is known of an outcome. */
export function factsOf(outcome: Outcome): Fact[] {
  const { rule, section, expected, observed, reason, unlock } = outcome;
  const text = textOf(rule);
  const facts: [string, string | undefined][] = [
    ['rule', `${text}${text && ' '}(${sectionName(section)})`],
    ['expected', expected],
    ['observed', observed],
    ['reason', observed === undefined ? reason : undefined],
    ['accepted', acceptedFor(outcome)],
    ['needs', unlock?.map(inWords).join('; ')],
  ];
  return facts.flatMap(([label, text]): Fact[] => (text ? [[label, text]] : []));
}

/** The steps that show a failure: what was done, what came, what was expected. */
function stepLines({ steps = [] }: Pick<Outcome, 'steps'>): StepLine[] {
  return steps.map(({ step, came = 'could not be done', expected, run = [] }, index) => ({
    said: `${index + 1}. ${step} → ${came}${expected === undefined ? '' : `; expected ${expected}`}`,
    run,
  }));
}

/** A finding, or an outcome, as lines of plain text, for the reports that are read inside other tools. */
export function proseIn({ facts, steps }: Pick<Finding, 'facts' | 'steps'>): string {
  return [
    ...facts.map(([label, text]) => `${label}: ${visibleLines(text)}`),
    ...(steps.length > 0 ? ['steps, as lines for sh:'] : []),
    ...steps.flatMap(({ said, run }) => [visibleLines(said), ...run]),
  ].join('\n');
}

export function proseOf({ seed }: Pick<Run, 'seed'>, outcome: Outcome): string {
  const drawn: Fact[] = outcome.verdict === 'fail' ? [['drawn by', `--seed ${seed}`]] : [];
  return proseIn({ facts: [...factsOf(outcome), ...drawn], steps: stepLines(outcome) });
}

/** Why it is neither kept nor broken, or why that is accepted, in one line. */
export function whyOpen(outcome: Outcome): string {
  return [statuses[statusOf(outcome)].word, acceptedFor(outcome), outcome.reason]
    .filter((words) => words !== undefined)
    .join(': ');
}

/** Observations by the answers that the profile pins: `open` is pinned and was not compared, `free` is not pinned. */
export function byPin(observations: readonly Observation[]): {
  readonly [fate in 'drifted' | 'held' | 'open' | 'free']: Observation[];
} {
  const groups = groupedBy(observations, ({ drift, pinned, notCompared }) => {
    if (drift) return 'drifted';
    return notCompared !== undefined ? 'open' : pinned === undefined ? 'free' : 'held';
  });
  const those = (fate: 'drifted' | 'held' | 'open' | 'free') => groups.get(fate) ?? [];
  return { drifted: those('drifted'), held: those('held'), open: those('open'), free: those('free') };
}

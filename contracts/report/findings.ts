/** The findings of a run, the worst first. Every report is made of it. */
import { groupedBy } from '../kit/items.ts';
import { plural } from '../kit/phrases.ts';
import { visibleLines } from '../kit/untrusted.ts';
import type { Outcome, Run } from '../verify/run.ts';
import { acceptedFor, baselineFaults } from './baseline.ts';
import { driftOf, inShort, sectionName, textOf, unexplainedIn, withStatus } from './summary.ts';
import { inWords } from './unlock.ts';
import { type Status, statuses, statusOf, statusOrder } from './verdicts.ts';

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
interface StepLine {
  said: string;
  run: readonly string[];
}

/** The statuses that want attention; of some the outcomes with the same words stand together, under a name. */
const wanting: { readonly [S in Status]?: 'each' | 'reason' | 'accepted' } = {
  ...{ fail: 'each', error: 'each', drift: 'each' },
  ...{ suspect: 'reason', 'left-open': 'reason', accepted: 'accepted' },
};

/** The findings that are no outcomes of their own. */
const beside: { readonly [S in Status]?: (run: Run) => Finding[] } = {
  fail: (run) =>
    baselineFaults(run).map(({ code, id, message }) => ({
      ...finding('fail', id, [['reason', message]]),
      word: code,
    })),
  suspect: (run) =>
    unexplainedIn(run).map(({ expected, observed, reason, exchanges, ...failure }) => ({
      ...finding(
        'suspect',
        'a history that no two broken rules explain',
        factsIn({ expected, observed, reason }),
      ),
      ...{ steps: stepLines(failure), exchanges },
    })),
  drift: (run) =>
    driftOf(run).map(({ opening, observed, pinned, exchanges }) => ({
      ...finding('drift', opening, factsIn({ observed, pinned })),
      exchanges,
    })),
};

export function findingsOf(run: Run): Finding[] {
  return statusOrder.flatMap((status) => {
    const label = wanting[status];
    if (label === undefined) return [];
    const outcomes = withStatus(run, status);
    const isAlone = ({ steps }: Outcome) =>
      label === 'each' || (status !== 'accepted' && steps !== undefined);
    const together = outcomes.filter((outcome) => !isAlone(outcome));
    return [
      ...outcomes.filter(isAlone).map((outcome) => ({
        ...finding(status, outcome.id, factsOf(outcome)),
        ...{ steps: stepLines(outcome), exchanges: outcome.exchanges },
      })),
      ...groupsOf(status, together, label),
      ...(beside[status]?.(run) ?? []),
    ];
  });
}

function finding(status: Status, about: string, facts: readonly Fact[]): Finding {
  return { status, word: statuses[status].word, about, facts, steps: [], exchanges: [] };
}

/** The outcomes of a status, those with the same words together, the largest group first. */
function groupsOf(status: Status, outcomes: readonly Outcome[], label: string): Finding[] {
  const wordsOf = (one: Outcome) => (label === 'accepted' ? acceptedFor(one) : one.reason);
  return [...groupedBy(outcomes, wordsOf)]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([words, own]) => {
      const [only] = own;
      if (own.length === 1 && only)
        return { ...finding(status, only.id, factsIn({ [label]: words })), exchanges: only.exchanges };
      const checks = inShort(own).join(', ');
      return finding(status, plural(own.length, 'check'), factsIn({ checks, [label]: words }));
    });
}

/** The texts that there are, under their names. */
function factsIn(texts: { readonly [label: string]: string | undefined }): Fact[] {
  return Object.entries(texts).flatMap(([label, text]): Fact[] => (text ? [[label, text]] : []));
}

/** All that is known of an outcome. */
function factsOf(outcome: Outcome): Fact[] {
  const { rule, section, expected, observed, reason, unlock } = outcome;
  const text = textOf(rule);
  return factsIn({
    rule: `${text}${text && ' '}(${sectionName(section)})`,
    ...{ expected, observed },
    reason: reason.startsWith('Expected ') && observed !== undefined ? undefined : reason,
    accepted: acceptedFor(outcome),
    needs: unlock?.map(inWords).join('; '),
  });
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

/** An exploration as verdicts on rules: so that every report of a run shows it. */
import { itemAt } from '../kit/items.ts';
import { expand, type JudgedId } from '../specification/judged.ts';
import { type Rule, rules } from '../specification/rules/index.ts';
import type { Exchange, Outcome, Run } from '../verify/run.ts';
import { type Exploration, type Failure, whyNothing } from './exploration.ts';

const judged = new Map(rules.flatMap((rule) => expand(rule).map(({ id }): [JudgedId, Rule] => [id, rule])));

/** A run whose only outcomes are what the exploration found. */
export function runOf(exploration: Exploration): Run {
  const { tool, target, profile, startedAt, finishedAt, seed, fault, journalLost, problem } = exploration;
  const { interrupted, exitCode, nonce, histories, steps, requests, devices } = exploration;
  const exchanges: Exchange[] = [];
  const found = new Map<JudgedId, Outcome>();
  const accepted = exploration.gonePast.filter(({ past }) => past === 'accepted');
  for (const failure of [...exploration.failures, ...accepted]) {
    const shown = appended(exchanges, failure.exchanges);
    const marked = 'past' in failure ? { accepted: true } : {};
    for (const id of failure.broken[0] ?? []) {
      const outcome = outcomeOf(id, failure, shown);
      if (outcome && found.get(id)?.verdict !== 'fail') found.set(id, { ...outcome, ...marked });
    }
  }
  const nothing = exitCode === 3 ? whyNothing(exploration) : undefined;
  const warnings = exploration.warnings.filter((warning) => warning !== nothing);
  return {
    format: 'roadtest-run',
    version: 1,
    ...{ tool, target, profile, startedAt, finishedAt, nonce: '', seed, interrupted, exitCode, exchanges },
    outcomes: [...found.values()],
    ...{ observations: [], messages: 0, staleBaseline: [], leftBehind: exploration.leftBehind },
    warnings: [...new Set(warnings), ...unexplained(exploration)],
    explored: { nonce, histories, steps, judged: exploration.judged, requests, devices },
    ...(fault !== undefined && { fault }),
    ...(journalLost !== undefined && { journalLost }),
    ...(problem && { problem }),
    ...(nothing !== undefined && { unmet: [nothing] }),
  };
}

/** Adds exchanges under numbers of the run; gives these. */
function appended(all: Exchange[], more: readonly Exchange[]): number[] {
  const places = new Map(more.map(({ index }, place) => [index, all.length + place]));
  for (const { issuedBy: before = -1, ...exchange } of more) {
    const issuedBy = places.get(before);
    all.push({ ...exchange, index: all.length, ...(issuedBy !== undefined && { issuedBy }) });
  }
  return [...places.values()];
}

function outcomeOf(id: JudgedId, failure: Failure, exchanges: number[]): Outcome | undefined {
  const rule = judged.get(id);
  if (!rule) return undefined;
  const { verdict, expected, observed, taken: steps, failed, played, broken } = failure;
  const others = broken.slice(1).map((set) => set.join(' and '));
  const reason = [
    `No reading of the document explains this history, which failed ${failed} of ${played} times.`,
    ...(others.length > 0 ? [`Other rules that may be the cause: ${others.join('; ')}.`] : []),
  ].join(' ');
  const section = itemAt(rule.sections, 0);
  return {
    id,
    rule: rule.id,
    section,
    verdict,
    reason,
    expected,
    observed,
    steps,
    exchanges,
    milliseconds: 0,
  };
}

/** Failures that name no rule. */
function unexplained({ failures }: Exploration): string[] {
  return failures
    .filter(({ broken }) => broken.length === 0)
    .map(
      ({ observed }) =>
        `The deployment contradicts itself in a way that no one or two broken rules explain: ${observed}.`,
    );
}

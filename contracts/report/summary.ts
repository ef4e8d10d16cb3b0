/** A run in numbers: overall, by section of the document, and by rule. */
import { expand, type JudgedId } from '../specification/judged.ts';
import { type RuleId, rule, rules } from '../specification/rules/index.ts';
import { type Section, sections } from '../specification/sections.ts';
import type { Outcome, Run } from '../verify/run.ts';
import { type Counts, countStatuses, type Status, statusOf, statusOrder } from './verdicts.ts';
import { spanOf } from './words.ts';

export interface Summary {
  counts: Counts;
  /** Outcomes that say something about the deployment: kept, broken, or broken and accepted. */
  judged: number;
  /** Passes by status alone: a call was served or refused, and no effect could be looked at. */
  byStatus: number;
  /** Outcomes but for what the deployment does not offer. */
  applicable: number;
  /** All sections of the document, in its order; also those without an outcome. */
  sections: SectionSummary[];
  /** The judged ids of the document that have no outcome in this run: left out, or not reached before it was ended. */
  missing: JudgedId[];
  /** Openings that are no longer as the profile pins them. */
  drifted: number;
  requests: number;
  milliseconds: number;
}

export interface SectionSummary {
  section: Section;
  counts: Counts;
  judged: number;
  applicable: number;
  /** In the order of the specification. */
  rules: RuleSummary[];
}

/** The outcomes of one rule in one section. */
export interface RuleSummary {
  rule: RuleId;
  text: string;
  counts: Counts;
  /** The status that wants attention most. */
  worst: Status;
  outcomes: Outcome[];
}

export function summarise(run: Run): Summary {
  const { outcomes } = run;
  return {
    ...countedOf(outcomes),
    byStatus: outcomes.filter((outcome) => outcome.byStatus && statusOf(outcome) === 'pass').length,
    sections: sections.map((section) => {
      const inside = outcomes.filter((outcome) => outcome.section === section.id);
      return { section, ...countedOf(inside), rules: rulesOf(inside) };
    }),
    missing: missingFrom(outcomes),
    drifted: run.observations.filter(({ drift }) => drift).length,
    requests: historiesAlone(run) ? (run.explored?.requests ?? 0) : run.exchanges.length,
    milliseconds: spanOf(run),
  };
}

/** Returns whether no rule was judged by itself: the record is that of an exploration. */
export function historiesAlone({ explored, nonce }: Run): boolean {
  return explored !== undefined && nonce === '';
}

type Counted = Pick<Summary, 'counts' | 'judged' | 'applicable'>;

function countedOf(outcomes: readonly Outcome[]): Counted {
  const counts = countStatuses(outcomes);
  return {
    counts,
    judged: counts.pass + counts.fail + counts.accepted,
    applicable: outcomes.length - counts['not-applicable'],
  };
}

const places = new Map(rules.map(({ id }, index) => [id, index]));

function rulesOf(outcomes: readonly Outcome[]): RuleSummary[] {
  const byRule = new Map<RuleId, Outcome[]>();
  for (const outcome of outcomes) {
    const others = byRule.get(outcome.rule);
    if (others) others.push(outcome);
    else byRule.set(outcome.rule, [outcome]);
  }
  return [...byRule]
    .sort(([a], [b]) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
    .map(([id, own]) => {
      const counts = countStatuses(own);
      const worst = statusOrder.find((status) => counts[status] > 0) ?? 'pass';
      return { rule: id, text: textOf(id), counts, worst, outcomes: own };
    });
}

function missingFrom(outcomes: readonly Outcome[]): JudgedId[] {
  const seen = new Set(outcomes.map(({ id }) => id));
  return rules.flatMap(expand).flatMap(({ id }) => (seen.has(id) ? [] : [id]));
}

/** The text of a rule; empty for a rule that this version does not know. */
export function textOf(id: RuleId): string {
  return places.has(id) ? rule(id).text : '';
}

/** Outcomes with one of these statuses, in the order of the run. */
export function withStatus(run: Run, ...wanted: readonly Status[]): Outcome[] {
  return run.outcomes.filter((outcome) => wanted.includes(statusOf(outcome)));
}

/**
 * Judged ids in few words, rule by rule: `auth/header-required (19)`, `limits/per-device (email, sms)`,
 * `token/issued`.
 */
export function inShort(outcomes: readonly { id: string; rule: string }[]): string[] {
  const byRule = new Map<string, string[]>();
  for (const { id, rule } of outcomes) {
    const stem = rule.replace(/\/\*$/, '');
    byRule.set(stem, [...(byRule.get(stem) ?? []), id.slice(stem.length + 1)]);
  }
  return [...byRule].map(([stem, names]) => {
    const [first = ''] = names;
    if (names.length === 1) return first === '' ? stem : `${stem}/${first}`;
    return names.length <= FEW ? `${stem} (${names.join(', ')})` : `${stem} (${names.length})`;
  });
}

/** The number of names that are listed; beyond it they are counted. */
const FEW = 3;

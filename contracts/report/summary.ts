/** A run in numbers and short words: overall, by section of the document, and by rule. */
import { groupedBy } from '../kit/items.ts';
import { plural } from '../kit/phrases.ts';
import { visible } from '../kit/untrusted.ts';
import { type RuleId, rule, rules } from '../specification/rules/index.ts';
import { type SectionId, section, sections } from '../specification/sections.ts';
import type { Outcome, Run } from '../verify/run.ts';
import { type Counts, countStatuses, type Status, statusOf, statusOrder } from './verdicts.ts';

interface Counted {
  counts: Counts;
  /** Outcomes that say something about the deployment: kept, broken, or broken and accepted. */
  judged: number;
  /** Outcomes but for what the deployment does not offer. */
  applicable: number;
}

export interface Summary extends Counted {
  /** Passes by status alone: a call was served or refused, and no effect could be looked at. */
  byStatus: number;
  /** Openings that are no longer as the profile pins them. */
  drifted: number;
  requests: number;
  milliseconds: number;
}

/** The outcomes of one section of the document, by rule. */
export interface SectionSummary extends Counted {
  /** `§ 8 Limits`. */
  name: string;
  /** In the order of the specification. */
  rules: RuleSummary[];
  outcomes: Outcome[];
}

/** The outcomes of one rule in one section. */
interface RuleSummary {
  /** The judged id where there is one; otherwise the rule, and how many have the worst status: `limits/x 2 of 3`. */
  name: string;
  text: string;
  /** The status that wants attention most. */
  worst: Status;
}

export function summarise(run: Run): Summary {
  const { outcomes, explored, exchanges } = run;
  return {
    ...countedOf(outcomes),
    byStatus: outcomes.filter((outcome) => outcome.byStatus && statusOf(outcome) === 'pass').length,
    drifted: driftOf(run).length,
    requests: explored?.requests ?? exchanges.length,
    milliseconds: spanOf(run),
  };
}

/** The openings that are no longer as the profile pins them. */
export function driftOf({ observations }: Pick<Run, 'observations'>) {
  return observations.flatMap(({ drift, pinned = '', ...one }) => (drift ? [{ ...one, pinned }] : []));
}

/** The histories of an exploration that no broken rules explain. */
export function unexplainedIn({ explored }: Pick<Run, 'explored'>) {
  return (explored?.failures ?? []).filter(({ broken }) => broken.length === 0);
}

/** How long a run took, in milliseconds. */
export function spanOf(run: Run): number {
  return Math.max(0, Date.parse(run.finishedAt) - Date.parse(run.startedAt)) || 0;
}

function countedOf(outcomes: readonly Outcome[]): Counted {
  const counts = countStatuses(outcomes);
  const judged = counts.pass + counts.fail + counts.accepted;
  return { counts, judged, applicable: outcomes.length - counts['not-applicable'] };
}

const places = new Map(rules.map(({ id }, index) => [id, index]));

/** The sections with an outcome, in the order of the document. */
export function sectionsOf(run: Pick<Run, 'outcomes'>): SectionSummary[] {
  return sections.flatMap(({ id }) => {
    const inside = run.outcomes.filter((outcome) => outcome.section === id);
    const byRule = [...groupedBy(inside, (outcome) => outcome.rule)].sort(
      ([a], [b]) => (places.get(a) ?? 0) - (places.get(b) ?? 0),
    );
    const outcomes = byRule.flatMap(([, own]) => own);
    const rules = byRule.map(([rule, own]) => ruleSummary(rule, own));
    return inside.length > 0 ? [{ name: sectionName(id), ...countedOf(inside), rules, outcomes }] : [];
  });
}

function ruleSummary(id: RuleId, own: readonly Outcome[]): RuleSummary {
  const counts = countStatuses(own);
  const worst = statusOrder.find((status) => counts[status] > 0) ?? 'pass';
  const name = own.length === 1 && own[0] ? own[0].id : `${id} ${counts[worst]} of ${own.length}`;
  return { name, text: textOf(id), worst };
}

/** `§ 8 Limits`. */
export function sectionName(id: SectionId): string {
  return `§ ${id} ${section(id).title}`;
}

/** The text of a rule; empty for a rule that this version does not know. */
export function textOf(id: RuleId): string {
  return places.has(id) ? rule(id).text : '';
}

/** Outcomes with one of these statuses, in the order of the run. */
export function withStatus(run: Run, ...wanted: readonly Status[]): Outcome[] {
  return run.outcomes.filter((outcome) => wanted.includes(statusOf(outcome)));
}

/** Names of a rule are listed up to so many; beyond it they are counted. */
const FEW = 3;

/** Judged ids in few words, rule by rule: `auth/header-required (19)`, `limits/per-device (email, sms)`, `token/issued`. */
export function inShort(outcomes: readonly { id: string; rule: string }[]): string[] {
  return [...groupedBy(outcomes, ({ rule }) => rule.replace(/\/\*$/, ''))].map(([stem, own]) => {
    const names = own.map(({ id }) => id.slice(stem.length + 1));
    if (names.length === 1) return names[0] === '' ? stem : `${stem}/${names[0]}`;
    return `${stem} (${names.length <= FEW ? names.join(', ') : names.length})`;
  });
}

/** A span of milliseconds: `340 ms`, `1.8 s`, `2 min 5 s`, `1 h 2 min`. */
export function duration(milliseconds: number): string {
  const ms = Math.max(0, milliseconds);
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

/** `97 % of the answers were checked by some rule; of 24 operations and controls 94.6 % on average`. */
export function sharpnessIn({ sharpness }: Pick<Run, 'sharpness'>): string | undefined {
  const operations = Object.keys(sharpness?.operations ?? {}).length;
  if (!sharpness || operations === 0) return undefined;
  const { percent, answers, noticed, unstaked } = sharpness;
  const share = answers === 0 ? 0 : Math.floor((100 * noticed) / answers);
  const over = `of ${plural(operations, 'operation or control', 'operations and controls')} ${percent} % on average`;
  const rules = unstaked.length > 0 ? `; ${plural(unstaked.length, 'rule')} checked none` : '';
  return `${share} % of the answers were checked by some rule; ${over}${rules}`;
}

/** Describes in sentences what happened to a run as a whole. */
export function befell({ fault, journalLost, gone, interrupted, exchanges }: Run) {
  const last = exchanges.findLastIndex(({ reply }) => reply !== undefined) + 1;
  return {
    fault: fault === undefined ? undefined : `The suite itself broke: ${fault}`,
    journalLost:
      journalLost === undefined ? undefined : `${journalLost} From then on the run changed nothing more.`,
    gone: gone
      ? `The deployment did not answer to the end: it went away after request ${last} of ${exchanges.length}.`
      : undefined,
    interrupted: interrupted ? 'The run was ended before all was judged.' : undefined,
  };
}

/** Notices that a reader of a run needs before its verdicts. */
export function notices(run: Run): string[] {
  const { unmet = [], warnings } = run;
  const said = [...Object.values(befell(run)), ...unmet, ...warnings, ...leftBehind(run)];
  return said.filter((text) => text !== undefined).map(visible);
}

/** Records that were left for the same reason are listed once: `device dev-11, dev-12: the API …`. */
function leftBehind({ leftBehind: left }: Run): string[] {
  const parts = left.map((each) => /^(\w+) (.*?)(: .*)?$/s.exec(each) ?? ['', '', each, '']);
  const alike = groupedBy(parts, ([, resource = '', , reason = '']) => `${resource}\n${reason}`);
  const said = [...alike.values()].map((own) => {
    const [, resource = '', , reason = ''] = own[0] ?? [];
    return `${resource} ${own.map(([, , id]) => id).join(', ')}${reason}`.trim();
  });
  return said.length > 0 ? [`Created and not removed again: ${said.join('; ')}`] : [];
}

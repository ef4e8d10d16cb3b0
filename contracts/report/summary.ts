/** A run in numbers and short words: overall, by section of the document, and by rule. */
import { groupedBy } from '../kit/items.ts';
import { plural } from '../kit/phrases.ts';
import { shortened, visible } from '../kit/untrusted.ts';
import { type RuleId, rule, rules } from '../specification/rules/index.ts';
import { type Section, type SectionId, section, sections } from '../specification/sections.ts';
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

export interface SectionSummary extends Counted {
  section: Section;
  /** In the order of the specification. */
  rules: RuleSummary[];
}

/** The outcomes of one rule in one section. */
export interface RuleSummary {
  /** The judged id where there is one; otherwise the rule, and how many have the worst status: `limits/x 2 of 3`. */
  name: string;
  text: string;
  /** The status that wants attention most. */
  worst: Status;
  outcomes: Outcome[];
}

export function summarise(run: Run): Summary {
  const { outcomes } = run;
  return {
    ...countedOf(outcomes),
    byStatus: outcomes.filter((outcome) => outcome.byStatus && statusOf(outcome) === 'pass').length,
    drifted: run.observations.filter(({ drift }) => drift).length,
    requests: historiesAlone(run) ? (run.explored?.requests ?? 0) : run.exchanges.length,
    milliseconds: spanOf(run),
  };
}

/** Returns whether no rule was judged by itself: the record is that of an exploration. */
export function historiesAlone({ explored, nonce }: Run): boolean {
  return explored !== undefined && nonce === '';
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
export function sectionsOf({ outcomes }: Pick<Run, 'outcomes'>): SectionSummary[] {
  return sections.flatMap((section) => {
    const inside = outcomes.filter((outcome) => outcome.section === section.id);
    return inside.length > 0 ? [{ section, ...countedOf(inside), rules: rulesOf(inside) }] : [];
  });
}

function rulesOf(outcomes: readonly Outcome[]): RuleSummary[] {
  return [...groupedBy(outcomes, (outcome) => outcome.rule)]
    .sort(([a], [b]) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
    .map(([id, own]) => {
      const counts = countStatuses(own);
      const worst = statusOrder.find((status) => counts[status] > 0) ?? 'pass';
      const name = own.length === 1 && own[0] ? own[0].id : `${id} ${counts[worst]} of ${own.length}`;
      return { name, text: textOf(id), worst, outcomes: own };
    });
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

/** Faults of a run as a whole. */
export const wholeRun = {
  fault: (fault: string) => `The suite itself broke: ${fault}`,
  journalLost: (why: string) => `${why} From then on the run changed nothing more.`,
  gone: 'The deployment did not answer to the end.',
  interrupted: 'The run was ended before all was judged.',
};

/** Notices that a reader of a run needs before its verdicts. */
export function notices(run: Run): string[] {
  const { fault, journalLost, gone, interrupted, unmet = [], warnings, exchanges } = run;
  const last = exchanges.findLastIndex(({ reply }) => reply !== undefined) + 1;
  return [
    ...(fault === undefined ? [] : [wholeRun.fault(fault)]),
    ...(journalLost === undefined ? [] : [wholeRun.journalLost(journalLost)]),
    ...(gone
      ? [`${wholeRun.gone.slice(0, -1)}: it went away after request ${last} of ${exchanges.length}.`]
      : []),
    ...(interrupted ? [wholeRun.interrupted] : []),
    ...[...unmet, ...warnings, ...judgedAgain(run), ...leftBehind(run)],
  ].map(visible);
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

/** The number of reasons that are listed, and the length of each. */
const REASONS = { most: 3, length: 200 };

/** Rules that were judged more than once, and came to an end then. */
function judgedAgain({ outcomes }: Run): string[] {
  const again = outcomes.filter(({ retries, verdict }) => retries && verdict !== 'suspect');
  if (again.length === 0) return [];
  const reasons = [...new Set(again.flatMap(({ retries = [] }) => retries))];
  const listed = reasons.slice(0, REASONS.most).map((reason) => shortened(visible(reason), REASONS.length));
  const left = reasons.length - listed.length;
  return [
    `${plural(again.length, 'check')} judged again: ${[...listed, ...(left > 0 ? [`and ${plural(left, 'more reason')}`] : [])].join(' · ')}`,
  ];
}

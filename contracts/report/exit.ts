/** The exit code of a run and why: its causes, what is required beside them, and the conclusion that each report ends with. */
import { capitalised, plural } from '../kit/phrases.ts';
import { nameIn } from '../kit/tables.ts';
import { quoted, shortened } from '../kit/untrusted.ts';
import { ledger } from '../specification/ledger.ts';
import type { ExitCode, Run } from '../verify/run.ts';
import { isTooLittle, scopeOf } from '../verify/scope.ts';
import { applyBaseline } from './baseline.ts';
import type { BaselineEntry } from './baseline-file.ts';
import { ReportError } from './errors.ts';
import { befell, driftOf, inShort, summarise, unexplainedIn, withStatus } from './summary.ts';
import { type Status, statuses, statusOrder } from './verdicts.ts';

/** The meanings of the exit codes. */
const meanings: { readonly [C in ExitCode]: string } = {
  0: 'all that could be reached holds',
  1: 'a rule is broken, or the baseline is stale or expired',
  2: 'wrong usage or configuration, or a file that could not be written',
  3: 'something is suspect, or what could be reached or was required stayed open',
  4: 'drift from the profile',
  5: 'the suite itself broke',
  6: 'the run was less sharp than required',
};

/** The codes in their order: what is proven about the deployment comes first, then what casts doubt on the run. */
const order: readonly ExitCode[] = [1, 5, 2, 3, 4, 6];

/** A cause of an exit code. */
interface Cause {
  code: ExitCode;
  /** The status that gives it a colour. */
  status: Status;
  /** The run in a few words of ours. */
  head: string;
  /** To be read after the code. */
  why: string;
  /** A sentence, where no outcome, opening or entry of the baseline shows the cause. */
  whole?: string;
}

/** `head`: by default what stands before the first colon of `why`. */
type Row = readonly [is: unknown, code: ExitCode, status: Status, why: string, head?: string];

/** The causes that outcomes are, by their number and their names. */
const ofStatus: readonly (readonly [
  status: Status,
  code: ExitCode,
  head: (count: number) => string,
  why: (names: string) => string,
])[] = [
  ['fail', 1, (count) => plural(count, 'failure'), (names) => `failure of ${names}`],
  ['error', 5, (count) => `The suite broke in ${plural(count, 'case')}`, (names) => `${BROKE} in ${names}`],
  ['suspect', 3, (count) => `${plural(count, 'check')} suspect`, (names) => `${names} suspect`],
  ['left-open', 3, (count) => `${plural(count, 'check')} left open`, (names) => `${names} left open`],
];
const BROKE = 'the suite itself broke';
const NOTHING = 'nothing was judged';
const LITTLE = 'fewer than a third were judged';
const REQUIRED = 'Required is ';

function causesOf(run: Run): Cause[] {
  const { staleBaseline, expiredBaseline = [], explored, unmet = [] } = run;
  const { counts, judged } = summarise(run);
  const expired = expiredBaseline.map(({ id }) => id);
  const drift = [...inShort(withStatus(run, 'drift')), ...driftOf(run).map(({ opening }) => opening)];
  const scope = scopeOf(run.outcomes);
  const isLittle = !explored && judged > 0 && isTooLittle(scope);
  const shown: Row[] = [
    ...ofStatus.map(([status, code, head, why]): Row => {
      const names = few(inShort(withStatus(run, status)));
      return [counts[status], code, status, why(names), head(counts[status])];
    }),
    [staleBaseline.length, 1, 'fail', `The baseline is stale: ${few(staleBaseline)}`],
    [expired.length, 1, 'fail', `The baseline has expired: ${few(expired)}`],
    [unexplainedIn(run).length, 3, 'suspect', 'A history that no two rules explain'],
    [isLittle, 3, 'inconclusive', `of ${scope.scope} checks in reach ${LITTLE}`, 'Too little was judged'],
    [!explored && judged === 0, 3, 'inconclusive', NOTHING],
    [drift.length, 4, 'drift', `drift of ${few(drift)}`, 'No rule is broken, but there is drift'],
  ];
  const { fault = '', journalLost = '', gone = '', interrupted = '' } = befell(run);
  const whole: Row[] = [
    [fault, 5, 'error', fault],
    [journalLost, 2, 'error', journalLost, 'The journal could not be written'],
    [gone, 3, 'suspect', gone],
    [interrupted, 3, 'inconclusive', interrupted, 'Ended early'],
    ...unmet.map((one): Row => {
      const isSharpness = one.startsWith(`${REQUIRED}sharpness`);
      if (isSharpness) return [true, 6, 'inconclusive', one, 'Less sharp than required'];
      return [true, 3, 'inconclusive', one, 'Too much stayed open'];
    }),
  ];
  return [...shown, ...whole]
    .flatMap((row): Cause[] => {
      const [is, code, status, why, head = capitalised(why.split(':', 1)[0] ?? '')] = row;
      if (!is) return [];
      return [{ code, status, head, why: asPart(why), ...(whole.includes(row) && { whole: why }) }];
    })
    .toSorted((one, other) => order.indexOf(one.code) - order.indexOf(other.code));
}

/** So many names stand in a line. */
const FEW = 3;

/** `a, b, c and 2 more` */
function few(names: readonly string[]): string {
  return `${names.slice(0, FEW).join(', ')}${names.length > FEW ? ` and ${names.length - FEW} more` : ''}`;
}

/** A sentence as a part of a line. */
function asPart(sentence: string): string {
  return sentence.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
}

/** The exit code that follows from a run as it is. */
export function exitCodeOf(run: Run): ExitCode {
  return run.problem ? 2 : (causesOf(run)[0]?.code ?? 0);
}

/** The run in a few words. Nothing is said to hold that an exit code other than 0 denies. */
export function headlineOf(run: Run): { words: string; status: Status } {
  const [first] = causesOf(run);
  if (first) return { words: first.head, status: first.status };
  if (run.exitCode === 3) return { words: 'Too much stayed open', status: 'inconclusive' };
  const { counts, judged, applicable } = summarise(run);
  if (counts.accepted > 0) return { words: 'Every failure is accepted', status: 'accepted' };
  const seen = new Set(run.outcomes.map(({ id }) => id));
  const isWhole = judged === applicable && ledger.every(({ id }) => seen.has(id));
  return { words: isWhole ? 'Every rule holds' : 'Everything judged holds', status: 'pass' };
}

/**
 * Why a run has its exit code, as far as no outcome, opening or entry of the baseline shows it: each report for
 * programs has an element for each of these, so that none is without a failure where the command fails.
 */
export function wholeRunCauses(run: Run): string[] {
  if (run.exitCode === 0) return [];
  const causes = causesOf(run);
  const said = [run.problem?.message, ...causes.map(({ whole }) => whole)].filter((one) => one !== undefined);
  if (said.length > 0 || causes.some(({ why }) => why !== NOTHING)) return said;
  return [`${capitalised(causes.length > 0 ? NOTHING : meanings[run.exitCode])}.`];
}

/** Characters of one reason: a fault can have any text. */
const MAX_REASON = 200;

/** `4: drift of errors.body; 53 of 244 judged, 34 of these by status alone`. It may hold text from outside. */
export function conclusionOf(run: Run): string {
  const { judged, applicable, byStatus } = summarise(run);
  const alone = byStatus > 0 ? `, ${byStatus} of these by status alone` : '';
  const { explored } = run;
  const parts = [
    ...reasonsOf(run),
    ...(applicable > 0 && !explored ? [`${judged} of ${applicable} judged${alone}`] : []),
    ...leftOutOf(run),
    ...(explored
      ? [
          `${explored.judged} of ${explored.steps} steps of ${plural(explored.histories, 'history', 'histories')} judged`,
          ...(explored.themes.length > 0 ? [`about ${explored.themes.join(', ')}`] : []),
        ]
      : []),
  ];
  return `${run.exitCode}: ${parts.map((part) => shortened(part, MAX_REASON)).join('; ')}`;
}

/** The checks that options and missing controls leave out. */
function leftOutOf({ outcomes, explored }: Run): string[] {
  const { readOnly, uncontrolled, controls } = scopeOf(outcomes);
  const all = new Set(outcomes.map(({ id }) => id));
  const others = outcomes.length > 0 && !explored ? ledger.filter(({ id }) => !all.has(id)).length : 0;
  return [
    ...(others > 0 ? [`${others} left out by --only or --skip`] : []),
    ...(readOnly > 0 ? [`${readOnly} by --read-only`] : []),
    ...(uncontrolled > 0 ? [`${uncontrolled} for want of the controls ${controls.join(', ')}`] : []),
  ];
}

function reasonsOf(run: Run): string[] {
  const { problem, explored, exitCode } = run;
  if (problem) return [`${asPart(problem.message)} [${problem.code}]`];
  const causes = causesOf(run).map(({ why }) => why);
  if (causes.length > 0) return causes;
  const isExplained = explored && exitCode === 0;
  return [isExplained ? 'each history is explained by some reading of the document' : meanings[exitCode]];
}

const comparisons: { readonly [sign: string]: (actual: number, number: number) => boolean } = {
  '=': (actual, number) => actual === number,
  '<=': (actual, number) => actual <= number,
  '>=': (actual, number) => actual >= number,
};

/** A bar that a run must reach: `inconclusive=0`, `judged>=90%`. */
export interface Requirement {
  /** As it was written. */
  text: string;
  what: Status | 'judged' | 'sharpness';
  sign: string;
  number: number;
  /** Tells whether the number is a share of all applicable outcomes in percent. */
  percent: boolean;
}

/** @throws ReportError `REQUIREMENT_INVALID` */
export function parseRequirement(text: string): Requirement {
  const [, counted = '', sign = '', number = '', percent] =
    /^([a-z-]+)(=|<=|>=)(\d+(?:\.\d+)?)(%)?$/.exec(text) ?? [];
  const what = nameIn({ ...statuses, judged: true, sharpness: true }, counted);
  const isShare = percent !== undefined;
  // No run reaches more than all.
  if (what && !(isShare && Number(number) > 100))
    return { text, what, sign, number: Number(number), percent: isShare };
  throw new ReportError(
    'REQUIREMENT_INVALID',
    `${quoted(text)} is not a requirement.`,
    `Write a verdict, "judged" or "sharpness", then =, <= or >=, then a number: inconclusive=0, judged>=90%, sharpness>=80%; no share is above 100%. Verdicts: ${statusOrder.join(', ')}.`,
  );
}

/** A sentence for each requirement that a run does not meet. */
function unmetOf(run: Run, requirements: readonly Requirement[]): string[] {
  return requirements.flatMap((requirement) => {
    const { text, sign, number, percent } = requirement;
    const actual = measure(requirement, run);
    if (comparisons[sign]?.(actual, number)) return [];
    return [`${REQUIRED}${text}; it was ${Math.floor(actual * 10) / 10}${percent ? '%' : ''}.`];
  });
}

function measure({ what, percent }: Requirement, run: Run): number {
  const { counts, judged, applicable } = summarise(run);
  if (what === 'sharpness') return (percent ? run.sharpness?.percent : run.sharpness?.noticed) ?? 0;
  const open = counts.inconclusive + counts['left-open'];
  const count = what === 'judged' ? judged : what === 'inconclusive' ? open : counts[what];
  if (!percent) return count;
  return applicable === 0 ? 0 : (100 * count) / applicable;
}

interface Conditions {
  baseline: readonly BaselineEntry[];
  requirements?: readonly Requirement[];
}

/** @returns the run with accepted failures marked, and the exit code: 2 where no rule could be judged at all */
export function concluded(run: Run, { baseline, requirements = [] }: Conditions): Run {
  const marked = applyBaseline(run, baseline);
  const unmet = run.problem ? [] : [...(run.unmet ?? []), ...unmetOf(marked, requirements)];
  const known: Run = { ...marked, ...(unmet.length > 0 && { unmet }) };
  const ended: Run = { ...known, exitCode: exitCodeOf(known) };
  return { ...ended, conclusion: conclusionOf(ended) };
}

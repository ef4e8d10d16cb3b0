/** The exit code of a run and why: its causes, what is required beside them, and the conclusion that each report ends with. */
import { plural } from '../kit/phrases.ts';
import { nameIn } from '../kit/tables.ts';
import { quoted, shortened } from '../kit/untrusted.ts';
import { ledger } from '../specification/ledger.ts';
import type { ExitCode, Run } from '../verify/run.ts';
import { isTooLittle, scopeOf } from '../verify/scope.ts';
import { acceptedBy, applyBaseline, inForce, withExpired } from './baseline.ts';
import type { BaselineEntry } from './baseline-file.ts';
import { ReportError } from './errors.ts';
import { historiesAlone, inShort, summarise, wholeRun, withStatus } from './summary.ts';
import { type Status, statuses, statusOrder } from './verdicts.ts';

/** The meanings of the exit codes. */
export const exitMeanings: { readonly [C in ExitCode]: string } = {
  0: 'all that could be reached holds',
  1: 'a rule is broken, or the baseline is stale or expired',
  2: 'wrong usage or configuration, or a file that could not be written',
  3: 'something is suspect, or what could be reached or was required stayed open',
  4: 'drift from the profile',
  5: 'the suite itself broke',
  6: 'the run was less sharp than required',
};

/** A cause of an exit code: what is proven about the deployment comes first, then what casts doubt on the run. */
interface Cause {
  code: ExitCode;
  /** To be read after the code. */
  why: string;
  /** The run in a few words of ours, and the status that gives them a colour. */
  head: string;
  status: Status;
  /** A sentence, where no outcome, opening or entry of the baseline shows the cause. */
  whole?: string;
}

function causesOf(run: Run): Cause[] {
  const { counts, judged, drifted } = summarise(run);
  const scope = scopeOf(run.outcomes);
  const { staleBaseline, expiredBaseline, fault, journalLost, gone, interrupted, unmet = [] } = run;
  const those = (status: Status) => few(inShort(withStatus(run, status)));
  const drifting = run.observations.flatMap(({ opening, drift }) => (drift ? [opening] : []));
  const isOfSharpness = (sentence: string) => sentence.startsWith(`${REQUIRED}sharpness`);
  const rows: readonly (Cause | false)[] = [
    counts.fail > 0 && cause(1, `failure of ${those('fail')}`, plural(counts.fail, 'failure'), 'fail'),
    staleBaseline.length > 0 &&
      cause(1, `the baseline is stale: ${few(staleBaseline)}`, 'The baseline is stale', 'fail'),
    expiredBaseline !== undefined &&
      cause(
        1,
        `the baseline has expired: ${few(expiredBaseline.map(({ id }) => id))}`,
        'The baseline has expired',
        'fail',
      ),
    fault !== undefined && whole(5, wholeRun.fault(fault), 'The suite itself broke', 'error'),
    counts.error > 0 &&
      cause(
        5,
        `the suite itself broke in ${those('error')}`,
        `The suite broke in ${plural(counts.error, 'case')}`,
        'error',
      ),
    journalLost !== undefined &&
      whole(2, wholeRun.journalLost(journalLost), 'The journal could not be written', 'error'),
    counts.suspect > 0 &&
      cause(
        3,
        `${those('suspect')} suspect`,
        `${plural(counts.suspect, 'check is', 'checks are')} suspect`,
        'suspect',
      ),
    counts['left-open'] > 0 &&
      cause(
        3,
        `${those('left-open')} left open`,
        `${plural(counts['left-open'], 'check')} left open`,
        'left-open',
      ),
    judged > 0 &&
      !historiesAlone(run) &&
      isTooLittle(scope) &&
      cause(3, `of ${scope.scope} checks in reach fewer than a third were judged`, LITTLE, 'inconclusive'),
    gone === true && whole(3, wholeRun.gone, wholeRun.gone.slice(0, -1), 'suspect'),
    judged === 0 && !historiesAlone(run) && cause(3, NOTHING, 'Nothing was judged', 'inconclusive'),
    interrupted && whole(3, wholeRun.interrupted, 'Ended early', 'inconclusive'),
    ...unmet
      .filter((sentence) => !isOfSharpness(sentence))
      .map((sentence) => whole(3, sentence, 'Too much stayed open', 'inconclusive')),
    counts.drift + drifted > 0 &&
      cause(
        4,
        `drift of ${few([...inShort(withStatus(run, 'drift')), ...drifting])}`,
        'No rule is broken, but there is drift',
        'drift',
      ),
    ...unmet
      .filter(isOfSharpness)
      .map((sentence) => whole(6, sentence, 'Less sharp than required', 'inconclusive')),
  ];
  return rows.filter((row) => row !== false);
}

const LITTLE = 'Too little was judged';

function cause(code: ExitCode, why: string, head: string, status: Status): Cause {
  return { code, why, head, status };
}

function whole(code: ExitCode, sentence: string, head: string, status: Status): Cause {
  return { ...cause(code, asPart(sentence), head, status), whole: sentence };
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
  const said = [...(run.problem ? [run.problem.message] : []), ...causes.flatMap(({ whole = [] }) => whole)];
  const isShown = causes.some(({ whole, why }) => whole === undefined && why !== NOTHING);
  if (said.length > 0 || isShown) return said;
  const why = causes.length > 0 ? NOTHING : exitMeanings[run.exitCode];
  return [`${why.charAt(0).toUpperCase()}${why.slice(1)}.`];
}

const NOTHING = 'nothing was judged';

/** Characters of one reason: a fault can have any text. */
const MOST = 200;

/** `4: drift of errors.body; 53 of 244 judged, 34 of these by status alone`. It may hold text from outside. */
export function conclusionOf(run: Run): string {
  const { judged, applicable, byStatus } = summarise(run);
  const { explored, exitCode } = run;
  const alone = byStatus > 0 ? `, ${byStatus} of these by status alone` : '';
  const parts = [
    ...reasonsOf(run),
    ...(applicable > 0 && !historiesAlone(run) ? [`${judged} of ${applicable} judged${alone}`] : []),
    ...leftOutOf(run),
    ...(explored
      ? [
          `${explored.judged} of ${explored.steps} steps of ${plural(explored.histories, 'history', 'histories')} judged`,
        ]
      : []),
  ];
  return `${exitCode}: ${parts.map((part) => shortened(part, MOST)).join('; ')}`;
}

/** The checks that options and missing controls leave out. */
function leftOutOf({ outcomes }: Run): string[] {
  const { readOnly, uncontrolled, controls } = scopeOf(outcomes);
  const all = new Set(outcomes.map(({ id }) => id));
  const others = outcomes.length > 0 ? ledger.filter(({ id }) => !all.has(id)).length : 0;
  return [
    ...(others > 0 ? [`${others} left out by --only or --skip`] : []),
    ...(readOnly > 0 ? [`${readOnly} by --read-only`] : []),
    ...(uncontrolled > 0 ? [`${uncontrolled} for want of the controls ${controls.join(', ')}`] : []),
  ];
}

function reasonsOf(run: Run): string[] {
  if (run.problem) return [`${asPart(run.problem.message)} [${run.problem.code}]`];
  const causes = causesOf(run);
  // The exit code of histories alone is that of the search.
  const known =
    (causes[0]?.code ?? 0) === run.exitCode ? causes.map(({ why }) => why) : wholeRunCauses(run).map(asPart);
  if (known.length > 0) return known;
  const isExplained = run.exitCode === 0 && historiesAlone(run);
  return [
    isExplained ? 'each history is explained by some reading of the document' : exitMeanings[run.exitCode],
  ];
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
  if (what) return { text, what, sign, number: Number(number), percent: percent !== undefined };
  throw new ReportError(
    'REQUIREMENT_INVALID',
    `${quoted(text)} is not a requirement.`,
    `Write a verdict, "judged" or "sharpness", then =, <= or >=, then a number: inconclusive=0, judged>=90%, sharpness>=80%. Verdicts: ${statusOrder.join(', ')}.`,
  );
}

const REQUIRED = 'Required is ';

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

export interface Conditions {
  baseline: readonly BaselineEntry[];
  requirements: readonly Requirement[];
}

/** @returns the run with accepted failures marked, and the exit code: 2 where no rule could be judged at all */
export function concluded(run: Run, { baseline, requirements }: Conditions): Run {
  const marked = applyBaseline(run, baseline);
  const unmet = run.problem ? [] : [...(run.unmet ?? []), ...unmetOf(marked, requirements)];
  const known: Run = { ...marked, ...(unmet.length > 0 && { unmet }) };
  const ended: Run = { ...known, exitCode: run.problem ? 2 : (causesOf(known)[0]?.code ?? 0) };
  return { ...ended, conclusion: conclusionOf(ended) };
}

/**
 * An exploration as a run, concluded: its exit code is that of the search, unless an entry of the baseline has expired.
 * No entry is stale: another history may still break the rule.
 */
export function concludedSearch(run: Run, baseline: readonly BaselineEntry[]): Run {
  const known = inForce(baseline, run.startedAt);
  const outcomes = run.outcomes.map((outcome) => (outcome.accepted ? acceptedBy(known, outcome) : outcome));
  const aged = withExpired({ ...run, outcomes }, baseline);
  const isProven = run.exitCode === 1 || run.exitCode === 2 || run.exitCode === 5;
  const ended: Run = aged.expiredBaseline && !isProven ? { ...aged, exitCode: 1 } : aged;
  return { ...ended, conclusion: conclusionOf(ended) };
}

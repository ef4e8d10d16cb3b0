/** The exit code of a run, and why. */

import { nameIn } from '../kit/tables.ts';
import { quoted } from '../kit/untrusted.ts';
import type { ExitCode, Run } from '../verify/run.ts';
import { baselineFaults } from './baseline.ts';
import { ReportError } from './errors.ts';
import { historiesAlone, inShort, summarise, withStatus } from './summary.ts';
import { type Status, statuses, statusOrder } from './verdicts.ts';

/** Faults of a run as a whole. */
export const wholeRun = {
  fault: (fault: string) => `The suite itself broke: ${fault}`,
  journalLost: (why: string) => `${why} From then on the run changed nothing more.`,
  gone: 'The deployment did not answer to the end.',
  interrupted: 'The run was ended before all was judged.',
};

const comparisons = ['=', '<=', '>='] as const;

/** Measures of a run beside its verdicts. */
const beside = ['judged', 'sharpness'] as const;

/** A bar that a run must reach: `inconclusive=0`, `judged>=90%`. */
export interface Requirement {
  /** As it was written. */
  text: string;
  what: Status | 'judged' | 'sharpness';
  compare: (typeof comparisons)[number];
  number: number;
  /** Tells whether the number is a share of all applicable outcomes in percent. */
  percent: boolean;
}

export interface Exit {
  code: ExitCode;
  /** Words for each cause, to be read after the code, those of the code first; none for 0. */
  why: string[];
}

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

/** @throws ReportError `REQUIREMENT_INVALID` */
export function parseRequirement(text: string): Requirement {
  const [, counted = '', sign = '', number = '', percent] =
    /^([a-z-]+)(=|<=|>=)(\d+(?:\.\d+)?)(%)?$/.exec(text) ?? [];
  const what = beside.find((name) => name === counted) ?? nameIn(statuses, counted);
  const compare = comparisons.find((each) => each === sign);
  if (!what || !compare) {
    throw new ReportError(
      'REQUIREMENT_INVALID',
      `${quoted(text)} is not a requirement.`,
      `Write a verdict, "judged" or "sharpness", then =, <= or >=, then a number: inconclusive=0, judged>=90%, sharpness>=80%. Verdicts: ${statusOrder.join(', ')}.`,
    );
  }
  return {
    text,
    what,
    compare,
    number: Number(number),
    percent: percent !== undefined,
  };
}

/**
 * 0 all that could be reached holds, 1 a rule fails or the baseline is stale or expired, 2 the journal could not be written, 3 a
 * rule is suspect, or one that could be reached or was required stayed open (or nothing was judged, the run was ended
 * early, or the deployment did not answer to the end), 4 drift, 5 the suite broke, 6 the run was less sharp than required. Where several are true: what is proven about the deployment first,
 * then what casts doubt on the run.
 */
export function exitOf(run: Run, requirements: readonly Requirement[] = []): Exit {
  const { judged } = summarise(run);
  const unmet = [...(run.unmet ?? []), ...unmetOf(run, requirements)];
  const those = (status: Status) => few(inShort(withStatus(run, status)));
  const drifted = run.observations.filter(({ drift }) => drift).map(({ opening }) => opening);
  const causes: Cause[] = [
    [1, 'failure of …', those('fail')],
    [1, 'the baseline is stale: …', few(run.staleBaseline)],
    [1, 'the baseline has expired: …', few((run.expiredBaseline ?? []).map(({ id }) => id))],
    [5, '…', run.fault !== undefined && wholeRun.fault(run.fault)],
    [5, 'the suite itself broke in …', those('error')],
    [2, '…', run.journalLost !== undefined && wholeRun.journalLost(run.journalLost)],
    [3, '… suspect', those('suspect')],
    [3, '… left open', those('left-open')],
    [3, wholeRun.gone, run.gone],
    [3, 'nothing was judged', judged === 0 && !historiesAlone(run)],
    [3, wholeRun.interrupted, run.interrupted],
    ...unmet.filter((one) => !isOfSharpness(one)).map((sentence): Cause => [3, '…', sentence]),
    [4, 'drift of …', few([...inShort(withStatus(run, 'drift')), ...drifted])],
    ...unmet.filter(isOfSharpness).map((sentence): Cause => [6, '…', sentence]),
  ];
  const found = causes.filter(([, , what]) => what);
  const why = found.map(([, words, what]) => asPart(words.replace('…', () => String(what))));
  return { code: found[0]?.[0] ?? 0, why };
}

type Cause = [ExitCode, string, string | boolean | undefined];

/** Returns whether a sentence on a requirement is about sharpness. */
function isOfSharpness(unmet: string): boolean {
  return unmet.startsWith(`${REQUIRED}sharpness`);
}

const REQUIRED = 'Required is ';

/** So many ids are named in a line. */
const FEW = 3;

/** `a, b, c and 2 more`; nothing where there is none. */
function few(names: readonly string[]): string {
  const more = names.length > FEW ? ` and ${names.length - FEW} more` : '';
  return `${names.slice(0, FEW).join(', ')}${more}`;
}

/** A sentence as a part of a line. */
export function asPart(sentence: string): string {
  return sentence.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
}

/** A sentence for each requirement that a run does not meet. */
export function unmetOf(run: Run, requirements: readonly Requirement[]): string[] {
  return requirements
    .filter((requirement) => !isMet(requirement, run))
    .map((requirement) => shortfall(requirement, run));
}

/**
 * Why a run has its exit code, as far as no outcome, opening or entry of the baseline shows it: each report for
 * programs has an element for each of these, so that none is without a failure where the command fails.
 */
export function wholeRunCauses(run: Run): string[] {
  if (run.exitCode === 0) return [];
  const { counts, judged, drifted } = summarise(run);
  const { fail, error, suspect, drift } = counts;
  const shown = fail + error + suspect + drift + counts['left-open'] + drifted + baselineFaults(run).length;
  const causes = [
    ...(run.problem ? [run.problem.message] : []),
    ...(run.fault === undefined ? [] : [wholeRun.fault(run.fault)]),
    ...(run.journalLost === undefined ? [] : [wholeRun.journalLost(run.journalLost)]),
    ...(run.gone ? [wholeRun.gone] : []),
    ...(run.interrupted ? [wholeRun.interrupted] : []),
    ...(run.unmet ?? []),
  ];
  if (causes.length > 0 || shown > 0) return causes;
  return [
    judged === 0 && !historiesAlone(run) ? 'Nothing was judged.' : sentenceOf(exitMeanings[run.exitCode]),
  ];
}

function sentenceOf(meaning: string): string {
  return `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`;
}

function isMet(requirement: Requirement, run: Run): boolean {
  const actual = measure(requirement, run);
  const { compare, number } = requirement;
  return compare === '=' ? actual === number : compare === '<=' ? actual <= number : actual >= number;
}

function measure({ what, percent }: Requirement, run: Run): number {
  const { counts, judged, applicable } = summarise(run);
  if (what === 'sharpness') return percent ? (run.sharpness?.percent ?? 0) : (run.sharpness?.noticed ?? 0);
  const open = counts.inconclusive + counts['left-open'];
  const count = what === 'judged' ? judged : what === 'inconclusive' ? open : counts[what];
  if (!percent) return count;
  return applicable === 0 ? 0 : (100 * count) / applicable;
}

function shortfall(requirement: Requirement, run: Run): string {
  const actual = Math.floor(measure(requirement, run) * 10) / 10;
  return `${REQUIRED}${requirement.text}; it was ${actual}${requirement.percent ? '%' : ''}.`;
}

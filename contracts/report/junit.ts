/**
 * JUnit XML as Jenkins, GitLab and others read it: a suite for each section, a test case for each
 * outcome. An outcome that was not reached is skipped, with the reason: these tools know no more. A suspect or
 * left-open one is an error: a build must not take it for kept.
 * Baseline entries that no longer fail, openings that drifted, and what is wrong with the run as a whole are
 * suites of their own: whatever makes the command fail is a failure or an error here. The last suite says the exit code.
 */
import { junit, seconds } from '../kit/junit.ts';
import type { Outcome, Run } from '../verify/run.ts';
import { baselineFaults } from './baseline.ts';
import { conclusionOf, wholeRunCauses } from './exit.ts';
import { proseOf, whyOpen } from './findings.ts';
import { driftOf, notices, sectionsOf, spanOf, unexplainedIn } from './summary.ts';
import { type Status, statusOf } from './verdicts.ts';

type Element = 'failure' | 'error' | 'skipped';

/** The element that a test case of a status holds. */
const elements: { readonly [S in Status]: Element | undefined } = {
  fail: 'failure',
  error: 'error',
  suspect: 'error',
  'left-open': 'error',
  drift: 'failure',
  inconclusive: 'skipped',
  accepted: 'skipped',
  'not-applicable': 'skipped',
  pass: undefined,
};

interface Case {
  name: string;
  classname: string;
  milliseconds?: number;
  element?: Element | undefined;
  type?: string;
  message?: string;
  text?: string;
}

interface Suite {
  name: string;
  cases: readonly Case[];
  facts?: { readonly [name: string]: string | number };
}

export function renderJunit(run: Run): string {
  const { target, profile, tool, seed } = run;
  const suites = suitesOf(run).filter(({ cases }) => cases.length > 0);
  const { skipped: _, ...all } = numbersOf(suites.flatMap(({ cases }) => cases));
  const timestamp = run.startedAt.replace(/\.\d+/, '').replace('Z', '');
  return junit({ name: 'roadtest', ...all, time: seconds(spanOf(run)) }, (root) => {
    for (const { name, cases, facts } of suites) {
      const suite = root.add('testsuite', { name, ...numbersOf(cases), timestamp });
      const properties = suite.add('properties');
      const told = Object.entries({ target, profile: profile ?? 'none', tool, seed, ...facts });
      for (const [name, value] of [...told, ...notices(run).map((notice) => ['notice', notice] as const)])
        properties.add('property', { name, value });
      for (const { name, classname, milliseconds = 0, element, type = '', message = '', text } of cases) {
        const testcase = suite.add('testcase', { name, classname, time: seconds(milliseconds) });
        if (element) testcase.add(element, { type, message }, text);
        else if (text !== undefined) testcase.add('system-out', {}, text);
      }
    }
  });
}

function numbersOf(cases: readonly Case[]) {
  const count = (wanted: Element) => cases.filter(({ element }) => element === wanted).length;
  const time = seconds(cases.reduce((sum, { milliseconds = 0 }) => sum + milliseconds, 0));
  return {
    ...{ tests: cases.length, failures: count('failure'), errors: count('error') },
    ...{ skipped: count('skipped'), time },
  };
}

function suitesOf(run: Run): Suite[] {
  // Outcomes are judged at the same time: their times as shares of the run's, which together are no more than that.
  const sum = run.outcomes.reduce((all, { milliseconds }) => all + milliseconds, 0);
  const share = Math.min(1, sum > 0 ? spanOf(run) / sum : 1);
  const beside = (
    name: string,
    element: Element,
    cases: readonly [name: string, type: string, message: string][],
  ) => ({
    name,
    cases: cases.map(([title, type, message]): Case => {
      return { name: title, classname: `roadtest.${name.toLowerCase()}`, element, type, message };
    }),
  });
  return [
    ...sectionsOf(run).map(({ name, outcomes }): Suite => {
      const alone = outcomes.filter((outcome) => outcome.byStatus).length;
      const cases = outcomes.map((outcome) => caseOf(run, outcome, share));
      return { name, cases, facts: alone > 0 ? { 'passed-by-status': alone } : {} };
    }),
    beside(
      'Baseline',
      'failure',
      baselineFaults(run).map(({ code, id, message }) => [id, code, message]),
    ),
    beside(
      'Openings',
      'failure',
      driftOf(run).map(({ opening, observed, pinned }) => {
        return [opening, 'drift', `observed: ${observed}; pinned: ${pinned}`];
      }),
    ),
    beside(
      'Histories',
      'error',
      unexplainedIn(run).map(({ observed, reason }) => {
        return ['no two broken rules', 'suspect', `observed: ${observed}. ${reason}`];
      }),
    ),
    beside(
      'Run',
      'error',
      wholeRunCauses(run).map((message) => [`exit code ${run.exitCode}`, 'run', message]),
    ),
    {
      name: 'Conclusion',
      // It never fails, since what makes a run fail has cases of its own.
      cases: [{ name: 'exit code', classname: 'roadtest.conclusion', text: conclusionOf(run) }],
      facts: run.sharpness ? { sharpness: run.sharpness.percent } : {},
    },
  ];
}

function caseOf(run: Run, outcome: Outcome, share: number): Case {
  const status = statusOf(outcome);
  const element = elements[status];
  const classname = `roadtest.${outcome.id.split('/', 1)[0]}`;
  const place = { name: outcome.id, classname, milliseconds: Math.floor(outcome.milliseconds * share) };
  if (!element) return place;
  const message = element === 'skipped' ? whyOpen(outcome) : outcome.reason;
  return { ...place, element, type: status, message, text: proseOf(run, outcome) };
}

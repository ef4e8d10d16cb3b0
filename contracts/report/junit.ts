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
import { byPin, proseOf, whyOpen } from './findings.ts';
import { notices, sectionName, sectionsOf, spanOf } from './summary.ts';
import { type Status, statusOf } from './verdicts.ts';

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

type Element = 'failure' | 'error' | 'skipped';

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
  const suites = suitesOf(run).filter(({ cases }) => cases.length > 0);
  const { skipped: _, ...all } = numbersOf(suites.flatMap(({ cases }) => cases));
  return junit({ name: 'roadtest', ...all, time: seconds(spanOf(run)) }, (root) => {
    for (const { name, cases, facts } of suites) {
      const timestamp = run.startedAt.replace(/\.\d+/, '').replace('Z', '');
      const suite = root.add('testsuite', { name, ...numbersOf(cases), timestamp });
      const properties = suite.add('properties');
      const { target, profile, tool, seed } = run;
      for (const [fact, value] of [
        ...Object.entries({ target, profile: profile ?? 'none', tool, seed, ...facts }),
        ...notices(run).map((notice): [string, string] => ['notice', notice]),
      ])
        properties.add('property', { name: fact, value });
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
    cases: readonly Pick<Case, 'name' | 'type' | 'message'>[],
  ) => ({
    name,
    cases: cases.map((one) => ({ ...one, element, classname: `roadtest.${name.toLowerCase()}` })),
  });
  const { sharpness } = run;
  return [
    ...sectionsOf(run).map(({ section, rules }): Suite => {
      const outcomes = rules.flatMap((rule) => rule.outcomes);
      const alone = outcomes.filter((outcome) => outcome.byStatus).length;
      return {
        name: sectionName(section.id),
        cases: outcomes.map((outcome) => caseOf(run, outcome, share)),
        facts: alone > 0 ? { 'passed-by-status': alone } : {},
      };
    }),
    beside(
      'Baseline',
      'failure',
      baselineFaults(run).map(({ code, id, message }) => ({ name: id, type: code, message })),
    ),
    beside(
      'Openings',
      'failure',
      byPin(run.observations).drifted.map(({ opening, observed, pinned = '' }) => ({
        ...{ name: opening, type: 'drift', message: `observed: ${observed}; pinned: ${pinned}` },
      })),
    ),
    beside(
      'Run',
      'error',
      wholeRunCauses(run).map((message) => ({ name: `exit code ${run.exitCode}`, type: 'run', message })),
    ),
    {
      name: 'Conclusion',
      // It never fails, since what makes a run fail has cases of its own.
      cases: [{ name: 'exit code', classname: 'roadtest.conclusion', text: conclusionOf(run) }],
      facts: sharpness ? { sharpness: sharpness.percent } : {},
    },
  ];
}

function caseOf(run: Run, outcome: Outcome, share: number): Case {
  const [area = ''] = outcome.id.split('/');
  const status = statusOf(outcome);
  const element = elements[status];
  const place = { name: outcome.id, classname: `roadtest.${area}` };
  const milliseconds = Math.floor(outcome.milliseconds * share);
  if (!element) return { ...place, milliseconds };
  const message = element === 'skipped' ? whyOpen(outcome) : outcome.reason;
  return { ...place, milliseconds, element, type: status, message, text: proseOf(run, outcome) };
}

/**
 * JUnit XML as Jenkins, GitLab and others read it: a suite for each section, a test case for each
 * outcome. An outcome that was not reached is skipped, with the reason: these tools know no more. A suspect or
 * left-open one is an error: a build must not take it for kept. The suspects are the first suite.
 * Baseline entries that no longer fail, openings that drifted, and what is wrong with the run as a whole are
 * suites of their own: whatever makes the command fail is a failure or an error here. The last suite says the exit code.
 */
import { type JunitAttributes, type JunitElement, junit, seconds } from '../kit/junit.ts';
import type { Outcome, Run } from '../verify/run.ts';
import { type Beside, besideOutcomes } from './beside.ts';
import { conclusionOf } from './conclusion.ts';
import { notices } from './notices.ts';
import { proseOf, sectionName, whyOpen } from './prose.ts';
import { type SectionSummary, summarise, withStatus } from './summary.ts';
import { type Status, statusOf } from './verdicts.ts';
import { sharesOf, spanOf } from './words.ts';

/** The element that a test case of a status holds. */
const elements: { readonly [S in Status]: 'failure' | 'error' | 'skipped' | null } = {
  fail: 'failure',
  error: 'error',
  suspect: 'error',
  'left-open': 'error',
  drift: 'failure',
  inconclusive: 'skipped',
  accepted: 'skipped',
  'not-applicable': 'skipped',
  pass: null,
};

export function renderJunit(run: Run): string {
  const { counts, sections } = summarise(run);
  const beside = besideOutcomes(run);
  const found = beside.flatMap(({ cases }) => cases);
  const countFound = (element: Beside['element']) =>
    beside.filter((one) => one.element === element).flatMap(({ cases }) => cases).length;
  const numbers = {
    tests: run.outcomes.length + found.length + 1,
    failures: counts.fail + counts.drift + countFound('failure'),
    errors: errorsIn(run.outcomes) + countFound('error'),
    time: seconds(spanOf(run)),
  };
  return junit({ name: 'roadtest', ...numbers }, (root) => {
    const suspects = withStatus(run, 'suspect');
    if (suspects.length > 0) addCases(root, run, 'Suspect', suspects);
    for (const section of sections) addSection(root, run, section);
    for (const one of beside) addBeside(root, run, one);
    addConclusion(root, run);
  });
}

function addSection(root: JunitElement, run: Run, { section, rules }: SectionSummary): void {
  const outcomes = rules.flatMap((rule) => rule.outcomes);
  const others = outcomes.filter((outcome) => statusOf(outcome) !== 'suspect');
  if (others.length > 0) addCases(root, run, sectionName(section.id), others);
}

const countOf = (outcomes: readonly Outcome[], element: 'failure' | 'error' | 'skipped') =>
  outcomes.filter((outcome) => elements[statusOf(outcome)] === element).length;
const errorsIn = (outcomes: readonly Outcome[]) => countOf(outcomes, 'error');

function addCases(root: JunitElement, run: Run, name: string, outcomes: readonly Outcome[]): void {
  const share = sharesOf(run);
  const byStatus = outcomes.filter((outcome) => outcome.byStatus).length;
  const suite = addSuite(
    root,
    run,
    name,
    {
      tests: outcomes.length,
      failures: countOf(outcomes, 'failure'),
      errors: errorsIn(outcomes),
      skipped: countOf(outcomes, 'skipped'),
      time: seconds(outcomes.reduce((sum, { milliseconds }) => sum + share(milliseconds), 0)),
    },
    byStatus > 0 ? { 'passed-by-status': byStatus } : {},
  );
  for (const outcome of outcomes) addCase(suite, run, outcome, share);
}

function addCase(suite: JunitElement, run: Run, outcome: Outcome, share: (ms: number) => number): void {
  const [area = ''] = outcome.id.split('/');
  const testcase = suite.add('testcase', {
    name: outcome.id,
    classname: `roadtest.${area}`,
    time: seconds(share(outcome.milliseconds)),
  });
  const status = statusOf(outcome);
  const element = elements[status];
  if (!element) return;
  const message = element === 'skipped' ? whyOpen(outcome) : outcome.reason;
  testcase.add(element, { type: status, message: message }, proseOf(run, outcome));
}

function addBeside(root: JunitElement, run: Run, { name, element, cases }: Beside): void {
  const suite = addSuite(root, run, name, {
    tests: cases.length,
    failures: element === 'failure' ? cases.length : 0,
    errors: element === 'error' ? cases.length : 0,
    skipped: 0,
    time: seconds(0),
  });
  for (const { id, type, message } of cases) {
    const classname = `roadtest.${name.toLowerCase()}`;
    const testcase = suite.add('testcase', { name: id, classname, time: seconds(0) });
    testcase.add(element, { type, message });
  }
}

/** A case that is always there and never fails, since what makes a run fail has cases of its own. */
function addConclusion(root: JunitElement, run: Run): void {
  const numbers = { tests: 1, failures: 0, errors: 0, skipped: 0, time: seconds(0) };
  const { sharpness } = run;
  const own: JunitAttributes = sharpness ? { sharpness: sharpness.percent } : {};
  const testcase = addSuite(root, run, 'Conclusion', numbers, own).add('testcase', {
    name: 'exit code',
    classname: 'roadtest.conclusion',
    time: seconds(0),
  });
  testcase.add('system-out', {}, conclusionOf(run));
}

function addSuite(
  root: JunitElement,
  run: Run,
  name: string,
  numbers: JunitAttributes,
  own: JunitAttributes = {},
): JunitElement {
  const suite = root.add('testsuite', {
    name,
    ...numbers,
    timestamp: run.startedAt.replace(/\.\d+/, '').replace('Z', ''),
  });
  const properties = suite.add('properties');
  const facts = {
    target: run.target,
    profile: run.profile ?? 'none',
    tool: run.tool,
    seed: run.seed,
    ...own,
  };
  for (const [fact, value] of Object.entries(facts)) properties.add('property', { name: fact, value: value });
  for (const notice of notices(run)) properties.add('property', { name: 'notice', value: notice });
  return suite;
}

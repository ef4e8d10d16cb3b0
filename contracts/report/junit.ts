/**
 * JUnit XML as Jenkins, GitLab and others read it: a suite for each section, a test case for each
 * outcome. What was not reached is skipped, with the reason: these tools know no more. What is suspect or was
 * left open is an error: a build must not take it for kept. The suspects are the first suite.
 * Entries of the baseline that fail no more are a suite of their own, so that they show.
 */
import { type JunitAttributes, type JunitElement, junit, seconds } from '../kit/junit.ts';
import type { Outcome, Run } from '../suite/run.ts';
import { notices } from './notices.ts';
import { proseOf, sectionName, whyOpen } from './prose.ts';
import { type SectionSummary, summarise, withStatus } from './summary.ts';
import { type Status, statusOf } from './verdicts.ts';
import { spanOf } from './words.ts';

/** The element that a test case of a status holds. */
const elements: { readonly [S in Status]: 'failure' | 'error' | 'skipped' | null } = {
  fail: 'failure',
  error: 'error',
  suspect: 'error',
  'left-open': 'error',
  drift: 'skipped',
  inconclusive: 'skipped',
  accepted: 'skipped',
  'not-applicable': 'skipped',
  pass: null,
};

export function renderJunit(run: Run): string {
  const { counts, sections } = summarise(run);
  const stale = run.staleBaseline.length;
  const numbers = {
    tests: run.outcomes.length + stale,
    failures: counts.fail + stale,
    errors: errorsIn(run.outcomes),
    time: seconds(spanOf(run)),
  };
  return junit({ name: 'roadtest', ...numbers }, (root) => {
    const suspects = withStatus(run, 'suspect');
    if (suspects.length > 0) addCases(root, run, 'Suspect', suspects);
    for (const section of sections) addSection(root, run, section);
    if (stale > 0) addBaseline(root, run);
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
  const suite = addSuite(root, run, name, {
    tests: outcomes.length,
    failures: countOf(outcomes, 'failure'),
    errors: errorsIn(outcomes),
    skipped: countOf(outcomes, 'skipped'),
    time: seconds(outcomes.reduce((sum, { milliseconds }) => sum + milliseconds, 0)),
  });
  for (const outcome of outcomes) addCase(suite, run, outcome);
}

function addCase(suite: JunitElement, run: Run, outcome: Outcome): void {
  const [area = ''] = outcome.id.split('/');
  const testcase = suite.add('testcase', {
    name: outcome.id,
    classname: `roadtest.${area}`,
    time: seconds(outcome.milliseconds),
  });
  const status = statusOf(outcome);
  const element = elements[status];
  if (!element) return;
  const message = element === 'skipped' ? whyOpen(outcome) : outcome.reason;
  testcase.add(element, { type: status, message: message }, proseOf(run, outcome));
}

function addBaseline(root: JunitElement, run: Run): void {
  const count = run.staleBaseline.length;
  const suite = addSuite(root, run, 'Baseline', {
    tests: count,
    failures: count,
    errors: 0,
    skipped: 0,
    time: seconds(0),
  });
  for (const id of run.staleBaseline) {
    const testcase = suite.add('testcase', {
      name: id,
      classname: 'roadtest.baseline',
      time: seconds(0),
    });
    testcase.add('failure', {
      type: 'stale',
      message: 'Stale baseline entry: this rule now passes. Remove it.',
    });
  }
}

function addSuite(root: JunitElement, run: Run, name: string, numbers: JunitAttributes): JunitElement {
  const suite = root.add('testsuite', {
    name,
    ...numbers,
    timestamp: run.startedAt.replace(/\.\d+/, '').replace('Z', ''),
  });
  const properties = suite.add('properties');
  const facts = { target: run.target, profile: run.profile ?? 'none', tool: run.tool, seed: run.seed };
  for (const [fact, value] of Object.entries(facts)) properties.add('property', { name: fact, value: value });
  for (const notice of notices(run)) properties.add('property', { name: 'notice', value: notice });
  return suite;
}

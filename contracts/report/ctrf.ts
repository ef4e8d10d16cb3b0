/** CTRF, the Common Test Report Format (ctrf.io): JSON that dashboards and chat bots read. */
import type { CTRFReport, Test, TestStatus } from 'ctrf';
import { visible } from '../kit/untrusted.ts';
import type { Outcome, Run } from '../verify/run.ts';
import { besideOutcomes } from './beside.ts';
import { conclusionOf } from './conclusion.ts';
import { notices } from './notices.ts';
import { proseOf, sectionName, whyOpen } from './prose.ts';
import { summarise } from './summary.ts';
import { type Status, statusOf } from './verdicts.ts';
import { sharesOf, spanOf } from './words.ts';

/** The version of the format that this is written in. */
const SPECIFICATION = '0.0.0';

/** CTRF knows five words. `rawStatus` keeps ours. */
const statuses: { readonly [S in Status]: TestStatus } = {
  pass: 'passed',
  fail: 'failed',
  error: 'failed',
  suspect: 'failed',
  'left-open': 'failed',
  drift: 'failed',
  inconclusive: 'other',
  accepted: 'other',
  'not-applicable': 'skipped',
};

export function renderCtrf(run: Run): string {
  const start = Date.parse(run.startedAt) || 0;
  const share = sharesOf(run);
  const tests = [
    ...suspectsFirst(run.outcomes).map((outcome) => testOf(run, outcome, share)),
    ...besideOutcomes(run).flatMap(({ name, cases }) =>
      cases.map(
        ({ id, type, message }): Test => ({
          ...{ name: id, status: 'failed', rawStatus: type, duration: 0, suite: [name] },
          message: visible(message),
        }),
      ),
    ),
  ];
  const count = (status: TestStatus) => tests.filter((test) => test.status === status).length;
  const [, name = run.tool, version] = /^(\S+) (\d\S*)$/.exec(run.tool) ?? [];
  const report: CTRFReport = {
    reportFormat: 'CTRF',
    specVersion: SPECIFICATION,
    runId: run.nonce,
    timestamp: run.finishedAt,
    generatedBy: run.tool,
    results: {
      tool: version === undefined ? { name } : { name, version },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: count('pending'),
        other: count('other'),
        suites: new Set(tests.map(({ suite }) => suite?.[0])).size,
        start,
        stop: start + spanOf(run),
        duration: spanOf(run),
        extra: {
          exitCode: run.exitCode,
          conclusion: visible(conclusionOf(run)),
          passedByStatus: summarise(run).byStatus,
        },
      },
      tests,
      environment: { testEnvironment: visible(run.target), extra: { profile: run.profile, seed: run.seed } },
      extra: {
        notices: notices(run),
        staleBaseline: run.staleBaseline,
        expiredBaseline: run.expiredBaseline,
        observations: run.observations.map(({ exchanges: _, ...observation }) => observation),
      },
    },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function suspectsFirst(outcomes: readonly Outcome[]): Outcome[] {
  const isSuspect = (outcome: Outcome) => Number(statusOf(outcome) === 'suspect');
  return outcomes.toSorted((a, b) => isSuspect(b) - isSuspect(a));
}

function testOf(run: Run, outcome: Outcome, share: (milliseconds: number) => number): Test {
  const status = statusOf(outcome);
  const [area = ''] = outcome.id.split('/');
  const test: Test = {
    testId: outcome.id,
    name: outcome.id,
    status: statuses[status],
    rawStatus: status,
    duration: share(outcome.milliseconds),
    suite: [sectionName(outcome.section), outcome.rule],
    tags: [area],
  };
  const { stakes, byStatus = false } = outcome;
  if (status === 'pass') return stakes === undefined ? test : { ...test, extra: { stakes, byStatus } };
  const open = statuses[status] !== 'failed';
  return {
    ...test,
    message: visible(open ? whyOpen(outcome) : outcome.reason),
    trace: proseOf(run, outcome),
  };
}

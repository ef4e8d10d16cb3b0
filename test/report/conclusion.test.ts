/** The last line of each report: exit code, reasons, and how much was judged. */
import { describe, expect, it } from 'vitest';
import { concluded } from '../../contracts/report/conclude.ts';
import { conclusionOf } from '../../contracts/report/conclusion.ts';
import { type ReporterName, reporters } from '../../contracts/report/index.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { allPass, empty, everyVerdict, wholeRun } from './runs.ts';

const drifted = { ...allPass, observations: everyVerdict.observations };
const explored = { nonce: 'x', histories: 4, steps: 30, judged: 28, requests: 90, devices: 2, coverage: {} };
const failing = (run: Run) => ({
  ...run,
  outcomes: run.outcomes.map((outcome) => ({ ...outcome, verdict: 'fail' as const })),
});
const conclude = (run: Run) => concluded(run, { baseline: [], requirements: [] });

describe('the conclusion of a run', () => {
  it.each<[string, Run, string]>([
    ['that holds', allPass, '0: all that could be reached holds; 3 of 3 judged, 1 of these by status alone'],
    ['that drifted', drifted, '4: drift of token.lifetime; 3 of 3 judged, 1 of these by status alone'],
    ['of nothing', empty, '3: nothing was judged'],
    [
      'without an answer to the end',
      { ...allPass, gone: true },
      '3: the deployment did not answer to the end; 3 of 3 judged, 1 of these by status alone',
    ],
    [
      'with histories',
      { ...allPass, explored },
      '0: all that could be reached holds; 3 of 3 judged, 1 of these by status alone; 28 of 30 steps of 4 histories judged',
    ],
    [
      'that could not begin',
      { ...empty, problem: { code: 'UNREACHABLE', message: 'Nobody answers.' } },
      '2: nobody answers [UNREACHABLE]',
    ],
  ])('%s', (_, run, line) => {
    expect(conclude(run).conclusion).toBe(line);
  });

  it('of histories alone counts their steps', () => {
    expect(conclusionOf({ ...empty, nonce: '', explored, exitCode: 0 })).toBe(
      '0: each history is explained by some reading of the document; 28 of 30 steps of 4 histories judged',
    );
  });

  it('names the first rules, and says how many more there are', () => {
    expect(conclude(failing(wholeRun())).conclusion).toMatch(
      /^1: failure of \S+ \(\d+\)?, .* and \d+ more; 244 of 244 judged$|^1: failure of .* and \d+ more; \d+ of \d+ judged$/,
    );
  });

  it.each(Object.keys(reporters) as ReporterName[])('is in the report %s', (name) => {
    const run = conclude(drifted);
    expect(reporters[name].render(run)).toContain(run.conclusion);
  });
});

import { describe, expect, it } from 'vitest';
import { exitOf, parseRequirement } from '../../contracts/report/verdict-exit.ts';
import type { Outcome, Run, Verdict } from '../../contracts/verify/run.ts';
import { allPass, empty, everyVerdict, interrupted } from './runs.ts';

function runOf(verdicts: readonly Verdict[], change: Partial<Run> = {}): Run {
  const [pattern] = allPass.outcomes;
  const outcomes = verdicts.map((verdict): Outcome => ({ ...(pattern as Outcome), verdict }));
  return { ...empty, outcomes, ...change };
}
const code = (run: Run, ...required: string[]) => exitOf(run, required.map(parseRequirement)).code;

describe('the exit code', () => {
  it('is 0 when all that was judged holds', () => {
    expect(exitOf(allPass)).toEqual({ code: 0, why: [] });
    expect(code(runOf(['pass', 'inconclusive', 'not-applicable']))).toBe(0);
  });

  it('is 1 for a broken rule, unless the baseline accepts it', () => {
    expect(code(everyVerdict)).toBe(1);
    expect(code(runOf(['pass', 'fail']))).toBe(1);
    const run = runOf(['pass', 'fail']);
    expect(
      code({
        ...run,
        outcomes: run.outcomes.map((it) => (it.verdict === 'fail' ? { ...it, accepted: true } : it)),
      }),
    ).toBe(0);
  });

  it('is 1 for a stale baseline', () => {
    expect(exitOf({ ...allPass, staleBaseline: ['token/renewal'] })).toEqual({
      code: 1,
      why: ['the baseline is stale: token/renewal'],
    });
  });

  it('is never 0 for a run that judged nothing, or that was ended early', () => {
    expect(code(empty)).toBe(3);
    expect(code(runOf(['inconclusive', 'not-applicable']))).toBe(3);
    expect(code(interrupted)).toBe(3);
  });

  it('is 3 when a requirement is not met', () => {
    const run = runOf(['pass', 'pass', 'pass', 'inconclusive', 'not-applicable']);
    expect(code(run, 'inconclusive=0')).toBe(3);
    expect(code(run, 'inconclusive=1')).toBe(0);
    expect(code(run, 'inconclusive<=1', 'pass>=3', 'judged>=75%', 'error=0')).toBe(0);
    expect(exitOf(run, [parseRequirement('judged>=80%')]).why).toEqual([
      'required is judged>=80%; it was 75%',
    ]);
  });

  it('is 3 where a rule is suspect, whatever else holds or drifts', () => {
    expect(exitOf(runOf(['pass', 'suspect', 'drift']))).toMatchObject({
      code: 3,
      why: ['token/issued suspect', expect.any(String)],
    });
    expect(code(runOf(['pass', 'fail', 'suspect']))).toBe(1);
    expect(code(runOf(['pass', 'suspect']), 'suspect=0')).toBe(3);
  });

  it('is 3 where a rule that could be reached was left open, and where the deployment did not answer to the end', () => {
    const run = runOf(['pass', 'inconclusive', 'inconclusive']);
    const open = { ...run, outcomes: run.outcomes.map((one, index) => ({ ...one, leftOpen: index === 1 })) };
    expect(exitOf(open)).toEqual({ code: 3, why: ['token/issued left open'] });
    expect(code(open, 'inconclusive=2')).toBe(3);
    expect(exitOf(open, [parseRequirement('inconclusive=2')]).why).toHaveLength(1);
    expect(exitOf({ ...runOf(['pass']), gone: true }).code).toBe(3);
  });

  it('is 4 for drift, in an outcome or in an opening', () => {
    expect(code(runOf(['pass', 'drift']))).toBe(4);
    expect(code({ ...allPass, observations: everyVerdict.observations })).toBe(4);
  });

  it('is 5 when the suite broke', () => {
    expect(code(runOf(['pass', 'error']))).toBe(5);
  });

  it('puts what is proven first, and reports every cause', () => {
    expect(code(runOf(['fail', 'error', 'drift']))).toBe(1);
    expect(code(runOf(['pass', 'error', 'drift', 'inconclusive']), 'inconclusive=0')).toBe(5);
    expect(code(runOf(['pass', 'drift', 'inconclusive']), 'inconclusive=0')).toBe(3);
    expect(exitOf(runOf(['fail', 'error', 'drift'])).why).toHaveLength(3);
  });
});

describe('a requirement', () => {
  it.each([
    '',
    'inconclusive',
    'unknown=0',
    'inconclusive=',
    'inconclusive=-1',
    'inconclusive==0',
    'constructor=0',
    'judged>=x%',
  ])('that is invalid is refused: "%s"', (text) => {
    expect(() => parseRequirement(text)).toThrow(
      expect.objectContaining({
        code: 'REQUIREMENT_INVALID',
        hint: expect.stringContaining('inconclusive=0'),
      }),
    );
  });
});

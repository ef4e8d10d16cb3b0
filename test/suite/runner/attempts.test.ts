/** The verdict of several attempts at one rule. */
import { describe, expect, test } from 'vitest';
import type { Outcome, Verdict } from '../../../contracts/suite/run.ts';
import { Attempts } from '../../../contracts/suite/runner/attempts.ts';

const outcome = (verdict: Verdict, more: Partial<Outcome> = {}): Outcome => ({
  id: 'token/issued',
  rule: 'token/issued',
  section: '7',
  verdict,
  reason: `It came to ${verdict}.`,
  exchanges: [],
  milliseconds: 1,
  ...more,
});

type ControlFacts = Verdict | 'broke off' | 'others' | 'left open';

/** The attempts that were needed, and what they came to. */
function judged(...told: ControlFacts[]): { needed: number; verdict: Outcome } {
  const attempts = new Attempts();
  for (const [index, one] of told.entries()) {
    const pause = attempts.add({
      outcome:
        one === 'broke off'
          ? outcome('suspect')
          : one === 'left open'
            ? outcome('inconclusive', { leftOpen: true })
            : outcome(one === 'others' ? 'fail' : one),
      brokeOff: one === 'broke off' ? 'the connection was cut' : undefined,
      others: one === 'others' ? 'Others changed it' : undefined,
    });
    if (pause === undefined) return { needed: index + 1, verdict: attempts.verdict };
  }
  return { needed: Number.POSITIVE_INFINITY, verdict: attempts.verdict };
}

describe('A rule', () => {
  test.each(['pass', 'fail', 'inconclusive', 'not-applicable'] as const)(
    'that nothing disturbed is judged once: %s',
    (verdict) => {
      expect(judged(verdict)).toEqual({ needed: 1, verdict: outcome(verdict) });
    },
  );

  test('that was disturbed takes its verdict when two attempts go well', () => {
    expect(judged('broke off', 'pass', 'pass')).toMatchObject({
      needed: 3,
      verdict: { verdict: 'pass', retries: ['the connection was cut'] },
    });
    expect(judged('broke off', 'pass').verdict.verdict).toBe('suspect');
    expect(judged('broke off', 'pass', 'broke off', 'pass')).toMatchObject({
      needed: 4,
      verdict: { verdict: 'pass', retries: ['the connection was cut', 'the connection was cut'] },
    });
  });

  test('that is broken each time it is judged again is broken', () => {
    expect(judged('broke off', 'fail', 'fail').verdict.verdict).toBe('fail');
  });

  test('that comes to two verdicts after a disturbance is suspect', () => {
    expect(judged('broke off', 'pass', 'fail')).toMatchObject({ needed: 3, verdict: { verdict: 'suspect' } });
    expect(judged('broke off', 'fail', 'pass').verdict).toMatchObject({ verdict: 'suspect' });
  });

  test('during which the deployment breaks off each time is suspect, and not tried for ever', () => {
    expect(judged('broke off', 'broke off', 'broke off')).toMatchObject({
      needed: 3,
      verdict: { verdict: 'suspect' },
    });
    const now: ControlFacts[] = [
      'broke off',
      'broke off',
      'inconclusive',
      'broke off',
      'broke off',
      'pass',
      'pass',
    ];
    expect(judged(...now)).toMatchObject({ needed: 6, verdict: { verdict: 'suspect' } });
  });

  test('that stays open after a disturbance is suspect: what it left behind may be why', () => {
    expect(judged('broke off', 'left open', 'left open').verdict.verdict).toBe('suspect');
    expect(judged('broke off', 'inconclusive', 'inconclusive').verdict.verdict).toBe('inconclusive');
  });

  test('about which the deployment contradicted itself stays suspect, unless it is proven broken', () => {
    for (const second of ['pass', 'suspect', 'inconclusive'] as const)
      expect(judged('suspect', second)).toMatchObject({ needed: 2, verdict: { verdict: 'suspect' } });
    expect(judged('suspect', 'fail')).toMatchObject({ needed: 2, verdict: { verdict: 'fail' } });
    expect(judged('suspect', 'broke off', 'pass').verdict.verdict).toBe('suspect');
  });

  test('that fails while others change the deployment is judged again, and then left open', () => {
    expect(judged('others', 'pass')).toMatchObject({ needed: 2, verdict: { verdict: 'pass' } });
    expect(judged('others', 'others', 'others')).toMatchObject({
      needed: 3,
      verdict: { verdict: 'inconclusive', leftOpen: true, reason: 'Others changed it.' },
    });
  });
});

/** Reports of runs beside each other: what is read of them, what a change is, and what it may come of. */
import { describe, expect, it } from 'vitest';
import { type Cause, causesInWords } from '../../../cli/comparing/causes.ts';
import { diffOf, kinds } from '../../../cli/comparing/diff.ts';
import { diffMarkdown, diffText } from '../../../cli/comparing/diff-text.ts';
import { historyOf } from '../../../cli/comparing/history.ts';
import { historyText } from '../../../cli/comparing/history-text.ts';
import { type PastRun, readPastRun } from '../../../cli/comparing/past-run.ts';
import { Outlet } from '../../../cli/outlet.ts';
import { renderJson } from '../../../contracts/report/json.ts';
import type { Outcome, Run } from '../../../contracts/verify/run.ts';
import { allPass, everyVerdict, hostile, hostileText, wholeRun } from '../../command/formats/runs.ts';

function past(run: object | string): PastRun {
  const read = readPastRun(typeof run === 'string' ? run : renderJson(run as Run));
  if ('problem' in read) throw new Error(read.problem);
  return read.run;
}

const given = { profile: 'abc', options: ['--patience 60s'] };
const first: Run = { ...allPass, profile: 'ours', given };
const changed = (change: Partial<Outcome>, run: Partial<Run> = {}): Run => ({
  ...first,
  outcomes: first.outcomes.map((outcome, index) => (index === 0 ? { ...outcome, ...change } : outcome)),
  ...run,
});
const opening = (observed: string, pinned: string | undefined) =>
  ({
    observations: [
      {
        opening: 'token.lifetime',
        observed,
        drift: pinned !== observed,
        exchanges: [],
        ...(pinned !== undefined && { pinned }),
      },
    ],
  }) satisfies Partial<Run>;
const fail = { verdict: 'fail' } as const;

describe('two runs', () => {
  const told = (before: Run, after: Run) =>
    diffOf(past(before), past(after)).changes.map(({ kind, causes }) => [kind, causes.join()]);

  it.each<[string, Partial<Outcome>, Partial<Outcome>, string[][]]>([
    ['a pass that fails', {}, fail, [['new-failure', 'deployment']]],
    ['a pass that is suspect', {}, { verdict: 'suspect' }, [['new-failure', 'deployment']]],
    ['a pass that drifts', {}, { verdict: 'drift' }, [['new-drift', 'deployment']]],
    [
      'a pass that is left open',
      {},
      { verdict: 'inconclusive', leftOpen: true },
      [['lost-reach', 'deployment']],
    ],
    ['a pass that is not offered', {}, { verdict: 'not-applicable' }, [['lost-reach', 'deployment']]],
    ['a failure that stays', fail, fail, [['still-failing', '']]],
    ['a failure that is accepted', fail, { ...fail, accepted: true }, [['accepted', 'baseline']]],
    [
      'an accepted failure that is not any more',
      { ...fail, accepted: true },
      fail,
      [['no-longer-accepted', 'baseline']],
    ],
    ['a failure that passes', fail, {}, [['fixed', 'deployment']]],
    ['what was not reached, and fails', { verdict: 'inconclusive' }, fail, [['new-failure', 'deployment']]],
    ['what was not reached, and passes', { verdict: 'inconclusive' }, {}, [['gained-reach', 'deployment']]],
    ['a pass that stays', {}, {}, []],
  ])('with %s', (_, before, after, changes) => {
    expect(told(changed(before), changed(after))).toEqual(changes);
  });

  it.each<[string, Partial<Run>, Cause[]]>([
    ['nothing else', {}, ['deployment']],
    ['another seed', { seed: 1 }, ['deployment', 'seed']],
    ['another version', { tool: 'roadtest 9.0.0' }, ['deployment', 'roadtest']],
    ['another profile', { profile: 'theirs' }, ['deployment', 'profile']],
    ['a profile that was changed', { given: { ...given, profile: 'abd' } }, ['deployment', 'profile']],
    ['other options', { given: { ...given, options: [] } }, ['deployment', 'options']],
    [
      'all of it',
      { seed: 1, tool: 'x', profile: null, given: { options: [] } },
      ['deployment', 'profile', 'roadtest', 'options', 'seed'],
    ],
  ])('that differ in %s: a change may come of that', (_, run, causes) => {
    expect(told(first, changed(fail, run))).toEqual([['new-failure', causes.join()]]);
  });

  it('of which one says nothing of options are not told apart by them', () => {
    const { given: _, ...silent } = changed(fail);
    expect(told(first, silent)).toEqual([['new-failure', 'deployment,profile']]);
  });

  it('of which one leaves a check out: the run does, and not the deployment', () => {
    const fewer = (run: Partial<Run>) => ({ ...first, outcomes: first.outcomes.slice(1), ...run });
    expect(told(first, fewer({ given: { ...given, options: ['--only x'] }, seed: 1 }))).toEqual([
      ['lost-reach', 'options'],
    ]);
    expect(told(first, fewer({ interrupted: true }))).toEqual([['lost-reach', 'ending']]);
    expect(told(fewer({ tool: 'roadtest 0.0.9' }), first)).toEqual([['gained-reach', 'roadtest']]);
  });

  it('tell an answer that is another from one that is pinned otherwise', () => {
    const other = { given: { ...given, profile: 'abd' }, seed: 1 };
    const before = { ...first, ...opening('PT1H', 'PT1H') };
    expect(told(before, { ...first, ...other, ...opening('PT1H', 'PT2H') })).toEqual([
      ['new-drift', 'profile'],
    ]);
    expect(told(before, { ...first, ...other, ...opening('PT2H', 'PT1H') })).toEqual([
      ['new-drift', 'deployment,seed'],
    ]);
    expect(told(before, { ...first, ...other, ...opening('PT2H', 'PT3H') })).toEqual([
      ['new-drift', 'deployment,profile,seed'],
    ]);
    expect(told(before, { ...first, ...opening('PT1H', undefined) })).toEqual([]);
  });

  it('have an exit code of 1 where something is worse, and nowhere else', () => {
    for (const [before, after] of [
      [{}, fail],
      [fail, fail],
      [fail, {}],
      [{}, { verdict: 'inconclusive' as const }],
    ] as const) {
      const diff = diffOf(past(changed(before)), past(changed(after)));
      expect(diff.exitCode).toBe(diff.changes.some(({ kind }) => kinds[kind].worse) ? 1 : 0);
    }
  });

  it('are told in a few words', () => {
    expect(causesInWords(['deployment'])).toBe('the deployment');
    expect(causesInWords(['deployment', 'seed'])).toBe('one of the deployment, the seed');
  });
});

describe('a report', () => {
  it('is read whatever a deployment put into it, with fields that are not known', () => {
    const run = past(JSON.stringify({ ...everyVerdict, target: hostileText, later: { x: 1 } }));
    expect(run.subjects.get('limits/stops-at-limit/email')?.status).toBe('accepted');
    expect(run.subjects.get('users/countries-listed')?.status).toBe('left-open');
    expect(run.subjects.get('token.lifetime')?.status).toBe('drift');
    expect(run.subjects.has('errors.body')).toBe(false);
  });

  it.each([
    ['', 'it is not JSON, or cut off'],
    [renderJson(everyVerdict).slice(0, 2_000), 'it is not JSON, or cut off'],
    ['['.repeat(1_000) + ']'.repeat(1_000), 'it is not JSON, or cut off'],
    ['[]', 'it must be object'],
    ['{"format":"roadtest-history"}', '/version is missing'],
    [JSON.stringify({ ...allPass, format: 'roadtest-history' }), '/format must be roadtest-run'],
    [JSON.stringify({ ...allPass, version: 2 }), '/version must be 1'],
    [JSON.stringify({ ...allPass, startedAt: 'yesterday' }), '/startedAt must match'],
    [JSON.stringify({ ...allPass, outcomes: [{ id: 'x'.repeat(2_000) }] }), '/outcomes/0'],
    [
      JSON.stringify({ ...allPass, outcomes: Array.from({ length: 10_001 }, () => ({})) }),
      'must NOT have more than 10000 items',
    ],
  ])('that is none is refused with what is wrong: %#', (text, problem) => {
    expect(readPastRun(text)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

describe('a history', () => {
  const at = (day: number, change: Partial<Outcome>, run: Partial<Run> = {}) =>
    past(changed(change, { startedAt: `2026-01-${String(day).padStart(2, '0')}T08:00:00Z`, ...run }));

  it('has its runs in the order of their times, and the rows that were ever not a pass', () => {
    const { columns, rows } = historyOf([at(3, {}), at(1, {}), at(2, fail)]);
    expect(columns.map(({ startedAt }) => startedAt.slice(8, 10))).toEqual(['01', '02', '03']);
    expect(rows).toEqual([{ id: 'token/issued', cells: ['pass', 'fail', 'pass'], turns: 2, flaky: false }]);
    expect(historyOf([at(1, {})])).toMatchObject({ rows: [], columns: [{}] });
  });

  it('counts the checks of a run as its report does, and of openings those that drifted', () => {
    const counts = historyOf([
      at(1, {}, opening('PT1H', 'PT1H')),
      at(2, {}, opening('PT2H', 'PT1H')),
    ]).columns.map((column) => column.counts);
    const pass = first.outcomes.length;
    expect(counts).toEqual([{ pass }, { pass, drift: 1 }]);
  });

  it('calls a check flaky that turns and turns, unless something else differs by the reports', () => {
    const verdicts = [{}, fail, {}, fail, {}];
    const flaky = (run: (day: number) => Partial<Run>) =>
      historyOf(verdicts.map((change, day) => at(day + 1, change, run(day)))).rows[0]?.flaky;
    expect(flaky(() => ({}))).toBe(true);
    expect(flaky((day) => ({ seed: day }))).toBe(true);
    expect(flaky((day) => ({ tool: `roadtest ${day}` }))).toBe(false);
    expect(flaky((day) => ({ target: `http://${day}.example` }))).toBe(false);
  });

  it('holds what a report says as text, in each form', () => {
    const told = (text: string) => {
      const run = { ...everyVerdict, target: text, tool: text, profile: text };
      const outcomes = everyVerdict.outcomes.map((outcome) => ({
        ...outcome,
        id: text,
        reason: text,
      }));
      const runs = [
        past({ ...run, startedAt: '2026-01-04T08:00:00Z', outcomes: [] }),
        past({ ...run, outcomes } as Run),
      ];
      const [before, after] = runs as [PastRun, PastRun];
      const history = historyOf(runs);
      const diff = diffOf(before, after);
      return {
        texts: [historyText(history), diffText(diff)],
        comment: diffMarkdown(diff),
      };
    };
    for (const text of Object.values(hostile).map((one) => one.slice(0, 900))) {
      const { texts, comment } = told(text);
      for (const shown of [...texts, comment].map((text) => new Outlet().text(text))) {
        expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
        expect(shown).not.toMatch(/^::|##\[/m);
      }
      expect(comment.replace(/`[^`\n]+`/g, '')).not.toMatch(/[<>@[\]]|http/);
      expect(comment.length).toBeLessThan(4_500);
    }
  });

  it('of whole runs is read in one go', () => {
    const whole = past(wholeRun());
    const broken = past({
      ...wholeRun(),
      outcomes: wholeRun().outcomes.map((outcome) => ({ ...outcome, ...fail })),
    });
    const diff = diffOf(whole, broken);
    expect(diff.counts['new-failure']).toBe(whole.subjects.size - 1);
    expect(diffText(diff).split('\n').length).toBeLessThan(120);
    expect(diffMarkdown(diff)).toMatch(/- … and \d+ more\n/);
  });
});

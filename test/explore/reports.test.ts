/** The findings of an exploration stand in every report of a run. */
import { beforeAll, describe, expect, it } from 'vitest';
import { runOf, withExploration } from '../../contracts/explore/as-run.ts';
import type { Exploration } from '../../contracts/explore/exploration.ts';
import { type ReporterName, reporters } from '../../contracts/report/index.ts';
import { exitOf } from '../../contracts/report/verdict-exit.ts';
import type { Outcome, Run } from '../../contracts/verify/run.ts';
import { sequenceFaults } from '../faults/sequences.ts';
import { exploreSimulator } from './exploring.ts';

const RULE = 'users/updated-keeps-rest';
let exploration: Exploration;
let run: Run;

beforeAll(async () => {
  const rules = sequenceFaults['cached-after-three-reads']?.rules?.();
  const read = { do: 'read', family: 'user', record: 1 } as const;
  const steps = [
    { do: 'create', family: 'user', record: 1 },
    ...[read, read, read],
    { do: 'update', family: 'user', record: 1, fact: 'name' },
    read,
  ] as const;
  exploration = await exploreSimulator(
    { ...(rules && { rules }) },
    { seed: 1, first: [steps], onlyFirst: true },
  );
  run = runOf(exploration);
});

const passed = (id: 'users/updated-keeps-rest' | 'users/replaced'): Outcome => ({
  ...{ id, rule: id, section: '4.2', verdict: 'pass', reason: 'it does', exchanges: [], milliseconds: 1 },
});

it('numbers the exchanges of a history after those of the run, also where one issued the token of another', () => {
  const [failure] = exploration.failures;
  const [first, second] = failure?.exchanges ?? [];
  if (!failure || !first || !second) throw new Error('nothing was exchanged');
  const exchanges = [
    { ...first, index: 40 },
    { ...second, index: 41, issuedBy: 40 },
    { ...second, index: 42, issuedBy: 7 },
  ];
  const before = { ...run, exchanges: [first, second] };
  const { exchanges: all } = withExploration(before, {
    ...exploration,
    failures: [{ ...failure, exchanges }],
  });
  expect(all.slice(2).map(({ index, issuedBy }) => [index, issuedBy])).toEqual([
    [2, undefined],
    [3, 2],
    [4, undefined],
  ]);
});

describe('an exploration that found something', () => {
  it.each(Object.keys(reporters) as ReporterName[])('names the rule in the report %s', (name) => {
    expect(reporters[name].render(run, { full: true })).toContain(RULE);
  });

  it('gives the history step by step, and its exit code', () => {
    const [outcome] = run.outcomes;
    expect(outcome).toMatchObject({ id: RULE, verdict: 'fail' });
    expect(outcome?.reason).toContain('5. PATCH the name of user 1 → taken');
    expect(run.exitCode).toBe(1);
  });

  it('shows the requests of the failure', () => {
    const methods = run.outcomes[0]?.exchanges.map((index) => run.exchanges[index]?.request.method);
    expect(methods?.filter((method) => method === 'PATCH')).toHaveLength(1);
  });

  it('counts in a run of rules in place of the rule that passed, and beside the others', () => {
    const judged: Run = {
      ...run,
      outcomes: [passed(RULE), passed('users/replaced')],
      exchanges: [],
      exitCode: 0,
    };
    const both = withExploration(judged, exploration);
    expect(both.outcomes.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      `${RULE} fail`,
      'users/replaced pass',
    ]);
    expect(exitOf(both, []).code).toBe(1);
    expect(both.exchanges.map(({ index }) => index)).toEqual(both.exchanges.map((_, place) => place));
  });

  it('shows what it went past as accepted, unless it was not asked for', () => {
    const [failure] = exploration.failures;
    if (!failure) throw new Error('nothing was found');
    const past = (why: 'accepted' | 'not-selected') =>
      runOf({ ...exploration, failures: [], gonePast: [{ ...failure, past: why }], exitCode: 0 });
    expect(past('accepted').outcomes).toMatchObject([{ id: RULE, verdict: 'fail', accepted: true }]);
    expect(past('not-selected').outcomes).toEqual([]);
    expect(exitOf(past('accepted'), []).code).toBe(0);
  });

  it('lists once what it left behind and warned of', () => {
    const leftBehind = ['device dev-9'];
    const { leftBehind: left, warnings } = runOf({ ...exploration, leftBehind, warnings: ['slow'] });
    expect({ left, warnings }).toEqual({ left: leftBehind, warnings: ['slow'] });
  });

  it('shows in the HTML report which steps were taken in which state', () => {
    const coverage = { 'groups, deleted > read': 3, 'groups, deleted > <b>': 0 };
    const page = reporters.html.render(withExploration(run, { ...exploration, coverage }));
    expect(page).toContain('id="exploration"');
    expect(page).toContain('groups, deleted');
    expect(page).toContain('1 of 2 pairs of a state and a step');
    expect(page).not.toContain('<b>');
  });
});

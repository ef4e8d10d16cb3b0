/** `roadtest diff`: two reports beside each other, what changed and what it may come of; and all runs that a folder keeps. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Outcome, Run } from '../../contracts/verify/index.ts';
import { line, put } from './line.ts';
import { deployed } from './verifying.ts';

/** The results of a run that passed, in which everything can be changed. */
let passed: Run;
beforeAll(async () => {
  const { url } = await deployed();
  const { out } = await line('verify {url} --only token/issued,token/is-jwt --reporter json', {
    names: { url },
  });
  const given = { profile: 'abc', options: ['--patience 60s'] };
  passed = { ...JSON.parse(out), seed: 7, profile: 'ours', given, observations: [] };
});

type Change = Partial<Outcome>;
/** The run with another outcome of its first check, and other facts. */
const changed = (change: Change = {}, run: Partial<Run> = {}): Run => ({
  ...passed,
  outcomes: passed.outcomes.map((outcome, index) => (index === 0 ? { ...outcome, ...change } : outcome)),
  ...run,
});
const fewer = (run: Partial<Run> = {}): Run => ({ ...passed, outcomes: passed.outcomes.slice(1), ...run });
const opening = (observed: string, pinned?: string): Partial<Run> => ({
  observations: [
    {
      opening: 'token.lifetime',
      observed,
      drift: pinned !== observed,
      exchanges: [],
      ...(pinned !== undefined && { pinned }),
    },
  ],
});
const fail: Change = { verdict: 'fail' };
const accepted: Change = { ...fail, accepted: true };
const open: Change = { verdict: 'inconclusive' };

async function told(before: unknown, after: unknown) {
  put({ 'before.json': before, 'after.json': after });
  const { code, out } = await line('diff before.json after.json --json');
  const { changes, differing } = JSON.parse(out) as { changes: { kind: string }[]; differing: string[] };
  const kinds = changes.map(({ kind }) => (differing.length === 1 ? kind : `${kind}: ${differing.join()}`));
  return { code, changes: kinds };
}

/** The result of the first check, and other facts of the run. */
type Side = [change?: Change | 'left out', run?: Partial<Run>];
const runOf = ([change = {}, run]: Side) => (change === 'left out' ? fewer(run) : changed(change, run));

/** The runs, the exit code, and the kinds of change, with what differs beside the deployment. */
type Row = [what: string, before: Side, after: Side, code: 0 | 1, ...changes: string[]];
const options = ['--patience 60s'];
const other = { given: { profile: 'abd', options }, seed: 1 };
const one = opening('PT1H', 'PT1H');
const pinned = (observed: string, by?: string): Side => [{}, { ...(by && other), ...opening(observed, by) }];
const none = { seed: 1, tool: 'x', profile: null, given: { options: [] } };
const fewerOptions = { given: { profile: 'abc', options: [] } };
const rows: Row[] = [
  ['a pass that stays', [], [], 0],
  ['a pass that fails', [], [fail], 1, 'new-failure'],
  ['a pass that is suspect', [], [{ verdict: 'suspect' }], 1, 'new-failure'],
  ['a pass that met an error of the suite', [], [{ verdict: 'error' }], 1, 'new-failure'],
  ['a pass that drifts', [], [{ verdict: 'drift' }], 1, 'new-drift'],
  ['a pass that is left open', [], [{ ...open, leftOpen: true }], 1, 'lost-reach'],
  ['a pass that is not reached', [], [open], 1, 'lost-reach'],
  ['a pass that is not offered', [], [{ verdict: 'not-applicable' }], 1, 'lost-reach'],
  ['a failure that stays', [fail], [fail], 0, 'still-failing'],
  ['a failure that is accepted', [fail], [accepted], 0, 'accepted'],
  ['an accepted failure that is not any more', [accepted], [fail], 1, 'no-longer-accepted'],
  ['a failure that passes', [fail], [], 0, 'fixed'],
  ['what was not reached, and fails', [open], [fail], 1, 'new-failure'],
  ['what was not reached, and passes', [open], [], 0, 'gained-reach'],
  ['another seed', [], [fail, { seed: 1 }], 1, 'new-failure: deployment,seed'],
  ['another version', [], [fail, { tool: 'roadtest 9.0.0' }], 1, 'new-failure: deployment,roadtest'],
  ['another profile', [], [fail, { profile: 'theirs' }], 1, 'new-failure: deployment,profile'],
  [
    'a profile that says something else',
    [],
    [fail, { given: other.given }],
    1,
    'new-failure: deployment,profile',
  ],
  ['other options', [], [fail, fewerOptions], 1, 'new-failure: deployment,options'],
  ['all of it', [], [fail, none], 1, 'new-failure: deployment,profile,roadtest,options,seed'],
  ['a check that the options leave out', [], ['left out', fewerOptions], 1, 'lost-reach: deployment,options'],
  [
    'a check that the end of the run left out',
    [],
    ['left out', { interrupted: true }],
    1,
    'lost-reach: deployment,ending',
  ],
  [
    'a check that an older version had not',
    ['left out', { tool: 'x' }],
    [],
    0,
    'gained-reach: deployment,roadtest',
  ],
  [
    'the same answer, pinned otherwise',
    [{}, one],
    pinned('PT1H', 'PT2H'),
    1,
    'new-drift: deployment,profile,seed',
  ],
  [
    'another answer, pinned as before',
    [{}, one],
    pinned('PT2H', 'PT1H'),
    1,
    'new-drift: deployment,profile,seed',
  ],
  ['another answer and pin', [{}, one], pinned('PT2H', 'PT3H'), 1, 'new-drift: deployment,profile,seed'],
  ['an answer that is not pinned any more', [{}, one], pinned('PT1H'), 0],
];

describe('two runs', () => {
  it.each<Row>(rows)('with %s', async (_, before, after, code, ...changes) => {
    expect(await told(runOf(before), runOf(after))).toEqual({ code, changes });
  });

  it('are told as text and as a comment, with what differs in words', async () => {
    put({ 'before.json': changed(), 'after.json': changed(fail, { seed: 8 }) });
    const text = await line('diff before.json after.json');
    expect([text.code, text.err]).toEqual([1, '']);
    expect(text.out).toMatch(
      /\nNew failures {2}1\n {2}✘ token\/issued: pass before, fail now\n[\s\S]*\nExit code 1: 1 new failure.*\n$/,
    );
    const comment = await line('diff before.json after.json --reporter markdown');
    expect(comment.out).toMatch(
      /^### ✘ Something is worse\n[\s\S]*\n- ✘ `token\/issued`, pass before, fail now/,
    );
  });

  it('are read with fields that are not known, and what they say is text without effect', async () => {
    const hostile = 'a\u001b[2J\u202e <img src=x> `id` @all [x](http://x)\n::error::x ##[error]y';
    const outcomes = passed.outcomes.map((outcome) => ({
      ...outcome,
      ...fail,
      id: hostile,
      reason: hostile,
      later: { x: 1 },
    }));
    put({
      'before.json': fewer({ outcomes: [] }),
      'after.json': { ...passed, target: hostile, tool: hostile, profile: hostile, outcomes },
    });
    for (const form of ['text', 'markdown']) {
      const { code, out } = await line(`diff before.json after.json --reporter ${form}`);
      expect([form, code]).toEqual([form, 1]);
      expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
      expect(out).not.toMatch(/^::|##\[/m);
      if (form === 'markdown') expect(out.replace(/`[^`\n]+`/g, '')).not.toMatch(/[<>@[\]]|http/);
    }
  });

  it('with many changes have a comment of at most 4,000 characters', async () => {
    const outcomes = Array.from({ length: 300 }, (_, index) => ({
      ...(passed.outcomes[0] as Outcome),
      id: `token/issued-${index}`,
    }));
    put({
      'before.json': { ...passed, outcomes },
      'after.json': { ...passed, outcomes: outcomes.map((one) => ({ ...one, ...fail })) },
    });
    const { out } = await line('diff before.json after.json --reporter markdown');
    expect([out.length < 4_500, out]).toEqual([true, expect.stringMatching(/- … and \d+ more/)]);
  });
});

it.each<[what: string, text: () => unknown, says: string]>([
  ['is empty', () => '', 'it is not JSON, or cut off'],
  ['is cut off', () => JSON.stringify(passed).slice(0, 2_000), 'it is not JSON, or cut off'],
  ['is too deep', () => '['.repeat(1_000) + ']'.repeat(1_000), 'it is not JSON, or cut off'],
  ['is a list', () => [], 'it must be object'],
  ['is of another format', () => ({ ...passed, format: 'roadtest-history' }), '/format must be roadtest-run'],
  ['is of another version', () => ({ ...passed, version: 2 }), '/version must be 1'],
  ['has no time', () => ({ ...passed, startedAt: 'yesterday' }), '/startedAt must match'],
  [
    'has a check of a very long id',
    () => ({ ...passed, outcomes: [{ id: 'x'.repeat(2_000) }] }),
    '/outcomes/0',
  ],
  [
    'has too many checks',
    () => ({ ...passed, outcomes: Array.from({ length: 10_001 }, () => ({})) }),
    'must NOT have more than 10000 items',
  ],
])('a report that %s is refused with what is wrong', async (_, text, says) => {
  put({ 'before.json': changed(), 'bad.json': text() });
  const { code, out, err } = await line('diff before.json bad.json');
  expect([code, out, err]).toEqual([2, '', expect.stringContaining('[REPORT_INVALID]')]);
  expect(err).toContain(says);
});

describe('the runs of a folder', () => {
  const at = (day: number, change: Change, run: Partial<Run> = {}): Run =>
    changed(change, { startedAt: `2026-01-${String(day).padStart(2, '0')}T08:00:00Z`, ...run });
  interface Column {
    startedAt: string;
    changed: string[];
    counts: { [status: string]: number };
  }
  interface Told {
    columns: Column[];
    rows: { id: string; cells: string[]; turns: number; flaky: boolean }[];
  }
  let place = 0;
  const history = async (runs: readonly unknown[]) => {
    const folder = `kept-${place++}`;
    put(Object.fromEntries(runs.map((run, index) => [`${folder}/run-${index}.json`, run])));
    const { code, out } = await line(`diff ${folder} --json`);
    expect(code).toBe(0);
    return { folder, ...(JSON.parse(out) as Told) };
  };

  it('are in the order of their times, with a row for each check that was ever not a pass', async () => {
    const { columns, rows: shown } = await history([at(3, {}), at(1, {}), at(2, fail)]);
    expect(columns.map(({ startedAt }) => startedAt.slice(8, 10))).toEqual(['01', '02', '03']);
    expect(shown).toEqual([{ id: 'token/issued', cells: ['pass', 'fail', 'pass'], turns: 2, flaky: false }]);
    expect((await history([at(1, {})])).rows).toEqual([]);
  });

  it('are counted as their reports do, with openings that drifted, and say which facts changed', async () => {
    const runs = [
      at(1, {}, opening('PT1H', 'PT1H')),
      at(2, {}, { ...opening('PT2H', 'PT1H'), profile: 'theirs' }),
    ];
    const { columns } = await history(runs);
    const pass = passed.outcomes.length;
    expect(columns.map(({ counts }) => counts)).toEqual([{ pass }, { pass, drift: 1 }]);
    expect(columns.map((column) => column.changed)).toEqual([[], ['profile']]);
  });

  it.each<[what: string, flaky: boolean, run: (day: number) => Partial<Run>]>([
    ['while nothing else changes', true, () => ({})],
    ['while the seed changes', true, (day) => ({ seed: day })],
    ['while the version changes', false, (day) => ({ tool: `roadtest ${day}` })],
    ['while the address changes', false, (day) => ({ target: `http://${day}.example` })],
  ])('have a check that turns and turns %s: flaky is %s', async (_, flaky, run) => {
    const verdicts = [{}, fail, {}, fail, {}].map((change, day) => at(day + 1, change, run(day)));
    const { rows: shown, folder } = await history(verdicts);
    expect(shown).toMatchObject([{ id: 'token/issued', turns: flaky ? 4 : 0, flaky }]);
    const { out } = await line(`diff ${folder}`);
    expect(out.includes('flaky: turned 4 times')).toBe(flaky);
    expect(out).toMatch(/token\/issued +✔✘✔✘✔/);
  });

  it('leave out what is no report, and name it', async () => {
    const { folder } = await history([at(1, {})]);
    put({
      [`${folder}/cut.json`]: JSON.stringify(passed).slice(0, 900),
      [`${folder}/foreign.json`]: '{"format":"\\u001b[2J<script>"}',
      [`${folder}/notes.txt`]: 'not read',
    });
    const { code, err } = await line(`diff ${folder}`);
    expect([code, err.trimEnd().split('\n').length]).toEqual([0, 2]);
    expect(err).toContain('warning cut.json is left out: it is not JSON, or cut off.');
    expect(err).toMatch(/warning foreign\.json is left out: it is not the JSON report of a run/);
  });
});

/** One deployment, thirty runs: what broke and was mended shows in the history, and each change has the causes that the reports leave. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Diff } from '../../cli/comparing/diff.ts';
import type { History } from '../../cli/comparing/history.ts';
import { deviationFrom } from '../../cli/serving/deviation.ts';
import { deviantSimulator } from '../../simulator/deviations/apply.ts';
import { launchHere } from '../command/roadtest.ts';
import { demo, deployed, folder } from '../command/verifying.ts';
import { turns } from '../sample.ts';

const REPLACED = 'groups/replaced';
const COUNTRIES = 'users/countries-listed';
const RUNS = 30;

/** The runs in which a rule is broken. */
const broken: { readonly [run: number]: string } = {
  4: REPLACED,
  5: REPLACED,
  10: COUNTRIES,
  12: COUNTRIES,
  14: COUNTRIES,
  20: REPLACED,
};
const pinned = 'roadtest: 1\nname: pinned\nopenings:\n  token.lifetime: PT8H\n';
/** Options of one run: another seed, fewer rules, another profile. */
const otherwise: { readonly [run: number]: readonly string[] } = {
  20: ['--seed', '8'],
  23: ['--only', 'token/issued'],
  25: ['--profile', 'pinned.yaml'],
};

const roadtest = (...words: string[]) =>
  launchHere(words, { cwd: folder, env: { ...demo, XDG_STATE_HOME: folder } }).ended;
const kept = () =>
  readdirSync(join(folder, 'runs'))
    .filter((name) => name.startsWith('run-'))
    .sort();

const isTold = turns(4)();

let history: History;
if (isTold)
  beforeAll(async () => {
    const broke = { now: '' };
    const deviants = [REPLACED, COUNTRIES].map(
      (rule) => [rule, deviantSimulator(deviationFrom(rule))] as const,
    );
    const { url } = await deployed({
      around: (plain) => (call) => (deviants.find(([rule]) => rule === broke.now)?.[1].handle ?? plain)(call),
    });
    writeFileSync(join(folder, 'pinned.yaml'), pinned);
    for (let run = 0; run < RUNS; run++) {
      broke.now = broken[run] ?? '';
      const only = ['--only', `token/issued,${REPLACED},${COUNTRIES}`, '--seed', '7'];
      const own = otherwise[run] ?? [];
      const words = only.filter((_, index) => !own.includes(only[index - (index % 2)] ?? ''));
      await roadtest('verify', url, '--in-place', '--history', 'runs', ...words, ...own);
    }
    for (const [, simulator] of deviants) simulator.stop();
    writeFileSync(
      join(folder, 'runs', 'cut.json'),
      readFileSync(join(folder, 'runs', kept()[0] ?? '')).subarray(0, 900),
    );
    writeFileSync(join(folder, 'runs', 'foreign.json'), '{"format":"\\u001b[2J<script>"}');
    const { out } = await roadtest('diff', 'runs', '--json');
    history = JSON.parse(out);
  }, 120_000);

const diff = async (before: number, after: number) => {
  const names = kept();
  const files = [before, after].map((run) => join('runs', names[run] ?? ''));
  const { code, out } = await roadtest('diff', ...files, '--json');
  return { code, diff: JSON.parse(out) as Diff };
};
const told = (diff: Diff, kind: string) =>
  diff.changes.filter((change) => change.kind === kind).map(({ id, causes }) => `${id}: ${causes.join()}`);

describe.runIf(isTold)('a history', () => {
  it('has a file for each run', () => {
    expect(kept()).toHaveLength(RUNS);
  });

  it('has a row for each check that was ever not a pass, and says which turns again and again', () => {
    const row = (id: string) => history.rows.find((one) => one.id === id);
    const failed = (id: string) => row(id)?.cells.flatMap((status, run) => (status === 'fail' ? [run] : []));
    expect(history.columns).toHaveLength(RUNS);
    expect(failed(REPLACED)).toEqual([4, 5, 20]);
    expect(failed(COUNTRIES)).toEqual([10, 12, 14]);
    expect(row(COUNTRIES)).toMatchObject({ turns: 6, flaky: true });
    expect(row('token/issued')).toBeUndefined();
    expect(
      history.columns.map(({ changed }, run) => [run, changed]).filter(([, changed]) => `${changed}` !== ''),
    ).toEqual([
      [23, ['options']],
      [24, ['options']],
      [25, ['profile']],
      [26, ['profile']],
    ]);
  });

  it('is shown as text, and says what of the folder is no run', async () => {
    const { code, out, err } = await roadtest('diff', 'runs');
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`${COUNTRIES} +✔{10}✘✔✘✔✘✔{8} ✔.✔{4} {2}flaky: turned 6 times\n`));
    expect(err).toContain('warning cut.json is left out: it is not JSON, or cut off.');
    expect(err).toMatch(/warning foreign\.json is left out: it is not the JSON report of a run/);
  });

  it('of a folder without runs is an error', async () => {
    mkdirSync(join(folder, 'empty'), { recursive: true });
    expect(await roadtest('diff', 'empty')).toMatchObject({
      code: 2,
      err: expect.stringContaining('[HISTORY_EMPTY]'),
    });
    expect(await roadtest('diff', 'nowhere')).toMatchObject({
      code: 2,
      err: expect.stringContaining('[FILE_NOT_READABLE]'),
    });
  });
});

describe.runIf(isTold)('two runs of it', () => {
  it.each<[string, number, number, 0 | 1, string, string[]]>([
    ['that broke with nothing else', 3, 4, 1, 'new-failure', [`${REPLACED}: deployment`]],
    ['still broken', 4, 5, 0, 'still-failing', [`${REPLACED}: `, 'records.group: ']],
    ['mended', 5, 6, 0, 'fixed', [`${REPLACED}: deployment`, 'records.group: deployment']],
    ['that broke with another seed', 19, 20, 1, 'new-failure', [`${REPLACED}: deployment,seed`]],
    [
      'of fewer rules',
      22,
      23,
      1,
      'lost-reach',
      [`${REPLACED}: options`, `${REPLACED}-spares-others: options`, `${COUNTRIES}: options`],
    ],
    [
      'of more rules',
      23,
      24,
      0,
      'gained-reach',
      [`${REPLACED}: options`, `${REPLACED}-spares-others: options`, `${COUNTRIES}: options`],
    ],
    ['by a profile that pins otherwise', 24, 25, 1, 'new-drift', ['token.lifetime: profile']],
  ])('%s', async (_, before, after, code, kind, expected) => {
    const found = await diff(before, after);
    expect(found.code).toBe(code);
    expect(told(found.diff, kind)).toEqual(expected);
  });

  it('that differ in nothing have no change', async () => {
    const found = await diff(0, 29);
    expect(found).toMatchObject({ code: 0, diff: { changes: [], differing: ['deployment'] } });
  });

  it('are told as text and as a comment', async () => {
    const files = [19, 20].map((run) => join('runs', kept()[run] ?? ''));
    const text = await roadtest('diff', ...files);
    expect(text.code).toBe(1);
    expect(text.out).toMatch(
      /\nNew failures {2}1\n {2}✘ groups\/replaced: pass before, fail now, by one of the deployment, the seed\n[\s\S]*\nExit code 1: 1 new failure.*\n$/,
    );
    const comment = await roadtest('diff', ...files, '--reporter', 'markdown');
    expect(comment.out).toMatch(
      /^### ✘ Something is worse\n[\s\S]*\n- ✘ `groups\/replaced`, pass before, fail now, by one of /,
    );
  });

  it.each([
    [['runs/cut.json', 'runs/cut.json'], 'REPORT_INVALID'],
    [['nowhere.json', 'nowhere.json'], 'FILE_NOT_READABLE'],
    [['runs/cut.json'], 'MISSING_ARGUMENT'],
    [['runs/cut.json', 'runs/cut.json', '--reporter', 'html'], 'UNKNOWN_REPORTER'],
  ])('that are none end with 2: %j', async (words, code) => {
    expect(await roadtest('diff', ...words)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`[${code}]`),
    });
  });
});

/** Accepted failures: what a file of them says of a run, in every report, and the files that are refused. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { baselineOf } from '../../../contracts/report/baseline.ts';
import { type BaselineEntry, baselineText, parseBaseline } from '../../../contracts/report/baseline-file.ts';
import { concluded } from '../../../contracts/report/exit.ts';
import { reporters } from '../../../contracts/report/index.ts';
import { launchHere } from '../roadtest.ts';
import { folder } from '../started.ts';
import { allPass, everyVerdict, hostile } from './runs.ts';

/** A search that found nothing. */
const search = {
  ...{ themes: ['groups'], histories: 1, steps: 9, judged: 9, untaken: 0, brokenOff: 0, gaveUp: false },
  ...{ requests: 9, devices: 0, failures: [] },
};
const with_ = (...baseline: BaselineEntry[]) => concluded(everyVerdict, { baseline, requirements: [] });

describe('what an entry does', () => {
  const rows: [
    id: string,
    until: string | undefined,
    accepted: string[],
    stale: boolean,
    expired: boolean,
  ][] = [
    ['groups/replaced', undefined, ['groups/replaced'], false, false],
    [
      'limits/stops-at-limit',
      undefined,
      ['limits/stops-at-limit/sms', 'limits/stops-at-limit/email'],
      false,
      false,
    ],
    ['auth/bearer-accepted/readGroup', undefined, ['auth/bearer-accepted/readGroup'], false, false],
    ['users/countries-listed', undefined, ['users/countries-listed'], false, false],
    ['token/issued', undefined, [], true, false],
    ['devices/posted-alert-is-taken', undefined, [], true, false],
    ['operations/readUser', undefined, [], false, false],
    ['users/created-is-listed', undefined, [], false, false],
    ['groups/replaced', '2026-01-05', ['groups/replaced'], false, false],
    ['groups/replaced', '2026-01-04', [], false, true],
    ['token/issued', '2025-12-31', [], true, false],
  ];
  test.each(rows)('%s until %s: accepts %j, stale %s, expired %s', (id, until, accepted, stale, expired) => {
    const run = with_({ id, ...(until && { until }) });
    expect({
      accepted: run.outcomes.filter((one) => one.accepted).map((one) => one.id),
      stale: run.staleBaseline.includes(id as never),
      expired: (run.expiredBaseline ?? []).some((one) => one.id === id),
    }).toEqual({ accepted, stale, expired });
  });

  test('each report has its words, and its code once it is over', () => {
    const said = { id: 'limits/stops-at-limit', reason: 'known to the vendor', ticket: 'OPS-17' };
    const run = with_({ ...said, until: '2099-12-31' });
    const late = with_({ ...said, until: '2025-12-31' });
    for (const name of ['text', 'markdown', 'html', 'junit'] as const)
      expect(reporters[name].render(run).replace(/\s+/g, ' '), name).toContain(
        'known to the vendor (OPS-17, until 2099-12-31)',
      );
    for (const name of ['text', 'json', 'junit', 'html', 'github', 'markdown'] as const)
      expect(reporters[name].render(late), name).toMatch(/BASELINE_EXPIRED|"expiredBaseline": \[/);
  });

  test('an entry that has expired fails a run that did not reach its rule, and a search', () => {
    const baseline = [{ id: 'operations/readUser', until: '2025-12-31' }];
    expect(concluded(allPass, { baseline, requirements: [] }).conclusion).toMatch(
      /^1: the baseline has expired: operations\/readUser; /,
    );
    const explored = { ...allPass, outcomes: [], explored: search };
    expect(concluded(explored, { baseline }).exitCode).toBe(1);
    const valid = [{ id: 'operations/readUser', until: '2026-12-31' }];
    expect(concluded(explored, { baseline: valid }).exitCode).toBe(0);
  });
});

test('one that is written accepts its run, keeps the words that it has, and leaves out what is stale', () => {
  const known = [
    { id: 'limits/stops-at-limit', reason: 'a vendor', ticket: 'OPS-17', until: '2026-03-31' },
    { id: 'groups/replaced', until: '2025-01-01' },
    { id: 'token/issued', reason: 'passes now' },
    { id: 'operations/readUser', reason: 'not reached' },
  ];
  const written = [known[0], known[1], known[3], { id: 'users/countries-listed', reason: '' }];
  expect(baselineOf(everyVerdict, known)).toEqual(written);
  for (const file of ['b.yaml', 'b.json'])
    expect(parseBaseline(baselineText(baselineOf(everyVerdict, known), file), file)).toEqual(written);
  const text = baselineText(baselineOf(everyVerdict), 'b.yaml');
  expect(text).toMatch(/^# /);
  expect(text).not.toContain(hostile.markup);
  const run = with_(...parseBaseline(text, 'b.yaml'));
  expect(run.outcomes.filter(({ verdict, accepted }) => verdict === 'fail' && !accepted)).toEqual([]);
});

const refused = [
  ['[1', 'BASELINE_SYNTAX', 'b.yaml:1'],
  ['a: 1', 'BASELINE_INVALID', 'this must be a list'],
  ['- token/issued', 'BASELINE_INVALID', 'b.yaml:1: this must be a map of names and values'],
  ['- id: token/issued\n- reason: x', 'BASELINE_INVALID', 'b.yaml:2: "id" is missing'],
  ['- id: 7', 'BASELINE_INVALID', 'b.yaml:1: this must be text, not 7'],
  ['- id: token/issued\n  why: x', 'BASELINE_INVALID', 'there is no field "why" here'],
  ['- id: token/issued\n- id: token/issued', 'BASELINE_INVALID', 'b.yaml:2: "token/issued" is given twice'],
  ['- id: token/issued\n  ticket: 17', 'BASELINE_INVALID', 'b.yaml:2: this must be text, not 17'],
  ['- id: token/issued\n  until: 2026-02-30', 'BASELINE_INVALID', '"2026-02-30" is no day'],
  ['- {"__proto__": {"id": "x"}}', 'BASELINE_SYNTAX', '"__proto__"'],
  ['- id: token/issued\n  id: token/renewal', 'BASELINE_SYNTAX', 'b.yaml:2: "id" is given twice'],
  ['- !!binary aGk=', 'BASELINE_SYNTAX', 'b.yaml:1: this tag'],
  ['- id: "\\e[2J"', 'BASELINE_INVALID', '\\u001b[2J'],
  ['- id: limits/stop-at-limit/sms', 'BASELINE_INVALID', 'Did you mean limits/stops-at-limit/sms'],
  ['['.repeat(20_000), 'BASELINE_SYNTAX', 'b.yaml'],
  [' '.repeat(1_100_000), 'FILE_TOO_LARGE', 'more than 1 MiB'],
].map(([text = '', code = '', words = '']) => ({ text, shown: text.slice(0, 40), code, words }));

test.each(refused)('the file $shown is refused as $code: $words', async ({ text, code, words }) => {
  writeFileSync(join(folder, 'b.yaml'), text);
  const line = ['verify', 'http://127.0.0.1:9', '--baseline', 'b.yaml'];
  const { code: ended, err } = await launchHere(line, { cwd: folder }).ended;
  const said = err.replace(/\s+/g, ' ').toLowerCase();
  expect({ ended, said }).toEqual({ ended: 2, said: expect.stringContaining(words.toLowerCase()) });
  expect(err).toContain(`[${code}]`);
});

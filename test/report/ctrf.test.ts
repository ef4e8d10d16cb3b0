import { type CTRFReport, validate } from 'ctrf';
import { describe, expect, it } from 'vitest';
import { renderCtrf } from '../../contracts/report/ctrf.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { allPass, empty, everyVerdict, hostile, interrupted } from './runs.ts';

const read = (run: Run) => JSON.parse(renderCtrf(run)) as CTRFReport;

describe('the CTRF report', () => {
  it.each(Object.entries({ everyVerdict, allPass, empty, interrupted }))(
    'keeps to the schema: %s',
    (_, run) => {
      expect(validate(read(run))).toMatchObject({ valid: true });
    },
  );

  it('is held to a schema that refuses what is wrong', () => {
    const report = read(everyVerdict);
    expect(validate({ ...report, reportFormat: 'other' })).toMatchObject({ valid: false });
  });

  it('counts what it lists, and keeps our verdicts beside its own words', () => {
    const { summary, tests, tool } = read(everyVerdict).results;
    expect(tool).toEqual({ name: 'roadtest', version: '0.1.0' });
    expect(summary).toMatchObject({
      tests: 16,
      passed: 3,
      failed: 8,
      skipped: 1,
      pending: 0,
      other: 4,
      duration: 1840,
    });
    expect(summary.stop - summary.start).toBe(1840);
    const raw = Object.fromEntries(
      tests.map(({ name, status, rawStatus }) => [name, `${status} ${rawStatus}`]),
    );
    expect(raw).toMatchObject({
      'token/issued': 'passed pass',
      'limits/stops-at-limit/sms': 'failed fail',
      'users/created-is-listed': 'failed error',
      'auth/bearer-accepted/readGroup': 'failed suspect',
      'users/countries-listed': 'failed left-open',
      'operations/readUser': 'other inconclusive',
      'token/expires-iso-utc': 'failed drift',
      'limits/stops-at-limit/email': 'other accepted',
      'devices/posted-alert-is-taken': 'skipped not-applicable',
    });
  });

  it('reports a failure with its section, and nothing that draws on a terminal', () => {
    const failed = read(everyVerdict).results.tests.find(({ name }) => name === 'groups/replaced');
    expect(failed?.suite).toEqual(['§ 4.2 All other operations', 'groups/replaced']);
    expect(failed?.trace).toContain(hostile.markup);
    expect(failed?.trace).not.toContain('\u001b');
    expect(failed?.message).toContain('\\u001b[2J');
  });
});

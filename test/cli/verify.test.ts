/** `roadtest verify` on deployments that answer: what is judged, what is reported, and the exit code. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allJudged } from '../../cli/verifying/selection.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { cli, deployed, folder } from '../command/verifying.ts';
import { oneIn, SEED, turns } from '../sample.ts';

const inTurn = turns(4);

/** What a run says before it moves a deployment's time. */
const MOVES =
  "The run may bring the deployment's time forward, by at most 400 days in all (--max-advance).\n";

/** A run as `--json` prints it. */
async function recorded(...words: string[]): Promise<Run> {
  return JSON.parse((await cli(['verify', ...words, '--json'])).out) as Run;
}

describe('a simulator', () => {
  it('is verified as it is served: every rule judged, none inconclusive, with at most 1,200 requests, and no more than planned', async () => {
    const deployment = await deployed();
    const { url, simulator } = deployment;
    const { out: planned } = await cli(['verify', url, '--plan', '--json']);
    const { totals } = JSON.parse(planned) as { totals: { judged: number; requests: number; stays: object } };
    expect(totals.judged).toBe(allJudged.length);
    const ids = () => [
      simulator.fleet.groups.ids(),
      simulator.fleet.users.ids(),
      simulator.fleet.devices.list().map(({ id }) => id),
    ];
    const before = ids();
    const { code, out, err } = await cli([
      ...['verify', url, '--in-place', '--require', 'inconclusive=0', '--seed', `${SEED}`],
    ]);
    const requests = deployment.calls.length + deployment.control.length;
    expect(requests).toBeLessThanOrEqual(Math.min(1_200, totals.requests));
    // Nothing is left behind, and a journal of our own is gone with it.
    expect([ids(), totals.stays]).toEqual([before, { devices: 0, licences: 0 }]);
    expect(readdirSync(join(folder, 'roadtest/journals'))).toEqual([]);
    // A slow machine is reported to be still running.
    expect({ code, err: err.replace(/^\d+ of \d+ checks done\n/gm, '') }).toEqual({ code: 0, err: MOVES });
    expect(out).toMatch(
      new RegExp(`${allJudged.length} pass · [\\s\\S]*; ${allJudged.length} of ${allJudged.length} judged`),
    );
    expect(out).toMatch(/§ 8 Limits/);
    expect(out).not.toContain('\u001b');
  });

  it('that breaks a rule ends with exit code 1, the rule, both sides, and a line that shows it again', async () => {
    const { url } = await deployed({ deviate: 'limits/stops-at-limit/sms' });
    const { code, out, err } = await cli(['verify', url, '--only', 'limits/stops']);
    expect(code).toBe(1);
    expect(err).toContain('fail limits/stops-at-limit/sms');
    expect(out).toMatch(/limits\/stops-at-limit\/sms[\s\S]*expected[\s\S]*observed[\s\S]*curl/);
    expect(out).toMatch(/\d fail/);
  });

  it.runIf(inTurn())(
    'of another dialect serves it by itself, and its address is the one that it prints',
    async () => {
      const { readFileSync: read } = await import('node:fs');
      const { parseProfile } = await import('../../contracts/profile/index.ts');
      const path = new URL('../../contracts/profile/examples/enveloped.yaml', import.meta.url);
      const profile = parseProfile(read(path, 'utf8'), 'enveloped.yaml');
      const { url } = await deployed({ profile });
      const run = await recorded(url + profile.basePath, '--only', 'token/,operations/,groups/');
      expect(
        run.outcomes.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable'),
      ).toEqual([]);
      expect(run.profile).toBe(profile.name);
    },
  );
});

describe('a simulator with a control token', () => {
  it('is verified in full with it, and says so without', async () => {
    const { url } = await deployed({ controlToken: 'lock-and-key' });
    const env = { ROADTEST_CONTROL_TOKEN: 'lock-and-key' };
    const words = ['verify', url, '--in-place', '--only', 'limits/zero-sends-none'];
    expect(await cli(words, { env })).toMatchObject({ code: 0, err: MOVES });
    expect(await cli(words)).toMatchObject({
      code: 3,
      err: expect.stringContaining('ROADTEST_CONTROL_TOKEN'),
    });
  });
});

describe('what is judged', () => {
  it('is chosen by the beginnings of ids', async () => {
    const { url } = await deployed();
    const run = await recorded(url, '--only', 'limits/us,limits/per,token/issued', '--skip', 'limits/usage');
    const ids = run.outcomes.map(({ id }) => id);
    expect(ids).toContain('token/issued');
    expect(ids).toContain('limits/per-device/sms');
    expect(ids.filter((id) => !/^(limits\/(?!usage)|token\/issued)/.test(id))).toEqual([]);
  });

  const areas = ['token', 'auth', 'operations', 'devices', 'groups', 'users', 'limits', 'expiry', 'licences'];

  it.runIf(inTurn()).each(oneIn(9, areas))('can be %s alone, with nothing else run before', async (area) => {
    const { url } = await deployed();
    expect(await cli(['verify', url, '--only', `${area}/`, '--require', 'inconclusive=0'])).toMatchObject({
      code: 0,
    });
  });

  it('is listed by --list, for programs too, without an address', async () => {
    const { code, out } = await cli(['verify', '--list']);
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toHaveLength(allJudged.length);
    const { out: json } = await cli(['verify', '--list', '--only', 'limits/per-device', '--json']);
    expect(JSON.parse(json)).toMatchObject([
      {
        id: 'limits/per-device/email',
        rule: 'limits/per-device',
        sections: ['1', '8'],
        needs: [expect.any(String)],
      },
      { id: 'limits/per-device/sms' },
    ]);
  });

  it.runIf(inTurn())('is what failed last, with --rerun-failed, until it holds', async () => {
    const broken = await deployed({ deviate: 'users/countries-listed' });
    expect(await cli(['verify', broken.url, '--only', 'users/countries'])).toMatchObject({ code: 1 });
    // Others are judged in between; what failed is still kept in mind.
    expect(await cli(['verify', broken.url, '--only', 'token/'])).toMatchObject({ code: 0 });
    const again = await recorded(broken.url, '--rerun-failed');
    expect(again.outcomes.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['users/countries-listed', 'fail'],
    ]);
    const other = await cli(['verify', broken.url, '--rerun-failed', '--only', 'token/']);
    expect(other.err).toContain('NOTHING_TO_RERUN');
  });
});

describe('--plan', () => {
  it('sends nothing at all, and reports what a run would', async () => {
    const deployment = await deployed();
    const { code, out } = await cli(['verify', deployment.url, '--plan']);
    expect(code).toBe(0);
    expect(deployment.calls.length + deployment.control.length).toBe(0);
    expect(out).toContain('limits/stops-at-limit/sms');
    expect(out).toMatch(/At most: \d+ judged, \d+ messages, .*devices? created; about \d+ requests/);
  });
});

describe('--read-only', () => {
  it('creates and changes nothing, and reports what would unlock the rest', async () => {
    const deployment = await deployed();
    const { fleet, clock } = deployment.simulator;
    const world = () =>
      JSON.stringify([fleet.groups.list(), fleet.users.list(), fleet.devices.list(), fleet.account.view()]);
    const before = [world(), clock.now()];
    const { code, out } = await cli(['verify', deployment.url, '--read-only']);
    expect(code).toBe(0);
    expect([world(), clock.now()]).toEqual(before);
    expect(fleet.outbox.sent).toBe(0);
    expect(deployment.control.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(out).toContain('without --read-only');
  });
});

describe('reports', () => {
  it.runIf(inTurn())('are written into a folder, all of them, and text is printed too', async () => {
    const { url } = await deployed({ deviate: 'token/is-jwt' });
    const words = [
      'verify',
      url,
      '--only',
      'token/',
      '--reporter',
      'text,json,junit,html,github,markdown',
      '--output',
      'all/reports',
    ];
    const { code, out, err } = await cli(words);
    expect(code).toBe(1);
    expect(readdirSync(join(folder, 'all/reports')).sort()).toEqual([
      'github.txt',
      'junit.xml',
      'report.html',
      'report.md',
      'report.txt',
      'run.json',
    ]);
    const read = (name: string) => readFileSync(join(folder, 'all/reports', name), 'utf8');
    expect(read('junit.xml')).toContain('<testsuites');
    expect(read('report.html')).toMatch(/^<!doctype html>/i);
    expect((JSON.parse(read('run.json')) as Run).exitCode).toBe(1);
    expect(out).toContain('::error title=');
    expect(out).toContain('token/is-jwt');
    expect(err).toContain('report.html');
  });

  it.runIf(inTurn())('are printed where one alone is asked for', async () => {
    const { url } = await deployed();
    const { out } = await cli(['verify', url, '--only', 'token/', '--reporter', 'junit']);
    expect(out).toMatch(/^<\?xml/);
  });

  it('of a run that could not begin are left out; its record is not', async () => {
    const { url } = await deployed();
    const env = { ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'wrong' };
    const { code, out } = await cli(['verify', url, '--json'], { env });
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ exitCode: 2, problem: { code: 'CREDENTIALS_REFUSED' } });
  });
});

describe('the bar', () => {
  it('is set by --require: what must not stay open ends with exit code 3', async () => {
    const { url } = await deployed();
    const read = ['verify', url, '--read-only', '--only', 'token/,users/', '--require'];
    expect(await cli([...read, 'inconclusive=0'])).toMatchObject({ code: 3 });
    expect(await cli([...read, 'judged>=10%,fail=0'])).toMatchObject({ code: 0 });
  });

  it('is not met by a run that judged nothing', async () => {
    const { url } = await deployed();
    expect(await cli(['verify', url, '--read-only', '--only', 'limits/'])).toMatchObject({ code: 3 });
  });

  it('leaves out the failures of a baseline, and fails for an entry whose rule passes now', async () => {
    const { url } = await deployed({ deviate: 'users/countries-listed' });
    const baseline = (...ids: string[]) =>
      writeFileSync(
        join(folder, 'baseline.yaml'),
        ids.map((id) => `- id: ${id}\n  reason: known\n`).join(''),
      );
    const listed = 'users/countries,users/time-zones';
    const words = ['verify', url, '--only', listed, '--baseline', 'baseline.yaml'];
    baseline('users/countries-listed');
    const accepted = await cli(words);
    expect(accepted.code).toBe(0);
    expect(accepted.out).toContain('accepted');
    baseline('users/countries-listed', 'users/time-zones-listed');
    const stale = await cli(words);
    expect(stale.code).toBe(1);
    expect(stale.out).toMatch(/stale or expired[\s\S]*users\/time-zones-listed/);
    baseline('users/countries-lister');
    expect(await cli(words)).toMatchObject({
      code: 2,
      err: expect.stringContaining('users/countries-listed'),
    });
  });

  it('a profile that pins something else is drift, and ends with exit code 4', async () => {
    const { url } = await deployed();
    const profile = {
      roadtest: 1,
      name: 'pinned',
      openings: { 'token.status': { issued: 200, refused: 403 } },
    };
    writeFileSync(join(folder, 'pinned.json'), JSON.stringify(profile));
    const { code, out } = await cli(['verify', url, '--profile', 'pinned.json', '--only', 'token/']);
    expect(code).toBe(4);
    expect(out).toContain('token.status');
  });
});

describe('progress', () => {
  it.runIf(inTurn())('is drawn over itself on a terminal, and is gone at the end', async () => {
    const { url } = await deployed();
    const { out, err } = await cli(['verify', url, '--only', 'token/'], { watched: true });
    expect(err).toMatch(/━/);
    expect(err.split('\r\u001B[2K').at(-1)).toBe('');
    expect(out).not.toContain('\r');
  });
});

describe('what is left behind', () => {
  it.runIf(inTurn())('is written down in the journal that is named, before it is made', async () => {
    const seen: boolean[] = [];
    const journal = join(folder, 'named.jsonl');
    const { url } = await deployed({
      onCall: ({ method, target }) => {
        if (method === 'POST' && target === '/api/groups')
          seen.push(existsSync(journal) && /"intend"/.test(readFileSync(journal, 'utf8')));
      },
    });
    await cli(['verify', url, '--only', 'groups/created-can-be-read', '--journal', journal]);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every(Boolean)).toBe(true);
    expect(readFileSync(journal, 'utf8')).toContain('"removed"');
  });
});

/** `roadtest play STORY --target` as it is typed. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { play } from '../../../cli/commands/play.ts';
import type { TargetReport } from '../../../cli/playing/target/report.ts';
import type { ProcessStreams } from '../../../cli/process-streams.ts';
import { run } from '../../../cli/run.ts';
import { turns } from '../../sample.ts';
import { deployed, folder } from '../verifying.ts';
import { testIo } from '../world.ts';

const inTurn = turns(4);

async function cli(words: readonly string[], given: Partial<ProcessStreams> = {}) {
  const io = testIo({ cwd: folder, ...given, env: { XDG_STATE_HOME: folder, ...given.env } });
  const code = await run({ play: async () => play }, ['play', ...words], io);
  return { code, ...io.written() };
}

describe('a shipped story on a simulator', () => {
  it('is played, reported and cleaned up after; nothing is left of its journal', async () => {
    const { url, simulator } = await deployed({ devices: 5, groups: 0, users: 1 });
    const { code, out, err } = await cli(['first-day', '--target', url, '--speed', 'max'], { watched: true });
    expect([code, err.includes('error')]).toEqual([0, false]);
    expect(out).toContain('no refusal that the story did not expect');
    expect(out).toMatch(/postLocations +\d+ +\d+ +0 +0/);
    expect(err).toContain('░');
    expect(simulator.fleet.groups.list()).toEqual([]);
    expect(simulator.fleet.log.counts['location-recorded']).toBeGreaterThan(100);
    expect(readdirSync(`${folder}/roadtest/journals`)).toEqual([]);
  });

  it.runIf(inTurn())('is reported as JSON, up to a moment', async () => {
    const { url } = await deployed({ devices: 5 });
    const words = [
      'first-day',
      '--target',
      url,
      '--speed',
      'max',
      '--until',
      '20m',
      '--report',
      'json',
      '--time',
      'story',
    ];
    const { code, out } = await cli(words);
    const report = JSON.parse(out) as TargetReport;
    expect(code).toBe(0);
    expect(report).toMatchObject({
      format: 'roadtest-target',
      version: 1,
      story: 'first-day',
      time: 'story',
      ended: 'finished',
    });
    expect(Date.parse(report.until) - Date.parse(report.from)).toBe(20 * 60_000);
    expect(report.operations.find(({ operation }) => operation === 'postLocations')?.served).toBeGreaterThan(
      50,
    );
  });

  it.runIf(inTurn())('ends with 1 when the deployment refuses what the story does', async () => {
    const { url, simulator } = await deployed({ devices: 5 });
    simulator.fleet.limits.set(1, { expires: true, expirationDate: '2026-01-06' });
    const words = ['first-day', '--target', url, '--speed', 'max', '--until', '20m'];
    const { code, out } = await cli(words);
    expect(code).toBe(1);
    expect(out).toContain('refused unexpectedly');
    expect(out).toMatch(/\d+ × postLocations: status 409/);
    const junit = await cli([...words, '--report', 'junit']);
    expect(junit.code).toBe(1);
    expect(junit.out).toMatch(
      /<testcase name="postLocations: no refusal [^>]*>\s*<failure type="refusal" message="\d+ × postLocations: status 409/,
    );
  });
});

it('a deployment that is lost is an error of the report for build servers', async () => {
  const { url, simulator } = await deployed({ devices: 5 });
  simulator.faults.set([{ operation: 'postLocations', drops: 1 }]);
  const words = ['first-day', '--target', url, '--speed', 'max', '--patience', '0', '--report', 'junit'];
  const { code, out } = await cli(words);
  expect([code, out]).toEqual([1, expect.stringMatching(/<error type="lost" message="Given up: /)]);
});

describe('what is asked for wrongly', () => {
  it.each([
    [['first-day', '--concurrency', '3'], 'WRONG_OPTION', '--concurrency needs --target.'],
    [['first-day', '--keep'], 'WRONG_OPTION', '--keep needs --target.'],
    [['first-day', '--target', 'nowhere'], 'ADDRESS_INVALID', 'nowhere'],
    [['first-day', '--target', 'http://a:b@localhost'], 'ADDRESS_INVALID', 'ROADTEST_API_KEY'],
    [
      ['first-day', '--target', 'http://127.0.0.1:1', '--time', 'soon'],
      'WRONG_OPTION',
      'real, advance, story',
    ],
    [['first-day', '--target', 'http://127.0.0.1:1', '--report', 'xml'], 'WRONG_OPTION', 'text, json, junit'],
    [['first-day', '--target', 'http://127.0.0.1:1', '--trace', 'x'], 'WRONG_OPTION', 'cannot be seen'],
    [['first-day', '--target', 'http://127.0.0.1:1', '--devices', 'a,a'], 'DEVICES_INVALID', 'twice'],
    [['first-dya', '--target', 'http://127.0.0.1:1'], 'UNKNOWN_STORY', 'first-day'],
    [['first-day', '--target', 'http://127.0.0.1:1'], 'UNREACHABLE', 'Nothing answers'],
  ])('%j: %s', async (words, wrong, reported) => {
    const { code, err } = await cli(words);
    expect(code).toBe(2);
    expect(err).toContain(wrong);
    expect(err).toContain(reported);
  });
});

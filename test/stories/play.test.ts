import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { play as command } from '../../cli/commands/play.ts';
import type { ProcessStreams } from '../../cli/process-streams.ts';
import { run } from '../../cli/run.ts';
import { testIo } from '../command/world.ts';
import { envelopedProfile } from '../enveloped.generated.ts';

const folder = join(tmpdir(), `roadtest-playing-${randomUUID()}`);
beforeAll(() => mkdirSync(folder));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function roadtestPlay(words: string[], given: Partial<ProcessStreams> = {}) {
  const io = testIo({ cwd: folder, ...given });
  const exitCode = await run({ play: async () => command }, ['play', ...words], io);
  return { exitCode, ...io.written() };
}

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

const short = `title: Short
clock: { start: 2026-03-02 08:00, for: 1h, timeZone: Europe/Berlin, seed: 3 }
groups: { vans: Vans }
users: { Ada: { email: ada@example.com } }
fleet: { van: { count: 2, label: 'Van {n}', group: vans, limits: { dailyEmail: 1 } } }
timeline:
  - at: 08:10
    chapter: The alerts
    caption: A sensor is loose.
    do: { alert: van-2, type: vibration, times: 20, apart: 1m }
  - at: 08:50
    do: { activate: van-1, outcome: refused }
    expect: { alerts: 20, type: vibration, from: van-2 }
expect:
  - { sent: 1 }
  - { withheld: 19 }
`;

/** The report as a build server reads it: it keeps to the schema, and its numbers and times add up. */
async function junitOf(contents: string) {
  const schema = readFileSync(new URL('../command/formats/junit.xsd', import.meta.url), 'utf8');
  const { errors } = await validateXML({ xml: { fileName: 'junit.xml', contents }, schema });
  expect(errors).toEqual([]);
  const document = new DOMParser().parseFromString(contents, 'text/xml');
  const all = (name: string) => [...document.getElementsByTagName(name)];
  const cases = all('testcase');
  for (const whole of [...all('testsuites'), ...all('testsuite')]) {
    const numbers = ['tests', 'failures', 'errors'].map((name) => Number(whole.getAttribute(name)));
    expect(numbers).toEqual([cases.length, all('failure').length, all('error').length]);
    const times = cases.map((one) => Number(one.getAttribute('time')));
    expect(times.reduce((sum, time) => sum + time, 0)).toBe(Number(whole.getAttribute('time')));
  }
  /** Messages and texts of the elements of that name. */
  const found = (name: string) => all(name).map((one) => [one.getAttribute('message'), one.textContent]);
  return { found };
}

describe('roadtest play', () => {
  it('reports a story as it goes, by its own clocks, and the result', async () => {
    const { exitCode, out, err } = await roadtestPlay([file('short.yaml', short)]);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect(out).not.toContain('\u001b');
    const lines = out.split('\n');
    expect(lines).toContain('Short');
    expect(lines).toContain('Monday, 2 March 2026');
    expect(lines).toContain('The alerts');
    expect(lines).toContain('  08:10:00   A sensor is loose.');
    expect(lines).toContain('  08:10:00 ! Van 2: vibration (warning)');
    expect(lines).toContain('  08:11:00 ⊘ Van 2: 1 e-mail withheld: the daily limit is reached');
    expect(lines).toContain('  08:50:00 ⊘ Van 1: activate refused, as expected: The device is not expired.');
    expect(lines).toContain('Expectations: ✔ 4 passed');
    expect(out).toMatch(/Played to the end at 2026-03-02 09:00\./);
    expect(out).toMatch(/20 alerts; 1 message sent, 19 withheld/);
  });

  it('names each entry that was never set off', async () => {
    const entry = '  - { when: { withheld: sms }, name: Too late }\n';
    const text = short.replace('\nexpect:', `\n${entry}expect:`);
    const lines = text.slice(0, text.indexOf('Too late')).split('\n').length;
    const name = file('late.yaml', text);
    const { out } = await roadtestPlay([name]);
    expect(out).toContain(`○ late.yaml:${lines}  never triggered: Too late`);
    const report = JSON.parse((await roadtestPlay([name, '--report', 'json'])).out);
    expect(report.neverSetOff).toEqual([{ label: 'Too late', file: 'late.yaml', line: lines, column: 5 }]);
    const xml = (await roadtestPlay([name, '--report', 'junit'])).out;
    expect((await junitOf(xml)).found('skipped')).toEqual([['never triggered', expect.anything()]]);
    expect(xml).toContain(`name="late.yaml:${lines} Too late"`);
    expect(xml).toMatch(/<testsuite [^>]*skipped="1"/);
  });

  it('--report json reports the same to programs, and nothing else', async () => {
    const wrong = short.replace('sent: 1 }', 'sent: { atLeast: 2 } }');
    const { exitCode, out } = await roadtestPlay([file('json.yaml', wrong), '--report', 'json']);
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      story: 'json',
      seed: 3,
      finished: true,
      reached: '2026-03-02T08:00:00.000Z',
      counts: { 'alert-raised': 20, 'story-caption': 1 },
      messages: { sent: 1, withheld: 19 },
      standing: { met: 3, failed: 1, open: 0 },
      expectations: [
        { state: 'met', label: 'activate van-1 (to be refused)', file: 'json.yaml', line: 12 },
        { state: 'met', line: 13 },
        { state: 'failed', line: 15, wanted: 'at least 2', actual: '1' },
        { state: 'met', line: 16 },
      ],
    });
  });

  it('--trace holds no secret of the environment, whatever is in the story', async () => {
    const apiKey = 'k3y with "quotes" & ümlaut';
    const secretive = short.replace('A sensor is loose.', JSON.stringify(`CommandResult to ${apiKey}`));
    const words = [file('secretive.yaml', secretive), '--trace', 'secretive.jsonl'];
    const { exitCode } = await roadtestPlay(words, { env: { ROADTEST_API_KEY: apiKey } });
    const traced = readFileSync(join(folder, 'secretive.jsonl'), 'utf8');
    expect([exitCode, traced]).toEqual([0, expect.stringContaining('CommandResult to ')]);
    for (const form of [apiKey, JSON.stringify(apiKey).slice(1, -1)]) expect(traced).not.toContain(form);
  });

  it('--report junit is XML that keeps to the schema, whatever is in the story', async () => {
    const hostile = short
      .replace('sent: 1 }', 'sent: 2 }')
      .replace('Van {n}', '<b>&\\"]]> {n}\\u0007')
      .replace("label: '", 'label: "')
      .replace("', group", '", group');
    const { exitCode, out } = await roadtestPlay([file('hostile.yaml', hostile), '--report', 'junit']);
    expect(exitCode).toBe(1);
    const { found } = await junitOf(out);
    expect(found('failure')).toEqual([['wanted 2, actual 1', expect.stringContaining('hostile.yaml:15')]]);
    expect(found('skipped')).toEqual([]);
    expect(found('error')).toEqual([]);
  });

  it('--report junit has a failure for what was never looked at, an error where it was stopped, and times that add up', async () => {
    const unmet = short.replace(
      '  - at: 08:50',
      '  - { when: { withheld: sms }, expect: { users: 1 } }\n  - at: 08:50',
    );
    const never = await roadtestPlay([file('unmet.yaml', unmet), '--report', 'junit']);
    expect(never.exitCode).toBe(1);
    expect((await junitOf(never.out)).found('failure')).toEqual([
      ['never looked at: nothing led to this entry', expect.stringMatching(/^unmet\.yaml:11\nusers: 1\n/)],
    ]);
    const until = await roadtestPlay(['short.yaml', '--until', '20m', '--report', 'junit']);
    expect(until.exitCode).toBe(0);
    const early = await junitOf(until.out);
    expect(early.found('skipped')).toHaveLength(4);
    expect([...early.found('failure'), ...early.found('error')]).toEqual([]);
    const stopped = await roadtestPlay(['short.yaml', '--report', 'junit'], { stop: AbortSignal.abort() });
    expect(stopped.exitCode).toBe(3);
    expect((await junitOf(stopped.out)).found('error')).toEqual([
      [expect.stringMatching(/^Stopped at .*, before the end\.$/), ''],
    ]);
  });

  it('--trace writes everything that happens as JSON lines', async () => {
    const { out } = await roadtestPlay(['first-day', '--trace', 'trace.jsonl', '--report', 'json']);
    const { counts } = JSON.parse(out) as { counts: { [kind: string]: number } };
    const lines = readFileSync(join(folder, 'trace.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { [fact: string]: unknown });
    const traced: { [kind: string]: number } = {};
    for (const { kind } of lines) traced[String(kind)] = (traced[String(kind)] ?? 0) + 1;
    expect(traced).toEqual(counts);
    expect(lines.find(({ kind }) => kind === 'location-recorded')).toMatchObject({
      at: expect.stringMatching(/^2026-03-02T/),
      deviceTime: expect.stringMatching(/^2026-03-02T/),
      deviceId: expect.any(Number),
      latitude: expect.any(Number),
    });
  });

  it.each([
    ['30m', '2026-03-02 08:30'],
    ['08:15', '2026-03-02 08:15'],
    ['2026-03-02T07:40:00Z', '2026-03-02 08:40'],
  ])('--until %s stops there; what was not looked at stays open', async (until, reached) => {
    const { exitCode, out } = await roadtestPlay([file('short.yaml', short), '--until', until]);
    expect(exitCode).toBe(0);
    expect(out).toContain(`Stopped at ${reached}, before the end.`);
    expect(out).toMatch(/○ 4 not reached/);
  });

  it('--profile gives the service the dialect of a deployment', async () => {
    const profile = file('profile.json', JSON.stringify(envelopedProfile));
    const { exitCode, out } = await roadtestPlay(['first-day', '--profile', profile]);
    expect(out).toMatch(/Expectations: ✔ \d+ passed\n/);
    expect(exitCode).toBe(0);
  });

  it('draws its progress on standard error of a terminal, and nowhere else', async () => {
    const { err, out } = await roadtestPlay(['first-day'], { watched: true });
    expect(err).toMatch(/\d+ % {2}[\d,]+ locations, [\d,]+ a second/);
    expect(out).not.toContain(' a second\r');
    expect((await roadtestPlay(['first-day'])).err).toBe('');
  });
});

describe('what roadtest play refuses, with 2', () => {
  describe('with the fixture of a story', () => {
    const towed = (fixture: string) => `title: Towed
clock: { for: 1h }
fixture: ${fixture}
expect: { device: dev-4711, licence: used }
`;
    const fleet = 'clock: { now: 2026-03-02T08:00:00Z }\ndevices: [{ id: dev-4711 }]\n';

    it('plays with a file that is beside it, and with one that is named on the command line', async () => {
      mkdirSync(join(folder, 'yard'));
      file('yard/fleet.yaml', fleet);
      file('elsewhere.yaml', fleet);
      const beside = file('yard/towed.yaml', towed('fleet.yaml'));
      expect(await roadtestPlay([beside])).toMatchObject({ exitCode: 0, err: '' });
      const outside = file('yard/outside.yaml', towed('../elsewhere.yaml'));
      expect((await roadtestPlay([outside, '--fixture', 'elsewhere.yaml'])).exitCode).toBe(0);
    });

    it('reads no file outside of its folder, not by a link either', async () => {
      mkdirSync(join(folder, 'within'));
      file('secret.yaml', 'key: s3cret-of-mine\n');
      symlinkSync(join(folder, 'secret.yaml'), join(folder, 'within/link.yaml'));
      for (const fixture of ['../secret.yaml', join(folder, 'secret.yaml'), 'link.yaml']) {
        const { exitCode, err } = await roadtestPlay([file('within/story.yaml', towed(fixture))]);
        expect(exitCode).toBe(2);
        expect(err).toMatch(/story\.yaml:3:10 FIXTURE_NOT_READABLE .*outside the folder.*--fixture FILE/);
        expect(err).not.toContain('s3cret');
      }
    });

    it('reports its mistakes by the line of its own file', async () => {
      file('wrong.yaml', fleet.replace('dev-4711', 'a/b'));
      const { exitCode, err } = await roadtestPlay([file('story.yaml', towed('wrong.yaml'))]);
      expect(exitCode).toBe(2);
      expect(err).toMatch(/^ {2}wrong\.yaml:2:13 ID_INVALID "a\/b" cannot be the id of a device/m);
    });
  });

  it('names what may have been meant for a story that is not there', async () => {
    const { exitCode, err, out } = await roadtestPlay(['licence-crnch']);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(err).toContain(
      'There is no story "licence-crnch". [UNKNOWN_STORY]\n  Did you mean licence-crunch?',
    );
    expect((await roadtestPlay(['xyz'])).err).toMatch(/There are: first-day, .* ends in \.yaml\./);
  });

  it.each([
    [['short.yaml', '--speed', 'fast'], 'WRONG_OPTION'],
    [['short.yaml', '--speed', '0'], 'WRONG_OPTION'],
    [['short.yaml', '--report', 'jsn'], 'Did you mean json'],
    [['short.yaml', '--until', 'noon'], 'UNTIL_INVALID'],
    [['short.yaml', '--until', '2h'], 'UNTIL_INVALID'],
    [['short.yaml', '--trace', 'nowhere/trace.jsonl'], 'FILE_NOT_WRITABLE'],
    [['short.yaml', '--profile', 'none.yaml'], 'FILE_NOT_READABLE'],
    [['none.yaml'], 'FILE_NOT_READABLE'],
    [[], 'MISSING_ARGUMENT'],
  ])('%j', async (words, reported) => {
    file('short.yaml', short);
    const { exitCode, err } = await roadtestPlay(words);
    expect(exitCode).toBe(2);
    expect(err).toContain(reported);
  });
});

import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scenarios as command } from '../../cli/commands/scenarios.ts';
import type { ProcessStreams } from '../../cli/process-streams.ts';
import { run } from '../../cli/run.ts';
import { libraryStories } from '../../scenarios/library/index.ts';
import { testIo } from '../command/world.ts';

const folder = join(tmpdir(), `roadtest-stories-${randomUUID()}`);
beforeAll(() => mkdirSync(folder));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function roadtestScenarios(words: string[], given: Partial<ProcessStreams> = {}) {
  const io = testIo({ cwd: folder, ...given });
  const exitCode = await run({ scenarios: async () => command }, ['scenarios', ...words], io);
  return { exitCode, ...io.written() };
}

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

const good = `title: Short
clock: { start: 2026-03-02 08:00, for: 1h }
fleet: { van: { count: 2 } }
timeline:
  - at: 08:10
    chapter: The alert
    caption: Somebody presses the button.
    do: { alert: van-2, type: sos }
    expect: { alerts: 1, type: sos, from: van-2 }
`;

it('what a track is driven without is said, and more than a tenth is a warning', async () => {
  const rows = Array.from({ length: 8 }, (_, i) => `2024-03-01T08:0${i}:00Z,${i < 2 ? ',' : `48.00${i},11`}`);
  file('drive.csv', ['time,lat,lon', ...rows].join('\n'));
  const story = good.replace(
    'fleet: { van: { count: 2 } }',
    'routes: { way: { track: drive.csv } }\nfleet: { van: { count: 2, drives: way } }',
  );
  const words = ['check', file('tracked.yaml', story)];
  expect(await roadtestScenarios(words)).toMatchObject({
    exitCode: 0,
    err: 'warning more than a tenth of the track "way" is left out: 2 points without a position.\n',
  });
  const { out } = await roadtestScenarios(['show', 'tracked.yaml']);
  expect(out).toContain(
    'a recorded drive of 6 points, in its own rhythm (left out: 2 points without a position)',
  );
});

describe('roadtest scenarios list', () => {
  it('has a line for each story: its name, devices, length and title', async () => {
    const { exitCode, out } = await roadtestScenarios(['list']);
    expect(exitCode).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines.map((line) => line.trim().split(' ')[0])).toEqual(libraryStories.map(({ name }) => name));
    expect(out).toMatch(/licence-crunch +11 devices +10h +Licence crunch: /);
  });
});

describe('roadtest scenarios show', () => {
  it('reports who takes part, and the timeline with times, chapters, captions and expectations', async () => {
    const { exitCode, out } = await roadtestScenarios(['show', 'licence-crunch']);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^Licence crunch licence-crunch\n/);
    expect(out).toMatch(/when +2026-03-09 23:30 to 2026-03-10 09:30, Europe\/Budapest \(10h\), seed 6/);
    expect(out).toMatch(/fleet +van: 9 cars, in rentals, parked/);
    expect(out).toContain('\nRefused\n  2026-03-10 08:30  +9h\n');
    expect(out).toContain('do      activate trial (to be refused)');
    expect(out).toContain('expect  licences used: 10');
    expect(out).toContain('when trial expires');
  });
});

describe('roadtest scenarios check', () => {
  it('of a good file prints the timeline, and ends with 0', async () => {
    const { exitCode, out, err } = await roadtestScenarios(['check', file('short.yaml', good)]);
    expect([exitCode, err]).toEqual([0, '']);
    expect(out).toContain('ok short.yaml  Short (2 devices, 1h, 1 entry, 1 expectation)');
    expect(out).toContain('The alert\n  2026-03-02 08:10  +10m\n    Somebody presses the button.\n');
  });

  it('prints how long each route takes, and the facts on which an entry depends', async () => {
    const routes = 'routes: { way: { waypoints: [[48, 11], [48.1, 11]], speedLimit: 100 }, about: roaming }';
    const late = `${routes}\n${good}  - { at: 08:40, if: { device: van-1, notNear: depot }, caption: Late }\n`;
    const { out } = await roadtestScenarios(['check', file('late.yaml', late)]);
    expect(out).toContain('note The route "way" takes 6m 52s by car, one way.\n');
    expect(out).toContain('if      van-1: last location not at depot within 100 m\n');
  });

  it('names file, line and column of each mistake, shows the line, and says what was meant', async () => {
    const wrong = good.replace('count: 2', 'limits: { dailySmss: 3 }').replace('from: van-2', 'form: van-2');
    const { exitCode, out, err } = await roadtestScenarios(['check', file('wrong.yaml', wrong)]);
    expect([exitCode, out]).toEqual([1, '']);
    expect(err).toContain(
      'error wrong.yaml:3:27 there is no field "dailySmss" here [UNKNOWN_FIELD]\n' +
        '  3 | fleet: { van: { limits: { dailySmss: 3 } } }\n' +
        '    |                           ^\n' +
        '  hint did you mean "dailySms"?\n',
    );
    expect(err).toContain('wrong.yaml:9:37 there is no field "form" here [UNKNOWN_FIELD]');
    expect(err).toContain('wrong wrong.yaml: 2 problems');
  });

  it.each([
    ['most: 1', 'limit'],
    ['notAgainFor: 5m', 'cooldown'],
  ])('tells what %s of an older story is now', async (field, now) => {
    const old = `${good}  - { when: { device: van-1, enters: depot }, ${field}, caption: There }\n`;
    const { err } = await roadtestScenarios(['check', file('old.yaml', old)]);
    expect(err).toContain(`  hint it is "${now}" now\n`);
  });

  it('checks several files, and ends with 1 when any of them is wrong', async () => {
    const names = [file('a.yaml', good), file('b.yaml', 'title: [')];
    const { exitCode, out, err } = await roadtestScenarios(['check', ...names]);
    expect(exitCode).toBe(1);
    expect(out).toContain('ok a.yaml');
    expect(err).toContain('wrong b.yaml');
  });

  it('says which devices begin expired where there are fewer licences', async () => {
    const few = good.replace(
      'fleet: { van: { count: 2 } }',
      'account: { licences: 1 }\nfleet: { van: { count: 3 }, last: }',
    );
    const note = 'There is 1 licence for 4 devices: van-2..van-3, last begin expired.';
    const name = file('few.yaml', few);
    const { exitCode, out } = await roadtestScenarios(['check', name]);
    expect([exitCode, out]).toEqual([0, expect.stringContaining(`note ${note}`)]);
    const [checked] = JSON.parse((await roadtestScenarios(['check', '--json', name])).out);
    expect(checked.notes).toContain(note);
  });

  it('refuses what would be shown as it stands', async () => {
    const lost = good
      .replace('Somebody presses the button.', "'{speed} km/h'")
      .replace('at: 08:10', 'when: { raises: sos }');
    const { exitCode, err } = await roadtestScenarios(['check', file('lost.yaml', lost)]);
    expect(exitCode).toBe(1);
    expect(err).toContain(
      'error lost.yaml:7:14 "{speed}" means nothing here and would be shown as it stands [PLACEHOLDER_UNKNOWN]',
    );
    expect(err).toContain('hint {it} is the device that set off the entry');
  });

  it('does not let a file draw on the screen', async () => {
    const evil = file(
      'evil.yaml',
      `title: "\\e[31m"\nclock: { start: "\\e[2J", for: 1h }\nfleet: { van: }\n`,
    );
    const { err } = await roadtestScenarios(['check', evil]);
    expect(err).not.toContain('\u001b');
  });
});

describe('roadtest scenarios', () => {
  it.each([
    [['chekc', 'a.yaml'], 'Did you mean check?'],
    [['list', 'theft'], 'roadtest scenarios show theft'],
    [['show', 'licence-crunsh'], 'licence-crunch'],
    [['show'], 'STORY is missing'],
    [['check', 'nowhere.yaml'], 'nowhere.yaml'],
  ])('refuses %j with what may have been meant', async (words, said) => {
    const { exitCode, err } = await roadtestScenarios(words);
    expect([exitCode, err]).toEqual([2, expect.stringContaining(said)]);
  });
});

it.each(['check', 'show'])('%s prints objectives, with what is to be done and until when', async (how) => {
  const lesson = `title: Told
clock: { start: 2026-05-04 08:00, for: 2h }
users: { Bob: { notify: [sms] } }
fleet: { van: { count: 2, start: depot } }
objectives:
  - { name: Have Bob told, sent: sms, to: Bob, device: van-1, within: 30m, points: 4 }
  - { name: Be refused, call: readDevice, device: van-2, status: 401, times: 2, from: 1h, within: 30m }
  - name: Set it
    event: limits-set
    field: 'dailySms:5'
`;
  const { exitCode, out, err } = await roadtestScenarios([how, file('told.yaml', lesson)]);
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  expect(out).toContain(`
Objectives
  until 2026-05-04 08:30  Have Bob told  4 points
    do      an SMS of van-1 to Bob is sent
  2026-05-04 09:00 to 2026-05-04 09:30  Be refused  1 point
    do      a call of readDevice of van-2 answered 401, 2 times
  until 2026-05-04 10:00  Set it  1 point
    do      limits-set with dailySms:5
`);
});

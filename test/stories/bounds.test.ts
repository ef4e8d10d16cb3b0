/** How much one story may multiply, and that any text is read or refused: by `roadtest scenarios check`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { launchHere } from '../command/roadtest.ts';
import { SEED } from '../sample.ts';
import { casesOf } from './cases.ts';

const cwd = mkdtempSync(join(tmpdir(), 'roadtest-checked-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

interface Checked {
  problems: { code: string; line: number; column: number; message: string; hint?: string }[];
}

async function checked(text: string): Promise<Checked> {
  writeFileSync(join(cwd, 'story.yaml'), text);
  const { out, err } = await launchHere(['scenarios', 'check', '--json', 'story.yaml'], { cwd }).ended;
  if (out === '') throw new Error(err);
  const [{ problems = [] }] = JSON.parse(out) as [Partial<Checked>];
  return { problems };
}

const lines = (count: number, line: (at: number) => string, between = '\n'): string =>
  Array.from({ length: count }, (_, at) => line(at)).join(between);
const story = (more: string, fleet = '{ van: }', length = '1h'): string =>
  `title: T\nclock: { start: 2026-03-02 08:00, for: ${length} }\nfleet: ${fleet}\n${more}\n`;
const crons = (count: number, cron: (at: number) => string, length: string) =>
  story(`timeline:\n${lines(count, (at) => `  - { cron: "${cron(at)}", caption: x }`)}`, '{ van: }', length);
const minutes = (at: number) => `${at % 60} ${9 + Math.floor(at / 60)} * * *`;
const sends = (times: number) =>
  `timeline:\n  - at: 1m\n    do: [${'{ send: all, channel: sms }, '.repeat(times)}]`;
const crowd = (users: number) =>
  story(`groups:\n${lines(1_000, (at) => `  g${at}: x`)}\nusers:\n${lines(users, (at) => `  u${at}: `)}`);
const routes = (stops: number) =>
  story(`routes:\n  way: { roads: [${lines(stops, (at) => (at % 2 ? 'depot' : 'zoo'), ', ')}] }`);

describe('the most that is read, and one more that is refused', () => {
  it.each<[what: string, text: (more: 0 | 1) => string, refused: string]>([
    ['memberships of users in groups', (more) => crowd(1_000 + more), 'TOO_MANY'],
    ['different cron expressions', (more) => crons(100 + more, minutes, '3d'), 'TOO_MANY'],
    ['devices', (more) => story('', `{ van: { count: ${100_000 + more} } }`), 'FLEET_TOO_LARGE'],
    ['actions of one entry', (more) => story(sends(100 + more)), 'TOO_MANY'],
    [
      'expectations of one moment',
      (more) => story(`expect: [${'{ devices: 1 }, '.repeat(100 + more)}]`),
      'TOO_MANY',
    ],
    ['stops of routes by road', (more) => routes(2_000 + more), 'TOO_MANY'],
    ['characters', (more) => story(`# ${'x'.repeat(1_048_576 - story('# ').length + more)}`), 'TOO_LONG'],
  ])('%s', async (_, text, code) => {
    expect((await checked(text(0))).problems).toEqual([]);
    expect((await checked(text(1))).problems.map((problem) => problem.code)).toEqual([code]);
  });

  it('of mistakes five hundred are told', async () => {
    const slips = lines(600, () => '  - { at: 1m, do: { stop: vna } }');
    const { problems } = await checked(story(`timeline:\n${slips}`));
    expect(problems).toHaveLength(500);
    expect(problems.at(-1)).toMatchObject({ code: 'UNKNOWN_DEVICE', hint: 'did you mean "van"?' });
  });
});

/** Either is fine, and nothing else: with a line and a column for each mistake. */
async function readOrRefused(text: string): Promise<void> {
  for (const { line, column } of (await checked(text)).problems)
    expect(Math.min(line, column), text).toBeGreaterThanOrEqual(1);
}

const whole = casesOf('language.txt')[0]?.files[''] ?? '';

describe('is read or refused', () => {
  const cut = fc
    .tuple(fc.nat(whole.length), fc.nat(12), fc.string({ maxLength: 8 }))
    .map(([at, length, put]) => whole.slice(0, at) + put + whole.slice(at + length));
  const values =
    '5|-1|0|""|null|on|[]|{}|[1]|{ a: 1 }|1e400|.nan|it|all|van-0|10m|2026-02-30|0s|9007199254740993h';
  const parts = whole.split(/(?<=[:,[{] )/);
  const put = fc
    .tuple(fc.nat(parts.length - 1), fc.constantFrom(...values.split('|')))
    .map(([at, value]) => parts.with(at, (parts[at] ?? '').replace(/^[\w.-]+/, value)).join(''));

  it.each([
    ['any text', fc.oneof(cut, fc.string(), fc.json())],
    ['any value in the place of any other', put],
  ])('%s', async (_, drawn) => {
    await fc.assert(fc.asyncProperty(drawn, readOrRefused), { numRuns: 25, seed: SEED });
  });
});

/** The names of trainees, and what a class is refused for: before anything is served. */
import { describe, expect, it } from 'vitest';
import { run } from '../../cli/run.ts';
import { launchHere } from '../command/roadtest.ts';
import { testIo } from '../command/world.ts';

async function refused(...words: string[]): Promise<string> {
  const io = testIo();
  const table = { class: async () => (await import('../../cli/commands/class.ts')).teaching };
  const code = await run(table, ['class', '--port', '0', ...words], io);
  return `${code} ${io.written().out}${io.written().err}`;
}

describe('the names of trainees', () => {
  it.each([
    ['none', ',', /Trainee 1 of 2 has no name/],
    ['an empty one', 'anna,,ben', /Trainee 2 of 3 has no name/],
    ['HTML', '<img src=x>', /"<img src=x>" is not a name/],
    ['a control character', 'an\u001b[31mna', /is not a name/],
    ['a path', '../admin', /is not a name/],
    ['200 letters', 'a'.repeat(200), /is not a name/],
    ['the same twice', 'anna,anna', /"anna" is there twice/],
    ['the same world', 'Anna,anna', /"anna" is too much like "Anna"/],
    [
      '51 names',
      Array.from({ length: 51 }, (_, index) => `t${index}`).join(','),
      /51 trainees, more than 50/,
    ],
  ])('are refused for %s', async (_, names, message) => {
    const said = await refused('--trainees', names);
    expect(said).toMatch(/^2 [\s\S]*TRAINEES_INVALID/);
    expect(said).toMatch(message);
    expect(said).not.toContain('\u001b[31m');
  });
});

it('refuses rights and stories that there are not', async () => {
  expect(await refused('--trainees', 'anna', '--may', 'fly')).toMatch(/^2 [\s\S]*GRANT_INVALID/);
  expect(await refused('--trainees', 'anna', '--story', 'licence-crush')).toMatch(/^2 [\s\S]*licence-crunch/);
});

it('gives the world beside those of the trainees credentials that no trainee knows', async () => {
  const teaching = launchHere(['class', '--port', '0', '--trainees', 'anna', '--json']);
  const { trainees } = JSON.parse(await teaching.firstLine());
  const plain = new URL('/api/Auth/Token', trainees[0].baseUrl);
  const body = JSON.stringify({ userName: 'demo', apiKey: 'demo-key' });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(plain, { method: 'POST', headers, body })).status).toBeGreaterThanOrEqual(400);
  expect((await teaching.stop()).code).toBe(0);
});

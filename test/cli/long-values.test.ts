/** A value that was given is quoted in an error, in part and on one line, however long it is. */
import { describe, expect, it } from 'vitest';
import { exporting } from '../../cli/commands/export.ts';
import { play } from '../../cli/commands/play.ts';
import { rules } from '../../cli/commands/rules.ts';
import { scenarios } from '../../cli/commands/scenarios.ts';
import { verify } from '../../cli/commands/verify.ts';
import { run } from '../../cli/run.ts';
import { parseProfile } from '../../contracts/profile/index.ts';
import { StoryError } from '../../scenarios/language/problems.ts';
import { readStory } from '../../scenarios/language/read.ts';
import { createSimulator } from '../../simulator/index.ts';
import { testIo } from '../command/world.ts';
import { clientOf } from '../simulator/client.ts';

const long = `a\u001b[2J\u202e${'b'.repeat(800)}`;
/** Sentence, hint and code, with a value in two of them. */
const MOST = 1_000;

const table = {
  verify: async () => verify,
  play: async () => play,
  rules: async () => rules,
  scenarios: async () => scenarios,
  export: async () => exporting,
};

function isInPart(text: string): void {
  expect(text.length).toBeLessThan(MOST);
  expect(text).not.toMatch(/b{300}/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
  expect(text).not.toMatch(/[\u001b\u202e]/);
}

describe('a long value', () => {
  it.each([
    [[long]],
    [['rules', long]],
    [['rules', `--${long}`]],
    [['verify', long]],
    [['verify', 'http://127.0.0.1:1', '--only', long]],
    [['verify', 'http://127.0.0.1:1', '--reporter', long]],
    [['verify', 'http://127.0.0.1:1', '--require', long]],
    [['scenarios', long]],
    [['scenarios', 'show', 'quiet-night', long]],
    [['export', long]],
    [['play', 'quiet-night', '--speed', long]],
    [['play', 'quiet-night', '--report', long]],
  ])('is quoted in part on the command line: %#', async (words) => {
    const io = testIo();
    expect(await run(table, words, io)).toBe(2);
    isInPart(io.written().err);
  });

  it.each([
    ['POST', '/clock/advance', { by: long }],
    ['PUT', '/clock', { [long]: 1 }],
    ['PUT', '/faults', { [long]: 1 }],
    ['PUT', '/faults', { rules: [{ operation: '*', [long]: 1 }] }],
    ['GET', `/devices/${encodeURIComponent(long)}`, undefined],
    ['GET', `/events?kinds=${encodeURIComponent(long)}`, undefined],
    ['GET', `/snapshot?apiKey=${encodeURIComponent(long)}`, undefined],
    ['GET', `/${encodeURIComponent(long)}`, undefined],
  ])('is quoted in part by the control API: %s %#', async (method, path, body) => {
    const client = clientOf(createSimulator());
    const { status, json } = await client.control(method, path, body);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    isInPart(String(json.detail));
    isInPart(String(json.field));
  });

  it('is quoted in part by what reads a profile', () => {
    const text = JSON.stringify({ roadtest: 1, name: 'x', openings: { [long]: 1 }, basePath: long });
    try {
      parseProfile(text, 'x.json');
      expect.unreachable();
    } catch (error) {
      for (const line of String((error as Error).message).split('\n')) isInPart(line);
    }
  });

  it('is quoted in part by what reads a story', async () => {
    const text = JSON.stringify({ scenario: 1, title: 'x', devices: long, places: { [long]: long } });
    const problem = await readStory(text, { file: 'x.json' }).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(StoryError);
    for (const line of String((problem as Error).message).split('\n')) isInPart(line);
  });
});

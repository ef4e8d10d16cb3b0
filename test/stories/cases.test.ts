/** Small stories, and what comes of each: mistakes by line and column, or what happens, with expectations met or not. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { casesOf, outcomeOf } from './cases.ts';

const files = readdirSync(new URL('cases', import.meta.url));
const cwd = mkdtempSync(join(tmpdir(), 'roadtest-story-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe.each(files)('%s', (file) => {
  it.each(casesOf(file))('$name', async (given) => {
    expect(await outcomeOf(given, cwd), given.files['story.yaml'] ?? given.files['']).toBe(given.outcome);
  });
});

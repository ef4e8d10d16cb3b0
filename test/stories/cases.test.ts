/** Small stories, and what comes of each: mistakes by line and column, or what happens, with expectations met or not. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { casesOf, outcomeOf } from './cases.ts';

const files = readdirSync(new URL('cases', import.meta.url));

describe.each(files)('%s', (file) => {
  it.each(casesOf(file))('$name', async (given) => {
    expect(await outcomeOf(given), given.files['story.yaml'] ?? given.files['']).toBe(given.outcome);
  });
});

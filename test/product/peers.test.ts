/** Code of a user with the entries and the peers: each way in answers alike, and the contract runs as tests. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { oneIn } from '../sample.ts';
import { projectWithIt } from './installed.ts';
import { node, run } from './run.ts';

it.each(
  oneIn(2, [
    ['a simulator answers on a socket and behind MSW', 'use.js', []],
    ['the contract runs as tests of Vitest', 'contract.test.js', ['node_modules/vitest/vitest.mjs', 'run']],
  ] as const),
)('%s', async (_, file, words) => {
  const cwd = await projectWithIt();
  cpSync(join(import.meta.dirname, 'project', file), join(cwd, file));
  const ended = await run(node, words.length === 0 ? [file] : words, { cwd });
  expect(ended.code, ended.out + ended.err).toBe(0);
});

/** Runs before each file of the commands: the files of a worker share the helpers, and what these have started ends with the file. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { endStarted } from './started.ts';
import { folder } from './verifying.ts';

afterAll(async () => {
  await endStarted();
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
});

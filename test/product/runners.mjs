/**
 * `npm run test:runners`: all rows of `runners.test.ts`. `npm run test:runners -- jest` takes one of them. Stands on a
 * build; needs the npm registry.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';

const root = join(import.meta.dirname, '../..');
const env = { ...process.env, ROADTEST_RUNNERS: process.argv.slice(2).join(',') };
const words = ['run', '--config', 'test/vitest.config.ts', 'test/product/runners.test.ts'];
const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...words], {
  cwd: root,
  env,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;

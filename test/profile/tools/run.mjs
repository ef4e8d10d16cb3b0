/**
 * `npm run openapi`: the descriptions of all permutants by three validators, and generated clients that perform all operations.
 * Stands on a build; needs the npm registry, and for the client in Python a Python with `venv` and its registry.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const root = join(import.meta.dirname, '../../..');
const tools = join(root, 'test/artefacts/openapi-tools');
const packages = [
  '@redocly/cli@2.77.0',
  '@seriousme/openapi-schema-validator@2.11.0',
  '@hyperjump/json-schema@1.18.0',
];
mkdirSync(tools, { recursive: true });
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
run(npm, ['install', '--no-audit', '--no-fund', '--no-save', '--prefix', tools, ...packages]);
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
run(process.execPath, [vitest, 'run', '--config', 'test/profile/tools/tools.config.ts'], {
  ROADTEST_OPENAPI: tools,
});

function run(command, words, env = {}) {
  const { status } = spawnSync(command, words, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

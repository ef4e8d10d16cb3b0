/** `npm run mutation`: StrykerJS makes faults in parts of the product, one at a time, and runs the tests that come by each. */
import { resolve } from 'node:path';
import process from 'node:process';
import { parts } from './parts.mjs';

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  const what = unknown.includes('--help') ? '' : `There is no part ${unknown.join(', ')}.\n`;
  console.error(`${what}Usage: npm run mutation -- [part ...]\n\nParts: ${Object.keys(parts).join(', ')}`);
  process.exit(unknown.includes('--help') ? 0 : 2);
}
const { Stryker } = await import('@stryker-mutator/core').catch(() => {
  console.error('StrykerJS is not installed: npm ci --prefix test/mutation');
  process.exit(2);
});

process.chdir(resolve(import.meta.dirname, '../..'));
for (const [name, { mutate, tests, bar }] of Object.entries(parts)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n${name}`);
  process.env.ROADTEST_MUTATED = tests.join(' ');
  const score = await new Stryker({
    mutate,
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // Rewriting one takes an API that the compiler no longer has; nothing here needs it.
    tsconfigFile: 'none',
    ignorePatterns: ['/dist', '/test/artefacts', '/test/mutation/node_modules', '/test/bench'],
    reporters: ['progress-append-only', 'clear-text'],
    clearTextReporter: { logTests: false, reportTests: false },
    thresholds: { high: 100, low: bar, break: bar },
    tempDirName: 'test/artefacts/mutation',
  }).runMutationTest();
  if (score === undefined) process.exitCode = 1;
}

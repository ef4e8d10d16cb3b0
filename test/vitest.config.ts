/**
 * The tests. They are one project: a worker loads the product once for all the files that it runs, be they units,
 * runs of commands or pages. `quick.config.ts` leaves out what starts anything.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  // The cache is of this checkout alone, also where several share their node_modules.
  cacheDir: 'test/artefacts/cache',
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // A run of the suite makes much short-lived garbage: a larger young generation copies less of it.
    execArgv: ['--max-semi-space-size=64'],
    // A file that changes something for all (a global, the environment, a handler of MSW) puts it back.
    isolate: false,
    globalSetup: ['test/seed.ts'],
    setupFiles: ['test/chance.ts', 'test/command/setup.ts'],
    // All workers and the next run read modules from the disk that were transformed once.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'test/artefacts/cache/modules' },
    // Files wait for servers, browsers and processes much of the time.
    maxWorkers: 3,
    // More than a test takes on a busy machine; one that may take longer says so (`LONG` of sample.ts).
    testTimeout: 60_000,
    // The preparation of a file may be the whole product, built and installed.
    hookTimeout: 600_000,
    expect: { poll: { timeout: 50_000 } },
  },
});

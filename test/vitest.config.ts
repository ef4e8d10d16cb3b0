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
    // A file that changes something for all (a global, the environment, a handler of MSW) puts it back.
    isolate: false,
    globalSetup: ['test/seed.ts'],
    setupFiles: ['test/chance.ts', 'test/cli/setup.ts'],
    // All workers and the next run read modules from the disk that were transformed once.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'test/artefacts/cache/modules' },
    // Files wait for servers, browsers and processes much of the time.
    maxWorkers: 3,
    // Far more than anything takes, however busy the machine: a test that says less depends on how fast that is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
  },
});

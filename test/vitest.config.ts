/**
 * The tests, in projects by what they need. `vitest --project units` runs one of them. A file belongs to a project
 * by its folder, so that a new file needs no entry here.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const setup = ['test/chance.ts'];

/** The folders of each project; all other tests are units. */
const projects: { readonly [name: string]: ProjectOptions } = {
  /** Pages in Chromium. */
  browser: { include: ['test/**/browser/**/*.test.ts'] },
  /** Whole runs of the suite, commands, servers on sockets, compilers and shells. */
  runs: {
    include: [
      ...['cli', 'detection', 'docs', 'explore', 'matrix', 'permutants', 'project', 'resilience', 'shuffle'],
      ...['suite', 'transports', 'verify', 'vitest-adapter'],
      'report/{curl,reproduction}.test.ts',
    ].map((name) => (name.endsWith('.ts') ? `test/${name}` : `test/${name}/**/*.test.ts`)),
    exclude: ['test/**/browser/**'],
    setupFiles: [...setup, 'test/cli/setup.ts'],
  },
};

type ProjectOptions = NonNullable<TestProjectInlineConfiguration['test']>;

const everything = ['test/**/*.test.ts'];

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  // Of this checkout alone, also where several share their node_modules.
  cacheDir: 'test/artefacts/cache',
  test: {
    pool: 'forks',
    // A worker loads the product once for all its files. What a file changes for all (a global, the environment,
    // a handler of MSW), it puts back.
    isolate: false,
    setupFiles: setup,
    // What was transformed once is read from the disk by all projects and by the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'test/artefacts/cache/modules' },
    // Files wait for servers, browsers and processes much of the time.
    maxWorkers: 3,
    // Far more than anything takes, however busy the machine: a test that says less depends on how fast that is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    projects: [
      ...Object.entries(projects).map(([name, options]) => ({
        extends: true as const,
        test: { name, ...options },
      })),
      {
        extends: true,
        test: {
          name: 'units',
          include: everything,
          exclude: Object.values(projects).flatMap(({ include = [] }) => include),
        },
      },
    ],
  },
});

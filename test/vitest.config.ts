import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  // Of this checkout alone, also where several share their node_modules.
  cacheDir: 'test/artefacts/cache',
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'threads',
    // One file instead of three hundred: every test file loads it again.
    deps: { optimizer: { ssr: { enabled: true, include: ['typebox'] } } },
    // Files wait for servers and browsers much of the time; on two cores one of them at a time is too few.
    maxWorkers: 2,
    // Some tests start a server, a browser or a compiler on machines that have better things to do.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
});

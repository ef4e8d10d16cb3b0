/** `npm run test:quick`: units alone. Without pages, whole runs of the suite, commands, servers on sockets and compilers. */
import base from './vitest.config.ts';

/** Below `test/`. A new file in one of them needs no entry here. */
const slower = [
  ...['browser', 'cli', 'detection', 'docs', 'explore', 'matrix', 'permutants', 'project', 'resilience'],
  ...['shuffle', 'suite', 'transports', 'verify', 'vitest-adapter', 'report/browser'],
];

export default {
  ...base,
  test: {
    ...base.test,
    exclude: [...slower.map((folder) => `test/${folder}/**`), 'test/report/{curl,reproduction}.test.ts'],
  },
};

/**
 * `npm run test:quick`: units alone. Without pages, whole runs of the suite, whole stories, commands, servers on sockets
 * and compilers.
 */
import base from './vitest.config.ts';

/** Below `test/`. A new file in one of them needs no entry here. */
const folders = [
  ...['page', 'command', 'faults', 'hostile', 'permutants', 'project'],
  ...['foreign', 'service', 'suite'],
];

/** Single files: they run commands of a shell, or play whole stories. */
const files = ['stories/library', 'stories/seek', 'stories/stage'];

export default {
  ...base,
  test: {
    ...base.test,
    exclude: [
      ...folders.map((folder) => `test/${folder}/**`),
      ...files.map((file) => `test/${file}.test.ts`),
    ],
  },
};

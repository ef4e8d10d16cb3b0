/** Run before each test file: switches the mutant on, or writes down which ones the file comes by. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject } from 'vitest';
import type { Assignment } from './engine.ts';
import { switches } from './switches.ts';

declare module 'vitest' {
  interface ProvidedContext {
    assignment: Assignment;
  }
}

const assignment = inject('assignment');
const shared = switches();
if (assignment.kind === 'mutant') {
  shared.activeMutant = assignment.mutant;
  shared.hitCount = 0;
  shared.hitLimit = assignment.hitLimit;
} else {
  delete shared.mutantCoverage;
  shared.currentTestId = 'file';
  afterAll(() => {
    const { static: loaded = {}, perTest = {} } = shared.mutantCoverage ?? {};
    const file = expect.getState().testPath ?? '';
    const text = JSON.stringify({ file, hits: { ...loaded, ...perTest.file } });
    writeFileSync(join(assignment.folder, `${process.pid}-${Math.random()}.json`), text);
  });
}

/** `npm run matrix`: every run that there is, and the table that comes of it. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { include: ['test/matrix/matrix.test.ts'], env: { ROADTEST_MATRIX: 'whole' } },
});

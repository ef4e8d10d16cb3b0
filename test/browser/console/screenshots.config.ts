/** `npm run screenshots`: takes pictures, and tests nothing. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  test: { include: ['test/browser/console/screenshots.ts'] },
});

/** docs/api.md says what the API does: `npx vitest run --config test/vitest.config.ts test/project/api-page.test.ts --update` writes it. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { apiPage } from './api-page.ts';

it('docs/api.md is the description of the default profile', async () => {
  await expect(apiPage()).toMatchFileSnapshot(fileURLToPath(new URL('../../docs/api.md', import.meta.url)));
});

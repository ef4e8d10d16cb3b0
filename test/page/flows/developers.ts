/** The developers' part: calls, faults, the world as a file, links. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { clientOf, flow } from '../page.ts';

/** The tab that a link opens. */
async function opened(page: Page, name: string | RegExp): Promise<Page> {
  const link = page.getByRole('link', { name });
  const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  return tab;
}

export function developersFlows(): void {
  flow(
    'shows calls without secrets and a line of curl, and keeps those of a filter',
    {},
    async ({ page, world, panel }) => {
      await panel('Developers');
      const { call: send, signIn } = clientOf(world);
      await signIn('a-wrong-key-of-mine');
      const call = page.locator('.call[data-operation="issueToken"]');
      await call.locator('[data-status="401"]').waitFor();
      await call.getByRole('button').first().click();
      await call.getByRole('heading', { name: 'Reply' }).waitFor();
      expect(await call.textContent()).not.toContain('a-wrong-key-of-mine');
      await call.getByRole('button', { name: 'Copy as curl' }).click();
      await page.getByText('Copied.').waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toMatch(
        /^curl -i .*\$ROADTEST_USER_NAME.*<REDACTED>.* http:\/\/127\.0\.0\.1:\d+\/w\/flow-\d+\/api\/Auth\/Token$/,
      );

      await signIn();
      for (const method of ['PUT', 'PATCH', 'DELETE']) await send(method, '/api/groups/1', {});
      await send('GET', '/api/nowhere');
      const calls = page.locator('.call');
      await expect.poll(() => calls.count()).toBe(6);
      await page.getByRole('button', { name: 'Refused' }).click();
      await expect.poll(() => calls.count()).toBe(5);
      await page.getByLabel('Filter the calls').fill('nowhere');
      await expect.poll(() => calls.count()).toBe(1);
      const description = await opened(page, /OpenAPI/);
      await description.getByText('"openapi"').waitFor();
    },
  );

  flow('adds a fault of the service, and removes it', {}, async ({ page, world, panel, held }) => {
    await panel('Developers');
    await panel('Faults');
    const rules = async () => (await held<{ rules: object[] }>('GET /faults')).rules;
    await page.getByLabel('For', { exact: true }).selectOption('issueToken');
    await page.getByLabel('What happens').selectOption('service failed');
    await page.getByLabel('Times').fill('7');
    await page.getByRole('button', { name: 'Add the rule' }).click();
    const rule = { operation: 'issueToken', refusal: 'failed', times: 7, hits: 0 };
    await expect.poll(rules).toEqual([rule]);
    expect(await clientOf(world).signIn()).toBe(500);
    await page.getByText('1 hit').waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(rules).toEqual([]);
  });

  flow('downloads the world, and takes it up again', {}, async ({ page, panel, held }) => {
    await panel('Developers');
    await panel('World');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download a snapshot' }).click();
    const buffer = readFileSync(await (await download).path());
    await held('POST /clock/advance', { by: 'PT3H' });
    const take = (name: string, buffer: Buffer) =>
      page.getByLabel('Snapshot file').setInputFiles({ name, mimeType: 'application/json', buffer });
    await take('world.json', buffer);
    await page.getByText('Restored world.json.').waitFor();
    expect(await held('GET /clock')).toMatchObject({ now: '2026-01-05T08:00:00.000Z' });
    await take('no-world.json', Buffer.from('{"version":'));
    await page.locator('.notice[data-code="SNAPSHOT_INVALID"]').waitFor();
  });
}

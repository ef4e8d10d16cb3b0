/** The developers' part: calls, faults, the world as a file, links. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FaultRule } from '../../../simulator/control/schemas/index.ts';
import { type Staged, sharedStage } from './staged.ts';

const on = sharedStage({
  page: { permissions: ['clipboard-read', 'clipboard-write'] },
});

/** The developers' panel at one of its tabs. */
async function developers(name: string): Promise<Staged> {
  const opened = await on.plain();
  await opened.panel('Developers');
  await opened.panel(name);
  return opened;
}

async function token({ server }: Staged, apiKey = 'demo-key'): Promise<Response> {
  const body = JSON.stringify({ userName: 'demo', apiKey });
  const headers = { 'content-type': 'application/json' };
  return fetch(`${server.url}/api/Auth/Token`, { method: 'POST', headers, body });
}

describe('the calls going by', () => {
  it('shows request and reply without the secrets, what the answer rests on, and a line of curl', async () => {
    const opened = await developers('Calls');
    const { page, problems } = opened;
    await token(opened, 'a-wrong-key-of-mine');
    const call = page.locator('.call[data-operation="issueToken"]');
    await call.locator('[data-status="401"]').waitFor();
    await call.getByRole('button').first().click();
    await expect.poll(() => call.locator('[data-ground="token/wrong-api-key"]').count()).toBe(1);
    expect(await call.locator('[data-ground="token.status"]').textContent()).toContain('401');
    expect(await call.textContent()).not.toContain('a-wrong-key-of-mine');
    await call.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('Copied.').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(
      /^curl -i .*\$ROADTEST_USER_NAME.*<REDACTED>.* http:\/\/127\.0\.0\.1:\d+\/api\/Auth\/Token$/,
    );
    expect(problems).toEqual([]);
  });

  it('keeps those that a filter names, and those that were refused', async () => {
    const opened = await developers('Calls');
    const { page, server } = opened;
    await token(opened);
    await fetch(`${server.url}/api/groups`);
    await fetch(`${server.url}/api/nowhere`);
    const calls = page.locator('.call');
    await expect.poll(() => calls.count()).toBe(3);
    await page.getByRole('button', { name: 'Refused' }).click();
    await expect.poll(() => calls.count()).toBe(2);
    await page.getByLabel('Filter the calls').fill('groups');
    await expect.poll(() => calls.count()).toBe(1);
  });
});

describe('faults', () => {
  it('are added, switched off and on again, and befall the calls', async () => {
    const opened = await developers('Faults');
    const { page, held } = opened;
    const rules = async () => (await held<{ rules: FaultRule[] }>('/faults')).rules;
    await page.getByLabel('For', { exact: true }).selectOption('issueToken');
    await page.getByLabel('What happens').selectOption('service failed');
    await page.getByLabel('Times').fill('7');
    await page.getByRole('button', { name: 'Add the rule' }).click();
    const rule = { operation: 'issueToken', refusal: 'failed', times: 7, hits: 0 };
    await expect.poll(rules).toEqual([rule]);
    expect((await token(opened)).status).toBe(500);
    await page.getByText('1 hit').waitFor();
    const all = page.getByRole('switch', { name: 'Faults' });
    await all.click();
    await expect.poll(rules).toEqual([]);
    await all.click();
    await expect.poll(rules).toEqual([rule]);
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(rules).toEqual([]);
  });
});

describe('the world', () => {
  it('is downloaded, and taken up again', async () => {
    const { page, held } = await developers('World');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download a snapshot' }).click();
    const file = await (await download).path();
    await held('/clock/advance', { method: 'POST', body: '{"by":"PT3H"}' });
    await page.getByLabel('Snapshot file').setInputFiles({
      name: 'world.json',
      mimeType: 'application/json',
      buffer: readFileSync(file),
    });
    await page.getByText('Restored world.json.').waitFor();
    expect(await held('/clock')).toMatchObject({ now: '2026-01-05T08:00:00.000Z' });
    await page.getByLabel('Snapshot file').setInputFiles({
      name: 'no-world.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"version":'),
    });
    await page.locator('.notice[data-code="SNAPSHOT_INVALID"]').waitFor();
  });
});

describe('what the server has for developers', () => {
  it('is linked: the API in OpenAPI, and the verdict on a twin with its report', async () => {
    const { page, stage } = await developers('Calls');
    const opened = async (name: RegExp) => {
      const [tab] = await Promise.all([
        page.context().waitForEvent('page'),
        page.getByRole('link', { name }).click(),
      ]);
      return tab;
    };
    const description = await opened(/OpenAPI/);
    await description.getByText('"openapi"').waitFor();
    await description.close();
    expect(await page.getByText('verified').count()).toBe(0);
    const html = '<!doctype html><title>Report</title><p>All hold.';
    await stage.showVerification(Promise.resolve({ summary: '96 rules hold', holds: true, html }));
    await page.reload();
    const chip = page.getByRole('link', { name: '✔ verified' });
    expect(await chip.getAttribute('title')).toBe('96 rules hold');
    const report = await opened(/verified/);
    await report.getByText('All hold.').waitFor();
    await report.close();
  });
});

/** The developers' part: calls, trying operations, faults, the world as a file, a verification. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verifyTwin } from '../../../cli/serving/twin.ts';
import { operations } from '../../../contracts/specification/index.ts';
import type { FaultRule, VerificationReport } from '../../../simulator/control/schemas/index.ts';
import { turns } from '../../sample.ts';
import { type Staged, sharedStage } from './staged.ts';

const inTurn = turns(3);

const on = sharedStage({
  page: { permissions: ['clipboard-read', 'clipboard-write'] },
  stage: {
    verify: (onProgress, signal) =>
      verifyTwin({ profile: undefined, deviation: 'limits/stops-at-limit' }, onProgress, signal),
  },
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

describe('the form that tries operations', () => {
  it('offers each of the 20, gets a token, and sends what was typed', async () => {
    const { page } = await developers('Try it');
    const operation = page.getByLabel('Operation');
    await expect.poll(() => operation.locator('option').count()).toBe(operations.length);
    await page.getByLabel(/API key of/).fill('demo-key');
    await page.getByRole('button', { name: 'Get a token' }).click();
    await page.getByText('A token is sent with each call').waitFor();
    const reply = page.getByRole('region', { name: 'Reply' });
    await operation.selectOption('createGroup');
    await page
      .getByLabel('Body (JSON)')
      .fill('{"name":"From the page","description":"","deviceIds":["dev-1"]}');
    await page.getByRole('button', { name: 'Send' }).click();
    await reply.locator('[data-status="201"]').waitFor();
    await operation.selectOption('listGroups');
    await page.getByRole('button', { name: 'Send' }).click();
    await reply.locator('[data-status="200"]').waitFor();
    expect(await reply.textContent()).toContain('From the page');
    await operation.selectOption('readDevice');
    await page.getByLabel('device id').fill('no/such?device');
    await page.getByRole('button', { name: 'Send' }).click();
    await reply.locator('[data-status="404"]').waitFor();
  });
});

describe('the operations', () => {
  it('are shown with payload, example and errors, as the world speaks', async () => {
    const { page } = await developers('Operations');
    await expect.poll(() => page.locator('[data-operation] > summary').count()).toBe(operations.length);
    await page.getByLabel('Filter the operations').fill('post /api/groups');
    const create = page.locator('[data-operation="createGroup"]');
    await create.locator('summary').first().click();
    await create.getByText('"description": "The vans of the depot"').first().waitFor();
    expect(await create.getByRole('row', { name: /^name/ }).first().textContent()).toContain('string');
    await create.getByText('Errors').click();
    await create.locator('[data-status="422"]').waitFor();
    await page.getByLabel('Filter the operations').fill('');
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

describe('a verification', () => {
  it.runIf(inTurn())('is run from the page on a twin, and reported rule by rule', async () => {
    const { page, held } = await developers('Verification');
    const before = await held('/clock');
    await page.getByRole('button', { name: 'Verify' }).click();
    const failed = page.locator('.outcome[data-verdict="fail"][data-rule="limits/stops-at-limit"]');
    await failed.first().waitFor();
    expect(await failed.first().textContent()).toContain("Once the day's count has reached the limit");
    expect(await page.locator('.outcome[data-verdict="pass"]').count()).toBeGreaterThan(30);
    await page.locator('[data-count="fail"]').click();
    await expect.poll(() => page.locator('.outcome[data-verdict="pass"]').count()).toBe(0);
    expect(await held('/clock')).toEqual(before);
    const section = page.locator('[data-section="8"]');
    expect(await section.locator('summary').first().textContent()).toContain('§ 8 Limits');
    await page.getByLabel('Search rules').fill('stops-at-limit');
    await expect.poll(() => page.locator('.verified-section').count()).toBe(1);
    expect(await section.locator('.outcome').count()).toBeGreaterThan(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the report' }).click();
    const report: VerificationReport = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
    expect(report.outcomes.some(({ verdict }) => verdict === 'fail')).toBe(true);
  });
});

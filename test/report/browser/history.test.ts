/** The page of many runs in a real browser: it loads nothing, complains of nothing, and can be read by everybody. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { historyOf } from '../../../contracts/report/compare/history.ts';
import { historyHtml } from '../../../contracts/report/compare/history-html.ts';
import { readPastRun } from '../../../contracts/report/compare/past-run.ts';
import { renderJson } from '../../../contracts/report/json.ts';
import { closeWindows, sharedChromium } from '../../browser/chromium.ts';
import { turns } from '../../sample.ts';
import { everyVerdict, hostile, mixedRun } from '../runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'roadtest-history-'));
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser: Browser;

beforeAll(async () => {
  browser = await sharedChromium();
  const runs = Array.from({ length: 30 }, (_, day) => ({
    ...(day % 3 === 0 ? everyVerdict : mixedRun()),
    startedAt: `2026-01-${String(day + 1).padStart(2, '0')}T08:00:00Z`,
    tool: hostile.markup,
  })).flatMap((run) => {
    const read = readPastRun(renderJson(run));
    return 'run' in read ? [read.run] : [];
  });
  const unread = [{ file: hostile.markup, problem: hostile.script }];
  writeFileSync(join(folder, 'history.html'), historyHtml(historyOf(runs), unread));
});
afterAll(async () => {
  if (browser) await closeWindows(browser);
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  [1280, 'light'],
  [390, 'dark'],
] as const)(
  'at %i in %s: all is text, nothing is loaded, nothing scrolls sideways but the table',
  async (width, colorScheme) => {
    const page = await (
      await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
    ).newPage();
    const complaints: string[] = [];
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    const url = pathToFileURL(join(folder, 'history.html')).href;
    await page.goto(url);
    expect([requested, complaints]).toEqual([[url], []]);
    expect(await page.locator('img, iframe, script').count()).toBe(0);
    expect(await page.locator('.runs thead time').count()).toBe(30);
    expect(
      await page.locator('.runs tbody tr').filter({ hasText: 'groups/replaced' }).count(),
    ).toBeGreaterThan(0);
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(content).toBeLessThanOrEqual(window as number);
    // The newest run is in sight.
    expect(
      await page
        .locator('.runs thead th')
        .last()
        .evaluate((it) => it.getBoundingClientRect().right),
    ).toBeLessThanOrEqual(width);
  },
);

it.runIf(turns(4)())('breaks no rule of accessibility', async () => {
  // The policy of the page lets no script in, so that of the checker is brought along.
  const page = await (await browser.newContext({ bypassCSP: true })).newPage();
  await page.goto(pathToFileURL(join(folder, 'history.html')).href);
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)).toEqual([]);
});

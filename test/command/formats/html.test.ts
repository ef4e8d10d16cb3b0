/** The page of a run in a real browser: it is read, printed, and attacked. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { visibleLines } from '../../../contracts/kit/untrusted.ts';
import { reporters } from '../../../contracts/report/index.ts';
import type { Run } from '../../../contracts/verify/run.ts';
import { closeWindows, sharedChromium } from '../../chromium.ts';
import { folder } from '../started.ts';
import { everyVerdict, hostile, wholeRun } from './runs.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
afterAll(async () => closeWindows(await sharedChromium()));

/** Opens the report of a run, and notes what the page asks for and complains of. */
async function open(run: Run, options: BrowserContextOptions = {}) {
  const file = join(folder, 'report.html');
  writeFileSync(file, reporters.html.render(run));
  const page = await (await (await sharedChromium()).newContext(options)).newPage();
  const requested: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  const url = pathToFileURL(file).href;
  await page.goto(url);
  return { page, url, requested, complaints };
}

const unfold = (page: Page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
const failureOf = (page: Page) =>
  page.locator('.finding.fail').filter({ hasText: 'limits/stops-at-limit/sms' });

test('what came out, what wants attention and what would unlock more are read from its head on', async () => {
  const { page } = await open(everyVerdict);
  expect(await page.title()).toBe('2 failures · http://127.0.0.1:4010 · Roadtest');
  expect(await page.locator('h1').innerText()).toContain('2 failures');
  expect(await page.locator('.lead').innerText()).toMatch(
    /^Exit code 1: failure of .*; 6 of 13 judged, 1 of these by status alone; /,
  );
  expect(await page.locator('.finding h2').allInnerTexts()).toEqual([
    '✘ fail limits/stops-at-limit/sms',
    '✘ fail groups/replaced',
    '✘ BASELINE_STALE token/renewal',
    '! error users/created-is-listed',
    '~ suspect auth/bearer-accepted/readGroup',
    '≠ drift token/expires-iso-utc',
    '≠ drift token.lifetime',
    '◌ left open users/countries-listed',
    '○ accepted limits/stops-at-limit/email',
  ]);
  const box = await failureOf(page).boundingBox();
  expect((box?.y ?? 1_000) + 200, 'the first failure is on the first screen').toBeLessThan(800);
  const unlock = page.locator('#open');
  expect(await unlock.locator('h2').innerText()).toContain('3 not reached');
  await unlock.locator('summary').click();
  expect(await unlock.locator('details li').first().innerText()).toMatch(/^2 [\s\S]*bring time forward/);
  const limits = page.locator('#details > details').filter({ hasText: '§ 8' });
  expect(await limits.innerText()).toMatch(/2 of 2 judged/);
  expect(await page.locator('#details li:visible').count()).toBe(0);
});

test('a failure has all that is needed to see it again: its steps, lines to copy, and its exchanges', async () => {
  const { page } = await open(everyVerdict);
  const failure = failureOf(page);
  const text = await failure.innerText();
  for (const part of [
    '§ 8 Limits',
    'nothing sent once 3 of 3',
    '1. read the settings',
    '→ 1 of 1 sent; expected 0',
  ])
    expect(text).toContain(part);
  const lines = await failure.locator('> pre').innerText();
  expect(lines).toMatch(/^curl -i .*\/d1\/limits\ncurl -i .*\/d1\/send$/);
  await failure.locator('summary').click();
  const messages = await failure.locator('details pre').allInnerTexts();
  expect(messages[0]).toMatch(/^GET http.*\/api\/devices\n/);
  expect(messages.at(-1)).toContain('{"sent":1,"withheld":0}');
});

test('hostile texts are text; it loads nothing, and would not run a script that got into it', async () => {
  const { url, page, requested, complaints } = await open(everyVerdict);
  await unfold(page);
  const text = (await page.evaluate(() => document.body.textContent)) ?? '';
  for (const [name, value] of Object.entries(hostile)) expect(text, name).toContain(visibleLines(value));
  expect(await page.locator('img, iframe, object, b, i').count()).toBe(0);
  expect(requested).toEqual([url]);
  expect(complaints).toEqual([]);
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="document.title=\'owned\'">');
    const script = document.createElement('script');
    script.textContent = 'document.title = "owned"';
    document.body.append(script);
  });
  await expect.poll(() => complaints.join()).toMatch(/Content Security Policy/);
  expect(await page.title()).not.toBe('owned');
});

test.each(['light', 'dark'] as const)(
  'axe finds no flaw, and nothing scrolls sideways, on a small %s screen',
  async (colorScheme) => {
    const { page } = await open(everyVerdict, { colorScheme, viewport: { width: 390, height: 900 } });
    await unfold(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.evaluate(axeSource);
    const found = await page.evaluate(async () => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      const { violations } = await checker.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    });
    expect(found).toEqual([]);
  },
);

test('without scripts, and on paper, all of it can be read', async () => {
  const { page } = await open(everyVerdict, { javaScriptEnabled: false, colorScheme: 'dark' });
  expect(await failureOf(page).locator('details').textContent()).toMatch(
    /GET http.*\/api\/devices\n[\s\S]*200/,
  );
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const there of ['h1', '.finding', '#open', '#details'])
    expect(await page.locator(there).first().isVisible(), there).toBe(true);
});

test('it stays small, however much was exchanged', async () => {
  const whole = wholeRun();
  const failing = whole.outcomes.map((one) => ({
    ...one,
    verdict: 'fail' as const,
    expected: 'one',
    observed: 'other',
  }));
  for (const outcomes of [whole.outcomes, failing])
    expect(reporters.html.render({ ...whole, outcomes }).length).toBeLessThan(300_000);
});

/** The page of a run in a real browser: it is read, filtered, printed, and attacked. */
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
const shown = (page: Page) => page.locator('[data-verdict]:not([hidden])').count();
const failureOf = (page: Page) => page.locator('.failure').filter({ hasText: 'limits/stops-at-limit/sms' });

test('what came out, how much is covered and what would cover the rest are read at its head', async () => {
  const { page } = await open(everyVerdict);
  expect(await page.title()).toBe('2 failures · http://127.0.0.1:4010 · Roadtest');
  expect(await page.locator('h1').innerText()).toContain('2 failures');
  expect(await page.locator('.lead').innerText()).toMatch(
    /^6 of 13 checks were judged, and 3 of those hold\. 1 of them by status alone: .* 7 stayed open\. /,
  );
  const limits = page.locator('.sections > li').filter({ hasText: '§ 8' });
  expect(await limits.innerText()).toMatch(/2 of 2 judged[\s\S]*1 fail[\s\S]*1 accepted/);
  expect(await page.locator('#suspects').innerText()).toMatch(/GET \/api\/groups\/1[\s\S]*bearer-accepted/);
  expect(await page.locator('#open .locked > li').first().innerText()).toMatch(/2[\s\S]*bring time forward/);
  const named = page.locator('.wanting li');
  expect(await named.allInnerTexts()).toEqual([
    '✘ fail limits/stops-at-limit/sms',
    '✘ fail groups/replaced',
    '! error users/created-is-listed',
    '~ suspect auth/bearer-accepted/readGroup',
    '≠ drift token/expires-iso-utc',
    '≠ drift token.lifetime',
    'and 1 more',
  ]);
  await named.first().getByRole('link').click();
  await expect.poll(() => failureOf(page).evaluate((it) => it.getBoundingClientRect().top)).toBeLessThan(400);
  expect(await page.locator('[data-verdict=pass]:visible').count()).toBe(0);
  await page.locator('.passes summary').first().click();
  expect(await page.locator('[data-verdict=pass]:visible').count()).toBeGreaterThan(0);
  expect(await page.locator('footer').innerText()).toMatch(/^Exit code 1: /);
});

test('a failure has all that is needed to see it again: its steps, lines that are copied, and its exchanges', async () => {
  const { page, url } = await open(everyVerdict);
  const failure = failureOf(page);
  const text = await failure.innerText();
  for (const part of [
    '§ 8 Limits',
    'nothing sent once 3 of 3',
    '1. read the settings',
    '→ 1 of 1 sent; expected 0',
  ])
    expect(text).toContain(part);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await failure.getByRole('button', { name: /Copy lines for/ }).click();
  await expect.poll(() => failure.locator('.copy').innerText()).toMatch(/^(Copied|Selected)/);
  const taken = await page.evaluate(async () => getSelection()?.toString() || navigator.clipboard.readText());
  expect(taken).toMatch(/^curl -i .*\/d1\/limits\ncurl -i .*\/d1\/send$/);
  await failure.getByRole('link', { name: '#1' }).click();
  await expect.poll(() => page.locator('#x1').getAttribute('open')).toBe('');
  expect(await page.locator('#x1 pre').first().innerText()).toMatch(/^GET http.*\/api\/devices\n/);
  await failure.getByRole('link', { name: '#2' }).click();
  await expect.poll(() => page.locator('#x2 pre').last().innerText()).toContain('{"sent":1,"withheld":0}');
  await page.goto('about:blank');
  await page.goto(`${url}#x3`);
  await expect.poll(() => page.locator('#x3').getAttribute('open')).toBe('');
});

test('it is filtered by text, verdict and section, by the numbers at its top and by the keyboard', async () => {
  const whole = wholeRun();
  const failing = everyVerdict.outcomes.filter(({ verdict }) => verdict === 'fail');
  const outcomes = whole.outcomes.map((one) => failing.find(({ id }) => id === one.id) ?? one);
  const { page } = await open({ ...whole, outcomes });
  const status = page.getByRole('status');
  const all = outcomes.length;
  expect(await status.innerText()).toBe(`${all} of ${all} shown`);
  const box = await page.locator('.page .bar rect.fail').boundingBox();
  expect(box?.width, 'a failure among hundreds is seen in the bar').toBeGreaterThan(5);
  await page.getByRole('searchbox').fill('LIMITS/ at-limit');
  expect(await shown(page)).toBe(2);
  await page.getByRole('checkbox', { name: /fail/ }).check();
  expect(await status.innerText()).toBe(`1 of ${all} shown`);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(() => shown(page)).toBe(all);
  await page.getByLabel('Section').selectOption('4.1');
  expect(await shown(page)).toBe(5);
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.locator('.tiles .fail a').click();
  expect(await status.innerText()).toBe(`2 of ${all} shown`);
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.locator('h1').click();
  await page.keyboard.press('/');
  await page.keyboard.type('groups/replaced ');
  await expect
    .poll(() => shown(page))
    .toBe(outcomes.filter(({ id }) => id.includes('groups/replaced')).length);
  await page.locator('[data-verdict]:visible summary').first().focus();
  await page.keyboard.press('Enter');
  expect(await page.locator('[data-verdict]:visible .body').first().isVisible()).toBe(true);
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

test('axe finds no flaw, and nothing scrolls sideways, on a small dark screen', async () => {
  const { page } = await open(everyVerdict, { colorScheme: 'dark', viewport: { width: 390, height: 900 } });
  await unfold(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const { violations } = await checker.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
  expect(found).toEqual([]);
});

test('without scripts, and on paper, all of it can be read and nothing is to be clicked', async () => {
  const { page } = await open(everyVerdict, { javaScriptEnabled: false, colorScheme: 'dark' });
  expect(await shown(page)).toBe(everyVerdict.outcomes.length);
  expect(await page.locator('form').isVisible()).toBe(false);
  expect(await page.locator('button:visible').count()).toBe(0);
  expect(await page.locator('#exchanges').innerText()).toMatch(/GET \/api\/devices\n→ 200/);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const gone of ['nav', 'form', '#exchanges', '.copy'])
    expect(await page.locator(gone).first().isVisible(), gone).toBe(false);
  for (const there of ['h1', '#failures', '#coverage', '#open', '#openings'])
    expect(await page.locator(there).isVisible(), there).toBe(true);
});

/** The page in a real browser: it is read, filtered, printed, and attacked. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visibleLines } from '../../../contracts/kit/untrusted.ts';
import { renderHtml } from '../../../contracts/report/html.ts';
import { renderJson } from '../../../contracts/report/json.ts';
import { rules } from '../../../contracts/specification/index.ts';
import { expand } from '../../../contracts/specification/judged.ts';
import type { Run } from '../../../contracts/verify/run.ts';
import { closeWindows, sharedChromium } from '../../browser/chromium.ts';
import { oneIn, turns, WHOLE } from '../../sample.ts';
import { allPass, empty, everyVerdict, hostile, interrupted, mixedRun, wholeRun } from '../runs.ts';

const inTurn = turns(3);

const judged = rules.flatMap(expand).length;

const runs = { everyVerdict, allPass, empty, interrupted };
const folder = mkdtempSync(join(tmpdir(), 'roadtest-html-'));
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser: Browser;
let files = 0;

beforeAll(async () => {
  browser = await sharedChromium();
});
afterAll(async () => {
  if (browser) await closeWindows(browser);
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the report of a run, and notes what the page asks for and complains of. */
async function open(run: Run, options: BrowserContextOptions = {}) {
  const file = join(folder, `${files++}.html`);
  writeFileSync(file, renderHtml(run));
  const page = await (await browser.newContext(options)).newPage();
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

describe('the page as it is written', () => {
  it.each(Object.entries(runs))('refers to nothing outside itself: %s', (_, run) => {
    const markup = renderHtml(run).replace(/>[^<]*(?=<)/g, '>'); // without its texts
    const tags = markup.match(/<[a-z][^>]*>/g) ?? [];
    for (const tag of tags) {
      expect(tag).not.toMatch(/\s(src|srcset|style|on\w+|action|formaction|data|poster)=/);
      expect(tag.match(/\shref="([^"]*)"/)?.[1] ?? '#').toMatch(/^#[a-z0-9]*$/);
    }
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(renderHtml(run)) ?? [];
    expect(style).not.toMatch(/@import|url\((?!#)/);
    expect(tags.filter((tag) => /^<(link|base|iframe|object|embed|img|form [^>]*action)/.test(tag))).toEqual(
      [],
    );
  });

  it('has the same bytes for the same run', () => {
    expect(renderHtml(everyVerdict)).toBe(renderHtml(structuredClone(everyVerdict)));
  });
});

describe('the page in a browser', () => {
  it.each(Object.entries(runs))('loads nothing and complains of nothing: %s', async (_, run) => {
    const { url, page, requested, complaints } = await open(run);
    await unfold(page);
    expect(requested).toEqual([url]);
    expect(complaints).toEqual([]);
  });

  it.runIf(inTurn())('shows hostile texts as text, in every place', async () => {
    const { page, complaints } = await open(everyVerdict);
    await unfold(page);
    const text = (await page.evaluate(() => document.body.textContent)) ?? '';
    for (const [name, value] of Object.entries(hostile)) expect(text, name).toContain(visibleLines(value));
    expect(await page.title()).toBe('2 failures · http://127.0.0.1:4010 · Roadtest');
    expect(await page.locator('img, iframe, object, b, i').count()).toBe(0);
    expect(await page.locator('script:not(#run)').count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it.runIf(inTurn())('would not run a script that got into it after all', async () => {
    const { page, complaints } = await open(everyVerdict);
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        '<img src="data:," onerror="document.title=\'owned\'"><p style="color:red" id="styled">x</p>',
      );
      const script = document.createElement('script');
      script.textContent = 'document.title = "owned"';
      document.body.append(script);
    });
    await expect.poll(() => complaints.length).toBeGreaterThan(0);
    expect(await page.title()).not.toBe('owned');
    expect(complaints.join()).toMatch(/Content Security Policy/);
  });

  const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
    [1280, 390].map((width) => ({ name: 'everyVerdict', run: everyVerdict, colorScheme, width })),
  );
  const others = Object.entries({ allPass, empty, interrupted }).map(([name, run]) => ({
    name,
    run,
    colorScheme: 'light' as const,
    width: 1280,
  }));
  // Each colour and each width at least once.
  it.runIf(inTurn()).each([...looks.filter((_, at) => WHOLE || at % 3 === 0), ...oneIn(3, others)])(
    'has no flaw that axe finds: $name, $colorScheme, $width wide',
    async (look) => {
      const { run, colorScheme, width } = look;
      const { page } = await open(run, { colorScheme, viewport: { width, height: 900 } });
      await unfold(page);
      await page.evaluate(axeSource);
      const found = await page.evaluate(async () => {
        const { axe: checker } = window as unknown as { axe: typeof axe };
        const { violations } = await checker.run();
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      });
      expect(found).toEqual([]);
    },
  );

  it.runIf(inTurn()).each([320, 390, 768, 1280])('needs no scrolling sideways at %i', async (width) => {
    const { page } = await open(everyVerdict, { viewport: { width, height: 800 } });
    await unfold(page);
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(content).toBeLessThanOrEqual(window as number);
  });

  it.runIf(inTurn())('can be read without scripts', async () => {
    const { page } = await open(everyVerdict, { javaScriptEnabled: false });
    expect(await shown(page)).toBe(everyVerdict.outcomes.length);
    expect(await page.locator('form').isVisible()).toBe(false);
    expect(await page.locator('button:visible').count()).toBe(0);
    expect(await page.locator('#exchanges').innerText()).toMatch(
      /in the JSON report[\s\S]*GET \/api\/devices\n→ 200/,
    );
  });

  it.runIf(inTurn())('prints what is to be read, and not what is to be clicked', async () => {
    const { page } = await open(everyVerdict, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const gone of ['nav', 'form', '#exchanges', '.copy'])
      expect(await page.locator(gone).first().isVisible()).toBe(false);
    for (const there of ['h1', '#failures', '#coverage', '#open', '#openings'])
      expect(await page.locator(there).isVisible()).toBe(true);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
  });
});

describe('a manager', () => {
  it('reads what came out, how much is covered, and what would cover the rest', async () => {
    const { page } = await open(everyVerdict);
    expect(await page.locator('h1').innerText()).toContain('2 failures');
    expect(await page.locator('.lead').innerText()).toMatch(
      /^6 of 13 checks were judged, and 3 of those hold\. 1 of them by status alone: .* 7 stayed open\. /,
    );
    const limits = page.locator('.sections > li').filter({ hasText: '§ 8' });
    expect(await limits.locator('.share').innerText()).toBe('2 of 2 judged');
    expect(await limits.locator('.counts').innerText()).toMatch(/1 fail[\s\S]*1 accepted/);
    expect(await page.locator('#suspects').innerText()).toMatch(/GET \/api\/groups\/1[\s\S]*bearer-accepted/);
    const events = page.locator('.sections > li').filter({ hasText: '§ 6' });
    expect(await events.innerText()).toContain('the document leaves it open');
    expect(await page.locator('#open .locked > li').first().innerText()).toMatch(
      /2[\s\S]*bring time forward[\s\S]*auth\/expired-refused/,
    );
  });

  const accepted = everyVerdict.outcomes.filter((outcome) => outcome.accepted);
  it.each<[string, Run]>([
    ['Every rule holds', wholeRun()],
    ['Everything judged holds', allPass],
    ['Nothing was judged', empty],
    ['Ended early', { ...allPass, interrupted: true }],
    ['Too much stayed open', { ...allPass, exitCode: 3 }],
    ['The baseline is stale', { ...allPass, staleBaseline: ['token/renewal'] }],
    ['No rule is broken, but there is drift', { ...allPass, observations: everyVerdict.observations }],
    ['Every failure is accepted', { ...allPass, outcomes: accepted }],
    [
      'The suite broke in 1 case',
      { ...allPass, outcomes: everyVerdict.outcomes.filter(({ verdict }) => verdict === 'error') },
    ],
  ])('is reported: %s', (words, run) => {
    expect(renderHtml(run)).toContain(`<title>${words} · `);
  });

  it.runIf(inTurn())('sees a single failure among hundreds in the bar', async () => {
    const { page } = await open(mixedRun());
    const box = await page.locator('.page .bar rect.fail').boundingBox();
    expect(box?.width).toBeGreaterThan(5);
  });
});

describe('the page', () => {
  it('names at its head what failed, with a way to it, and folds what passes', async () => {
    const { page } = await open(everyVerdict);
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
    const failure = page.locator('.failure').filter({ hasText: 'limits/stops-at-limit/sms' });
    await expect.poll(() => failure.evaluate((it) => it.getBoundingClientRect().top)).toBeLessThan(400);
    expect(await page.locator('[data-verdict=pass]:visible').count()).toBe(0);
    await page.locator('.passes summary').first().click();
    expect(await page.locator('[data-verdict=pass]:visible').count()).toBeGreaterThan(0);
    expect(await page.locator('footer').innerText()).toMatch(/^Exit code 1: /);
  });

  it.each(Object.entries(runs))('holds the JSON report: %s', async (_, run) => {
    const { page } = await open(run);
    const held = await page.locator('#run').evaluate((it) => it.textContent);
    expect(JSON.parse(held ?? '')).toEqual(JSON.parse(renderJson(run)));
  });
});

describe('an engineer', () => {
  it('finds at a failure all that is needed to see it again', async () => {
    const { page } = await open(everyVerdict);
    const failure = page.locator('.failure').filter({ hasText: 'limits/stops-at-limit/sms' });
    const text = await failure.innerText();
    for (const part of ['§ 8 Limits', 'nothing sent once 3 of 3', '1 sent, 0 withheld', 'curl -i'])
      expect(text).toContain(part);
    await failure.getByText('Exchange:').click();
    expect(await failure.locator('.messages').innerText()).toContain('{"sent":1,"withheld":0}');
  });

  it.runIf(inTurn())('filters by text, verdict and section, and hears how many are left', async () => {
    const { page } = await open(mixedRun());
    const status = page.getByRole('status');
    expect(await status.innerText()).toBe(`${judged} of ${judged} shown`);
    await page.getByRole('searchbox').fill('stops-AT never-count-else');
    expect(await shown(page)).toBe(0);
    await page.getByRole('searchbox').fill('LIMITS/ at-limit');
    expect(await shown(page)).toBe(2);
    await page.getByRole('checkbox', { name: /fail/ }).check();
    expect(await shown(page)).toBe(1);
    expect(await status.innerText()).toBe(`1 of ${judged} shown`);
    expect(await page.locator('[data-group]:visible').count()).toBe(1);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => shown(page)).toBe(judged);
    await page.getByLabel('Section').selectOption('4.1');
    expect(await shown(page)).toBe(5);
  });

  it.runIf(inTurn())('gets the outcomes of a verdict from its number at the top', async () => {
    const run = mixedRun();
    const unreached = run.outcomes.filter(({ verdict, leftOpen }) => verdict === 'inconclusive' && !leftOpen);
    const { page } = await open(run);
    await page.locator('.tiles .inconclusive a').click();
    expect(await page.getByRole('status').innerText()).toBe(`${unreached.length} of ${judged} shown`);
    expect(page.url()).toMatch(/#outcomes$/);
  });

  it.runIf(inTurn())('follows an outcome to its exchange, which unfolds, also by address', async () => {
    const { page, url } = await open(everyVerdict);
    const failure = page.locator('.failure').filter({ hasText: 'limits/stops-at-limit/sms' });
    await failure.getByRole('link', { name: '#1' }).click();
    await expect.poll(() => page.locator('#x1').getAttribute('open')).toBe('');
    await expect.poll(() => page.locator('#x1 pre').count()).toBe(2);
    expect(await page.locator('#x1 pre').first().innerText()).toMatch(/^GET http.*\/api\/devices\n/);
    expect(await page.evaluate(() => document.activeElement?.parentElement?.id)).toBe('x1');
    await page.goto('about:blank');
    await page.goto(`${url}#x3`);
    await expect.poll(() => page.locator('#x3').getAttribute('open')).toBe('');
  });

  it.runIf(inTurn())('copies a line', async () => {
    const { page } = await open(everyVerdict);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const failure = page.locator('.failure').filter({ hasText: 'limits/stops-at-limit/sms' });
    await failure.getByRole('button', { name: /Copy curl line/ }).click();
    await expect.poll(() => failure.locator('.copy').innerText()).toMatch(/^(Copied|Selected)/);
    const taken = await page.evaluate(
      async () => getSelection()?.toString() || navigator.clipboard.readText(),
    );
    expect(taken).toContain('curl -i');
    expect(taken).toContain('/_control/devices/d1/send');
  });

  it.runIf(inTurn())('does all of it by the keyboard', async () => {
    const { page } = await open(everyVerdict);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the report');
    await page.keyboard.press('/');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('text');
    await page.keyboard.type('groups/replaced');
    expect(await shown(page)).toBe(1);
    await page.locator('[data-verdict]:visible summary').first().focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('[data-verdict]:visible .body').isVisible()).toBe(true);
  });
});

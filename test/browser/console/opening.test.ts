/** A page that is opened: on a stopped clock, by a link, over a slow network, in forced colours. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { start } from '../../../cli/serving/start.ts';
import { testIo } from '../../command/world.ts';
import { oneIn, turns } from '../../sample.ts';
import { closeWindows, sharedChromium } from '../chromium.ts';
import { type OpenOptions, openConsole, waitForVehicles, withoutMap } from './page.ts';
import { held } from './staged.ts';

const inTurn = turns(3);

let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});
afterAll(() => closeWindows(browser));

async function opened(scenario: string | undefined, options: OpenOptions = { before: withoutMap }) {
  const given = { port: 0, host: '127.0.0.1', frozen: true, ...(scenario !== undefined && { scenario }) };
  const running = await start(given, testIo());
  onTestFinished(async () => {
    await running.server.close();
    running.worlds.stop();
  });
  const page = await openConsole(browser, running.server, options);
  onTestFinished(page.close);
  return { ...page, server: running.server };
}

const tabsOf = (page: Page) => page.locator('.tab[aria-selected="true"]').allTextContents();

it('shows the first caption, view and states of a story that has not begun', async () => {
  const { page, problems } = await opened('cold-chain');
  const caption = page.locator('.story-caption');
  await expect.poll(() => caption.textContent()).toContain('At 05:35: Loaded');
  expect(await caption.textContent()).toContain('Minus twenty degrees.');
  await expect.poll(() => page.locator('.vehicle h2').textContent()).toBe('Reefer 3');
  await expect.poll(() => page.locator('.device-row').textContent()).toContain('parked');
  expect(problems).toEqual([]);
});

it('marks a caption as past, and drops it with its chapter', async () => {
  const { page, server } = await opened('cold-chain');
  const advance = (by: string) =>
    held(server, '/clock/advance', { method: 'POST', body: JSON.stringify({ by }) });
  await advance('PT31M');
  const caption = page.locator('.story-caption');
  await expect
    .poll(() => caption.textContent())
    .toBe('The cooling failsThe compressor is running again.Dismiss the caption');
  await advance('PT5M');
  await expect.poll(() => caption.textContent()).toContain('Earlier, at 06:00: The cooling fails');
});

it('shows a fleet without a story parked about the town while the clock is stopped', async () => {
  const { page } = await opened(undefined, { after: '?measure' });
  expect((await waitForVehicles(page)).inked).toBeGreaterThan(0);
  await expect
    .poll(() => page.locator('.device-row > :last-child').allTextContents())
    .toEqual(Array.from({ length: 10 }, () => 'parked'));
});

it.runIf(inTurn())('keeps the panels of a link to a moment', async () => {
  const after = '#story=cold-chain&at=2026-03-13T04:50:00Z&device=dev-1&panels=stories,deadlines';
  const { page, server } = await opened('tunnel', { after, before: withoutMap });
  await expect.poll(async () => (await held<{ now: string }>(server, '/clock')).now).toContain('04:50:00');
  await expect.poll(() => tabsOf(page)).toEqual(['Stories', 'Deadlines']);
  await expect.poll(() => page.locator('.story-caption').textContent()).toContain('Still too warm.');
  expect(await tabsOf(page)).toEqual(['Stories', 'Deadlines']);
  // The panels that are open at first are those of a link, too.
  await page.getByRole('tab', { name: 'Fleet' }).click();
  await page.getByRole('tab', { name: 'Events' }).click();
  await expect.poll(() => page.url()).toContain('panels=fleet,events');
});

it.runIf(inTurn())('says what is being loaded over a slow network', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { page } = await opened(undefined, {
    async before(opening) {
      await withoutMap(opening);
      await opening.route(/_control\/devices/, async (route) => {
        await released;
        await route.continue();
      });
    },
  });
  await page.getByText('Loading devices…').waitFor();
  release();
  await expect.poll(() => page.locator('.device-row').count()).toBe(10);
  await expect.poll(() => page.getByText(/^Loading/).count()).toBe(0);
});

it.runIf(inTurn())('keeps meters, marks, the chosen row and pressed buttons in forced colours', async () => {
  const { page, server } = await opened('alert-storm', { before: withoutMap, forcedColors: 'active' });
  await held(server, '/clock/advance', { method: 'POST', body: '{"by":"PT45M"}' });
  await page.locator('.timeline-marks .mark').first().waitFor();
  const fill = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(element);
        return `${backgroundColor} ${backgroundImage}`;
      });
  const bare = await fill('.shell-side .button[aria-pressed="false"]');
  for (const told of [
    '.button[aria-pressed="true"]',
    '.device-row[aria-selected="true"]',
    '.meter .fill',
    '.mark.alert',
    '.timeline-past',
  ])
    expect(await fill(told), told).not.toBe(bare);
  // In the chosen row nothing keeps a colour of the page.
  expect(await fill('.device-row[aria-selected="true"] .chip')).toContain('rgba(0, 0, 0, 0)');
  await page.getByRole('tab', { name: 'Account' }).click();
  for (const told of ['.gauge-used', '.sample.used']) expect(await fill(told), told).not.toBe(bare);
});

it('names the chapters of stories in full at 1440 pixels', async () => {
  const viewport = { width: 1_440, height: 900 };
  const { page, server } = await opened(undefined, { before: withoutMap, viewport });
  const { stories } = await held<{ stories: { name: string; title: string; chapters: number }[] }>(
    server,
    '/stories',
  );
  const told = stories.filter(({ name, chapters }) => chapters > 0 && name !== 'rush-hour');
  for (const { name, title } of oneIn(4, told)) {
    await held(server, '/story', { method: 'PUT', body: JSON.stringify({ name }) });
    await expect.poll(() => page.locator('.title h1').textContent()).toBe(title);
    await expect.poll(() => page.locator('.chapter').count()).toBeGreaterThan(0);
    const cut = () =>
      page
        .locator('.chapter > span')
        .evaluateAll((all) =>
          all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
        );
    await expect.poll(cut, { message: title }).toEqual([]);
  }
});

it('says how long a vehicle has been silent though the page was opened since, and what came late', async () => {
  const { page, server } = await opened('tunnel', { before: withoutMap, after: '#story=tunnel' });
  const advance = (by: string) =>
    held(server, '/clock/advance', { method: 'POST', body: JSON.stringify({ by }) });
  await advance('PT5M30S');
  await page.reload();
  const row = page.locator('.device-row > :last-child');
  await expect.poll(() => row.textContent()).toMatch(/^no signal, 3 min( \d+ s)?$/);
  await expect.poll(() => page.locator('.vehicle-head').textContent()).toMatch(/no signal, 3 min( \d+ s)?/);
  await advance('PT2M');
  await expect
    .poll(() => page.locator('[data-late]').textContent())
    .toMatch(/^ ?\d+ reports came late, by up to \d min/);
});

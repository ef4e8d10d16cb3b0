import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { SimulatorOptions } from '../../../simulator/index.ts';
import { turns } from '../../sample.ts';
import { closeWindows, sharedChromium } from '../chromium.ts';
import { circlingFleet } from './fleet.ts';
import {
  type OpenOptions,
  openConsole,
  serveConsole,
  shownVehicles,
  waitForVehicles,
  withoutMap,
} from './page.ts';

const inTurn = turns(3);

let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});
afterAll(() => closeWindows(browser));

async function start(options: SimulatorOptions = {}) {
  const simulator = circlingFleet({ devices: 5, ...options });
  const server = await serveConsole(simulator);
  onTestFinished(async () => {
    await server.close();
    simulator.stop();
  });
  return { simulator, server };
}

async function open(server: { url: string }, options: OpenOptions = {}) {
  const opened = await openConsole(browser, server, options);
  onTestFinished(opened.close);
  return opened;
}

const MINUTE = 60_000;
const ATTACK = '<img src=x onerror="document.title=1">';

describe('the page', () => {
  it.runIf(inTurn())('is at /, lets nothing run that is not its own, and goes on after a reset', async () => {
    const { simulator, server } = await start();
    const reply = await fetch(server.url, { redirect: 'manual' });
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/_console/']);
    const { page, problems } = await open(server, { after: '?measure' });
    await waitForVehicles(page);
    expect(problems).toEqual([]);
    await page.waitForFunction(() => window.roadtestFrames?.().ground);
    const before = await settled(page);
    await simulator.clock.advance(simulator.clock.now() + 45 * MINUTE);
    await expect.poll(() => page.getByRole('timer').textContent()).toContain('08:45');
    await expect.poll(async () => (await shownVehicles(page)).picture).not.toBe(before);
    simulator.reset();
    await expect.poll(() => page.getByRole('timer').textContent()).toContain('08:00');
    await expect.poll(async () => (await shownVehicles(page)).picture).toBe(before);
    expect(problems).toEqual([]);
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.documentElement.dataset.ran = "yes"';
      document.body.append(script);
      return document.documentElement.dataset.ran;
    });
    expect(ran).toBeUndefined();
    const asked = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin),
    );
    expect(new Set(asked)).toEqual(new Set([server.url]));
  });

  it.runIf(inTurn())('works without the map where the browser cannot draw one', async () => {
    const { server } = await start();
    const { page, problems } = await open(server, { before: withoutMap });
    await page.getByText('The map could not be shown').waitFor();
    await page.getByRole('option').first().click();
    await page.getByRole('heading', { name: 'Last reported location' }).waitFor();
    expect(problems).toEqual([]);
  });

  it.runIf(inTurn())('shows a hostile name as the text that it is', async () => {
    const { server } = await start({
      prepare: (fleet) => fleet.devices.describe(2, { name: ATTACK, licencePlate: ATTACK }),
    });
    const { page, problems } = await open(server, { before: withoutMap });
    await page.getByRole('option').filter({ hasText: ATTACK }).first().click();
    await expect.poll(() => page.getByText(ATTACK).count()).toBeGreaterThan(1);
    expect(await page.locator('img').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it.runIf(inTurn())('hears the server again after it was gone, and catches up', async () => {
    const { simulator, server } = await start();
    const { page } = await open(server, { before: withoutMap });
    const clock = page.getByRole('timer');
    await server.close();
    await page.locator('.shell:not([data-connection="live"])').waitFor();
    await simulator.clock.advance(simulator.clock.now() + 90 * MINUTE);
    const again = await serveConsole(simulator, server.port);
    onTestFinished(() => again.close());
    await page.locator('.shell[data-connection="live"]').waitFor();
    await expect.poll(() => clock.textContent()).toContain('09:30');
  });

  it.runIf(inTurn())(
    'keeps no connection while it is hidden, and catches up when it is seen again',
    async () => {
      const { simulator, server } = await start();
      const { page, problems } = await open(server);
      await waitForVehicles(page);
      const picture = async () => (await shownVehicles(page)).picture;
      const before = await picture();
      const left = gone(page);
      await seen(page, false);
      await expect.poll(() => [...left].sort()).toEqual(['/_control/events', '/_control/positions']);
      await simulator.clock.advance(simulator.clock.now() + 30 * MINUTE);
      expect(await page.getByRole('timer').textContent()).toContain('08:00');
      await seen(page, true);
      await expect.poll(() => page.getByRole('timer').textContent()).toContain('08:30');
      await expect.poll(picture).not.toBe(before);
      expect(problems).toEqual([]);
    },
  );

  it.runIf(inTurn())('agrees with another page', async () => {
    const { simulator, server } = await start();
    const [one, other] = [await open(server), await open(server)];
    await one.page.getByRole('button', { name: 'Play' }).click();
    await other.page.getByRole('button', { name: 'Pause' }).waitFor();
    await simulator.clock.advance(simulator.clock.now() + 30 * MINUTE);
    await other.page.getByRole('button', { name: 'Pause' }).click();
    await one.page.getByRole('button', { name: 'Play' }).waitFor();
    const shown = async ({ page }: typeof one) => page.getByRole('timer').getAttribute('data-at');
    await expect.poll(() => shown(one)).toBe(String(simulator.clock.now()));
    await expect.poll(() => shown(other)).toBe(String(simulator.clock.now()));
    // Each camera is its own person's, so both are brought to the fleet: again where vehicles were still gliding then.
    const pictures = () =>
      Promise.all(
        [one, other].map(async ({ page }) => {
          await page.getByRole('button', { name: 'Show the whole fleet' }).click();
          return settled(page);
        }),
      );
    await expect.poll(async () => new Set(await pictures()).size).toBe(1);
  });
});

/** Has the page believe that it is seen, or that another tab is over it: a headless browser shows all of them. */
async function seen(page: Page, isSeen: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, !isSeen);
}

/** The paths of streams that the page lets go of. */
function gone(page: Page): Set<string> {
  const left = new Set<string>();
  page.on('requestfailed', (request) => left.add(new URL(request.url()).pathname));
  return left;
}

/** The picture once it no longer changes. */
async function settled(page: Page): Promise<string> {
  for (let last = ''; ; ) {
    const { picture } = await shownVehicles(page);
    if (picture === last) return picture;
    last = picture;
    await page.waitForTimeout(300);
  }
}

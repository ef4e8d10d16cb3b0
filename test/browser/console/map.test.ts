import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Server } from '../../../simulator/hosts/node.ts';
import type { Simulator, SimulatorOptions } from '../../../simulator/index.ts';
import { LONG, turns } from '../../sample.ts';
import { closeWindows, sharedChromium } from '../chromium.ts';
import { circlingFleet } from './fleet.ts';
import {
  type Console,
  chosenOnMap,
  type OpenOptions,
  openConsole,
  serveConsole,
  shownVehicles,
  vehicleOnMap,
  waitForVehicles,
  watchGround,
} from './page.ts';

const inTurn = turns(3);

let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});
afterAll(() => closeWindows(browser));

type AtTheEnd = (end: () => Promise<void>) => void;

/** A fleet that drives in circles. */
async function circling(options: SimulatorOptions = {}, atTheEnd: AtTheEnd = onTestFinished) {
  const simulator = circlingFleet({ devices: 1, ...options });
  const server = await serveConsole(simulator);
  atTheEnd(async () => {
    await server.close();
    simulator.stop();
  });
  return { simulator, server };
}

type Shown = { simulator: Simulator; server: Server } & Console;

/** Such a fleet, and a page on it. */
async function show(
  options: SimulatorOptions = {},
  given: OpenOptions = {},
  atTheEnd: AtTheEnd = onTestFinished,
): Promise<Shown> {
  const served = await circling(options, atTheEnd);
  const opened = await openConsole(browser, served.server, given);
  atTheEnd(opened.close);
  await waitForVehicles(opened.page);
  return { ...served, ...opened };
}

/** One page for several tests, which leave it as the next can use it: a map is most of the work of opening a page. */
function sharedMap(options: SimulatorOptions, given: OpenOptions = {}): () => Shown {
  const ends: (() => Promise<void>)[] = [];
  let shared: Shown;
  beforeAll(async () => {
    shared = await show(options, given, (end) => ends.push(end));
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });
  return () => shared;
}

/** Where the middle of the map is, in CSS pixels of it. */
async function middleOf(page: Page): Promise<{ x: number; y: number }> {
  const box = await page.locator('.map').boundingBox();
  return { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 };
}

/** Lets the camera follow the vehicle of a name. */
async function follow(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search devices' }).fill(name);
  await page.keyboard.press('Enter');
  const button = page.getByRole('button', { name: 'Follow the chosen vehicle' });
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
}

/** The picture of the map once all that it heard of is drawn. */
async function pictureAtRest(page: Page): Promise<string> {
  for (let before = ''; ; await page.waitForTimeout(300)) {
    const { picture } = await shownVehicles(page);
    if (picture === before) return picture;
    before = picture;
  }
}

function apart(one: { x: number; y: number }, other: { x: number; y: number }): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

describe('the map', () => {
  it.runIf(inTurn())(
    'moves vehicles smoothly while the clock runs, and draws nothing while it is frozen',
    async () => {
      const { page, problems } = await show({ devices: 20, frozen: false, speed: 10 }, { after: '?measure' });
      const framesOf = () => page.evaluate(() => window.roadtestFrames?.().drawn ?? 0);
      const drawn = async (time: number) => {
        const before = await framesOf();
        await page.waitForTimeout(time);
        return (await framesOf()) - before;
      };
      const first = await shownVehicles(page);
      // The stream reports ten times a second at the most: what is above that is between the fixes.
      await expect.poll(() => drawn(500)).toBeGreaterThan(10);
      expect((await shownVehicles(page)).picture).not.toBe(first.picture);
      await page.keyboard.press('Space');
      await expect.poll(() => drawn(300)).toBe(0);
      expect(problems).toEqual([]);
    },
  );

  it.runIf(inTurn())('is drawn in dark colours and on a narrow screen too', async () => {
    const { server } = await circling();
    const { page, problems, close } = await openConsole(browser, server, {
      colorScheme: 'dark',
      viewport: { width: 400, height: 800 },
      hasTouch: true,
      deviceScaleFactor: 2,
    });
    onTestFinished(close);
    await waitForVehicles(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
    // Away from the town, on coasts and towns of the package.
    await page.getByText('GeoNames').waitFor();
    expect(problems).toEqual([]);
  });
});

describe('the map of one vehicle', () => {
  const shown = sharedMap({ frozen: true });

  it.runIf(inTurn())('has the whole page where the panels are put away', async () => {
    const { page } = shown();
    const width = async () => (await page.locator('.map').boundingBox())?.width;
    const before = await width();
    await page.getByRole('button', { name: 'Hide the panels' }).click();
    expect(await width()).toBe(1280);
    await page.getByRole('button', { name: 'Hide the panels' }).click();
    expect(await width()).toBe(before);
  });

  it('chooses the vehicle that is clicked', async () => {
    const { page } = shown();
    // The camera is back from the map of the whole page.
    await pictureAtRest(page);
    const { x, y } = await vehicleOnMap(page);
    await page.locator('.map').click({ position: { x, y } });
    await expect.poll(() => new URL(page.url()).hash).toContain('device=dev-1');
    await expect.poll(async () => apart(await chosenOnMap(page), { x, y })).toBeLessThan(12);
  });

  it.runIf(inTurn())('follows a vehicle wherever it drives', async () => {
    const { page, simulator } = shown();
    await follow(page, '1');
    const middle = await middleOf(page);
    const fromMiddle = async () => apart(await chosenOnMap(page), middle);
    await expect.poll(fromMiddle).toBeLessThan(20);
    const free = Math.hypot(middle.x, middle.y) / 2;
    for (let turn = 0; turn < 4; turn++) {
      await simulator.clock.advance(simulator.clock.now() + 60_000);
      await expect.poll(fromMiddle).toBeLessThan(free);
    }
  });

  it('has ground in all of the view in each frame, however the camera moves', LONG, async () => {
    const { page, simulator } = shown();
    const leastShown = await watchGround(page);
    await follow(page, '1');
    await simulator.clock.advance(simulator.clock.now() + 60_000);
    const { left, top } = await page.locator('.map').evaluate((map) => map.getBoundingClientRect());
    const middle = await middleOf(page);
    const [x, y] = [left + middle.x, top + middle.y];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 0; step < 24; step++)
      await page.mouse.move(x + 250 * Math.sin(step / 3), y + 125 * Math.sin(step / 5));
    await page.mouse.up();
    for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, 120);
    await pictureAtRest(page);
    expect(await leastShown()).toBeGreaterThan(0.999);
  });
});

describe('the map of a fleet with one far away', () => {
  const shown = sharedMap(
    {
      devices: 12,
      frozen: true,
      prepare: (fleet, now) => {
        fleet.devices.describe(7, { name: 'Far away' });
        fleet.locations.record(7, { deviceTime: now + 1, latitude: -33.86, longitude: 151.2 });
      },
    },
    // A camera that jumps is at rest with the next frame.
    { reducedMotion: 'reduce' },
  );

  it.runIf(inTurn())('is moved by its buttons, and by the keys where the keyboard is on it', async () => {
    const { page } = shown();
    const changes = async (act: () => Promise<unknown>) => {
      const before = (await shownVehicles(page)).picture;
      await act();
      await expect.poll(async () => (await shownVehicles(page)).picture).not.toBe(before);
    };
    const press = (name: string) => () =>
      page.getByRole('toolbar', { name: 'Map view' }).getByRole('button', { name }).click();
    const whole = await pictureAtRest(page);
    await changes(press('Zoom in'));
    await changes(press('Zoom out'));
    const canvas = page.locator('.map-ground canvas');
    await page.getByRole('toolbar', { name: 'Map view' }).getByRole('button', { name: 'Zoom in' }).focus();
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => canvas.evaluate((element) => element === document.activeElement)).toBe(true);
    await changes(() => page.keyboard.press('ArrowRight'));
    await changes(press('Show the whole fleet'));
    await expect.poll(async () => (await shownVehicles(page)).picture).toBe(whole);
  });

  it('goes to a vehicle that is found by its name', async () => {
    const { page } = shown();
    await page.getByRole('searchbox', { name: 'Search devices' }).fill('far');
    await page.keyboard.press('Enter');
    const middle = await middleOf(page);
    await expect.poll(async () => apart(await chosenOnMap(page), middle)).toBeLessThan(20);
  });
});

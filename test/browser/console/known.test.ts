/** The list, the map and the panel say the same of every vehicle: what the service knows. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Running, start } from '../../../cli/serving/start.ts';
import { distanceBetween } from '../../../scenarios/motion/geodesy.ts';
import { testIo } from '../../command/world.ts';
import { oneIn, turns } from '../../sample.ts';
import { closeWindows, sharedChromium } from '../chromium.ts';
import { openConsole, waitForVehicles } from './page.ts';

const inTurn = turns(1);

let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});
afterAll(() => closeWindows(browser));

async function shown(speed: number): Promise<{ running: Running; page: Page; problems: string[] }> {
  const running = await start({ port: 0, host: '127.0.0.1', frozen: false, speed, seed: 7 }, testIo());
  onTestFinished(async () => {
    await running.server.close();
    running.worlds.stop();
  });
  const opened = await openConsole(browser, running.server, { after: '?measure#device=dev-3' });
  onTestFinished(opened.close);
  await waitForVehicles(opened.page);
  return { running, ...opened };
}

/** One picture: what the map, the list and the panel say in it. */
const picture = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ rows: [string, string][]; panel: string; drawn: ReturnType<Roadtest['roadtestDrawn']> }>(
        (resolve) => {
          const read = () =>
            resolve({
              rows: [...document.querySelectorAll('.device-row')].map((row) => [
                row.querySelector('.name')?.textContent ?? '',
                row.lastElementChild?.textContent ?? '',
              ]),
              panel: document.querySelector('.vehicle .vehicle-head')?.textContent ?? '',
              drawn: (window as unknown as Roadtest).roadtestDrawn(),
            });
          // The map has asked for the next picture by then, and draws before this is called.
          requestAnimationFrame(() => requestAnimationFrame(read));
        },
      ),
  );
interface Roadtest {
  roadtestDrawn(): { seen: { number: number; state: string; latitude: number; longitude: number }[] };
}

const stateIn = (text: string): string =>
  text.startsWith('no signal')
    ? 'silent'
    : text.startsWith('offline')
      ? 'offline'
      : text.endsWith('km/h')
        ? 'moving'
        : text;

it.runIf(inTurn()).each(oneIn(3, [1, 60, 600]))(
  'list, map and panel agree in each picture, at %i times real time',
  async (speed) => {
    const { running, page, problems } = await shown(speed);
    const { fleet } = running.simulator;
    const names = new Map(fleet.devices.list().map(({ id, name }) => [id, name]));
    const lost = await fetch(`${running.controlUrl}/devices/dev-3/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ position: 'none' }),
    });
    expect(lost.status).toBe(200);
    // It may have driven out of the view since it was chosen.
    await page.getByRole('button', { name: 'Show the whole fleet' }).click();
    // After half an hour the service says that it is offline.
    const overdue = page.locator('.device-row', { hasText: /no signal|offline/ });
    await expect.poll(() => overdue.count()).toBe(1);
    let [compared, silent] = [0, 0];
    for (let turn = 0; turn < 30; turn++) {
      const { rows, panel, drawn } = await picture(page);
      const listed = new Map(rows);
      for (const { number, state, latitude, longitude } of drawn.seen) {
        const words = listed.get(names.get(number) ?? '');
        if (words === undefined) continue;
        compared++;
        expect(stateIn(words), `${names.get(number)}: ${words}`).toBe(state);
        if (number !== 3 || !/silent|offline/.test(state)) continue;
        silent++;
        expect(panel).toContain(words);
        const { latitude: lat = 0, longitude: lon = 0 } = fleet.locations.last(3) ?? {};
        const away = distanceBetween({ latitude, longitude }, { latitude: lat, longitude: lon });
        expect(away).toBeLessThan(15);
      }
    }
    expect(compared).toBeGreaterThan(100);
    expect(silent).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  },
);

it.runIf(inTurn())('shows where a silent vehicle really is on demand, and says so', async () => {
  const { page } = await shown(60);
  expect(await page.getByText('True positions: more than').count()).toBe(0);
  const button = page.getByRole('button', { name: /^True positions/ });
  await button.click();
  await page.getByText('True positions: more than the service knows').waitFor();
  expect(await button.getAttribute('aria-pressed')).toBe('true');
});

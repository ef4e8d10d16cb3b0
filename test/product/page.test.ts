/** The live page of the installed server, in a browser: it shows the fleet, and what is pressed there happens. */
import { afterAll, expect, it } from 'vitest';
import { closeWindows, sharedChromium } from '../browser/chromium.ts';
import { openConsole } from '../browser/console/page.ts';
import { serve } from './server.ts';

afterAll(async () => closeWindows(await sharedChromium()));

it('plays, shows the fleet, and complains of nothing', async () => {
  const served = await serve(['--devices', '3', '--at', '2026-03-02T08:00:00Z', '--frozen']);
  const { page, problems } = await openConsole(await sharedChromium(), { url: served.baseUrl });
  await expect.poll(() => page.locator('body').innerText()).toContain('08:00');
  await page.keyboard.press('Space');
  await expect.poll(async () => (await served.control('GET', '/clock')).body.frozen).toBe(false);
  expect(problems).toEqual([]);
  await served.process.stop();
});

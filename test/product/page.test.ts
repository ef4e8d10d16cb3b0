/** The live page of the installed server, in a browser: it shows the fleet, and what is pressed there happens. */
import { expect, it } from 'vitest';
import { open } from '../page/page.ts';
import { serve } from './server.ts';

it('plays, shows the fleet, and complains of nothing', async () => {
  const served = await serve(['--devices', '3', '--at', '2026-03-02T08:00:00Z', '--frozen']);
  const { page, problems } = await open(`${served.baseUrl}/_console/`);
  await expect.poll(() => page.locator('body').innerText()).toContain('08:00');
  await page.keyboard.press('Space');
  await expect.poll(async () => (await served.control('GET', '/clock')).body.frozen).toBe(false);
  expect(problems).toEqual([]);
  await served.process.stop();
});

/** The map in a frame of another page, in slides for one. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { start } from '../../../cli/serving/start.ts';
import { testIo } from '../../cli/world.ts';
import { sharedChromium } from '../chromium.ts';
import { withoutMap } from './page.ts';
import { held } from './staged.ts';

/** A page of another origin, with the frame in it; the origin. */
async function slides(address: () => string): Promise<string> {
  const server = createServer((_, res) => {
    res.setHeader('content-type', 'text/html');
    res.end(
      `<!doctype html><title>Slides</title><iframe width="800" height="500" src="${address()}"></iframe>`,
    );
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('is shown to the origin that was named alone, and sends nothing but reading requests', async () => {
  let map = '';
  const mine = await slides(() => map);
  const foreign = await slides(() => map);
  const running = await start(
    { port: 0, host: '127.0.0.1', frozen: true, scenario: 'cold-chain', embed: mine },
    testIo(),
  );
  onTestFinished(async () => {
    await running.server.close();
    running.worlds.stop();
  });
  const moment = '2026-03-13T04:50:00Z';
  map = `${running.server.url}/_console/embed.html#story=tunnel&at=${moment}`;
  const context = await (await sharedChromium()).newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await withoutMap(page);
  const methods = new Set<string>();
  page.on('request', (request) => methods.add(request.method()));
  await page.goto(mine);
  const frame = page.frameLocator('iframe');
  await expect.poll(() => frame.locator('h1').textContent()).toBe('Cold chain');
  await expect.poll(() => frame.locator('.story-caption').textContent()).toContain('Minus twenty degrees.');
  await expect.poll(() => frame.locator('.clock-face').textContent()).toContain('05:30:00');
  const before = await held(running.server, '/clock');
  await frame.locator('.clock-face').click();
  for (const key of ['Space', 'ArrowRight', 'End', '>']) await page.keyboard.press(key);
  // The buttons of the map move the view alone.
  await frame.getByRole('button', { name: 'Show the whole fleet' }).click();
  expect(await held(running.server, '/clock')).toEqual(before);
  expect([...methods]).toEqual(['GET']);
  // An empty document takes the place of one that must not be framed.
  const other = await context.newPage();
  await other.goto(foreign);
  expect(await other.frameLocator('iframe').locator('h1').count()).toBe(0);
  const whole = map.replace('embed.html', '');
  map = whole;
  await page.goto(mine);
  expect(await page.frameLocator('iframe').locator('h1').count()).toBe(0);
});

/** Curves of the chosen vehicle, as a story tells by them. */
import { expect, it, onTestFinished } from 'vitest';
import { start } from '../../../cli/serving/start.ts';
import { testIo } from '../../command/world.ts';
import { sharedChromium } from '../chromium.ts';
import { axeViolations, openConsole, withoutMap } from './page.ts';
import { held } from './staged.ts';

it('shows the temperature of a lorry over its limit, from the start of the story on', async () => {
  const running = await start({ port: 0, host: '127.0.0.1', frozen: true, scenario: 'cold-chain' }, testIo());
  onTestFinished(async () => {
    await running.server.close();
    running.worlds.stop();
  });
  const opened = await openConsole(await sharedChromium(), running.server, { before: withoutMap });
  onTestFinished(opened.close);
  const { page, problems } = opened;
  await held(running.server, '/clock/advance', { method: 'POST', body: '{"by":"PT2H31M"}' });
  const curve = page.locator('.curve[data-fact="temperature"]');
  await expect
    .poll(() => curve.locator('.curve-box').getAttribute('aria-label'))
    .toBe('temperature: from -20 °C to -5 °C, now -5 °C; limit: above -15 °C');
  expect(await curve.textContent()).toContain('limit: above -15 °C');
  expect(await page.locator('[data-curves] h3 + span').textContent()).toMatch(/^Fri 05:3\d – 08:0\d$/);
  const box = await curve.locator('.curve-box').boundingBox();
  if (box === null) throw new Error('The curve is not on the page.');
  await page.mouse.move(box.x + box.width * 0.17, box.y + box.height / 2);
  await expect.poll(() => curve.textContent()).toMatch(/-12 °C at 05:5\d/);
  expect(await axeViolations(page)).toEqual([]);
  expect(problems).toEqual([]);
});

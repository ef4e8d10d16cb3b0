/** How the page looks, to eyes and to a screen reader: colours, sizes, units, curves. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeViolations, clientOf, expectStyled, flow, inMenu, isLive, openPanel } from '../page.ts';
import { shortStory } from './short-story.ts';

/** All panels; the parts of that for developers. */
const VIEWS = ['Fleet', 'Events', 'Account', 'Stories', 'Developers', 'Faults', 'World'];

/** The violations that axe finds in each view of a page. */
async function flaws(page: Page, views: readonly string[] = VIEWS, rules?: string[]) {
  const found: { [view: string]: string[] } = {};
  for (const view of views) {
    await openPanel(page, view);
    await page.locator('.shell-panel .fold').evaluateAll((all) => {
      for (const each of all as HTMLDetailsElement[]) each.open = true;
    });
    const call = page.locator('.call-head[aria-expanded="false"]');
    if (view === 'Developers' && (await call.count()) > 0) await call.first().click();
    const violations = await axeViolations(page, rules);
    if (violations.length > 0) found[view] = violations;
  }
  return found;
}

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

export function looksFlows(): void {
  flow(
    'has no flaw that axe finds in any panel, in light colours and in dark ones',
    { world: shortStory },
    async ({ page, world }) => {
      await clientOf(world).call('GET', '/api/groups');
      // On a busy machine a key may come before the page knows of the story.
      const met = async () => {
        await page.keyboard.press('End');
        return page.getByText('Checks: ✔ 2 of 2 met').count();
      };
      await expect.poll(met, { interval: 1_000 }).toBeGreaterThan(0);
      await page.locator('.device-row').nth(1).click();
      expect(await flaws(page), 'light').toEqual({});
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      expect(await axeViolations(page), 'help').toEqual([]);
      await page.keyboard.press('Escape');
      await inMenu(page, 'Dark colours');
      // Colours are all that is other than before.
      expect(await flaws(page, VIEWS.slice(0, 2), ['color-contrast']), 'dark').toEqual({});
    },
  );

  flow(
    'needs no scrolling sideways on a phone, and has a caption that leaves the map free',
    {
      world: shortStory,
    },
    async ({ page, held }) => {
      await held('POST /clock/advance', { by: 'PT16M' });
      await page.locator('.story-caption').waitFor();
      for (const width of [1_280, 768, 320, 400]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await sideways(page), `at ${width}`).toBeLessThanOrEqual(width);
      }
      const area = async (selector: string) => {
        const box = await page.locator(selector).boundingBox();
        return (box?.width ?? 0) * (box?.height ?? 0);
      };
      for (const tab of await page.getByRole('tab').all())
        expect(await tab.evaluate((element) => getComputedStyle(element).fontSize)).not.toBe('0px');
      const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
      const before = await size();
      for (const factor of [1.3, 0]) {
        await inMenu(page, /^Large type/);
        if (factor) expect(await size()).toBeGreaterThan(before * factor);
        expect(await sideways(page)).toBeLessThanOrEqual(400);
        const share = async () => (await area('.story-caption')) / (await area('.shell-map'));
        await expect.poll(share).toBeLessThan(0.2);
      }
      expect(await flaws(page, ['Fleet']), 'narrow').toEqual({});
    },
  );

  flow(
    'keeps meters, marks, the chosen row and pressed buttons in forced colours',
    {
      world: { story: { name: 'alert-storm' } },
      forcedColors: 'active',
    },
    async ({ page, held }) => {
      await held('POST /clock/advance', { by: 'PT45M' });
      await page.locator('.timeline-track .mark').first().waitFor();
      const fill = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => {
            const { backgroundColor, backgroundImage } = getComputedStyle(element);
            return `${backgroundColor} ${backgroundImage}`;
          });
      const bare = await fill('.vehicle > .vehicle-head h2');
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
    },
  );

  flow(
    'draws the curves of a vehicle against a limit, in units that are chosen and kept, with large type',
    {
      world: { story: { name: 'cold-chain' } },
    },
    async ({ page, held }) => {
      const curve = page.locator('.curve[data-fact="temperature"]');
      const label = () => curve.locator('.curve-box').getAttribute('aria-label');
      await held('POST /clock/advance', { by: 'PT2H31M' });
      await expect.poll(label).toBe('temperature: from -20 °C to -5 °C, now -5 °C; limit: above -15 °C');
      expect(await page.locator('[data-curves]').textContent()).toMatch(/Fri 05:3\d – 08:0\d/);
      const box = await curve.locator('.curve-box').boundingBox();
      if (box === null) throw new Error('The curve is not on the page.');
      await page.mouse.move(box.x + box.width * 0.17, box.y + box.height / 2);
      await expect.poll(() => curve.textContent()).toMatch(/-12 °C at 05:5\d/);

      await held('POST /story/seek', { to: '2026-03-13T04:37:30Z' });
      const tile = (name: string) => page.locator('.tile', { hasText: name });
      const speed = async () => Number(/^Speed(\d+) /.exec((await tile('Speed').textContent()) ?? '')?.[1]);
      await expect.poll(() => tile('Speed').textContent()).toMatch(/^Speed[1-9]\d km\/h$/);
      const kmh = await speed();
      await page.locator('.shell-top .menu > summary', { hasText: 'Menu' }).click();
      await page.getByLabel('Speed in').selectOption('mph');
      await page.getByLabel('Temperature in').selectOption('°F');
      expect(await axeViolations(page, ['color-contrast'])).toEqual([]);
      await page.locator('.clock-face').click();
      await expect.poll(() => tile('Speed').textContent()).toMatch(/^Speed\d+ mph$/);
      expect(Math.abs((await speed()) - kmh / 1.609), `mph of ${kmh} km/h`).toBeLessThan(1);
      await expect.poll(() => tile('Odometer').textContent()).toMatch(/ mi$/);
      expect(await page.locator('.device-row').textContent()).toMatch(/\d+ mph$/);
      expect(await curve.textContent()).toContain('limit: above 5 °F');
      await expect.poll(() => page.locator('.facts dd').first().textContent()).toBe('-4 °F');
      await expectStyled(page);
      const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
      const before = await size();
      await page.keyboard.press('t');
      await expect.poll(size).toBeGreaterThan(before * 1.3);
      await page.reload();
      await isLive(page);
      await expect.poll(() => tile('Speed').textContent()).toMatch(/ mph$/);
      expect(await size()).toBeGreaterThan(before * 1.3);
    },
  );
}

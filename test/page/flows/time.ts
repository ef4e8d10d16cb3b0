/** Time on the page: what a trainer presses, and where the server's clock then is. */
import { expect } from 'vitest';
import { flow, shownMoment } from '../page.ts';
import { SHORT_STORY_START as START, shortStory } from './short-story.ts';

const MINUTE = 60_000;

export function timeFlows(): void {
  flow(
    'plays, pauses and sets the speed by buttons and keys, and shows what another user has set',
    {
      world: shortStory,
    },
    async ({ page, held }) => {
      const clock = () => held<{ frozen: boolean; speed: number; now: string }>('GET /clock');
      const frozen = async () => (await clock()).frozen;
      const speed = async () => (await clock()).speed;
      await expect.poll(() => page.locator('.clock-utc').textContent()).toContain('22:30:00 UTC');
      expect(await page.locator('.clock-time').textContent()).toContain('23:30:00');
      await page.keyboard.press('Space');
      await expect.poll(frozen).toBe(false);
      await page.getByRole('button', { name: 'Pause' }).click();
      await expect.poll(frozen).toBe(true);
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor();

      await page.getByRole('combobox', { name: 'Speed' }).selectOption('60×');
      await expect.poll(speed).toBe(60);
      await page.locator('.clock-face').click();
      // Twice in a moment is twice as much.
      await page.keyboard.press('>');
      await page.keyboard.press('>');
      await expect.poll(speed).toBe(240);
      await held('PUT /clock', { speed: 60 });
      // Though the answer to the key may be read after it.
      await expect.poll(() => page.getByRole('combobox', { name: 'Speed' }).inputValue()).toBe('60');

      await page.keyboard.press('k');
      await expect.poll(() => shownMoment(page)).toBeGreaterThan(START + 20_000);
      const nearly = 30_000; // 0.5 s of real time
      const isInTime = async () => {
        const now = async () => Date.parse((await clock()).now);
        const [before, shown, after] = [await now(), await shownMoment(page), await now()];
        return shown > before - nearly && shown < after + nearly;
      };
      await expect.poll(isInTime).toBe(true);
    },
  );

  flow(
    'steps to the next event and back by the arrow keys, by minutes and by tenths, and back to the start',
    {
      world: shortStory,
    },
    async ({ page, held, panel }) => {
      const at = async () => (Date.parse((await held<{ now: string }>('GET /clock')).now) - START) / MINUTE;
      for (const [keys, minute] of [
        [['ArrowRight', 'ArrowRight'], 30], // the trial expires: known from the deadlines
        [['ArrowLeft'], 15],
        [['Shift+ArrowRight'], 16],
        [['End'], 60],
        [['j'], 50],
        [['5'], 30],
        [['End'], 60],
      ] as const) {
        for (const key of keys) await page.keyboard.press(key);
        await expect.poll(at, { message: keys.join(' ') }).toBe(minute);
      }
      await panel('Events');
      await expect.poll(() => page.locator('.feed-item[data-kind="alert-raised"]').count()).toBe(2);
      await page.getByRole('button', { name: 'Reset' }).click();
      await expect.poll(async () => (await shownMoment(page)) - START).toBe(0);
      await expect.poll(() => page.locator('.feed-item[data-kind="alert-raised"]').count()).toBe(0);
      await page.keyboard.press('?');
      const help = page.getByRole('dialog', { name: 'Shortcuts' });
      await help.getByText('to the next event').waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    },
  );

  flow(
    'goes where the hand is dragged to, and to a chapter with its caption',
    { world: shortStory },
    async ({ page, held }) => {
      const at = async () => (Date.parse((await held<{ now: string }>('GET /clock')).now) - START) / MINUTE;
      const drag = async (from: number, to: number) => {
        const box = await page.getByRole('slider', { name: 'Simulated time' }).boundingBox();
        if (!box) throw new Error('There is no timeline.');
        const y = box.y + box.height / 2;
        await page.mouse.move(box.x + box.width * from, y);
        await page.mouse.down();
        await page.mouse.move(box.x + box.width * to, y, { steps: 4 });
        expect(await page.locator('.timeline-pointed').textContent()).toMatch(/\d\d:\d\d:\d\d/);
        await page.mouse.up();
      };
      // It takes no hand before it is known what the user may do, and is moved by the chapters of the story above it.
      await page.locator('.timeline-track[aria-disabled="false"]').waitFor();
      await page.getByRole('navigation', { name: 'Chapters' }).waitFor();
      await drag(0, 0.75);
      await expect.poll(at).toBeCloseTo(45, 0);
      await drag(0.75, 0.1);
      await expect.poll(at).toBeCloseTo(6, 0);
      await expect.poll(async () => (await shownMoment(page)) - START).toBeLessThan(7 * MINUTE);
      const chapters = page.getByRole('navigation', { name: 'Chapters' });
      await chapters.getByRole('button', { name: 'Two alerts' }).click();
      await page.locator('.story-caption').getByText('The second e-mail is one too many.').waitFor();
      await page.keyboard.press('End');
      await page.locator('.story-caption').getByText('A licence is free.').waitFor();
      // An event that the story does not announce is no chapter on the timeline, neither before it comes nor after.
      expect(await chapters.getByRole('button').allTextContents()).toEqual(['It begins', 'Two alerts']);
      expect(await page.locator('.title').textContent()).toContain('Midnight');
      await expect.poll(() => page.locator('.shell-top').textContent()).toContain('Checks: ✔ 2 of 2 met');
      await page.getByRole('button', { name: 'Dismiss the caption' }).click();
      await expect.poll(() => page.locator('.story-caption').count()).toBe(0);
    },
  );

  flow(
    'goes forward alone without a story, and says so',
    { world: { devices: 1 } },
    async ({ page, held }) => {
      await page.keyboard.press('l');
      await expect.poll(() => held('GET /clock')).toMatchObject({ now: '2026-01-05T08:10:00.000Z' });
      await page.keyboard.press('j');
      await page.locator('.notice[data-code="TIME_BACKWARDS"]').waitFor();
    },
  );
}

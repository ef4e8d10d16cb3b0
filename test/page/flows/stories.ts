/** The stories panel: the library, files of one's own, and what is wrong with them. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { flow } from '../page.ts';
import { SHORT_STORY } from './short-story.ts';

/** Drops a file of that text on the page, as from the desktop. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([file, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content as string], file as string));
      return transfer;
    },
    [name, text],
  );
  await page.locator('.drop').dispatchEvent('drop', { dataTransfer: data });
}

export function storyFlows(): void {
  flow(
    'lists the library, and plays a story, with the names of its chapters in full',
    {
      viewport: { width: 1_440, height: 900 },
    },
    async ({ page, held, panel }) => {
      const story = async () => (await held<{ story: object | null }>('GET /story')).story;
      await panel('Stories');
      const card = (text: string) => page.locator('.story-card', { hasText: text });
      expect(await card('Licence crunch').textContent()).toContain('Ten of ten licences are used');
      await card('Licence crunch').getByRole('button').click();
      await expect.poll(() => page.locator('.title h1').textContent()).toBe('Licence crunch');
      expect(await story()).toMatchObject({ name: 'licence-crunch' });
      const { chapters } = await held<{ story: { chapters: object[] } }>('GET /story').then(
        ({ story }) => story,
      );
      await expect.poll(() => page.locator('.chapter').count()).toBe(chapters.length);
      const cut = () =>
        page
          .locator('.chapter')
          .evaluateAll((all) =>
            all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
          );
      await expect.poll(cut).toEqual([]);
      // The story has brought its own panel into view.
      await panel('Stories');
      await card('The plain fleet').getByRole('button').click();
      await expect.poll(story).toBeNull();
      await expect.poll(() => page.locator('.title h1').textContent()).toBe('Roadtest');
    },
  );

  flow(
    'plays a file that is dropped on it, or shows what is wrong at its line and leaves the world as it was',
    {},
    async ({ page, held, panel }) => {
      await panel('Stories');
      const before = await held('GET /clock');
      const wrong = SHORT_STORY.replace('count: 2', 'count: two').replace('start:', 'strat:');
      await drop(page, '<b>wrong</b>.yaml', wrong);
      const problems = page.locator('.problems');
      await problems.waitFor();
      expect(await problems.locator('h2').textContent()).toContain('<b>wrong</b>.yaml');
      const line = wrong.split('\n').findIndex((each) => each.includes('strat:')) + 1;
      const problem = problems.locator(`[data-line="${line}"]`).first();
      expect(await problem.locator('.meant').textContent()).toContain('strat: 2026-03-09');
      const isWhole = (element: Element) => element.scrollWidth <= element.clientWidth;
      expect(await problem.locator('.source').evaluate(isWhole)).toBe(true);
      expect(await held('GET /story')).toMatchObject({ story: null });
      expect(await held('GET /clock')).toEqual(before);

      await drop(page, 'mine.yaml', SHORT_STORY);
      await expect.poll(() => page.locator('.title h1').textContent()).toBe('A short story');
      expect(await held('GET /story')).toMatchObject({ story: { title: 'A short story', devices: 3 } });
    },
  );
}

/** Stories, the connection, several pages at once, and how the page looks to a screen reader. */
import type { Browser, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StoryView } from '../../../simulator/control/schemas/index.ts';
import { oneIn, SEED, turns } from '../../sample.ts';
import { axeViolations, openConsole, serveConsole, withoutMap } from './page.ts';
import { held, SHORT_STORY, serveStage, sharedStage, shownMoment } from './staged.ts';

const inTurn = turns(3);

const on = sharedStage();
/** For tests that need a server or a page of their own. */
const browserOf = async () => (await on.plain()).page.context().browser() as Browser;

const storyOf = (server: { url: string }) =>
  held<{ story: StoryView | null }>(server, '/story').then(({ story }) => story);

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

describe('the library', () => {
  it('lists stories with their summaries, and plays one from its seed', async () => {
    const { page, server, panel } = await on.plain();
    await panel('Stories');
    const card = page.locator('.story-card[data-story="licence-crunch"]');
    expect(await card.textContent()).toContain('Ten of ten licences are used');
    await page.getByLabel('Seed').fill('42');
    await card.getByRole('button').click();
    await expect.poll(() => page.locator('.title h1').textContent()).toBe('Licence crunch');
    expect(await storyOf(server)).toMatchObject({ name: 'licence-crunch', seed: 42 });
    // The story has brought its own panel into view.
    await panel('Stories');
    await page.locator('.story-card', { hasText: 'The plain fleet' }).getByRole('button').click();
    await expect.poll(() => storyOf(server)).toBeNull();
    await expect.poll(() => page.locator('.title h1').textContent()).toBe('Roadtest');
  });

  it('plays a file that is dropped on it', async () => {
    const { page, server, panel } = await on.plain();
    await panel('Stories');
    await drop(page, 'mine.yaml', SHORT_STORY);
    await expect.poll(() => page.locator('.title h1').textContent()).toBe('A short story');
    expect(await storyOf(server)).toMatchObject({ title: 'A short story', devices: 3 });
  });

  it('shows what is wrong with a file at its line, and leaves the world as it was', async () => {
    const { page, server, panel } = await on.plain();
    await panel('Stories');
    const before = await held(server, '/clock');
    const wrong = SHORT_STORY.replace('setMoment', '')
      .replace('count: 2', 'count: two')
      .replace('start:', 'strat:');
    await drop(page, '<b>wrong</b>.yaml', wrong);
    const problems = page.locator('.problems');
    await problems.waitFor();
    expect(await problems.locator('h2').textContent()).toContain('<b>wrong</b>.yaml');
    const line = wrong.split('\n').findIndex((each) => each.includes('strat:')) + 1;
    const problem = problems.locator(`[data-line="${line}"]`).first();
    expect(await problem.locator('.meant').textContent()).toContain('strat: 2026-03-09');
    expect(await problem.locator('mark').textContent()).toBe('strat');
    const isWhole = (element: Element) => element.scrollWidth <= element.clientWidth;
    expect(await problem.locator('.source').evaluate(isWhole)).toBe(true);
    expect(await storyOf(server)).toBeNull();
    expect(await held(server, '/clock')).toEqual(before);
  });
});

describe('the connection', () => {
  it.runIf(inTurn())('reconnects when the server was away, and catches up with what happened', async () => {
    const { stage, server } = await serveStage();
    const { page, problems, close } = await openConsole(await browserOf(), server, { before: withoutMap });
    await held(server, '/devices/dev-1/send', { method: 'POST', body: '{"channel":"email"}' });
    await expect.poll(() => page.locator('.feed-item').count()).toBe(1);
    await server.close();
    await page.locator('.connection.lost').waitFor();
    stage.simulator.fleet.limits.send(2, 'sms', 3);
    const again = await serveConsole(stage, server.port);
    try {
      await page.locator('.connection.live').waitFor();
      await expect.poll(() => page.locator('.feed-item').first().textContent()).toContain('3 SMS sent');
      expect(await page.locator('.feed-item').count()).toBe(2);
    } finally {
      await close();
      await again.close();
    }
    expect(problems.filter((problem) => !/ERR_CONNECTION|ERR_INCOMPLETE/.test(problem))).toEqual([]);
  });

  it.runIf(inTurn())('asks once for the control token where the server wants one', async () => {
    const { server } = await serveStage({ simulator: { controlToken: 'only-for-trainers' } });
    const page = await (await (await browserOf()).newContext()).newPage();
    await withoutMap(page);
    await page.goto(`${server.url}/_console/`);
    const field = page.locator('#control-token');
    await field.fill('guessed');
    await field.press('Enter');
    await page.getByText('This is not the control token of this server.').waitFor();
    await field.fill('only-for-trainers');
    await field.press('Enter');
    await page.locator('.connection.live').waitFor();
    await expect.poll(() => page.locator('.found').textContent()).toBe('5 devices');
    expect(page.url()).not.toContain('only-for-trainers');
    await page.context().close();
  });
});

describe('two pages at once', () => {
  it.runIf(inTurn())('agree about what one of them does', async () => {
    const { page, server } = await on.story();
    const other = await openConsole(page.context().browser() as Browser, server, {
      before: withoutMap,
    });
    onTestFinished(other.close);
    await page.keyboard.press('End');
    const end = Date.parse('2026-03-09T23:30:00Z');
    for (const each of [page, other.page]) {
      await expect.poll(() => shownMoment(each)).toBe(end);
      await expect.poll(() => each.locator('.feed-item[data-kind="alert-raised"]').count()).toBe(2);
      await expect.poll(() => each.locator('.title').textContent()).toContain('2 of 2 met');
    }
    await other.page.keyboard.press('Home');
    await expect.poll(() => shownMoment(page)).toBe(end - 3_600_000);
    await expect.poll(() => page.locator('.feed-item[data-kind="alert-raised"]').count()).toBe(0);
  });
});

const VIEWS = ['Fleet', 'Stories', 'Account', 'Events', 'Vehicle', 'Deadlines', 'Developers'];
const TABS = ['Calls', 'Faults', 'World'];

/** The violations that axe finds in each view of a page. */
async function flaws(
  page: Page,
  { views = VIEWS, rules }: { views?: readonly string[]; rules?: readonly string[] } = {},
): Promise<{ [view: string]: string[] }> {
  const found: { [view: string]: string[] } = {};
  const look = async (view: string) => {
    const violations = await axeViolations(page, rules);
    if (violations.length > 0) found[view] = violations;
  };
  for (const view of views) {
    await page.getByRole('tab', { name: view, exact: true }).first().click();
    for (const tab of view === 'Developers' ? TABS : ['']) {
      if (tab) await page.getByRole('tab', { name: tab, exact: true }).click();
      const call = page.locator('.call-head[aria-expanded="false"]');
      if (tab === 'Calls' && (await call.count()) > 0) await call.first().click();
      await look(`${view} ${tab}`);
    }
  }
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await look('help');
  await page.keyboard.press('Escape');
  return found;
}

describe('the accessible page', () => {
  // Some thirty looks by axe, each of them hard work: half of the views in one colour, half in the other.
  it.runIf(inTurn())('has no flaw that axe finds in any view', async () => {
    const { page, server, panel } = await on.story();
    await fetch(`${server.url}/api/groups`);
    await page.keyboard.press('End');
    await page.getByText('2 of 2 met').waitFor();
    await page.locator('.device-row').nth(1).click();
    await panel('Events');
    expect(await flaws(page, { views: oneIn(2, VIEWS) }), 'light').toEqual({});
    await page.getByRole('button', { name: 'Dark colours' }).click();
    // Colours are all that is other than before.
    expect(
      await flaws(page, {
        views: oneIn(2, VIEWS, { seed: SEED + 1 }),
        rules: ['color-contrast', 'link-in-text-block'],
      }),
      'dark',
    ).toEqual({});
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await flaws(page, { views: ['Vehicle', 'Stories'] }), 'narrow').toEqual({});
    await page.setViewportSize({ width: 1_280, height: 800 });
  });

  it('has large type, for a training room, that stays after a reload', async () => {
    const { page } = await on.plain();
    const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
    const before = await size();
    await page.getByRole('button', { name: 'Large type' }).click();
    expect(await size()).toBeGreaterThan(before * 1.3);
    await page.reload();
    await page.locator('.connection.live').waitFor();
    expect(await size()).toBeGreaterThan(before * 1.3);
  });

  it('needs no scrolling sideways, however narrow it is', async () => {
    const { page } = await on.plain();
    for (const width of [1_280, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const content = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(content, `at ${width}`).toBeLessThanOrEqual(width);
    }
  });

  it('has a word beside each sign on a phone, and a caption that leaves the map free', async () => {
    const { page, held } = await on.story();
    await held('/clock/advance', { method: 'POST', body: '{"by":"PT16M"}' });
    await page.setViewportSize({ width: 400, height: 800 });
    const area = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      return (box?.width ?? 0) * (box?.height ?? 0);
    };
    await page.locator('.story-caption').waitFor();
    for (const tab of await page.getByRole('tab').all())
      expect(await tab.evaluate((element) => getComputedStyle(element).fontSize)).not.toBe('0px');
    // With large type and without.
    for (const _ of [1, 2]) {
      await page.locator('.display-menu > summary').click();
      await page.getByText('Large type').click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
      await expect
        .poll(async () => (await area('.story-caption')) / (await area('.shell-map')))
        .toBeLessThan(0.2);
    }
    await page.setViewportSize({ width: 1_280, height: 800 });
  });
});

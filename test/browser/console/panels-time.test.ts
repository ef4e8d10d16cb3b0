/** Time on the page: what a trainer presses, and where the server's clock then is. */
import type { Browser, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { turns } from '../../sample.ts';
import { openConsole, withoutMap } from './page.ts';
import { held, SHORT_STORY_START as START, serveStage, sharedStage, shownMoment } from './staged.ts';

const inTurn = turns(3);

const on = sharedStage();

const browserOf = async () => (await on.plain()).page.context().browser() as Browser;

interface Clock {
  now: string;
  speed: number | 'max';
  frozen: boolean;
}
const MINUTE = 60_000;

/**
 * Before a page is called: where vehicles are, and from the beginning of a jump what happens, comes so many real ms later
 * than other answers.
 */
function delayEvents(page: Page, lag: number): Promise<unknown> {
  return page.addInitScript((lag) => {
    const { fetch } = window;
    const began = '"advancing":true}\n\n';
    const late = (address: string) => {
      let waits = address.endsWith('/positions') ? lag : 0;
      return new TransformStream<string, string>({
        async transform(chunk, controller) {
          const end = chunk.indexOf(began) + began.length;
          const [atOnce, rest] = end < began.length ? ['', chunk] : [chunk.slice(0, end), chunk.slice(end)];
          if (atOnce !== '') controller.enqueue(atOnce);
          if (atOnce !== '') waits = lag;
          await new Promise((resolve) => setTimeout(resolve, waits));
          controller.enqueue(rest);
        },
      });
    };
    window.fetch = async (...[input, init]: Parameters<typeof fetch>) => {
      const reply = await fetch(input, init);
      const [address = ''] = String(input).split('?');
      if (lag === 0 || !/\/(events|positions)$/.test(address) || reply.body === null) return reply;
      const text = reply.body.pipeThrough(new TextDecoderStream()).pipeThrough(late(address));
      return new Response(text.pipeThrough(new TextEncoderStream()), reply);
    };
  }, lag);
}

describe('the time bar', () => {
  it.runIf(inTurn())('plays and pauses by the space bar and by its button', async () => {
    const { page, held } = await on.plain();
    const frozen = async () => (await held<Clock>('/clock')).frozen;
    await page.keyboard.press('Space');
    await expect.poll(frozen).toBe(false);
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect.poll(frozen).toBe(true);
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await page.keyboard.press('k');
    await expect.poll(frozen).toBe(false);
  });

  it.runIf(inTurn())(
    'sets the speed by the slider and by keys, and shows what another user has set',
    async () => {
      const { page, held } = await on.plain();
      const speed = async () => (await held<Clock>('/clock')).speed;
      await page.getByRole('slider', { name: 'Speed' }).fill('120');
      await expect.poll(speed).toBe(60);
      await page.keyboard.press('Escape');
      await page.locator('.clock-face').click();
      // Twice in a moment is twice as much.
      await page.keyboard.press('>');
      await page.keyboard.press('>');
      await expect.poll(speed).toBe(240);
      await held('/clock', { method: 'PUT', body: '{"speed":600}' });
      // Though the answer to the key may be read after it.
      await expect.poll(() => page.locator('.speed-shown').textContent()).toBe('600×');
    },
  );

  it.runIf(inTurn())(
    'shows the clock in UTC and in the zone of the account, running smoothly at the speed',
    async () => {
      const { page, held } = await on.story();
      await expect.poll(() => page.locator('.clock-utc').textContent()).toContain('22:30:00');
      expect(await page.locator('.clock-time').textContent()).toContain('23:30:00');
      await held('/clock', { method: 'PUT', body: '{"speed":60,"frozen":false}' });
      await expect.poll(() => shownMoment(page)).toBeGreaterThan(START + 20_000);
      const now = async () => Date.parse((await held<Clock>('/clock')).now);
      const nearly = 18_000; // 0.3 s of real time
      const isInTime = async () => {
        const [before, shown, after] = [await now(), await shownMoment(page), await now()];
        return shown > before - nearly && shown < after + nearly;
      };
      await expect.poll(isInTime).toBe(true);
    },
  );

  it.runIf(inTurn())(
    'steps to the next event and back by the arrow keys, and by minutes with shift',
    async () => {
      const { page, server } = await on.story();
      const at = async () => Date.parse((await held<Clock>(server, '/clock')).now) - START;
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await expect.poll(at).toBe(30 * MINUTE); // the trial expires: known from the deadlines
      await page.keyboard.press('ArrowLeft');
      await expect.poll(at).toBe(15 * MINUTE);
      await page.keyboard.press('Shift+ArrowRight');
      await expect.poll(at).toBe(16 * MINUTE);
      await page.keyboard.press('End');
      await expect.poll(at).toBe(60 * MINUTE);
      await page.keyboard.press('j');
      await expect.poll(at).toBe(50 * MINUTE);
      await page.keyboard.press('5');
      await expect.poll(at).toBe(30 * MINUTE);
    },
  );

  it.runIf(inTurn())('goes forward and back where the hand is dragged to', async () => {
    const { page, server } = await on.story();
    // Three quarters of this story are quiet, and narrower than they are.
    await page.getByRole('button', { name: 'Shorten quiet times', exact: true }).click();
    const at = async () => (Date.parse((await held<Clock>(server, '/clock')).now) - START) / MINUTE;
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
    await drag(0, 0.75);
    await expect.poll(at).toBeCloseTo(45, 0);
    await drag(0.75, 0.1);
    await expect.poll(at).toBeCloseTo(6, 0);
    await expect.poll(async () => (await shownMoment(page)) - START).toBeLessThan(7 * MINUTE);
  });

  it.runIf(inTurn())(
    'goes to a chapter, reports its caption, and names chapters that something sets off',
    async () => {
      const { page } = await on.story();
      await page.getByRole('button', { name: 'Two alerts' }).click();
      await page.getByText('The second e-mail is one too many.').first().waitFor();
      await page.keyboard.press('End');
      await page.locator('.story-caption').getByText('A licence is free.').waitFor();
      await page.getByRole('button', { name: 'Midnight' }).waitFor();
      await expect.poll(() => page.locator('.title').textContent()).toContain('2 of 2 met');
      await page.getByRole('button', { name: 'Dismiss the caption' }).click();
      await expect.poll(() => page.locator('.story-caption').count()).toBe(0);
    },
  );

  it.runIf(inTurn())('brings a reset back to the start under an open page', async () => {
    const { page, problems } = await on.story();
    await page.keyboard.press('End');
    await expect.poll(async () => (await shownMoment(page)) - START).toBe(60 * MINUTE);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(async () => (await shownMoment(page)) - START).toBe(0);
    await expect.poll(() => page.locator('.feed-item[data-kind="alert-raised"]').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it.runIf(inTurn())('goes forward alone without a story, and says so', async () => {
    const { server } = await serveStage({ drives: false });
    const { page, close } = await openConsole(await browserOf(), server, { before: withoutMap });
    onTestFinished(close);
    const now = async () => Date.parse((await held<Clock>(server, '/clock')).now);
    const before = await now();
    await page.keyboard.press('l');
    await expect.poll(async () => (await now()) - before).toBe(10 * MINUTE);
    await page.keyboard.press('j');
    await page.locator('.notice[data-code="TIME_BACKWARDS"]').waitFor();
  });

  it.runIf(inTurn())('lists its keys', async () => {
    const { page } = await on.plain();
    await page.keyboard.press('?');
    await page
      .getByRole('dialog', { name: 'Shortcuts and symbols' })
      .getByText('to the next event')
      .waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });
});

describe('the link', () => {
  it.runIf(inTurn()).each([
    ['', 0],
    [', also when events come late', 700],
  ])('brings another page to the same story, moment and vehicle%s', async (_, lag) => {
    const { server } = await on.plain();
    const { page, close } = await openConsole(await browserOf(), server, {
      after: '#story=licence-crunch&seed=9&at=2026-03-10T07:40:00Z&device=dev-3',
      before: async (page) => {
        await withoutMap(page);
        await delayEvents(page, lag);
      },
    });
    onTestFinished(close);
    await expect
      .poll(() => held<{ story: { seed: number } | null }>(server, '/story').then(({ story }) => story?.seed))
      .toBe(9);
    await expect.poll(async () => (await held<Clock>(server, '/clock')).now).toBe('2026-03-10T07:40:00.000Z');
    // The story brings other vehicles into view until then.
    await page.waitForTimeout(2 * lag);
    await page.locator('.vehicle[data-device="dev-3"]').waitFor();
  });

  it.runIf(inTurn())('is in the address, and a reload shows the same again without a seek', async () => {
    const { page, server } = await on.story();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.url()).toContain('at=2026-03-09T22:45:00.000Z');
    expect(page.url()).toContain('seed=3');
    await held(server, '/story/seek', { method: 'POST', body: '{"to":"2026-03-09T22:50:00Z"}' });
    await page.reload();
    await page.locator('.shell[data-connection="live"]').waitFor();
    await page.waitForTimeout(300);
    expect((await held<Clock>(server, '/clock')).now).toBe('2026-03-09T22:50:00.000Z');
  });
});

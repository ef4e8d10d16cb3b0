/** A page that is opened: on a stopped clock, by a link, by a token, over a network that is slow, lags or goes away. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { flow, isLive, newWorld, open, openPanel, shownMoment } from '../page.ts';
import { SHORT_STORY_START as START, shortStory } from './short-story.ts';

const tabOf = (page: Page) => page.locator('.tab[aria-selected="true"]').textContent();

export function openingFlows(): void {
  flow(
    'shows the first caption, view and states of a story that has not begun, and what is past as past',
    {
      world: { story: { name: 'cold-chain' } },
    },
    async ({ page, held }) => {
      const caption = page.locator('.story-caption');
      await expect.poll(() => caption.textContent()).toContain('At 05:35: Loaded');
      expect(await caption.textContent()).toContain('Minus twenty degrees.');
      await expect.poll(() => page.locator('.vehicle h2').textContent()).toBe('Reefer 3');
      await expect.poll(() => page.locator('.device-row').textContent()).toContain('parked');
      await held('POST /clock/advance', { by: 'PT31M' });
      const compressor = 'The cooling failsThe compressor is running again.';
      await expect.poll(() => caption.textContent()).toBe(compressor);
      await held('POST /clock/advance', { by: 'PT5M' });
      await expect.poll(() => caption.textContent()).toContain('Earlier, at 06:00: The cooling fails');
    },
  );

  it('a link brings story, seed, moment, vehicle and panel, also where events come late, and a reload takes nobody back', async () => {
    const { pageUrl, control } = await newWorld();
    const now = async () => (await control<{ now: string }>('GET /clock')).now;
    const { page, problems } = await open(pageUrl, {
      after: '#story=licence-crunch&seed=9&at=2026-03-10T07:40:00Z&device=dev-3&panel=account',
      before: lateEvents,
    });
    await expect.poll(now).toBe('2026-03-10T07:40:00.000Z');
    expect(await control('GET /story')).toMatchObject({ story: { name: 'licence-crunch', seed: 9 } });
    // The story brings other vehicles and panels into view until then.
    await page.waitForTimeout(2 * LAG);
    expect(await tabOf(page)).toBe('Account');
    await page.getByRole('tab', { name: 'Fleet' }).click();
    await page.locator('.vehicle[data-device="dev-3"]').waitFor();
    await page.getByRole('tab', { name: 'Events' }).click();
    await expect
      .poll(() => page.url())
      .toMatch(/seed=9&at=2026-03-10T07:40:00.000Z&device=dev-3&panel=events/);
    await control('POST /story/seek', { to: '2026-03-10T07:50:00Z' });
    await page.reload();
    await isLive(page);
    await page.locator('.deadlines, .feed-item').first().waitFor();
    expect(await now(), 'the clock of the server after a reload').toBe('2026-03-10T07:50:00.000Z');
    expect(problems).toEqual([]);
  });

  it('says what is being loaded over a slow network', async () => {
    const { pageUrl } = await newWorld({ devices: 10 });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { page } = await open(pageUrl, {
      before: (page) =>
        page.route(/_control\/devices/, async (route) => {
          await released;
          await route.continue();
        }),
    });
    await page.getByText('Loading devices…').waitFor();
    release();
    await expect.poll(() => page.locator('.device-row').count()).toBe(10);
    await expect.poll(() => page.getByText(/^Loading/).count()).toBe(0);
  });

  it('hears the server again after it was gone, or its tab was hidden, and catches up with what happened', async () => {
    const world = await newWorld({ devices: 2 });
    const line = await lineTo(world.pageUrl);
    const { page, problems } = await open(line.url);
    await openPanel(page, 'Events');
    const feed = page.locator('.feed-item');
    await world.control('POST /devices/dev-1/send', { channel: 'email' });
    await expect.poll(() => feed.count()).toBe(1);
    await line.cut();
    await page.locator('.chip.lost').waitFor();
    await world.control('POST /devices/dev-2/send', { channel: 'sms', count: 3 });
    await line.mend();
    await page.locator('.chip.live').waitFor();
    await expect.poll(() => feed.first().textContent()).toContain('3 SMS sent');
    expect(await feed.count()).toBe(2);

    const left = new Set<string>();
    page.on('requestfailed', (request) => left.add(new URL(request.url()).pathname.replace(/.*_/, '_')));
    await seen(page, false);
    await expect.poll(() => [...left].sort()).toEqual(['_control/events', '_control/positions']);
    await world.control('POST /clock/advance', { by: 'PT30M' });
    expect(await page.getByRole('timer').textContent()).toContain('08:00');
    await seen(page, true);
    await expect.poll(() => page.getByRole('timer').textContent()).toContain('08:30');
    expect(problems.filter((problem) => !/ERR_CONNECTION|ERR_INCOMPLETE/.test(problem))).toEqual([]);
  });

  it('two pages agree about what one of them does', async () => {
    const { pageUrl } = await newWorld(shortStory);
    const pages = [await open(pageUrl), await open(pageUrl)] as const;
    const [one, other] = pages;
    for (const { page } of pages) await openPanel(page, 'Events');
    await one.page.keyboard.press('End');
    for (const { page } of pages) {
      await expect.poll(async () => ((await shownMoment(page)) - START) / 60_000).toBe(60);
      await expect.poll(() => page.locator('.feed-item[data-kind="alert-raised"]').count()).toBe(2);
      await expect.poll(() => page.locator('.shell-top').textContent()).toContain('Checks: ✔ 2 of 2 met');
    }
    await other.page.keyboard.press('Home');
    await expect.poll(() => shownMoment(one.page)).toBe(START);
    await expect.poll(() => one.page.locator('.feed-item[data-kind="alert-raised"]').count()).toBe(0);
  });

  flow(
    'says how long a vehicle has been silent though the page was opened since, and what came late',
    {
      world: { story: { name: 'tunnel' } },
    },
    async ({ page, held }) => {
      await held('POST /clock/advance', { by: 'PT5M30S' });
      await page.reload();
      const row = page.locator('.device-row > :last-child');
      await expect.poll(() => row.textContent()).toMatch(/^no signal, 3 min( \d+ s)?$/);
      await expect
        .poll(() => page.locator('.vehicle-head').textContent())
        .toMatch(/no signal, 3 min( \d+ s)?/);
      await held('POST /clock/advance', { by: 'PT2M' });
      const late = /^\d+ reports came late, by up to \d min/;
      await expect.poll(() => page.locator('[data-late]').textContent()).toMatch(late);
    },
  );

  flow(
    'lets nothing run that is not its own, asks no other server, and works where no map can be drawn',
    {
      world: { devices: 1 },
    },
    async ({ page, problems }) => {
      await page.getByText('The map could not be shown').waitFor();
      await page.locator('.device-row').first().click();
      await page.locator('.vehicle h2').waitFor();
      const ran = await page.evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'document.documentElement.dataset.ran = "yes"';
        document.body.append(script);
        return document.documentElement.dataset.ran;
      });
      expect(ran).toBeUndefined();
      await expect.poll(() => problems.splice(0).join()).toContain('Content Security Policy');
      const asked = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => name),
      );
      expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(new Set([new URL(page.url()).origin]));
    },
  );
}

const LAG = 700;

/**
 * Before a page is called: where vehicles are, and from the beginning of a jump what happens, comes so many real ms later
 * than other answers.
 */
function lateEvents(page: Page): Promise<unknown> {
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
      if (!/\/(events|positions)$/.test(address) || reply.body === null) return reply;
      const text = reply.body.pipeThrough(new TextDecoderStream()).pipeThrough(late(address));
      return new Response(text.pipeThrough(new TextEncoderStream()), reply);
    };
  }, LAG);
}

/** Has the page believe that it is seen, or that another tab is over it: a headless browser shows all of them. */
async function seen(page: Page, isSeen: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, !isSeen);
}

/** A line to the server of an address, which can be cut and mended. */
async function lineTo(address: string) {
  const { hostname, port, pathname } = new URL(address);
  const sockets = new Set<Socket>();
  const line = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
  });
  const listen = async (on = 0) => {
    line.listen(on, '127.0.0.1');
    await once(line, 'listening');
    return (line.address() as { port: number }).port;
  };
  const on = await listen();
  const cut = async () => {
    const closed = once(line, 'close');
    line.close();
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await closed;
  };
  onTestFinished(async () => {
    if (line.listening) await cut();
  });
  return { url: `http://127.0.0.1:${on}${pathname}`, cut, mend: () => listen(on) };
}

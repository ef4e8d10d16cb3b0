/** A class as trainer, trainees and viewers see it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { PATIENCE } from '../../chromium.ts';
import { launchHere } from '../../command/roadtest.ts';
import { LONG } from '../../sample.ts';
import {
  axeViolations,
  clientOf,
  controlOf,
  expectStyled,
  isLive,
  newWorld,
  type Opening,
  open,
  openPanel,
  picture,
} from '../page.ts';

type Handout = { [fact in 'name' | 'world' | 'link' | 'viewer' | 'baseUrl' | 'userName' | 'apiKey']: string };

/** The class that the flows share: its trainer's link and token, and its handouts. */
let held: Promise<{ trainer: string; token: string; handouts: [Handout, Handout] }> | undefined;

function theClass() {
  held ??= (async () => {
    const words = [
      'class',
      '--port',
      '0',
      '--json',
      '--trainees',
      "Anna O'Neil,ben",
      '--story',
      'lesson/midnight',
    ];
    const { trainer, trainees } = JSON.parse(await launchHere(words).firstLine());
    return { trainer, token: new URL(trainer).hash.slice('#token='.length), handouts: trainees };
  })();
  return held;
}

/** Opens a link; the page must have no problem by the end of the test. */
async function opened(link: string, opening: Opening = {}): Promise<Page> {
  const { page, problems } = await open(link, {
    viewport: { width: 1440, height: 900 },
    until: async () => undefined,
    ...opening,
  });
  onTestFinished(() => expect(problems, 'problems on the page').toEqual([]));
  return page;
}

const met = (page: Page) => page.locator('.objectives tr[data-state="met"]');

export function classFlows(): void {
  it('is led from one page: clocks, events, faults and captions reach one trainee or all', async () => {
    const { trainer, handouts } = await theClass();
    const lead = await opened(trainer);
    const card = (name: string) => lead.locator('.trainee', { hasText: name });
    const names = handouts.map(({ name }) => name);
    for (const name of names) await card(name).waitFor();
    expect(lead.url()).not.toContain('token');
    expect(await axeViolations(lead)).toEqual([]);
    const [ofAnna, ofBen] = [await opened(handouts[0].link), await opened(handouts[1].link)];
    for (const page of [ofAnna, ofBen]) await isLive(page);
    await expect.poll(() => ofAnna.title()).toBe("Anna O'Neil – Roadtest");
    expect(ofAnna.url()).not.toContain('token');

    const send = lead.getByLabel('Send to');
    await send.selectOption('ben');
    await lead.getByLabel('Caption').fill('Look at <b>ben</b>');
    await lead.getByRole('button', { name: 'Show the caption' }).click();
    await ofBen.getByText('Look at <b>ben</b>').first().waitFor();
    expect(await ofAnna.getByText('Look at').count()).toBe(0);

    await send.selectOption('');
    await lead.getByRole('button', { name: 'Send the event' }).click();
    for (const name of names) await card(name).getByText(/SOS/).waitFor();
    const setFault = async (fault: string) => {
      await lead.getByLabel('Fault of the service').selectOption(fault);
      await lead.getByRole('button', { name: 'Set the fault' }).click();
      await lead.getByText(`Fault “${fault}”: 2 trainees`).waitFor();
    };
    await setFault('Answer 503 to all');
    expect(await clientOf(handouts[0]).signIn()).toBe(503);
    await expect.poll(() => card(handouts[0].name).textContent()).toContain('1');
    await setFault('No fault');

    await lead.getByRole('button', { name: 'Run all' }).click();
    for (const name of names) await card(name).getByText('1×').waitFor();
    await card('ben').getByRole('button', { name: 'Pause' }).click();
    await card('ben').getByText('paused').waitFor();
    await card(handouts[0].name).getByText('1×').waitFor();
    await lead.getByRole('button', { name: 'Pause all' }).click();
    await card(handouts[0].name).getByText('paused').waitFor();
    await picture(lead, 'class', 1_000, 550);
    await expectStyled(lead);
  });

  const lessons = join(import.meta.dirname, '../../../scenarios/library/lesson');

  it.each(readdirSync(lessons))('has the names of the page in the lesson %s', LONG, async (file) => {
    const named = [...readFileSync(join(lessons, file), 'utf8').matchAll(/“([^”]+)”/g)].map(
      ([, name = '']) => name,
    );
    expect(named).toContain('Play');
    const { pageUrl } = await newWorld({ story: { name: `lesson/${file.replace('.yaml', '')}` } });
    const page = await opened(pageUrl);
    await isLive(page);
    const vehicle = named.find((name) => /\bvan\b/i.test(name));
    if (vehicle) {
      // The first view of a story comes once the page is live, and may open another panel.
      const choose = async () => {
        await openPanel(page, 'Fleet');
        await page.getByRole('option', { name: vehicle }).click({ timeout: 2_000 });
        await page.locator('.vehicle details.fold').first().waitFor({ timeout: 2_000 });
      };
      await expect
        .poll(() =>
          choose().then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
    }
    await page.locator('details.fold').evaluateAll((folds) => {
      for (const fold of folds) fold.setAttribute('open', '');
    });
    const missing: string[] = [];
    for (const name of new Set(named)) {
      const exact = { name, exact: true } as const;
      const shown = page
        .getByRole('button', exact)
        .or(page.getByRole('option', { name }))
        .or(page.getByText(name, { exact: true }))
        .or(page.getByLabel(name, { exact: true }));
      await shown
        .first()
        .waitFor({ timeout: PATIENCE })
        .catch(() => missing.push(name));
    }
    expect(missing).toEqual([]);
  });

  it('has a lesson with its objectives and an end card, and a debrief of it', async () => {
    const { trainer, token, handouts } = await theClass();
    const ben = handouts[1];
    const page = await opened(ben.link);
    await page.getByText(/Between 23:00 and 23:40 raise three alerts/).waitFor();
    const control = controlOf(`${new URL(ben.baseUrl).origin}/w/${ben.world}/_control`, token);
    const { call, signIn } = clientOf(ben);
    const at = async (time: string) => {
      await control('POST /clock/advance', { to: `2026-05-04T${time}:00Z` });
      await signIn();
      await call('POST', '/api/devices/dev-1/alerts', { type: 'vibration', channels: ['email'] });
    };
    for (const time of ['21:10', '21:12', '21:14']) await at(time);
    await met(page).nth(1).waitFor();
    expect(await page.locator('.shell-top').textContent()).toContain('2 of 4 objectives met');
    await page.getByRole('button', { name: /It is lost; the alert is still/ }).click();
    await page.getByText('A limit holds back messages, not alerts.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await at('22:40');

    const lead = await opened(trainer);
    const card = lead.locator('.trainee', { hasText: 'ben' });
    await card.getByText('2 of 4 met, 3 of 5 points').waitFor();
    const [debrief] = await Promise.all([
      lead.context().waitForEvent('page'),
      card.getByRole('link', { name: 'Debrief' }).click(),
    ]);
    await debrief.getByText('2 of 4 objectives met, 3 of 5 points').waitFor();
    expect(debrief.url()).not.toContain('token');
    await expect.poll(() => debrief.locator('h1').textContent()).toBe('Lesson: limits at midnight – ben');
    const states = debrief.locator('.objectives tr[data-state]');
    expect(await states.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-state')))).toEqual([
      'met',
      'met',
      'late',
      'open',
    ]);
    expect(await debrief.locator('.lesson-timeline .call:not(.refused)').count()).toBe(8);
    expect(await axeViolations(debrief)).toEqual([]);
    const [file] = await Promise.all([
      debrief.waitForEvent('download'),
      debrief.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('debrief-ben.csv');
    await picture(debrief, 'debrief', 1_000, 600);
    await control('POST /clock/advance', { to: '2026-05-04T23:00:00Z' });
    await expectStyled(debrief);
    await debrief.reload();
    await debrief.locator('.lesson-timeline .missed').first().waitFor();
    await page.locator('.end-card').getByText('2 of 4 met, 3 of 5 points').waitFor();
    expect(await page.locator('.end-card').textContent()).not.toContain('Checks');
    await expectStyled(debrief);
    await expectStyled(page);
  });

  it('offers nobody what he may not do', async () => {
    const {
      handouts: [anna],
    } = await theClass();
    const offered = (page: Page) =>
      page
        .locator('.time-bar .time-buttons .button')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    const trainee = await opened(anna.link);
    await trainee.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => offered(trainee)).toEqual(['Play', 'Next event']);
    expect(await trainee.getByText('Inject an event').count()).toBe(0);
    await openPanel(trainee, 'Developers');
    await openPanel(trainee, 'Faults');
    await trainee.getByText('No faults are injected.').waitFor();
    expect(await trainee.getByRole('switch', { name: 'Faults' }).count()).toBe(0);

    const viewer = await opened(anna.viewer);
    await isLive(viewer);
    await expect.poll(() => offered(viewer)).toEqual([]);
    await viewer.keyboard.press('Space');
    await viewer
      .getByText(/The token of a viewer does not allow/)
      .first()
      .waitFor();
  });

  it('asks for the token of the server, and adds and removes trainees on the page that leads the class', async () => {
    const { trainer, token } = await theClass();
    const live = await opened(`${new URL(trainer).origin}/_console/`);
    const field = live.locator('#control-token');
    await field.fill('guessed');
    await field.press('Enter');
    await live.getByText('This is not the control token of this server.').waitFor();
    await field.fill(token);
    await field.press('Enter');
    await isLive(live);
    expect(live.url()).not.toContain(token);
    await openPanel(live, 'Developers');
    await openPanel(live, 'World');
    const [lead] = await Promise.all([
      live.context().waitForEvent('page'),
      live.getByRole('link', { name: 'Lead a class' }).click(),
    ]);
    await lead.locator('.trainee').first().waitFor();
    expect(lead.url()).not.toContain('token');

    await lead.getByRole('button', { name: 'Add trainees' }).click();
    const form = lead.getByRole('dialog', { name: 'Add trainees' });
    const add = async (names: string) => {
      await form.getByLabel('Names, with commas between').fill(names);
      await form.getByRole('button', { name: 'Add', exact: true }).click();
    };
    await add('Cleo, Cleo');
    await form.getByText(/"Cleo" is there twice/).waitFor();
    await form.getByLabel('Story or lesson').selectOption('none: the plain fleet, parked');
    await add('Cleo, dora');
    const links = lead.getByRole('dialog', { name: 'Links and credentials' });
    await links.getByRole('heading', { name: 'dora' }).waitFor();
    const link = links.getByText(/\/w\/cleo\/_console\/#token=/).first();
    const cleo = await opened((await link.textContent()) ?? '');
    await expect.poll(() => cleo.title()).toBe('Cleo – Roadtest');
    await links.getByRole('button', { name: 'Close' }).click();
    const card = (name: string) => lead.locator(`.trainee[data-trainee="${name}"]`);
    await card('dora').getByRole('button', { name: 'Links' }).click();
    await lead.getByRole('button', { name: 'Remove dora' }).click();
    await lead.getByText('dora is removed.').waitFor();
    await expect.poll(() => lead.locator('.trainee').count()).toBe(3);
    await expectStyled(lead);
  });
}

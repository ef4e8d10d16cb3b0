/** Devices, their settings, the account and what happens: used as a person would, and what the server then holds. */
import type { Browser } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Account, Device, Limits, Travels } from '../../../simulator/control/schemas/index.ts';
import { turns } from '../../sample.ts';
import { sharedStage, staged } from './staged.ts';

const inTurn = turns(3);

const on = sharedStage();

const put = (body: object): RequestInit => ({ method: 'PUT', body: JSON.stringify(body) });
const post = (body: object): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });

describe('the list of devices', () => {
  it.runIf(inTurn())(
    'finds a device by its name among ten thousand, and draws only what can be seen',
    async () => {
      const { page: other } = await on.plain();
      const { page, held } = await staged(other.context().browser() as Browser, {
        simulator: { devices: 10_000, licences: 10_000 },
        drives: false,
      });
      await expect.poll(() => page.locator('.found').textContent()).toBe('10,000 devices');
      expect(await page.locator('.device-row').count()).toBeLessThan(40);
      const { name } = await held<Device>('/devices/dev-8765');
      await page.keyboard.press('/');
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await page.locator('.vehicle[data-device="dev-8765"]').waitFor();
    },
  );

  it.runIf(inTurn())('is walked through by the arrow keys', async () => {
    const { page } = await on.plain();
    await page.getByLabel('Search devices').press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.locator('.device-row[aria-selected="true"]').count()).toBe(1);
    await page.locator('.vehicle[data-device="dev-2"]').waitFor();
  });
});

describe('the settings of a device', () => {
  it.runIf(inTurn())('sets limits and expiry as the service then holds them', async () => {
    const { page, held } = await on.plain('dev-2');
    const limits = () => held<Limits>('/devices/dev-2/limits');
    await page.getByLabel('Daily e-mail limit').fill('3');
    await page.getByLabel('Daily SMS limit').fill('0');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect.poll(limits).toMatchObject({ dailyEmail: 3, dailySms: 0, expires: false });
    await page.getByRole('switch', { name: 'Expires' }).click();
    await page.getByLabel('Expiration date').fill('2026-02-01');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect.poll(limits).toMatchObject({ expires: true, expirationDate: '2026-02-01', dailyEmail: 3 });
    await page.getByLabel('Daily e-mail limit').fill('');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect.poll(limits).toMatchObject({ dailyEmail: null });
  });

  it('shows a refusal as the service says it, and changes nothing', async () => {
    const { page, held } = await on.plain('dev-2');
    await page.getByRole('switch', { name: 'Expires' }).click();
    await page.getByRole('button', { name: 'Save settings' }).click();
    const refusal = page.locator('.refusal[data-code="EXPIRY_NEEDS_DATE"]');
    await refusal.waitFor();
    const said = await held<{ detail: string }>('/devices/dev-2/limits', put({ expires: true }));
    expect(await refusal.textContent()).toContain(said.detail);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByLabel('Daily SMS limit').fill('-1');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.locator('.refusal[data-code="LIMIT_OUT_OF_RANGE"]').waitFor();
    expect(await held('/devices/dev-2/limits')).toMatchObject({ expires: false, dailySms: null });
  });

  it('meters messages against the limit, and says when the day ends', async () => {
    const { page, held } = await on.plain('dev-1');
    await held('/devices/dev-1/limits', put({ dailyEmail: 4, dailySms: 1 }));
    await held('/devices/dev-1/send', post({ channel: 'email', count: 3 }));
    await held('/devices/dev-1/send', post({ channel: 'sms', count: 2 }));
    const meter = page.locator('.meter');
    await expect.poll(() => meter.nth(0).textContent()).toContain('3 of 4');
    await expect.poll(() => meter.nth(1).textContent()).toContain('limit reached');
    expect(await page.locator('dd[data-usage="email"]').textContent()).toBe('3');
    expect(await page.locator('[data-day-end]').getAttribute('data-day-end')).toBe(
      '2026-01-06T00:00:00.000Z',
    );
    await held('/clock/advance', post({ to: '2026-01-06T00:00:01Z' }));
    await expect.poll(() => meter.nth(0).textContent()).toContain('0 of 4');
  });

  it('activates an expired device while a licence is available, and shows why not otherwise', async () => {
    const { page, held } = await on.plain('dev-1');
    await held('/devices/dev-1/limits', put({ expires: true, expirationDate: '2026-01-06' }));
    await held('/clock/advance', post({ to: '2026-01-06T00:00:01Z' }));
    await held('/account', put({ licences: { total: 4 } }));
    await page.locator('[data-licence="expired"]').waitFor();
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.locator('.refusal[data-code="NO_LICENCE_AVAILABLE"]').waitFor();
    await held('/account', put({ licences: { total: 5 } }));
    await page.getByLabel('New expiration date').fill('2026-05-01');
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.locator('[data-licence="used"]').waitFor();
    expect(await held<Device>('/devices/dev-1')).toMatchObject({
      licence: 'used',
      limits: { expirationDate: '2026-05-01' },
    });
  });

  it('lists trips and stops, and sums up the day', async () => {
    const { page, held, stage } = await on.plain('dev-1');
    const { clock, fleet } = stage.simulator;
    const now = clock.now();
    // Ten minutes at one place, five minutes to the north, and ten minutes there.
    for (let after = 0; after <= 1_500; after += 30) {
      const driven = Math.min(300, Math.max(0, after - 600));
      fleet.locations.record(3, {
        deviceTime: now + (after - 1_500) * 1000,
        latitude: 47.2 + driven * 1e-4,
        longitude: 19.5,
      });
    }
    await page.getByRole('tab', { name: 'Fleet' }).click();
    await page.locator('.device-row').nth(2).click();
    await page.getByRole('tab', { name: 'Vehicle' }).click();
    const travels = page.locator('[data-travel]');
    await expect.poll(() => travels.count()).toBeGreaterThanOrEqual(3);
    const { trips } = await held<Travels>('/devices/dev-3/trips');
    expect(trips.some(({ distance }) => Math.abs(distance - 3_336) < 100)).toBe(true);
    await expect
      .poll(() => travels.allTextContents())
      .toContainEqual(expect.stringMatching(/^3\.3 km in 5 min/));
    await page.getByText('Trips and stops of today').click();
    await expect.poll(() => page.locator('[data-day]').textContent()).toContain('km in');
  });

  it.runIf(inTurn())('makes things happen to the chosen vehicle', async () => {
    const { page, held, panel } = await on.plain('dev-2');
    for (const kind of ['sos', 'power-cut', 'dropout', 'theft', 'speeding'])
      await page.locator(`[data-inject="${kind}"]`).click();
    const alerts = async () => {
      const { alerts: all } = await held<{ alerts: { type: string; deviceId: string }[] }>(
        '/alerts?limit=20',
      );
      return all.filter(({ deviceId }) => deviceId === 'dev-2').map(({ type }) => type);
    };
    await expect.poll(alerts).toEqual(expect.arrayContaining(['sos', 'power-cut', 'tow', 'speeding']));
    const speedings = (await alerts()).filter((type) => type === 'speeding').length;
    // The space bar plays, and does not press the last button once more.
    await page.keyboard.press('Space');
    await expect.poll(() => held('/clock')).toMatchObject({ frozen: false });
    await page.keyboard.press('Space');
    await expect.poll(() => held('/clock')).toMatchObject({ frozen: true });
    expect((await alerts()).filter((type) => type === 'speeding')).toHaveLength(speedings);
    await panel('Events');
    await page.locator('.feed-item.critical').first().waitFor();
  });
});

it.runIf(inTurn())(
  'makes the reports of a vehicle of a story faulty, one button for each fault',
  async () => {
    const { page, held, panel } = await on.story();
    await page.evaluate(() => {
      location.hash = 'device=dev-1';
    });
    await panel('Vehicle');
    for (const kind of ['wrong-clock', 'duplicates', 'stuck-sensor'])
      await page.locator(`[data-inject="${kind}"]`).click();
    const faults = async () => Object.keys((await held<{ faults: object }>('/devices/dev-1/faults')).faults);
    await expect.poll(faults).toEqual(['clock', 'copies', 'sensors']);
  },
);

describe('the account', () => {
  it('shows licences with their history, and sets their number', async () => {
    const { page, held, panel } = await on.plain();
    await panel('Account');
    await page.getByText('The day ends at 00:00, UTC time: daily counters start again.').waitFor();
    await page.getByLabel('Licences in total').fill('9');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await expect.poll(() => page.locator('[data-licences="available"]').textContent()).toBe('4');
    expect((await held<Account>('/account')).licences).toEqual({ total: 9, used: 5, available: 4 });
    await held('/devices/dev-1/limits', put({ expires: true, expirationDate: '2026-01-06' }));
    await held('/clock/advance', post({ to: '2026-01-06T00:00:01Z' }));
    await expect.poll(() => page.locator('[data-licences="used"]').textContent()).toBe('4');
    await expect.poll(() => page.locator('[data-licences="expired"]').textContent()).toBe('1');
    await expect.poll(() => page.locator('.history').textContent()).toContain('change');
    await page.getByLabel('Licences in total').fill('-3');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await page.locator('.refusal[data-code="LICENCES_BELOW_ZERO"]').waitFor();
  });

  it('switches API access, and rotates the key', async () => {
    const { page, server, held, panel } = await on.plain();
    await panel('Account');
    const token = async (apiKey: string) => {
      const body = JSON.stringify({ userName: 'demo', apiKey });
      const headers = { 'content-type': 'application/json' };
      const reply = await fetch(`${server.url}/api/Auth/Token`, { method: 'POST', headers, body });
      return ((await reply.json()) as { success: boolean }).success;
    };
    expect(await token('demo-key')).toBe(true);
    await page.getByRole('switch', { name: 'API access' }).click();
    await expect.poll(async () => (await held<Account>('/account')).apiEnabled).toBe(false);
    await expect.poll(() => token('demo-key')).toBe(false);
    await page.getByRole('switch', { name: 'API access' }).click();
    await page.getByRole('button', { name: 'Propose' }).click();
    const proposed = await page.getByLabel('New key').inputValue();
    await page.getByRole('button', { name: 'Rotate the key' }).click();
    await expect.poll(() => token(proposed)).toBe(true);
    expect(await token('demo-key')).toBe(false);
  });
});

describe('what happens', () => {
  it('says of each message that it was sent, or why it was withheld', async () => {
    const { page } = await on.story();
    await page.keyboard.press('End');
    const alerts = page.locator('.feed-item[data-kind="alert-raised"]');
    await expect.poll(() => alerts.count()).toBe(2);
    await expect.poll(() => alerts.last().textContent()).toContain('1 e-mail sent');
    expect(await alerts.first().textContent()).toContain('1 e-mail withheld: the daily limit is reached');
    const kind = (name: string) => page.getByRole('button', { name, exact: true });
    await kind('Licences').click();
    await expect.poll(() => alerts.count()).toBe(0);
    await kind('Alerts').click();
    await expect.poll(() => alerts.count()).toBe(2);
    expect(await page.locator('.feed-item[data-kind="device-expired"]').count()).toBe(1);
    await kind('All').click();
    await expect.poll(() => kind('Alerts').getAttribute('aria-pressed')).toBe('false');
  });

  it('tells what was withheld today beside what was sent, and what a badge counts', async () => {
    const { page, held } = await on.story();
    await held('/story/seek', post({ to: '2026-03-09T22:50:00Z' }));
    await page.locator('.device-row').first().click();
    const meter = page.locator('.vehicle .meter').first();
    await expect.poll(() => meter.textContent()).toMatch(/1 of 1 sent, 1 withheld/);
    const badges = page.getByRole('list', { name: 'Licences and limits' });
    expect(await badges.textContent()).toMatch(/Licences 3 of 3.*E-mails today 1 of 1/);
    expect(await badges.locator('.warn').allTextContents()).toEqual([expect.stringContaining('E-mails')]);
  });

  it('counts the alerts of the fleet as the service does, whichever vehicle is chosen', async () => {
    const { page, stage } = await on.plain();
    const badge = page.getByRole('list', { name: 'Licences and limits' }).getByText(/^Alerts/);
    await expect.poll(() => badge.textContent()).toBe('Alerts 0');
    for (let count = 0; count < 1_100; count++)
      stage.simulator.fleet.alerts.raise(1 + (count % 2), { type: 'sos', channels: [] });
    await expect.poll(() => badge.textContent()).toBe('Alerts 1,100');
    await page.locator('.device-row').first().click();
    await page.locator('.vehicle').waitFor();
    expect(await badge.textContent()).toBe('Alerts 1,100');
    expect(await badge.getAttribute('title')).toContain('of the fleet, since the start');
  });

  it('leaves an open list of recipients open when more happens', async () => {
    const { page, held } = await on.story();
    await page.keyboard.press('End');
    const alerts = page.locator('.feed-item[data-kind="alert-raised"]');
    await expect.poll(() => alerts.count()).toBe(2);
    await alerts.last().getByText('Recipients').click();
    const recipients = alerts.last().locator('details[open] li');
    await recipients.first().waitFor();
    await held('/inject', post({ device: 'dev-1', kind: 'sos' }));
    await expect.poll(() => alerts.count()).toBe(3);
    expect(await recipients.count()).toBeGreaterThan(0);
  });

  it('shows deadlines, and goes to one', async () => {
    const { page, held, panel } = await on.plain();
    await held('/devices/dev-3/limits', put({ expires: true, expirationDate: '2026-01-07' }));
    await panel('Deadlines');
    const rows = page.locator('.deadlines li');
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
    await rows.filter({ hasText: 'Day ends' }).getByRole('button', { name: 'Go there' }).click();
    await expect.poll(() => held('/clock')).toMatchObject({ now: '2026-01-06T00:00:00.000Z' });
  });

  it('shows hostile names as text, wherever they occur', async () => {
    const { page, held, panel, problems } = await on.plain();
    const name = '<img src=x onerror="document.title=\'owned\'"><b>bold</b>';
    const { devices } = await held<{ devices: Device[] }>('/devices', post({ name, licencePlate: name }));
    const id = String(devices[0]?.id);
    await held(`/devices/${id}/limits`, put({ expires: true, expirationDate: '2026-01-06' }));
    await held('/inject', post({ device: id, kind: 'sos' }));
    // The last of what happened: nothing moves it any more.
    const link = page.locator('.feed-item[data-kind="alert-raised"] .device-link', { hasText: '<img src=x' });
    await link.click();
    await expect.poll(() => page.locator('.vehicle h2').textContent()).toBe(name);
    await panel('Events');
    await link.click(); // chosen already
    await page.locator('.vehicle h2').waitFor();
    await expect.poll(() => page.locator('.device-row', { hasText: '<b>bold</b>' }).count()).toBe(1);
    await panel('Deadlines');
    await page.locator('.deadlines', { hasText: '<img' }).waitFor();
    expect(await page.locator('.shell img, .shell b').count()).toBe(0);
    expect(await page.title()).not.toBe('owned');
    expect(problems).toEqual([]);
  });
});

/** Devices, their settings, the account and what happens: used as a person would, and what the server then holds. */
import { expect } from 'vitest';
import { clientOf, flow } from '../page.ts';
import { shortStory } from './short-story.ts';

const HOSTILE = '<img src=x onerror="document.title=\'owned\'"><b>bold</b>';

export function fleetFlows(): void {
  flow(
    'finds a device among two thousand, draws only what can be seen, and walks by the arrow keys',
    {
      world: { devices: 2_000 },
    },
    async ({ page, held }) => {
      await expect.poll(() => page.locator('.found').textContent()).toBe('2,000 devices');
      expect(await page.locator('.device-row').count()).toBeLessThan(40);
      const { name } = await held<{ name: string }>('GET /devices/dev-1765');
      await page.keyboard.press('/');
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await page.locator('.vehicle[data-device="dev-1765"]').waitFor();
      const search = page.getByLabel('Search devices');
      await search.fill('');
      await page.locator('.device-row').nth(3).click();
      await search.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => page.locator('.device-row[aria-selected="true"]').count()).toBe(1);
      const chosen = await page.locator('.vehicle').getAttribute('data-device');
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => page.locator('.vehicle').getAttribute('data-device')).not.toBe(chosen);
    },
  );

  flow(
    'sets limits and expiry of a device, and shows a refusal as the service says it',
    {
      world: { devices: 3 },
      after: '#device=dev-2',
    },
    async ({ page, held }) => {
      const limits = () => held('GET /devices/dev-2/limits');
      await page.getByText('Limit settings').click();
      const save = () => page.getByRole('button', { name: 'Save settings' }).click();
      await page.getByRole('switch', { name: 'Expires' }).click();
      await save();
      const refusal = page.locator('.refusal[data-code="EXPIRY_NEEDS_DATE"]');
      await refusal.waitFor();
      const said = held('PUT /devices/dev-2/limits', { expires: true });
      const { detail } = JSON.parse(String(await said.catch(({ message }) => message)).replace(/^.*?: /, ''));
      expect(await refusal.textContent()).toContain(detail);
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByLabel('Daily SMS limit').fill('-1');
      await save();
      await page.locator('.refusal[data-code="LIMIT_OUT_OF_RANGE"]').waitFor();
      expect(await limits()).toMatchObject({ expires: false, dailySms: null });

      await page.getByLabel('Daily e-mail limit').fill('3');
      await page.getByLabel('Daily SMS limit').fill('0');
      await save();
      await expect.poll(limits).toMatchObject({ dailyEmail: 3, dailySms: 0, expires: false });
      await page.getByRole('switch', { name: 'Expires' }).click();
      await page.getByLabel('Expiration date').fill('2026-02-01');
      await save();
      await expect.poll(limits).toMatchObject({ expires: true, expirationDate: '2026-02-01', dailyEmail: 3 });
      await page.getByLabel('Daily e-mail limit').fill('');
      await save();
      await expect.poll(limits).toMatchObject({ dailyEmail: null });
    },
  );

  flow(
    'meters messages until the day ends, and activates an expired device while a licence is available',
    {
      world: { devices: 5 },
      after: '#device=dev-1',
    },
    async ({ page, held }) => {
      await held('PUT /devices/dev-1/limits', {
        dailyEmail: 5,
        dailySms: 1,
        expires: true,
        expirationDate: '2026-01-06',
      });
      await held('POST /devices/dev-1/send', { channel: 'email', count: 4 });
      await held('POST /devices/dev-1/send', { channel: 'sms', count: 2 });
      const meter = page.locator('.vehicle .meter');
      await expect.poll(() => meter.nth(0).textContent()).toContain('4 of 5');
      await page.locator('.vehicle .meter.full').waitFor();
      const dayEnd = await page.locator('[data-day-end]').getAttribute('data-day-end');
      expect(dayEnd).toBe('2026-01-06T00:00:00.000Z');
      await held('POST /clock/advance', { to: '2026-01-06T00:00:01Z' });
      await expect.poll(() => meter.nth(0).textContent()).toContain('0 of 5');

      await held('PUT /account', { licences: { total: 4 } });
      await page.locator('[data-licence="expired"]').waitFor();
      await page.getByRole('button', { name: 'Activate' }).click();
      await page.locator('.refusal[data-code="NO_LICENCE_AVAILABLE"]').waitFor();
      await held('PUT /account', { licences: { total: 5 } });
      await page.getByLabel('New expiration date').fill('2026-05-01');
      await page.getByRole('button', { name: 'Activate' }).click();
      await page.locator('[data-licence="used"]').waitFor();
      expect(await held('GET /devices/dev-1')).toMatchObject({
        licence: 'used',
        limits: { expirationDate: '2026-05-01' },
      });
    },
  );

  flow(
    'lists trips and stops of a vehicle, and sums up the day of the fleet',
    {
      world: { fixture: { roadtest: 1, devices: [{ id: 'dev-1', name: 'Van', locations: aDrive() }] } },
      after: '#device=dev-1',
    },
    async ({ page, held }) => {
      const travels = page.locator('[data-travel]');
      await expect.poll(() => travels.count()).toBeGreaterThanOrEqual(3);
      const { trips } = await held<{ trips: { distance: number }[] }>('GET /devices/dev-1/trips');
      expect(trips.map(({ distance }) => Math.round(distance / 100))).toEqual([33]);
      expect(await travels.allTextContents()).toContainEqual(expect.stringMatching(/^3\.3 km in 5 min/));
      await page.getByText("Today's trips").click();
      await expect.poll(() => page.locator('[data-day]').textContent()).toContain('km in');
    },
  );

  flow(
    'makes things happen to the chosen vehicle by a menu of incidents and faults of reports',
    {
      world: { story: { name: 'first-day' } },
      after: '#device=dev-1',
    },
    async ({ page, held, panel }) => {
      const kinds = ['sos', 'power-cut', 'tow', 'speeding'];
      const alerts = async () => {
        const { alerts } = await held<{ alerts: { type: string; deviceId: string }[] }>(
          'GET /alerts?limit=50',
        );
        return alerts.filter(({ deviceId }) => deviceId === 'dev-1').map(({ type }) => type);
      };
      for (const kind of [
        'sos',
        'power-cut',
        'dropout',
        'theft',
        'speeding',
        'wrong-clock',
        'duplicates',
        'stuck-sensor',
      ]) {
        await page.getByText('Inject an event').click();
        await page.locator(`[data-inject="${kind}"]`).click();
      }
      await expect.poll(alerts).toEqual(expect.arrayContaining(kinds));
      const before = (await alerts()).length;
      // The space bar plays, and does not press the last button once more.
      await page.keyboard.press('Space');
      await expect.poll(() => held('GET /clock')).toMatchObject({ frozen: false });
      await page.keyboard.press('Space');
      await expect.poll(() => held('GET /clock')).toMatchObject({ frozen: true });
      expect((await alerts()).filter((type) => kinds.includes(type)).length).toBeLessThanOrEqual(before);
      await panel('Events');
      await page.locator('.feed-item.critical').first().waitFor();
    },
  );

  flow(
    'shows licences, and refuses what there cannot be; switches access, and rotates the key',
    {
      world: { devices: 5 },
    },
    async ({ page, held, panel, world }) => {
      await panel('Account');
      await page.getByText('The day ends at 00:00, UTC time: daily counters start again.').waitFor();
      const shown = () => page.locator('.shell-panel').textContent();
      const total = page.getByLabel('Licences in total');
      const set = page.getByRole('button', { name: 'Set', exact: true });
      await total.fill('9');
      await set.click();
      await expect.poll(shown).toMatch(/5 of 9 in use.*Available4/);
      expect(await held('GET /account')).toMatchObject({ licences: { total: 9, used: 5, available: 4 } });
      await held('PUT /devices/dev-1/limits', { expires: true, expirationDate: '2026-01-06' });
      await held('POST /clock/advance', { to: '2026-01-06T00:00:01Z' });
      await expect.poll(shown).toMatch(/4 of 9 in use.*Expired devices1/);
      await held('PUT /account', { licences: { total: 3 } });
      await page.getByText('more used than allotted').waitFor();
      await total.fill('-3');
      await set.click();
      await page.locator('.refusal[data-code="LICENCES_BELOW_ZERO"]').waitFor();

      const { signIn } = clientOf(world);
      const access = page.getByRole('switch', { name: 'API access' });
      expect(await signIn()).toBe(200);
      await access.click();
      await expect.poll(() => signIn()).not.toBe(200);
      await access.click();
      await expect.poll(() => signIn()).toBe(200);
      await page.getByRole('button', { name: 'Generate' }).click();
      const proposed = await page.getByLabel('New key').inputValue();
      await page.getByRole('button', { name: 'Rotate the key' }).click();
      await expect.poll(() => signIn(proposed)).toBe(200);
      expect(await signIn(world.apiKey)).toBe(401);
    },
  );

  flow(
    'says of each message that it was sent, or why it was withheld',
    { world: shortStory },
    async ({ page, held, panel }) => {
      await panel('Events');
      await page.keyboard.press('End');
      const alerts = page.locator('.feed-item[data-kind="alert-raised"]');
      await expect.poll(() => alerts.count()).toBe(2);
      await expect.poll(() => alerts.last().textContent()).toContain('1 e-mail sent');
      expect(await alerts.first().textContent()).toContain('1 e-mail withheld: the daily limit is reached');

      // A list that is open stays so when more happens.
      await alerts.last().getByText('Recipients').click();
      const recipients = alerts.last().locator('details[open] li');
      await recipients.first().waitFor();
      await held('POST /inject', { device: 'dev-1', kind: 'sos' });
      await expect.poll(() => alerts.count()).toBe(3);
      expect(await recipients.count()).toBeGreaterThan(0);
      const kind = (name: string) => page.getByRole('button', { name, exact: true });
      await kind('Licences').click();
      await expect.poll(() => alerts.count()).toBe(0);
      await kind('Alerts').click();
      await expect.poll(() => alerts.count()).toBe(3);
      await expect.poll(() => page.locator('.feed-item[data-kind="device-expired"]').count()).toBe(1);
      await kind('All').click();
      await expect.poll(() => kind('Alerts').getAttribute('aria-pressed')).toBe('false');
      await held('POST /story/seek', { to: '2026-03-09T22:50:00Z' });
      await panel('Fleet');
      await page.locator('.device-row').first().click();
      const meter = page.locator('.vehicle .meter').first();
      await expect.poll(() => meter.textContent()).toMatch(/1 of 1 sent, 1 withheld/);
    },
  );

  flow(
    'shows hostile names as text wherever they occur, and deadlines, and goes to one',
    {
      world: { devices: 2 },
    },
    async ({ page, held, panel }) => {
      const { devices } = await held<{ devices: { id: string }[] }>('POST /devices', {
        name: HOSTILE,
        licencePlate: HOSTILE,
      });
      const id = devices[0]?.id;
      await held(`PUT /devices/${id}/limits`, { expires: true, expirationDate: '2026-01-06' });
      await held('POST /inject', { device: id, kind: 'sos' });
      await panel('Events');
      const link = page.locator('.feed-item[data-kind="alert-raised"] .device-link', {
        hasText: '<img src=x',
      });
      await link.click();
      await expect.poll(() => page.locator('.vehicle h2').textContent()).toBe(HOSTILE);
      await expect.poll(() => page.locator('.device-row', { hasText: '<b>bold</b>' }).count()).toBe(1);
      await panel('Events');
      const rows = page.getByRole('list', { name: 'Deadlines, soonest first' }).getByRole('listitem');
      await rows.filter({ hasText: '<img' }).waitFor();
      expect(await page.locator('.shell img, .shell b').count()).toBe(0);
      expect(await page.title()).not.toBe('owned');
      await rows.filter({ hasText: 'Day ends' }).getByRole('button', { name: 'Go there' }).click();
      await expect.poll(() => held('GET /clock')).toMatchObject({ now: '2026-01-06T00:00:00.000Z' });
    },
  );
}

/** Ten minutes at one place, five minutes to the north, and ten minutes there. */
function aDrive() {
  return Array.from({ length: 51 }, (_, index) => {
    const driven = Math.min(300, Math.max(0, index * 30 - 600));
    return { deviceTime: `-PT${1_500 - index * 30}S`, latitude: 47.2 + driven * 1e-4, longitude: 19.5 };
  });
}

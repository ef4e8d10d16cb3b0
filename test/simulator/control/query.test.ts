/** The query of the control API: what a route does not have is refused, by the name that was probably meant. */
import { expect, test } from 'vitest';
import { createSimulator } from '../../../simulator/index.ts';
import { clientOf } from '../client.ts';

const { control } = clientOf(createSimulator({ devices: 2 }));

test.each([
  [
    '/requests?world=checkout',
    'world',
    'Possible: operation, device, status, by, path, field, since, limit.',
  ],
  ['/requests/count?limit=1', 'limit', 'Possible: operation, device, status, by, path, field, since.'],
  ['/requests?limt=5', 'limt', 'Did you mean limit?'],
  ['/outbox?devices=dev-1', 'devices', 'Did you mean device?'],
  ['/devices?page=2', 'page', 'Possible: offset, limit.'],
  ['/events?kind=message-sent', 'kind', 'Did you mean kinds?'],
  ['/positions?device=1', 'device', 'Did you mean devices?'],
  ['/fixture?from=yaml', 'from', 'Did you mean form?'],
  ['/snapshot?apikey=include', 'apikey', 'Did you mean apiKey?'],
  ['/clock?now', 'now', 'It takes none.'],
  ['/devices?limit=1&limit=2', 'limit', 'Possible: offset, limit.'],
])('GET %s', async (path, field, hint) => {
  expect(await control('GET', path)).toMatchObject({
    status: 422,
    json: { code: 'QUERY_INVALID', field, hint },
  });
});

test('what changes something changes nothing then', async () => {
  const { now } = (await control('GET', '/clock')).json;
  expect((await control('POST', '/clock/advance?by=PT1H', { by: 'PT1H' })).status).toBe(422);
  expect((await control('GET', '/clock')).json.now).toBe(now);
});

test.each([
  ['10m', 10 * 60_000],
  ['1h 30m', 90 * 60_000],
  ['PT90M', 90 * 60_000],
])('the clock is advanced by %s, as in stories', async (by, ms) => {
  const { now } = (await control('GET', '/clock')).json;
  const { reached } = (await control('POST', '/clock/advance', { by })).json;
  expect(Date.parse(reached) - Date.parse(now)).toBe(ms);
});

test('a location ahead of the clock is taken, and those who look on are told', async () => {
  const served: unknown[] = [];
  const simulator = createSimulator({ devices: 1, onRequest: ({ note }) => served.push(note) });
  const { authorised, control } = clientOf(simulator);
  const post = async (deviceTime: string) => {
    const body = [{ deviceTime, latitude: 48, longitude: 11 }];
    return (await authorised('POST', '/api/devices/dev-1/locations', body)).status;
  };
  expect([await post('2026-01-05T08:00:30Z'), await post('2026-01-05T11:00:00Z')]).toEqual([200, 200]);
  const note = 'A location is ahead of the clock by up to 3 hours.';
  const notes = (await control('GET', '/requests')).json.requests.map((one: { note?: string }) => one.note);
  const ofLocations = (text: unknown) => typeof text === 'string' && text.startsWith('A location');
  expect([notes.filter(ofLocations), served.filter(ofLocations)]).toEqual([[note], [note]]);
});

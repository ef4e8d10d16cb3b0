/** `PUT /_control/fixture`: a fixture in place of the world that is served. */
import { expect, it } from 'vitest';
import { serve } from '../command/roadtest.ts';

interface Refusal {
  code: string;
  field: string;
  issues: { code: string; pointer: string; line?: number }[];
}
const idsOf = async ({ api }: Awaited<ReturnType<typeof serve>>): Promise<string[]> =>
  (await api<{ id: string }[]>('GET', '/devices')).body.map(({ id }) => id);

it('begins a world in place of the present one, and a reset goes back to it', async () => {
  const service = await serve(['--frozen', '--devices', '3']);
  const fixture = {
    clock: { now: '2026-03-02T08:00:00Z', timeZone: 'Europe/Berlin' },
    devices: [{ id: 'truck-9', position: [48, 11] }],
  };
  expect(await service.control('PUT', '/fixture', fixture)).toMatchObject({
    status: 200,
    body: { now: expect.stringContaining('2026-03-02T08:00:00') },
  });
  expect(await idsOf(service)).toEqual(['truck-9']);
  await service.control('POST', '/devices', { id: 'truck-10', licence: 'expired' });
  await service.control('POST', '/clock/advance', { by: 'PT1H' });
  await service.control('POST', '/reset', {});
  expect(await idsOf(service)).toEqual(['truck-9']);
  expect((await service.control('GET', '/account')).body).toMatchObject({ timeZone: 'Europe/Berlin' });
});

it('is refused where more devices drive by themselves, or a story is played', async () => {
  for (const words of [
    ['--alive', '--devices', '3', '--frozen'],
    ['--scenario', 'tunnel', '--frozen'],
  ]) {
    const service = await serve(words);
    const before = (await service.control('GET', '/devices')).body;
    const refused = await service.control('PUT', '/fixture', { devices: [{ id: 'truck-9' }] });
    expect(refused).toMatchObject({ status: 409, body: { code: 'FIXTURE_NOT_TAKEN' } });
    expect((await service.control('GET', '/devices')).body).toEqual(before);
  }
});

it('takes YAML, and a wrong one changes nothing: each mistake with its place and line', async () => {
  const service = await serve(['--frozen', '--devices', '2']);
  const put = async (text: string) => {
    const headers = { 'content-type': 'application/yaml' };
    const answer = await fetch(`${service.controlUrl}/fixture`, { method: 'PUT', headers, body: text });
    return { status: answer.status, body: (await answer.json()) as Refusal };
  };
  const wrong = await put('groups:\n  - { name: North }\ndevices:\n  - { group: Nort }\n');
  expect(wrong).toMatchObject({ status: 422, body: { code: 'FIXTURE_INVALID', field: '/devices/0/group' } });
  expect(wrong.body.issues).toMatchObject([{ code: 'UNKNOWN_GROUP', line: 4 }]);
  expect((await put('devices: [')).status).toBe(422);
  expect(await idsOf(service)).toEqual(['dev-1', 'dev-2']);
  expect(await put('devices: [{ id: truck-9 }]')).toMatchObject({ status: 200 });
  expect(await idsOf(service)).toEqual(['truck-9']);
});

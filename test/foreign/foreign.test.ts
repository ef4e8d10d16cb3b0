/** The depot is what its profile says. `suite/sound.test.ts` judges it by its profile, `command/learn.test.ts` without. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileLens, parseProfile } from '../../contracts/profile/index.ts';
import { type Foreign, start } from './server.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const profile = parseProfile(readFileSync(join(folder, 'profile.yaml'), 'utf8'), 'profile.yaml');
const lens = compileLens(profile.openings, { ids: 'opaque', basePath: profile.basePath ?? '' });

describe('the depot', () => {
  let depot: Foreign;
  let token = '';
  beforeAll(async () => {
    depot = await start();
    const credentials = { userName: 'dispatch', apiKey: 'k-7731-newfoundland' };
    token = String((await ask('POST', '/Auth/Token', credentials)).token);
  });
  afterAll(() => depot.close());

  async function ask(method: string, path: string, body?: unknown): Promise<{ [name: string]: unknown }> {
    const response = await fetch(`${depot.url}/tracking/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as { [name: string]: unknown };
  }

  it('shares no code with the rest', () => {
    const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
    const imports = sources.flatMap((name) => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(/from '(.+)'/g),
    ]);
    const foreign = imports.map(([, from]) => from as string).filter((from) => !/^(node:|\.\/)/.test(from));
    expect(foreign).toEqual([]);
  });

  it('lists its units as its profile says, page by page', async () => {
    const first = lens.list('devices').read(await ask('GET', '/devices'));
    expect(first.issues).toEqual([]);
    expect(first.records.map(({ id }) => id)).toEqual(['V0001', 'V0002', 'V0003', 'V0004']);
    const second = lens.list('devices').read(await ask('GET', `/devices?after=${first.next}`));
    expect(second.records.at(-1)).toMatchObject({
      id: 'V0007',
      name: 'Van 7',
      licence: 'used',
      groupId: null,
    });
    expect(second.next).toBeNull();
  });

  it('tells the last location, and asks for a range where others record', async () => {
    const last = lens.reply('location').read(await ask('GET', '/devices/V0002/lastLocation'));
    expect(last).toMatchObject({ issues: [], facts: { deviceId: 'V0002', speed: expect.closeTo(12.87, 2) } });
    const to = last.facts.deviceTime as number;
    const range = lens.posting('locations').writeRange({ from: to - 1_200_000, to });
    const found = lens.list('locations').read(await ask('POST', '/devices/V0002/locations', range));
    expect(found.issues).toEqual([]);
    expect(found.records).toHaveLength(3);
  });

  it('takes an alert as its profile writes it', async () => {
    const body = lens.posting('alerts').write([profile.samples?.alert ?? {}]);
    expect(await ask('POST', '/devices/V0001/alerts', body)).toEqual({ success: true });
  });

  it.each([
    ['group', 'createGroup', '/groups', { name: 'Night', description: 'after ten' }],
    ['user', 'createUser', '/users', { name: 'Hal', email: 'hal@depot.example', country: 'CA' }],
  ] as const)('creates, patches, replaces and removes a %s', async (resource, operation, path, facts) => {
    const made = await ask('POST', path, lens.body(resource).write(facts));
    const { id } = lens.answer(operation).read(made).facts;
    const read = async () => lens.reply(resource).read(await ask('GET', `${path}/${id}`)).facts;
    expect(await read()).toMatchObject({ id, ...facts });
    await ask('PATCH', `${path}/${id}`, lens.patch(resource).write({ name: 'Other' }));
    expect(await read()).toMatchObject({ ...facts, name: 'Other' });
    await ask('PUT', `${path}/${id}`, lens.body(resource).write({ ...facts, name: 'Third' }));
    expect(await read()).toMatchObject({ ...facts, name: 'Third' });
    await ask('DELETE', `${path}/${id}`);
    expect(await ask('GET', `${path}/${id}`)).toEqual(await ask('GET', '/nowhere'));
  });
});

/** `roadtest serve --fixture FILE --watch`: what becomes of the world when the file changes, or is wrong. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { fixtureFile } from '../../cli/serving/fixture-file.ts';
import type { Settings } from '../../cli/serving/settings.ts';
import { type Running, start } from '../../cli/serving/start.ts';
import { testIo } from '../command/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'roadtest-watch-'));
const file = join(folder, 'fleet.yaml');
const write = (text: string) => writeFileSync(file, text);
const running: Running[] = [];
afterEach(async () => {
  for (const { server, stage } of running.splice(0)) {
    await server.close();
    stage.stop();
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

async function served(settings: Partial<Settings> = {}) {
  write('devices: [{ id: dev-1 }]\n');
  const io = testIo();
  const started = await start(
    { port: 0, host: '127.0.0.1', frozen: true, fixture: file, watch: true, ...settings },
    io,
  );
  running.push(started);
  const control = async (method: string, path: string, headers: HeadersInit = {}) => {
    const reply = await fetch(started.controlUrl + path, { method, headers });
    return { status: reply.status, json: await reply.json() };
  };
  const ids = async () =>
    (await control('GET', '/devices')).json.devices.map(({ id }: { id: string }) => id) as string[];
  return { running: started, control, ids, errors: () => io.written().err };
}

/** Waits for as long as a loaded machine takes. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

it('begins anew when the file changes, also when another file takes its place', async () => {
  const { ids, errors } = await served();
  expect(await ids()).toEqual(['dev-1']);
  write('devices: [{ id: dev-2 }, { id: dev-3 }]\n');
  await soon(async () => expect(await ids()).toEqual(['dev-2', 'dev-3']));
  expect(errors()).toContain('fleet.yaml was read again');
  const next = join(folder, 'next.yaml');
  writeFileSync(next, 'devices: [{ id: truck-4 }]\n');
  renameSync(next, file);
  await soon(async () => expect(await ids()).toEqual(['truck-4']));
});

it('a reset begins with what the file says then', async () => {
  const { control, ids } = await served();
  write('devices: [{ id: dev-5 }]\n');
  expect((await control('POST', '/reset')).status).toBe(200);
  expect(await ids()).toEqual(['dev-5']);
});

it('a file that is wrong changes nothing: it says where, and a reset is refused', async () => {
  const { control, ids, errors } = await served();
  write('devices: [{ id: dev-6, colour: red }]\n');
  const refused = await control('POST', '/reset');
  expect(refused).toMatchObject({ status: 422, json: { code: 'FIXTURE_INVALID' } });
  expect(JSON.stringify(refused.json)).toContain('colour');
  await soon(async () => expect(errors()).toContain('colour'));
  expect(errors()).toContain('fleet.yaml:1');
  expect(await ids()).toEqual(['dev-1']);
  rmSync(file);
  const gone = await control('POST', '/reset');
  expect(gone.json).toMatchObject({ code: 'FIXTURE_NOT_TAKEN' });
  expect(await ids()).toEqual(['dev-1']);
});

it('begins one world where it is asked twice at the same time: nothing done after a reset is lost', async () => {
  const { running: started } = await served();
  const begun: string[] = [];
  const answered = { status: 200, headers: {}, body: '' };
  const watched = fixtureFile(
    file,
    {},
    {
      access: { hostNames: [], origins: [] },
      io: testIo(),
      async served({ body = '' }) {
        begun.push(body);
        await sleep(100);
        return answered;
      },
    },
  );
  const handle = watched.around(() => answered, started.simulator);
  write('devices: [{ id: dev-7 }]\n');
  const reset = { method: 'POST', target: '/_control/reset', headers: {}, body: undefined };
  await Promise.all([handle(reset), handle(reset)]);
  expect(begun).toEqual([JSON.stringify({ devices: [{ id: 'dev-7' }] })]);
});

it('a caller that the guard refuses reads no file', async () => {
  const { control, ids } = await served();
  write('devices: [{ id: dev-8 }]\n');
  const refused = await control('POST', '/reset', { origin: 'http://elsewhere.test' });
  expect(refused.status).toBe(403);
  await soon(async () => expect(await ids()).toEqual(['dev-8']));
});

/** The world of a test on a server: the control token reaches that server alone. */
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { serve } from '../../simulator/hosts/node.ts';
import { TestWorld } from '../../simulator/vitest/world.ts';
import { createWorlds } from '../../simulator/worlds/create.ts';

/** A server that keeps the headers of what it is asked. */
async function listening(answer: RequestListener) {
  const asked: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

it('is sent neither where a reply points nor where a redirect does', async () => {
  const other = await listening((_, response) => void response.end('{}'));
  const first = await listening(({ method }, response) => {
    if (method === 'POST') {
      const addresses = { baseUrl: other.url, controlUrl: `${other.url}/_control` };
      response.writeHead(201).end(JSON.stringify({ name: 'a', userName: 'u', apiKey: 'k', ...addresses }));
    } else response.writeHead(307, { location: `${other.url}/_control/worlds/a` }).end();
  });
  const world = await TestWorld.open({ server: `${first.url}/_control`, controlToken: 'secret' });
  await world.control('GET /clock');
  await expect(world.close()).rejects.toThrow('307');
  expect(first.asked.map((headers) => headers['x-control-token'])).toEqual(['secret', 'secret']);
  expect(other.asked.map((headers) => headers['x-control-token'])).toEqual([undefined]);
});

const fixture = {
  clock: { now: '2026-03-02T08:00:00Z' },
  account: { userName: 'ada' },
  devices: [{ id: 'dev-4711', position: [48, 11] as const }],
};

it('begins with a fixture, in this process and on a server that tests share', async () => {
  const worlds = createWorlds();
  const server = await serve(worlds);
  onTestFinished(async () => {
    await server.close();
    worlds.stop();
  });
  for (const options of [{}, { server: `${server.url}/_control` }]) {
    const world = await TestWorld.open({ fixture, ...options });
    expect(world.userName).toBe('ada');
    const device = await world.control('GET /devices/{id}', { id: 'dev-4711' });
    expect(device).toMatchObject({ number: 1, lastSeenAt: '2026-03-02T08:00:00.000Z' });
    await world.control('POST /devices', { body: { id: 'dev-9' } });
    await world.control('POST /reset', { body: {} });
    expect((await world.control('GET /devices')).total).toBe(1);
    await world.close();
  }
});

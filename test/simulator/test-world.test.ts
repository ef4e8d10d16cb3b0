/** The world of a test on a server: the control token reaches that server alone. */
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { TestWorld } from '../../simulator/vitest/world.ts';

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

/** In process: a client's `fetch` answered through MSW by the simulator, against a constant. */
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { inTurn, pathOf, perSecond, ratio } from './measure.mjs';

const REQUESTS = 1_000;

export async function mswRows() {
  const { createSimulator } = await import(pathOf('dist/lib/index.js'));
  const { roadtestHandler } = await import(pathOf('dist/lib/msw.js'));
  const simulator = createSimulator();
  simulator.fleet.locations.record(1, { deviceTime: simulator.clock.now(), latitude: 48.1, longitude: 11.5 });
  const base = 'http://roadtest.local';
  const token = await simulator
    .fetch(
      new Request(`${base}/api/Auth/Token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ userName: 'demo', apiKey: 'demo-key' }),
      }),
    )
    .then((reply) => reply.json());
  const request = [
    `${base}/api/devices/dev-1/lastLocation`,
    { headers: { authorization: `Bearer ${token.token}` } },
  ];
  const body = await simulator.fetch(new Request(...request)).then((reply) => reply.json());

  const server = setupServer();
  server.listen({ onUnhandledRequest: 'error' });
  const rate = async (handler) => {
    server.resetHandlers(handler);
    const began = performance.now();
    for (let sent = 0; sent < REQUESTS; sent++) await (await fetch(...request)).text();
    return (REQUESTS * 1_000) / (performance.now() - began);
  };
  const constant = http.all(`${base}/*`, () => HttpResponse.json(body));
  const handler = roadtestHandler(simulator, { baseUrl: base });
  await rate(constant);
  await rate(handler);
  const rates = await inTurn({ ours: () => rate(handler), constant: () => rate(constant) });
  server.close();
  return [
    ratio(
      'in process through MSW / a constant',
      rates.ours,
      rates.constant,
      0.8,
      `${perSecond(rates.ours)} against ${perSecond(rates.constant)}`,
    ),
  ];
}

/** The same requests against 100 devices and against 100,000, called directly: no network hides a difference. */
import { inTurn, pathOf, perSecond, ratio } from './measure.mjs';

const REQUESTS = 40_000;

export async function flatRows() {
  const { createSimulator } = await import(pathOf('dist/lib/index.js'));
  const few = await fleetOf(createSimulator, 100);
  const many = await fleetOf(createSimulator, 100_000);
  const rates = await inTurn(
    {
      fewRead: () => few.read(),
      manyRead: () => many.read(),
      fewWrite: () => few.write(),
      manyWrite: () => many.write(),
    },
    9,
  );
  const against = (manyRate, fewRate) => `${perSecond(manyRate)} against ${perSecond(fewRate)}`;
  return [
    ratio(
      'read, 100,000 devices / 100',
      rates.manyRead,
      rates.fewRead,
      0.9,
      against(rates.manyRead, rates.fewRead),
    ),
    ratio(
      'write, 100,000 devices / 100',
      rates.manyWrite,
      rates.fewWrite,
      0.9,
      against(rates.manyWrite, rates.fewWrite),
    ),
  ];
}

/** Every hundredth part of the fleet reports, so that both fleets have 100 devices that are asked for. */
async function fleetOf(createSimulator, devices) {
  const simulator = createSimulator({ devices });
  const post = (target, body, headers = {}) =>
    simulator.handle({
      method: 'POST',
      target,
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  const issued = await post('/api/Auth/Token', JSON.stringify({ userName: 'demo', apiKey: 'demo-key' }));
  const headers = {
    authorization: `Bearer ${JSON.parse(issued.body).token}`,
    'content-type': 'application/json',
  };
  const paths = Array.from({ length: 100 }, (_, place) => `/api/devices/dev-${1 + (place * devices) / 100}`);
  const body = JSON.stringify({
    deviceTime: '2026-01-05T07:59:30Z',
    latitude: 48.1,
    longitude: 11.5,
    speed: 30,
  });
  const run = async (call) => {
    const began = performance.now();
    for (let sent = 0; sent < REQUESTS; sent++) {
      const reply = await simulator.handle(call(paths[sent % paths.length]));
      if (reply.status !== 200) throw new Error(reply.body);
    }
    return (REQUESTS * 1_000) / (performance.now() - began);
  };
  const write = () => run((path) => ({ method: 'POST', target: `${path}/locations`, headers, body }));
  const read = () =>
    run((path) => ({ method: 'GET', target: `${path}/lastLocation`, headers, body: undefined }));
  await write();
  await read();
  return { read, write };
}

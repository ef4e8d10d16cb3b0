/** Reads with a checked bearer and writes, over HTTP, against bare `node:http` and json-server. */
import { readFileSync } from 'node:fs';
import { inTurn, pathOf, perSecond, rateOf, ratio, serve, startServer, tokenOf } from './measure.mjs';
import { serveJson } from './peers/json-server.mjs';

const LOCATION = {
  deviceTime: '2026-01-05T07:59:30Z',
  latitude: 48.1351,
  longitude: 11.582,
  altitude: 519,
  speed: 42.5,
  course: 87.5,
  accuracy: 4,
  satellites: 11,
  ignition: true,
};
const EXAMPLE = pathOf('contracts/profile/examples/enveloped.yaml');

export async function httpRows() {
  const simulator = await serve();
  const other = await serve('--profile', EXAMPLE);
  const ours = await requestsTo(simulator, '/api/devices/dev-1', JSON.stringify(LOCATION));
  const example = await requestsTo(other, '/api/devices/1', await inExampleDialect(LOCATION));
  const replies = { read: await replyTo(ours.read), write: await replyTo(ours.write) };
  const bare = await startServer([pathOf('test/bench/peers/bare.mjs'), JSON.stringify(replies)]);
  const peer = await serveJson(LOCATION);
  const onBare = (request) => ({ ...request, url: bare.baseUrl });
  const onPeer = {
    read: { url: `${peer.baseUrl}/locations/1` },
    write: { ...ours.write, url: `${peer.baseUrl}/locations` },
  };
  try {
    const rates = await inTurn({
      read: () => rateOf(ours.read),
      bareRead: () => rateOf(onBare(ours.read)),
      write: () => rateOf(ours.write),
      bareWrite: () => rateOf(onBare(ours.write)),
      exampleRead: () => rateOf(example.read),
      exampleWrite: () => rateOf(example.write),
    });
    // json-server grows slower with every record it is given, so it is measured short and last.
    const peerRates = await inTurn(
      { read: () => rateOf(onPeer.read, 1), write: () => rateOf(onPeer.write, 1) },
      3,
    );
    const against = (ourRate, theirRate) => `${perSecond(ourRate)} against ${perSecond(theirRate)}`;
    return [
      ratio(
        'read lastLocation / bare node:http',
        rates.read,
        rates.bareRead,
        0.75,
        against(rates.read, rates.bareRead),
      ),
      ratio(
        'write locations / bare node:http',
        rates.write,
        rates.bareWrite,
        0.5,
        against(rates.write, rates.bareWrite),
      ),
      ratio(
        'read lastLocation / json-server',
        rates.read,
        peerRates.read,
        10,
        against(rates.read, peerRates.read),
      ),
      ratio(
        'write locations / json-server',
        rates.write,
        peerRates.write,
        10,
        against(rates.write, peerRates.write),
      ),
      ratio(
        'read, example profile / default',
        rates.exampleRead,
        rates.read,
        0.8,
        against(rates.exampleRead, rates.read),
      ),
      ratio(
        'write, example profile / default',
        rates.exampleWrite,
        rates.write,
        0.8,
        against(rates.exampleWrite, rates.write),
      ),
    ];
  } finally {
    await Promise.all([simulator, other, bare, peer].map((server) => server.stop()));
  }
}

async function requestsTo(server, device, body) {
  const headers = { authorization: `Bearer ${await tokenOf(server)}`, 'content-type': 'application/json' };
  const requests = {
    read: { url: `${server.baseUrl}${device}/lastLocation`, headers },
    write: { url: `${server.baseUrl}${device}/locations`, method: 'POST', headers, body },
  };
  const first = await fetch(requests.write.url, requests.write);
  if (!first.ok) throw new Error(`The location was refused: ${await first.text()}`);
  return requests;
}

/** The same location as the example profile writes it. */
async function inExampleDialect(location) {
  const { compileLens, completeProfile, parseProfile } = await import(pathOf('dist/lib/profile.js'));
  const { openings } = completeProfile(parseProfile(readFileSync(EXAMPLE, 'utf8'), EXAMPLE));
  const facts = { ...location, deviceTime: Date.parse(location.deviceTime) };
  return JSON.stringify(compileLens(openings).posting('locations').write([facts]));
}

async function replyTo({ url, ...request }) {
  const reply = await fetch(url, request);
  const headers = Object.fromEntries(
    [...reply.headers].filter(([name]) => !['connection', 'keep-alive', 'content-length'].includes(name)),
  );
  const body = await reply.text();
  return { status: reply.status, headers: { ...headers, 'content-length': Buffer.byteLength(body) }, body };
}

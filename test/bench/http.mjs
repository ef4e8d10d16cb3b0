/** Reads with a checked bearer and writes, over HTTP, against bare `node:http` and json-server. */
import { readFileSync } from 'node:fs';
import { inRounds, pathOf, rateOf, ratioOfRates, serve, startServer, tokenOf } from './measure.mjs';
import { serveJson } from './peers/json-server.mjs';

const LOCATION = {
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
  const deviceTime = await justBeforeNowOf(simulator);
  const location = { ...LOCATION, deviceTime: new Date(deviceTime).toISOString() };
  const ours = await requestsTo(simulator, '/api/devices/dev-1', JSON.stringify(location));
  const example = await requestsTo(other, '/api/devices/1', await inExampleDialect(deviceTime));
  const replies = { read: await replyTo(ours.read), write: await replyTo(ours.write) };
  const bare = await startServer([pathOf('test/bench/peers/bare.mjs'), JSON.stringify(replies)]);
  const peer = await serveJson(location);
  const onBare = (request) => ({ ...request, url: bare.baseUrl });
  const onPeer = {
    read: { url: `${peer.baseUrl}/locations/1` },
    write: { ...ours.write, url: `${peer.baseUrl}/locations` },
  };
  try {
    // Rates that are compared stand side by side, so that they are measured one after the other.
    const rates = await inRounds(
      {
        bareRead: () => rateOf(onBare(ours.read), 1),
        read: () => rateOf(ours.read, 1),
        exampleRead: () => rateOf(example.read, 1),
        bareWrite: () => rateOf(onBare(ours.write), 1),
        write: () => rateOf(ours.write, 1),
        exampleWrite: () => rateOf(example.write, 1),
      },
      11,
    );
    // json-server grows slower with every record it is given, so it is measured last, and not as often.
    const besidePeer = await inRounds(
      {
        read: () => rateOf(ours.read, 1),
        peerRead: () => rateOf(onPeer.read, 1),
        write: () => rateOf(ours.write, 1),
        peerWrite: () => rateOf(onPeer.write, 1),
      },
      3,
    );
    return [
      ratioOfRates('read lastLocation / bare node:http', rates.read, rates.bareRead, 0.85),
      ratioOfRates('write locations / bare node:http', rates.write, rates.bareWrite, 0.65),
      ratioOfRates('read lastLocation / json-server', besidePeer.read, besidePeer.peerRead, 10),
      ratioOfRates('write locations / json-server', besidePeer.write, besidePeer.peerWrite, 10),
      ratioOfRates('read, example profile / default', rates.exampleRead, rates.read, 0.9),
      ratioOfRates('write, example profile / default', rates.exampleWrite, rates.write, 0.8),
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

/** A location that comes at once, as most do: in ms since 1970, by the clock of the server. */
async function justBeforeNowOf(server) {
  const { headers } = await fetch(`${server.baseUrl}/api/devices`);
  return Date.parse(headers.get('date')) - 30_000;
}

/** The same location as the example profile writes it. */
async function inExampleDialect(deviceTime) {
  const { compileLens, completeProfile, parseProfile } = await import(pathOf('dist/lib/profile.js'));
  const { openings } = completeProfile(parseProfile(readFileSync(EXAMPLE, 'utf8'), EXAMPLE));
  return JSON.stringify(
    compileLens(openings)
      .posting('locations')
      .write([{ ...LOCATION, deviceTime }]),
  );
}

async function replyTo({ url, ...request }) {
  const reply = await fetch(url, request);
  const headers = Object.fromEntries(
    [...reply.headers].filter(([name]) => !['connection', 'keep-alive', 'content-length'].includes(name)),
  );
  const body = await reply.text();
  return { status: reply.status, headers: { ...headers, 'content-length': Buffer.byteLength(body) }, body };
}

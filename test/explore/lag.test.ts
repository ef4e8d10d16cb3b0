/**
 * Nothing lawful is found at fault where writes become readable later, and requests are counted.
 * `npm run whole -- explore` also plays over sockets on which each answer takes 300 ms: 5 dialects × 2 seeds × 200 steps.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { explore } from '../../contracts/explore/explore.ts';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { allDraws, type Draw } from '../permutants/array.ts';
import { compose, open } from '../permutants/compose.ts';
import { SEED, WHOLE } from '../sample.ts';
import { demo, exploreBy } from './exploring.ts';

const DIALECTS = 5;
const LATENCY = 300;
const REQUESTS = WHOLE ? 250 : 100;
/** The slowest that explorers wait for. */
const TEN_MINUTES = 600_000;

const all = allDraws();
const draws = Array.from(
  { length: DIALECTS },
  (_, index) => all[(SEED * 11 + index * 23) % all.length],
).flatMap((draw) => draw ?? []);

/** A dialect in which writes show a moment later, and requests are counted. */
function openSlow(draw: Draw): ReturnType<typeof open> {
  const permutant = compose(draw);
  const openings = {
    ...permutant.profile.openings,
    consistency: { readableAfter: 'PT0.3S' },
    'rate-limit': { requests: 50, per: 'PT5S', retryAfter: true },
  };
  return open({ ...permutant, profile: { ...permutant.profile, openings } });
}

const sound = { failures: [], brokenOff: 0, exitCode: 0 };

describe('an exploration of a dialect with lag and a rate limit', () => {
  it.each((WHOLE ? draws : draws.slice(0, 1)).map((draw) => [draw.label, draw] as const))(
    'finds nothing wrong with %s',
    async (_, draw) => {
      const { simulator, fetch } = openSlow(draw);
      try {
        const run = await exploreBy(fetch, { profile: simulator.profile, seed: SEED, requests: REQUESTS });
        expect(run).toMatchObject(sound);
        expect(run.histories).toBeGreaterThan(0);
      } finally {
        simulator.stop();
      }
    },
  );

  it
    .runIf(WHOLE)
    .concurrent.each(draws.flatMap((draw) => [1, 2].map((seed) => [draw.label, seed, draw] as const)))(
    'finds nothing wrong with %s over sockets, seed %i',
    async (_, seed, draw) => {
      const { simulator, fetch } = openSlow(draw);
      const server = createServer(async (incoming, outgoing) => {
        await sleep(LATENCY);
        const response = await fetch(await requestOf(incoming));
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        outgoing.end(Buffer.from(await response.arrayBuffer()));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      try {
        const bounds = { seed, requests: REQUESTS, timeMs: TEN_MINUTES, maxMessages: 1e6, maxDevices: 1e6 };
        const target = { baseUrl: `http://127.0.0.1:${port}`, credentials: demo, profile: simulator.profile };
        const run = await explore({ ...target, ...bounds }, nodeHost());
        console.log(`${draw.label}, seed ${seed}: ${run.steps} steps, ${run.requests} requests`);
        expect(run).toMatchObject(sound);
        expect(run.steps).toBeGreaterThan(150);
      } finally {
        server.closeAllConnections();
        server.close();
        simulator.stop();
      }
    },
    TEN_MINUTES,
  );
});

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const body: Buffer[] = [];
  for await (const part of incoming) body.push(part);
  const { method = 'GET', url = '/' } = incoming;
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const hasBody = body.length > 0 && method !== 'GET' && method !== 'HEAD';
  return new Request(`http://${incoming.headers.host}${url}`, {
    method,
    headers,
    ...(hasBody && { body: Buffer.concat(body) }),
  });
}

/** Deployments that die or break off now and then: they neither pass nor fail, and a lawful one is not accused. */
import { describe, expect, it } from 'vitest';
import { runOf } from '../../contracts/explore/as-run.ts';
import type { Exploration } from '../../contracts/explore/exploration.ts';
import { createSimulator } from '../../simulator/simulator.ts';
import { oneIn } from '../sample.ts';
import { exploreBy } from './exploring.ts';

type Serve = (request: Request) => Promise<Response>;
type Relay = (request: Request, serve: Serve, number: number) => Promise<Response>;

async function exploreBehind(relay: Relay, seed: number, requests: number): Promise<Exploration> {
  const simulator = createSimulator({ devices: 3, licences: 1_000 });
  let number = 0;
  try {
    const fetch = (request: Request) => relay(request, simulator.fetch, ++number);
    return await exploreBy(fetch, { profile: simulator.profile, seed, requests });
  } finally {
    simulator.stop();
  }
}

const isOfApi = ({ url }: Request) => !new URL(url).pathname.startsWith('/_control');
/** What answers instead from the 41st request on: of the whole service, or of its API alone. */
const dead: { readonly [what: string]: () => Promise<Response> } = {
  '401': async () => Response.json({ error: 'no' }, { status: 401 }),
  '404': async () => Response.json({ error: 'no' }, { status: 404 }),
  '429': async () => Response.json({ error: 'later' }, { status: 429 }),
  '503': async () => new Response('', { status: 503 }),
  'an empty body': async () => new Response('', { status: 200 }),
  'a page': async () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } }),
  'nothing: it cuts the connection': async () => {
    throw new TypeError('fetch failed');
  },
};
const SEEDS = [1, 2, 3];
const REQUESTS = 600;
const deadRows = Object.keys(dead).flatMap((what) =>
  ['service', 'API'].flatMap((part) => SEEDS.map((seed) => [part, what, seed] as const)),
);

describe.each(oneIn(9, deadRows))('a dead %s that answers %s (seed %i)', (part, what, seed) => {
  it('neither passes nor fails', async () => {
    const relay: Relay = (request, serve, number) =>
      number > 40 && (part === 'service' || isOfApi(request))
        ? (dead[what] ?? serve)(request)
        : serve(request);
    const run = await exploreBehind(relay, seed, REQUESTS);
    const failed = run.failures.filter(({ verdict }) => verdict === 'fail').map(({ broken }) => broken);
    expect({ failed, fault: run.fault, exitCode: run.exitCode }).toEqual({ failed: [], exitCode: 3 });
    expect(run.judged).toBeLessThan(run.steps);
    if (run.failures.length === 0) expect(runOf(run).unmet?.join()).toMatch(/judged|broke off/);
  });
});

/** Every so many requests of a kind are answered with a server error; where `done`, they were carried out. */
const flaky: { readonly [what: string]: { of(request: Request): boolean; status: number; done: boolean } } = {
  'reads with 500': {
    of: (request) => isOfApi(request) && request.method === 'GET',
    status: 500,
    done: false,
  },
  'writes with 500': {
    of: (request) => isOfApi(request) && request.method !== 'GET',
    status: 500,
    done: false,
  },
  'writes with 500 that are done': {
    ...{ of: (request) => isOfApi(request) && request.method !== 'GET', status: 500, done: true },
  },
  'controls with 500': { of: (request) => !isOfApi(request), status: 500, done: false },
  'controls with 500 that are done': { of: (request) => !isOfApi(request), status: 500, done: true },
  'token requests with 503': { of: ({ url }) => url.endsWith('/token'), status: 503, done: false },
  'all with 503': { of: () => true, status: 503, done: true },
};

const flakyRows = Object.keys(flaky).flatMap((what) => SEEDS.map((seed) => [what, seed] as const));

describe.each(oneIn(6, flakyRows))('a lawful service that answers some %s (seed %i)', (what, seed) => {
  it('is not accused', async () => {
    const kind = flaky[what];
    let asked = 0;
    const run = await exploreBehind(
      async (request, serve, number) => {
        if (number < 40 || !kind?.of(request) || ++asked % 13 !== 0) return serve(request);
        if (kind.done) await serve(request);
        return Response.json({ error: 'broken' }, { status: kind.status });
      },
      seed,
      REQUESTS,
    );
    expect(run.failures.map(({ verdict, taken, observed }) => ({ verdict, taken, observed }))).toEqual([]);
    expect(run.fault).toBeUndefined();
  });
});

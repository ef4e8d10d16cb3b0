/** Deployments that die or break off now and then: they neither pass nor fail, and a lawful one is not accused. */
import { describe, expect, it } from 'vitest';
import { runOf } from '../../contracts/explore/as-run.ts';
import { Draws } from '../../contracts/explore/draws.ts';
import type { Exploration } from '../../contracts/explore/exploration.ts';
import { namesOf } from '../../contracts/kit/tables.ts';
import { defaultProfile } from '../../contracts/profile/default.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import { createSimulator } from '../../simulator/simulator.ts';
import { oneIn, turns, WHOLE } from '../sample.ts';
import { exploreBy } from './exploring.ts';

const inTurn = turns(2);

type Serve = (request: Request) => Promise<Response>;
type Relay = (request: Request, serve: Serve, number: number) => Promise<Response>;

async function exploreBehind(
  relay: Relay,
  seed: number,
  requests: number,
  profile: Profile = defaultProfile,
): Promise<Exploration> {
  const simulator = createSimulator({ devices: 3, licences: 1_000, profile });
  let number = 0;
  try {
    const fetch = (request: Request) => relay(request, simulator.fetch, ++number);
    return await exploreBy(fetch, { profile, seed, requests });
  } finally {
    simulator.stop();
  }
}

const isOfApi = ({ url }: Request) => !new URL(url).pathname.startsWith('/_control');
/** The answers from the 41st request on: of the whole service, or of its API alone. */
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

describe.each(oneIn(18, deadRows))('a dead %s that answers %s (seed %i)', (part, what, seed) => {
  it.runIf(inTurn())('neither passes nor fails', async () => {
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

/** A lawful service of which a share of the requests gets a server error: what it was asked is done all the same, or not. */
interface Flaky {
  /** In a hundred. */
  share: number;
  status: number;
  part: 'API' | 'control API' | 'service';
  /** Whether refusals come with the same status. */
  alike: boolean;
}

/** True in so many of a hundred. */
function isChosen(draws: Draws, percent: number): boolean {
  return draws.below(100) < percent;
}

function flakyBy(seed: number): Flaky {
  const draws = new Draws(seed, 1);
  return {
    share: draws.of([1, 2, 3, 6]),
    status: draws.of([500, 502, 503]),
    part: draws.of(['API', 'control API', 'service']),
    alike: isChosen(draws, 30),
  };
}

/** The default profile, whose refusals come with one status. */
function refusingWith(status: number): Profile {
  const { openings } = defaultProfile;
  const statuses = namesOf(openings['errors.status']).map((name) => [name, status]);
  const errors = { ...openings['errors.status'], ...Object.fromEntries(statuses) };
  return {
    ...defaultProfile,
    openings: {
      ...openings,
      'errors.status': errors,
      'token.status': { ...openings['token.status'], refused: status },
      'auth.refusal': { ...openings['auth.refusal'], status },
    },
  };
}

/** A refusal as the default profile writes it. */
function brokenAnswer({ url }: Request, status: number): Response {
  const problem = { title: 'Broken', status, code: 'BROKEN', detail: 'It is.' };
  const body = url.endsWith('/Token') ? { success: false, error: 'broken' } : problem;
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json' } });
}

/** By seeds 10 and 19 it was once accused. */
const flakySeeds = WHOLE ? Array.from({ length: 20 }, (_, index) => index + 1) : [10, 19];

describe.each(flakySeeds.map((seed) => ({ seed, ...flakyBy(seed) })))(
  'a lawful service of whose $part $share % are answered with $status, like refusals: $alike (seed $seed)',
  ({ seed, share, status, part, alike }) => {
    it.runIf(inTurn())('is not accused', async () => {
      const draws = new Draws(seed, 2);
      const isOf = (request: Request) => part === 'service' || isOfApi(request) === (part === 'API');
      const run = await exploreBehind(
        async (request, serve, number) => {
          if (number < 40 || !isOf(request) || !isChosen(draws, share)) return serve(request);
          if (draws.coin()) await serve(request);
          return brokenAnswer(request, status);
        },
        seed,
        REQUESTS,
        alike ? refusingWith(status) : undefined,
      );
      expect(run.failures.map(({ verdict, taken, observed }) => ({ verdict, taken, observed }))).toEqual([]);
      expect(run.fault).toBeUndefined();
    });
  },
);

describe('a lawful service that changes its licences, and answers each second time with 502', () => {
  it.runIf(inTurn())('is not accused: devices without a licence send nothing', async () => {
    let changes = 0;
    const run = await exploreBehind(
      async (request, serve) => {
        const changesAccount = request.method === 'PUT' && request.url.endsWith('/_control/account');
        const reply = await serve(request);
        return changesAccount && ++changes % 2 === 1 ? new Response('', { status: 502 }) : reply;
      },
      1,
      400,
    );
    expect(changes).toBeGreaterThan(1);
    expect(run.failures.map(({ verdict, taken }) => ({ verdict, taken }))).toEqual([]);
  });
});

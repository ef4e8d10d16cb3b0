/** An address, or an id, is that of a new record only where the answer says that something was made. */
import { expect, it } from 'vitest';
import { completeProfile } from '../../contracts/profile/index.ts';
import type { GivenOpenings } from '../../contracts/specification/openings/index.ts';
import { createSimulator } from '../../simulator/index.ts';
import { oneIn, SEED, turns } from '../sample.ts';
import { evidence, type Fetch, runAgainst } from './support.ts';

const inTurn = turns(4);

const rounds = ['auth/no-way-round/createGroup', 'auth/no-way-round/createUser'];
const listed = ['groups/listed-once', 'users/listed-once'];

/** A server that redirects a path with a slash at its end to the one without. */
function withoutSlash(status: number, location: (path: string) => string): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.endsWith('/')) return fetch(request);
    return new Response(null, { status, headers: { location: location(pathname.replace(/\/+$/, '')) } });
  };
}

/** The status of such an answer, and where it leads. */
const redirects = [
  [301, (path: string) => path],
  [302, (path: string) => `http://127.0.0.1:4010${path}`],
  [303, (path: string) => path],
  [307, (path: string) => path],
  [308, (path: string) => `${path}?from=slash`],
  // A record that is made later is not there yet, and a job is no group.
  [202, () => '/api/jobs/17'],
] as const;

it.runIf(inTurn()).each(oneIn(3, redirects))(
  'a redirect with %i to the path without a slash makes nothing',
  async (status, location) => {
    // Every way round is tried.
    const options = { only: [...rounds, ...listed], thorough: true, seed: SEED };
    const run = await runAgainst({}, { ...options, wrap: withoutSlash(status, location) });
    expect(evidence(run, 'pass')).toEqual([]);
    expect(run.leftBehind.filter((one) => !one.startsWith('device'))).toEqual([]);
    expect(run.exchanges.some(({ reply }) => reply?.status === status)).toBe(true);
    const asked = run.exchanges.filter(({ request }) =>
      /\/(groups|users|17)\/(groups|users|17)$/.test(request.url),
    );
    expect(asked).toEqual([]);
  },
);

it.runIf(inTurn())('a whole run never suspects such a service', async () => {
  const run = await runAgainst({}, { seed: SEED, wrap: withoutSlash(301, (path) => path) });
  expect(evidence(run, 'pass')).toEqual([]);
});

/** How a deployment refuses: with a status of its own, or with 200 and `success: false`. */
const ways: readonly GivenOpenings[] = [
  {},
  {
    'auth.refusal': { status: 200, headers: {}, body: 'error' },
    'errors.status': { 'deleted-id': 200, 'unknown-id': 200, 'unknown-path': 200, conflict: 200 },
    'errors.body': {
      form: 'json',
      contentType: 'application/json',
      fields: { success: '/success', detail: '/why' },
    },
  },
];

it.runIf(inTurn()).each(oneIn(3, ways))(
  'the id in a refusal is none of a record that was made, read or written: %#',
  async (openings) => {
    const plain = { 'records.id': { form: 'string', prefixes: {} } } as const;
    const profile = completeProfile({ roadtest: 1, name: 'ids', openings: { ...plain, ...openings } });
    const simulator = createSimulator({ profile });
    const fetch: Fetch = async (request) => {
      const reply = await simulator.fetch(request);
      const text = await reply.clone().text();
      if (reply.status < 400 && !text.includes('"success":false')) return reply;
      // The id that was asked for, or that of the request.
      const [, asked = 'f3a1-trace'] = /\/api\/\w+\/([\w-]+)/.exec(request.url) ?? [];
      return new Response(JSON.stringify({ ...JSON.parse(text), id: asked }), reply);
    };
    const run = await runAgainst(fetch, { profile, seed: SEED });
    simulator.stop();
    expect(evidence(run, 'pass')).toEqual([]);
    expect(run.observations.filter(({ drift }) => drift)).toEqual([]);
    expect(run.exchanges.filter(({ request }) => request.url.includes('f3a1'))).toEqual([]);
  },
);

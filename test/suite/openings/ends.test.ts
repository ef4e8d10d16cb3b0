/** Values at the ends of what a profile says can be sent, and members of a group that a write of another one leaves. */
import { expect, it } from 'vitest';
import { createSimulator } from '../../../simulator/index.ts';
import { idsOf, runAgainst } from '../support.ts';
import { answeringOtherwise, sendingOtherwise, type Wrap } from '../wrappers.ts';

/** A request for a list with this query is refused. */
function refusing(isRefused: (query: URLSearchParams) => boolean): Wrap {
  return sendingOtherwise((request) => {
    const url = new URL(request.url);
    return isRefused(url.searchParams)
      ? new Request(`${url.origin}${url.pathname}?limit=0`, request)
      : request;
  });
}

/** A limit that is set to this is refused. */
function refusingLimit(limit: number): Wrap {
  return sendingOtherwise(async (request) => {
    if (request.method !== 'PUT' || !request.url.endsWith('/limits')) return request;
    const body = await request.clone().text();
    return body.includes(`:${limit}`) ? new Request(request, { body: '{"dailyEmail":-1}' }) : request;
  });
}

const GROUP = /\/api\/groups\/[^/]+$/;

/** A group has no devices any more once a PATCH gave another one some. */
function emptyingOthers(): Wrap {
  let given: string | undefined;
  return answeringOtherwise(async (request, response) => {
    if (!GROUP.test(request.url)) return response;
    if (request.method === 'PATCH' && (await request.text()).includes('"deviceIds"')) given = request.url;
    if (request.method !== 'GET' || given === undefined || request.url === given) return response;
    const shown = await response.text();
    const text = shown.replace(/"deviceIds":\[[^\]]*\]/, '"deviceIds":[]');
    return new Response(text, { status: response.status, headers: response.headers });
  });
}

it.each<[string, Wrap, only: string[], found: { drift?: string; suspect?: string }]>([
  [
    'the largest size of a page',
    refusing((query) => query.get('limit') === '1000'),
    ['devices/listed-once'],
    { drift: 'operations.paging' },
  ],
  [
    'an offset without a size',
    refusing((query) => query.has('offset') && !query.has('limit')),
    ['devices/listed-once'],
    { drift: 'operations.query' },
  ],
  ['the greatest limit', refusingLimit(1_000_000), ['limits/negative-refused'], { drift: 'limits.range' }],
  [
    'the other members of a group',
    emptyingOthers(),
    ['groups/listed-once', 'devices/'],
    { suspect: 'groups/listed-once' },
  ],
])('%s: is found where it is refused or lost', async (_, wrap, only, { drift, suspect }) => {
  const simulator = createSimulator();
  const run = await runAgainst(simulator.fetch, { profile: simulator.profile, only, wrap });
  simulator.stop();
  const drifted = run.observations.filter((seen) => seen.drift).map(({ opening }) => opening);
  expect([drifted, idsOf(run, 'suspect'), idsOf(run, 'fail')]).toEqual([
    drift === undefined ? [] : [drift],
    suspect === undefined ? [] : [suspect],
    [],
  ]);
});

/** Values at the ends of what a profile says can be sent. */
import { expect, it } from 'vitest';
import { createSimulator } from '../../../simulator/index.ts';
import { idsOf, runAgainst } from '../support.ts';
import { sendingOtherwise, type Wrap } from '../wrappers.ts';

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

it.each<[string, Wrap, only: string[], drift: string]>([
  [
    'the largest size of a page',
    refusing((query) => query.get('limit') === '1000'),
    ['devices/listed-once'],
    'operations.paging',
  ],
  [
    'an offset without a size',
    refusing((query) => query.has('offset') && !query.has('limit')),
    ['devices/listed-once'],
    'operations.query',
  ],
  ['the greatest limit', refusingLimit(1_000_000), ['limits/negative-refused'], 'limits.range'],
])('%s: is found where it is refused', async (_, wrap, only, drift) => {
  const simulator = createSimulator();
  const run = await runAgainst(simulator.fetch, { profile: simulator.profile, only, wrap });
  simulator.stop();
  const drifted = run.observations.filter((seen) => seen.drift).map(({ opening }) => opening);
  expect([drifted, idsOf(run, 'suspect'), idsOf(run, 'fail')]).toEqual([[drift], [], []]);
});

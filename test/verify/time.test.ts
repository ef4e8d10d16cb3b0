/** How a run gets to the end of a token. */
import { describe, expect, test } from 'vitest';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { completeProfile } from '../../contracts/profile/index.ts';
import { createSimulator } from '../../simulator/index.ts';
import { turns } from '../sample.ts';
import { tokensWithoutIat } from '../without-iat.ts';
import { type Against, evidence, type Fetch, idsOf, outcomeOf, runAgainst } from './support.ts';
import { type Wrap, withAuthorization } from './wrappers.ts';

const inTurn = turns(4);

/** Kept apart from any wait by its number. */
const TIMEOUT = 12_345;
const CLEAN_UP = 30_000;
const RUN = 54_321_000;

const only = ['auth/valid-until-expiry', 'auth/expired-refused'];

/** A deployment without controls, on which real time passes when the suite sleeps. */
async function withoutControls(
  lifetime: string,
  against: Against = {},
  { begins = 0, perRequest = 0 }: { begins?: number; perRequest?: number } = {},
) {
  const profile = completeProfile({ roadtest: 1, name: 'real', openings: { 'token.lifetime': lifetime } });
  const simulator = createSimulator({ profile });
  const pass = (ms: number) => simulator.clock.advance(simulator.clock.now() + Math.ceil(ms));
  await pass(begins);
  const hidden: Fetch = async (request) => {
    if (request.url.includes('/_control')) return new Response(null, { status: 404 });
    if (perRequest > 0) await pass(perRequest);
    return simulator.fetch(request);
  };
  const start = simulator.clock.now();
  const sleep = async (ms: number, signal?: AbortSignal) => {
    // Limits on a request, on the clean-up and on the run are not waited for; a wait lets time pass on both sides.
    if ([TIMEOUT, CLEAN_UP, RUN].includes(ms)) return nodeHost().sleep(ms, signal);
    await pass(ms);
  };
  const now = () => simulator.clock.now() - start;
  const run = await runAgainst(hidden, {
    profile,
    only,
    timeoutMs: TIMEOUT,
    maxTimeMs: RUN,
    host: { sleep, monotonic: now, wall: () => simulator.clock.now() },
    ...against,
  });
  simulator.stop();
  return { run, waited: now() };
}

describe('A deployment whose time cannot be moved', () => {
  test.runIf(inTurn())('a token that ends soon is sat out, both sides of its end', async () => {
    const { run, waited } = await withoutControls('PT40S');
    const told = run.outcomes
      .filter(({ verdict }) => verdict !== 'pass')
      .map(({ id, reason }) => `${id}: ${reason}`);
    // Without a device of its own the run posts nothing, so no device has a location.
    expect(told.filter((line) => !/(lastLocation|postLocations|postAlerts)/.test(line))).toEqual([]);
    expect(waited).toBeGreaterThan(40_000);
    expect(waited).toBeLessThan(60_000);
  });

  test.runIf(inTurn())('a token that lives an hour is not', async () => {
    const { run, waited } = await withoutControls('PT1H');
    expect(outcomeOf(run, 'auth/expired-refused/listUsers')).toMatchObject({
      verdict: 'inconclusive',
      unlock: ['controls.advance', 'patience'],
    });
    expect(waited).toBeLessThan(5_000);
  });

  test.runIf(inTurn())('unless there is patience enough', async () => {
    const { run } = await withoutControls('PT1H', { patienceMs: 4_000_000 });
    expect(outcomeOf(run, 'auth/expired-refused/listUsers').verdict).toBe('pass');
    expect(idsOf(run, 'fail')).toEqual([]);
  });
});

/** The same `Date` for so long, counted from a moment of the clock; and tokens that do not say when they were issued. */
function keptDate(period: number): Wrap {
  const tokens = tokensWithoutIat();
  return (fetch) => async (request) => {
    const given = request.headers.get('authorization');
    const reply = await fetch(given === null ? request : withAuthorization(request, tokens.inward(given)));
    const headers = new Headers(reply.headers);
    const shown = Date.parse(headers.get('date') ?? '');
    headers.set('date', new Date(Math.floor(shown / period) * period).toUTCString());
    const text = await reply.text();
    const body = request.url.endsWith('/Auth/Token') ? tokens.outward(text) : text;
    return new Response(reply.status === 204 ? null : body, { status: reply.status, headers });
  };
}

test.runIf(inTurn()).each([
  [60_000, 25_000],
  [10_000, 4_000],
])(
  'A Date header that is the same for %i ms, of a deployment whose time cannot be moved, fails no token for its age',
  async (period, begins) => {
    const { run } = await withoutControls(
      'PT40S',
      { wrap: keptDate(period), patienceMs: 400_000 },
      { begins, perRequest: 20 },
    );
    expect(evidence(run, 'pass', 'inconclusive')).toEqual([]);
  },
);

test.runIf(inTurn())('A control that says it moved time, and did not, is not believed', async () => {
  const wrap =
    (fetch: Fetch): Fetch =>
    async (request) =>
      request.url.endsWith('/_control/clock/advance') ? Response.json({ settled: true }) : fetch(request);
  const run = await runAgainst({}, { only, wrap });
  expect(idsOf(run, 'pass')).toEqual([]);
  expect(outcomeOf(run, 'auth/expired-refused/listUsers')).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('clock stayed at'),
  });
});

test.runIf(inTurn())('All cases share the advances: to shortly before, and to shortly after', async () => {
  const run = await runAgainst({}, { only });
  const advances = run.exchanges.filter(({ request }) => request.url.endsWith('/clock/advance'));
  expect(advances).toHaveLength(2);
});

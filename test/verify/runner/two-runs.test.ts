/** Two runs against one deployment: what one of them does is not a failure of the deployment in the eyes of the other. */
import { expect, test } from 'vitest';
import { createSimulator, type Simulator } from '../../../simulator/index.ts';
import { oneIn, turns } from '../../sample.ts';
import { evidence, type Fetch, runAgainst } from '../support.ts';

const inTurn = turns(4);

/** Requests take so many turns of the event loop, by a seed. */
function delayed({ fetch }: Simulator, seed: number): Fetch {
  let state = seed;
  return async (request) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    for (let turn = 0; turn < state % 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    return fetch(request);
  };
}

/** The second run begins with so many requests of the first. */
async function twoRuns(seed: number, after: number) {
  const simulator = createSimulator({ seed });
  const fetch = delayed(simulator, seed);
  const { profile } = simulator;
  let requests = 0;
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const counted: Fetch = (request) => {
    if (++requests === after) begin();
    return fetch(request);
  };
  const runs = await Promise.all([
    runAgainst(counted, { profile, alone: true }),
    begun.then(() => runAgainst(fetch, { profile, alone: true })),
  ]);
  simulator.stop();
  return runs;
}

const meetings: [seed: number, after: number][] = [
  [8, 150],
  [9, 300],
];

test.runIf(inTurn()).each(oneIn(4, meetings))(
  'seed %i, the second run after %i requests: nothing fails',
  async (seed, after) => {
    for (const run of await twoRuns(seed, after)) {
      expect(evidence(run, 'pass', 'inconclusive', 'not-applicable')).toEqual([]);
      expect(run.problem).toBeUndefined();
    }
  },
);

test.runIf(inTurn())('a rule that is broken is broken for both', async () => {
  const simulator = createSimulator();
  const broken: Fetch = async (request) =>
    request.url.endsWith('/users/countries') && request.headers.has('authorization')
      ? Response.json([], { headers: { date: new Date(simulator.clock.now()).toUTCString() } })
      : simulator.fetch(request);
  const options = { profile: simulator.profile, only: ['users/', 'limits/next-day-restores'] };
  const runs = await Promise.all([runAgainst(broken, options), runAgainst(broken, options)]);
  simulator.stop();
  for (const run of runs) expect(run.exitCode).toBe(1);
});

/** Ways in which the same story can be played. All of them have to leave the same log. */
import type { Story } from '../../../scenarios/language/story.ts';
import { type Performance, type PerformOptions, perform } from '../../../scenarios/player/perform.ts';
import type { Call } from '../../../simulator/http/call.ts';
import { ManualPace } from '../../manual-pace.ts';

/** A call from outside, at a simulated moment. */
export interface Request {
  at: number;
  call: Call;
}

/** The results that a way leaves behind. */
export interface Left {
  digest: string;
  counts: { [kind: string]: number };
  results: unknown;
}

type Way = (story: Story, requests: readonly Request[], options: PerformOptions) => Promise<Left>;

/** The reference for all ways: in one jump, but for the requests. */
export const inOneJump: Way = (story, requests, options) => inJumps(story, requests, options, []);

export const ways: { readonly [name: string]: Way } = {
  'in a thousand steps': (story, requests, options) =>
    inJumps(story, requests, options, stepsOf(story, 1000)),
  'at speed 1': (story, requests, options) => running(story, requests, options, 1),
  'at speed 3600': (story, requests, options) => running(story, requests, options, 3600),
  'as fast as possible, the clock running': (story, requests, options) =>
    running(story, requests, options, 'max'),
  'going on from a snapshot in another world, again and again': async (story, requests, options) => {
    let performance = perform(story, options);
    for (const stop of stopsOf(story, requests, stepsOf(story, 5))) {
      await performance.simulator.clock.advance(stop);
      await send(performance, requests, stop);
      // The key as well, which a story may have changed.
      const snapshot = performance.simulator.snapshot({ apiKey: 'include' });
      const saved: unknown = JSON.parse(JSON.stringify(snapshot));
      performance.stop();
      performance = perform(story, options);
      performance.simulator.restore(saved);
    }
    return leftBy(performance);
  },
};

async function inJumps(
  story: Story,
  requests: readonly Request[],
  options: PerformOptions,
  steps: readonly number[],
): Promise<Left> {
  const performance = perform(story, options);
  for (const stop of stopsOf(story, requests, steps)) {
    await performance.simulator.clock.advance(stop);
    await send(performance, requests, stop);
  }
  return leftBy(performance);
}

/** The clock runs, on real time that is moved by hand. */
async function running(
  story: Story,
  requests: readonly Request[],
  options: PerformOptions,
  speed: number | 'max',
): Promise<Left> {
  const pace = new ManualPace();
  const performance = perform(story, { ...options, pace });
  const { clock } = performance.simulator;
  let from = story.clock.start;
  for (const stop of stopsOf(story, requests, [])) {
    await clock.set({ speed, frozen: false, until: stop });
    if (speed === 'max') while (!clock.view().frozen) await pace.breathe();
    else pace.elapse(Math.ceil((stop - from) / speed));
    clock.now(); // a running clock is settled by each call
    await send(performance, requests, stop);
    from = stop;
  }
  return leftBy(performance);
}

async function send(performance: Performance, requests: readonly Request[], now: number): Promise<void> {
  for (const { at, call } of requests) if (at === now) await performance.simulator.handle(call);
}

function leftBy(performance: Performance): Left {
  const left = {
    digest: performance.digest(),
    counts: performance.counts(),
    results: performance.results(),
  };
  performance.stop();
  return left;
}

function stopsOf({ clock }: Story, requests: readonly Request[], steps: readonly number[]): number[] {
  const stops = new Set([...requests.map(({ at }) => at), ...steps, clock.end]);
  return [...stops].sort((a, b) => a - b);
}

function stepsOf({ clock: { start, end } }: Story, count: number): number[] {
  return Array.from({ length: count }, (_, step) => start + Math.round(((step + 1) * (end - start)) / count));
}

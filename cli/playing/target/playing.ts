/** The steps of the story, one after the other, to the deployment at their moments. */

import type { Client } from '../../../contracts/deployment/client.ts';
import { HOUR } from '../../../contracts/kit/durations.ts';
import type { Story } from '../../../scenarios/language/story.ts';
import { batched } from '../../../scenarios/target/batching.ts';
import type { IdMap } from '../../../scenarios/target/ids.ts';
import { orderOf, type Seen, type SeenExpectation, type Sent } from '../../../scenarios/target/seen.ts';
import type { DeploymentClock } from './clock.ts';
import type { Delivery } from './delivery.ts';
import { type Judged, judge } from './judging.ts';
import type { Lanes } from './lanes.ts';
import type { Pacer } from './pacer.ts';
import type { StoryTokens } from './tokens.ts';

export interface Playing {
  /** The story, slice by slice. */
  until(moment: number): Promise<Seen[]>;
  opening: readonly Seen[];
  /** Simulated moments. */
  start: number;
  end: number;
  pacer: Pacer;
  lanes: Lanes;
  delivery: Pick<Delivery, 'deliver'>;
  clock: DeploymentClock;
  client: Client;
  ids: IdMap;
  tokens: StoryTokens;
  story: Story;
  /** Reports of a device that may go out in one request. */
  batch: number;
  /** Ends it between two steps. */
  stop: AbortSignal;
  /** Called now and then with the simulated moment. */
  onMoment: (at: number) => void;
}

export interface PlayedOn {
  /** The simulated moment that was reached. */
  reached: number;
  judged: Judged[];
  notJudged: number;
}

/** A slice of the story is to hold about so many steps. */
const GOAL = 500;
const SHORTEST_SLICE = 100;
const LONGEST_SLICE = HOUR;

export async function playOn(playing: Playing): Promise<PlayedOn> {
  const { start, end, batch, stop } = playing;
  const found: PlayedOn = { reached: start, judged: [], notJudged: 0 };
  await send(batched(playing.opening, batch), playing, found);
  // The records of the opening steps have to exist before the story goes on.
  await playing.lanes.settled();
  let slice = SHORTEST_SLICE;
  let at = start;
  while (at < end && !stop.aborted) {
    at = Math.min(end, at + slice);
    const seen = await playing.until(at);
    await send(batched(seen, batch), playing, found);
    if (seen.length < GOAL / 2) slice = Math.min(slice * 2, LONGEST_SLICE);
    else if (seen.length > GOAL * 2) slice = Math.max(slice / 2, SHORTEST_SLICE);
    if (!stop.aborted) found.reached = at;
  }
  await playing.lanes.settled();
  return found;
}

async function send(
  steps: readonly (Sent | SeenExpectation)[],
  playing: Playing,
  found: PlayedOn,
): Promise<void> {
  const { pacer, lanes, clock, delivery, stop, onMoment } = playing;
  for (const one of steps) {
    await pacer.reach(one.at, stop);
    if (!stop.aborted) await clock.before(one, () => lanes.settled());
    if (!stop.aborted) await lanes.room();
    if (stop.aborted) return;
    found.reached = one.at;
    onMoment(one.at);
    if (one.kind === 'expectation') {
      await lanes.settled();
      const judged = await judge(one, { ...playing, moved: clock.moved });
      if (judged) found.judged.push(judged);
      else found.notJudged++;
      continue;
    }
    lanes.run(orderOf(one), () => {
      pacer.sent(one.at);
      return delivery.deliver(one);
    });
  }
}

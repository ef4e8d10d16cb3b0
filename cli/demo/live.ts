/** `roadtest demo`: the story goes on from the beginning when it has ended, and its service is verified meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Performance } from '../../scenarios/player/perform.ts';
import type { Stage } from '../../scenarios/player/stage/stage.ts';
import { exitCodes, type Io } from '../command.ts';
import { type LiveSettings, showLive } from '../playing/live.ts';
import { stopped } from '../serving/serving.ts';
import { runTwin } from '../serving/twin.ts';
import { verifiedLine } from './verified.ts';

/** Real time that the last picture of the story is shown, in ms. */
const REST = 30_000;

/** Shows the story until it is stopped. */
export async function demoLive(settings: LiveSettings, io: Io): Promise<number> {
  await showLive(settings, io, async ({ stage }, performance, ioOfServer) => {
    await Promise.race([verifyTwin(ioOfServer), stopped(ioOfServer)]);
    await repeat(stage, performance, ioOfServer);
  });
  return exitCodes.ok;
}

/** Says in a line what the contract suite finds in a twin of the service. */
async function verifyTwin(io: Io): Promise<void> {
  const run = await runTwin(io.stop);
  if (!run.interrupted) io.out(`\n${verifiedLine(run, io)}\n`);
}

/** Begins anew whenever the story has come to its end, unless another story was chosen. */
async function repeat(stage: Stage, first: Performance, io: Io): Promise<void> {
  const { stop } = io;
  let shown = first;
  while (!stop.aborted) {
    await atEnd(shown, stop);
    await sleep(REST, undefined, { signal: stop }).catch(() => undefined);
    if (stop.aborted) return;
    if (stage.performance !== shown) {
      await stopped(io);
    } else if (shown.plugin.ended && shown.simulator.clock.view().frozen) {
      await stage.load(first.story, { frozen: false });
      shown = stage.performance as Performance;
    }
  }
}

/** Settles when a story has ended and its clock is frozen, or when all is to stop. */
function atEnd({ plugin, simulator: { clock } }: Performance, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stopListening = clock.onChange(({ frozen }) => {
      if (frozen && plugin.ended) done();
    });
    function done(): void {
      stopListening();
      stop.removeEventListener('abort', done);
      resolve();
    }
    stop.addEventListener('abort', done);
    if (stop.aborted || (plugin.ended && clock.view().frozen)) done();
  });
}

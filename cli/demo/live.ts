/** `roadtest demo`: a story on the live page, told in the terminal as well; it begins again when it has ended. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '../../contracts/suite/index.ts';
import type { Performance } from '../../scenarios/index.ts';
import type { Stage } from '../../scenarios/player/stage/index.ts';
import { exitCodes, type Io } from '../command.ts';
import { stopped } from '../commands/serve.ts';
import { ProgressLine } from '../playing/progress.ts';
import { Teller } from '../playing/teller.ts';
import { openPage } from '../serving/browser.ts';
import { type Running, start } from '../serving/start.ts';
import { welcome } from '../serving/welcome.ts';
import { verifiedLine } from './verified.ts';

export interface LiveSettings {
  /** Of the library. */
  story: string;
  port: number;
  seed: number;
  speed: number;
  open: boolean;
}

/** Real time that the last picture of the story stands, in ms. */
const REST = 30_000;

/** Shows the story until it is told to stop. */
export async function demoLive({ story, open, ...settings }: LiveSettings, io: Io): Promise<number> {
  const running = await start({ ...settings, host: '127.0.0.1', scenario: story, frozen: true }, io);
  const { stage } = running;
  try {
    io.out(welcome(running, io));
    if (open) await openPage(running.pageUrl, io);
    const performance = stage.performance as Performance;
    const stopTelling = tellInTerminal(performance, io);
    await stage.simulator.clock.set({ frozen: false });
    await tellVerified(running, io);
    await repeat(stage, performance, io);
    stopTelling();
    return exitCodes.ok;
  } finally {
    await running.server.close();
    stage.stop();
  }
}

/** The story as it goes, once: what comes after that is on the page. */
function tellInTerminal(performance: Performance, io: Io): () => void {
  const teller = new Teller(performance, new ProgressLine(performance, io), io);
  teller.open();
  return performance.onTelling((happening) => teller.tell(happening));
}

async function tellVerified({ stage }: Running, io: Io): Promise<void> {
  const run = (await stage.verify()) as Run;
  if (!run.interrupted) io.out(`\n${verifiedLine(run, io)} The page shows it rule by rule.\n`);
}

/** Begins anew whenever the story has come to its end, unless somebody has put on something else. */
async function repeat(stage: Stage, first: Performance, io: Io): Promise<void> {
  const { stop } = io;
  const { story } = first;
  let shown = first;
  while (!stop.aborted) {
    await standing(shown, stop);
    await sleep(REST, undefined, { signal: stop }).catch(() => undefined);
    if (stop.aborted) return;
    if (stage.performance !== shown) {
      await stopped(io);
    } else if (shown.finished() && shown.simulator.clock.view().frozen) {
      await stage.load(story, { frozen: false });
      shown = stage.performance as Performance;
    }
  }
}

/** Settles when a story has ended and its clock stands, or when all is to stop. */
function standing({ finished, simulator: { clock } }: Performance, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stopListening = clock.onChange(({ frozen }) => {
      if (frozen && finished()) done();
    });
    function done(): void {
      stopListening();
      stop.removeEventListener('abort', done);
      resolve();
    }
    stop.addEventListener('abort', done);
    if (stop.aborted || (finished() && clock.view().frozen)) done();
  });
}

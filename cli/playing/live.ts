/** A story on the live page, printed in the terminal as well: what `play --open` and `demo` share. */
import type { Performance } from '../../scenarios/player/perform.ts';
import type { Speed } from '../../simulator/time/clock.ts';
import { exitCodes, type Io } from '../command.ts';
import { openPage } from '../serving/browser.ts';
import { serving, stopped } from '../serving/serving.ts';
import type { Running } from '../serving/start.ts';
import { printWelcome } from '../serving/welcome.ts';
import { speedOf } from './playing.ts';
import { ProgressLine } from './progress.ts';
import { StoryPrinter } from './story-printer.ts';

export interface LiveSettings {
  /** The name of a story, or a file. */
  story: string;
  port: number;
  seed?: number | undefined;
  speed: Speed;
  /** True if speeds that the story says hold in place of this one; default no. */
  ownSpeeds?: boolean;
  profile?: string | undefined;
  fixture?: string | undefined;
  /** True if the page is shown to the person at the terminal. */
  open: boolean;
}

/** Where neither the command line nor the story says another. */
const USUAL_SPEED = '60';

/** Serves a story while it plays, and goes on until `meanwhile` settles. */
export async function showLive(
  { story, open, ...settings }: LiveSettings,
  io: Io,
  meanwhile: (running: Running, performance: Performance, io: Io) => Promise<void>,
): Promise<void> {
  const served = { ...settings, host: '127.0.0.1', scenario: story, frozen: true };
  await serving(served, io, async (running, ioOfServer) => {
    const { stage } = running;
    printWelcome(running, io, { soon: { frozen: false } });
    if (open) await openPage(running.pageUrl, io);
    const performance = stage.performance as Performance;
    const printer = new StoryPrinter(performance, new ProgressLine(performance, io), io);
    printer.open();
    // Once, and not again where a person goes back on the page.
    const stopPrinting = performance.onEvent((event) => printer.print(event));
    await stage.simulator.clock.set({ frozen: false });
    await meanwhile(running, performance, ioOfServer);
    stopPrinting();
  });
}

/** `roadtest play --open`: runs until it is stopped; the exit code says whether an expectation failed. */
export async function playOpen(
  { speed, ...given }: Omit<LiveSettings, 'speed' | 'ownSpeeds'> & { speed?: string | undefined },
  io: Io,
): Promise<number> {
  let failed = false;
  const settings = { ...given, speed: speedOf(speed ?? USUAL_SPEED), ownSpeeds: speed === undefined };
  await showLive(settings, io, async (_running, performance, ioOfServer) => {
    await stopped(ioOfServer);
    failed = performance.plugin.results().some(({ state }) => state === 'failed');
  });
  return failed ? exitCodes.failed : exitCodes.ok;
}

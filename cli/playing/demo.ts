/** `roadtest demo`: a story on the live page, and its service held to the interface document meanwhile. */
import { nodeHost, runController } from '../../contracts/hosts/node.ts';
import type { Palette } from '../../contracts/kit/palette.ts';
import { summarise } from '../../contracts/report/summary.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import type { Performance } from '../../scenarios/player/perform.ts';
import { serve } from '../../simulator/hosts/node.ts';
import { createSimulator } from '../../simulator/simulator.ts';
import { exitCodes, type Io } from '../command.ts';
import { serving, stopped } from '../serving/server.ts';
import { printWelcome } from '../serving/welcome.ts';
import { toolName } from '../tool.ts';
import { playStory } from './playing.ts';
import { ProgressLine } from './progress.ts';
import { StoryPrinter } from './story-printer.ts';

const STORY = 'demo';

/** The night at full speed. The exit code says whether every expectation passed and every rule holds. */
export async function demoOnce(seed: number, io: Io): Promise<number> {
  const code = await playStory({ given: STORY, seed, speed: 'max', report: 'text' }, io);
  if (io.stop.aborted) return exitCodes.failed;
  const run = await runTwin(io.stop);
  io.out(`${verifiedLine(run, io.colors)}\n`);
  return code === exitCodes.ok && isVerified(run) ? exitCodes.ok : exitCodes.failed;
}

/** Shows the story until it is stopped. The page plays it again. */
export function demoLive(options: { port: number; seed: number; speed: number }, io: Io): Promise<number> {
  return serving({ ...options, scenario: STORY, frozen: true }, io, async (running, ioOfServer) => {
    const { stage } = running;
    printWelcome(running, io, { soon: { frozen: false } });
    const performance = stage.performance as Performance;
    const printer = new StoryPrinter(performance, new ProgressLine(performance, io), io);
    printer.open();
    // Once, and not again where a person goes back on the page.
    const stopPrinting = performance.onEvent((event) => printer.print(event));
    await stage.simulator.clock.set({ frozen: false });
    const verified = runTwin(ioOfServer.stop).then((run) => {
      if (!run.interrupted) io.out(`\n${verifiedLine(run, io.colors)}\n`);
    });
    await Promise.race([verified, stopped(ioOfServer)]);
    await stopped(ioOfServer);
    stopPrinting();
    return exitCodes.ok;
  });
}

/** Verifies a twin of the service in a world of its own, over HTTP like any deployment, so that what is shown is not disturbed. */
async function runTwin(signal: AbortSignal): Promise<Run> {
  const credentials = { userName: 'twin', apiKey: 'twin-key' };
  const simulator = createSimulator(credentials);
  const server = await serve(simulator);
  // Every request that is under way listens to the signal; ours may take so many listeners.
  const { signal: ended } = runController(signal);
  try {
    const { profile } = simulator;
    const asked = { baseUrl: server.url, credentials, profile, signal: ended, tool: toolName };
    return await verify(asked, nodeHost());
  } finally {
    await server.close();
    simulator.stop();
  }
}

/** One line on what was judged. */
function verifiedLine(run: Run, { green, red }: Palette): string {
  const { counts, judged, requests, milliseconds } = summarise(run);
  const broken = run.outcomes.filter(({ verdict }) => ['fail', 'error', 'suspect'].includes(verdict));
  const unjudged = counts.inconclusive + counts['left-open'];
  const open = unjudged === 0 ? 'none inconclusive' : `${unjudged} inconclusive`;
  const verdict =
    broken.length === 0
      ? green('all hold')
      : red(`${broken.length} broken: ${broken.map(({ id }) => id).join(', ')}`);
  const effort = `${requests} requests in ${(milliseconds / 1000).toFixed(1)} s`;
  return `Checked by the contract suite against the interface document: ${judged} rules judged, ${verdict}, ${open} (${effort}).`;
}

/** Returns whether every rule was judged, and holds. */
function isVerified(run: Run): boolean {
  return run.exitCode === 0 && !run.interrupted && summarise(run).counts.inconclusive === 0;
}

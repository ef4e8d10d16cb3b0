/** `roadtest demo --once`: the night at full speed, and its service verified. */
import { exitCodes, type Io } from '../command.ts';
import { playStory } from '../playing/playing.ts';
import { runTwin } from '../serving/twin.ts';
import { isVerified, verifiedLine } from './verified.ts';

/** The exit code: whether every expectation passed and every rule holds. */
export async function demoOnce({ story, seed }: { story: string; seed: number }, io: Io): Promise<number> {
  const code = await playStory({ given: story, seed, speed: 'max', report: 'text' }, io);
  if (io.stop.aborted) return exitCodes.failed;
  const run = await runTwin(io.stop);
  io.out(`${verifiedLine(run, io)}\n`);
  return code === exitCodes.ok && isVerified(run) ? exitCodes.ok : exitCodes.failed;
}

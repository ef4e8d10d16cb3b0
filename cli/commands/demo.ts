/** `roadtest demo`: a simulated day of a fleet, told in seconds, and its service verified; then it stays up to be used. */
import { performance } from 'node:perf_hooks';
import { defineCommand, exitCodes, type Io } from '../command.ts';
import type { Running } from '../serving/start.ts';

const vans = 10;
const usualPort = 4010;

export const demo = defineCommand({
  name: 'demo',
  summary: 'Drive a fleet through a simulated day, then keep serving it',
  options: {
    port: {
      type: 'number',
      value: 'N',
      min: 0,
      max: 65_535,
      whole: true,
      summary: `Port (${usualPort}; with --once a free one)`,
    },
    seed: {
      type: 'number',
      value: 'N',
      default: 1,
      min: 0,
      max: 4_294_967_295,
      whole: true,
      summary: 'What the fleet and its day are made from',
    },
    once: {
      type: 'boolean',
      summary: 'End after the day; exit code 1 if it did not go as promised, or a rule is broken',
    },
  },
  examples: [
    { line: 'roadtest demo', does: 'The day, then the simulator on port 4010' },
    { line: 'roadtest demo --once --seed 7', does: 'Another day, and the end' },
  ],
  async run({ options: { port, seed, once } }, io) {
    const [{ start }, { welcome }, { stopped }] = await Promise.all([
      import('../serving/start.ts'),
      import('../serving/welcome.ts'),
      import('./serve.ts'),
    ]);
    const settings = {
      port: port ?? (once ? 0 : usualPort),
      host: '127.0.0.1',
      seed,
      devices: vans,
      frozen: true,
    };
    const running = await start(settings, io);
    try {
      const kept = await playDay(running, seed, io);
      const { tellVerified } = await import('../demo/verified.ts');
      const verified = await tellVerified(running, io);
      if (io.stop.aborted) return once ? exitCodes.failed : exitCodes.ok;
      if (once) return kept && verified ? exitCodes.ok : exitCodes.failed;
      await running.simulator.clock.set({ frozen: false });
      io.out(welcome(running, io));
      await stopped(io);
      return exitCodes.ok;
    } catch (error) {
      if (!io.stop.aborted) throw error; // else it is the call that was under way
      return once ? exitCodes.failed : exitCodes.ok;
    } finally {
      await running.server.close();
      running.simulator.stop();
    }
  },
});

/** Plays the day through the served APIs; whether it went as promised. */
async function playDay(running: Running, seed: number, io: Io): Promise<boolean> {
  const [{ demoDay }, { Client }, { tellDay }, { Teller }, { follow }] = await Promise.all([
    import('../../scenarios/index.ts'),
    import('../demo/client.ts'),
    import('../demo/day.ts'),
    import('../demo/teller.ts'),
    import('../demo/follower.ts'),
  ]);
  const { bold, dim, red } = io.colors;
  const { baseUrl, controlUrl, access } = running;
  const options = { baseUrl, controlUrl, ...access, signal: io.stop };
  const begun = performance.now();
  const first = running.simulator.clock.now();
  io.out(`${bold('Roadtest')} plays a day of ${vans} vehicles, seed ${seed}, over HTTP at ${baseUrl}.\n`);

  const client = new Client(options);
  const teller = new Teller(io);
  const endFollowing = follow(new Client(options));
  await tellDay(client, teller, demoDay({ start: first, vans, seed }), first);
  const { answers, slowest } = await endFollowing();

  const { digest } = await client.control<{ digest: string }>('POST', '/clock/advance', { by: 'PT0S' });
  const hours = Math.round((client.now - first) / 3_600_000);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  io.out(
    `\n  ${hours} simulated hours in ${seconds} s: ${client.answered.toLocaleString('en')} calls, ${client.tokens} tokens, digest ${digest.slice(0, 12)}.\n`,
  );
  io.out(dim(`  Asked ${answers} times meanwhile, the server answered within ${Math.ceil(slowest)} ms.\n`));
  for (const promise of teller.broken) io.out(red(`  Not as promised: ${promise}.\n`));
  return teller.broken.length === 0;
}
